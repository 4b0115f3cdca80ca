"""The board of Kontor: cells never move, sectors keep their letters, hidden cards and blind drawings reveal nothing."""

import re
from pathlib import Path

import pytest

from domain.games.kontor.pieces import group_of
from replays.boards.kontor.chart import outline
from replays.boards.kontor.layout import layout_of, television_card
from replays.boards.kontor.sectors import named_sectors
from replays.boards.scene import LAYOUTS, NARROW, WIDE
from replays.boards.session_drawings import SessionDrawings
from replays.record_text import read_record
from replays.viewpoint import Viewpoint

LIBRARY = Path("replays/library/kontor")
LAST = -1


def gallery(record: str, viewpoint: Viewpoint | None = None, **ways) -> SessionDrawings:
    session = read_record((LIBRARY / record).read_text(encoding="utf-8"))[0]
    return SessionDrawings(session, "en", viewpoint or Viewpoint(), **ways)


@pytest.fixture(scope="module")
def four() -> SessionDrawings:
    return gallery("games/whole-game-four-players.record")


def tables(played: SessionDrawings):
    return [(place, frame.step.state) for place, frame in enumerate(played.frames)]


def test_every_card_is_drawn_at_its_cell_and_empty_cells_can_be_tapped(four):
    for place, state in tables(four)[::7]:
        drawing = four.drawing(place)
        cards = [key for key in drawing.parts if key.startswith("card:")]
        assert len(cards) == len(state.board.cards)
        assert not {key.replace("cell:", "card:") for key in drawing.parts if key.startswith("cell:")} & set(cards)


def test_a_new_card_moves_no_other(four):
    before = four.drawing(0).boxes
    after = four.drawing(len(four.frames) - 1).boxes

    assert all(after[key] == before[key] for key in before if key.startswith("card:") and key in after)


def test_a_sector_keeps_its_letter_while_it_grows(four):
    known: dict[int, str] = {}
    docks = 0
    for _, state in tables(four):
        removed, docks = docks & ~state.board.docks, state.board.docks
        now = {cell: letter for letter, sector, _ in named_sectors(state.board) for cell in _cells(sector.cells)}
        letters = [letter for letter, _, _ in named_sectors(state.board)]
        assert len(letters) == len(set(letters))
        if not removed:
            assert all(now[cell] <= letter for cell, letter in known.items() if cell in now)
        known = now


def _cells(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def test_a_finished_sector_has_a_heavy_line_and_its_keeper(four):
    state, parts = four.frames[LAST].step.state, four.drawing(len(four.frames) - 1).parts
    done = {letter: sector for letter, sector, finished in named_sectors(state.board) if finished}

    assert done and all("g-fin" in parts[f"sector:{letter}"] for letter in done)
    assert {f"keeper:{letter}" for letter, sector in done.items() if sector.keeper >= 0} <= set(parts)


def test_a_blind_drawing_shows_no_number_of_a_dock():
    played = gallery("games/whole-game-advanced.record", blind=True)
    for place, state in tables(played)[::9]:
        drawing = played.drawing(place)
        docks = {str(number) for number, card in state.cards.items() if group_of(card.kind, 0) == 0}
        texts = re.findall(
            r'class="g-b"[^>]*>(\d+)</text>', "".join(_of(drawing.parts, "card:", ":hand", "pile:A", "pile:B"))
        )
        assert not docks & set(texts)
        titles = re.findall("<title>(.*?)</title>", "".join(drawing.parts.values()))
        assert not [title for title in titles if re.search(r"\b(dock|crane|tavern) \d", title)]
        assert not [title for title in titles if re.search(r"\b(Red|Black)\b", title)]


def _of(parts: dict[str, str], *kinds: str) -> list[str]:
    return [part for key, part in parts.items() if any(kind in key for kind in kinds)]


def test_a_guest_sees_backs_where_the_owner_sees_cards(four):
    guest = gallery("games/whole-game-four-players.record", Viewpoint(None))
    place = next(place for place, state in tables(guest) if state.round > 1)
    hidden, open_ = guest.drawing(place).parts, four.drawing(place).parts

    assert hidden.keys() == open_.keys()
    assert sum(len(part) for key, part in hidden.items() if key.endswith(":hand")) <= sum(
        len(part) for key, part in open_.items() if key.endswith(":hand")
    )


@pytest.mark.parametrize("layout", (WIDE, NARROW))
def test_the_exports_of_a_side_are_drawn_on_its_board(layout):
    played = gallery("clauses/KO-V-EXPORT-1.kept.record", layout=layout)
    before, after = played.drawing(0).parts, played.drawing(len(played.frames) - 1).parts

    assert "seat:R:exports" not in before and "wine 1" in after["seat:R:exports"]
    assert "seat:B:exports" not in after


@pytest.mark.parametrize("layout", (WIDE, NARROW))
def test_the_event_that_came_up_and_the_variants_in_play_are_named(layout):
    played = gallery("clauses/KO-EV-GREVE.kept.record", layout=layout)
    before, after = played.drawing(0).parts, played.drawing(len(played.frames) - 1).parts

    assert "Strike" in after["event"] and "Strike" not in before["event"]
    assert "9 left" in after["event"] and "10 left" in before["event"]
    assert "Events" in after["head"]


def test_the_line_round_some_cells_is_as_long_as_their_edge():
    assert outline(frozenset({(0, 0), (1, 0)}), 10, False) == "M0 0h20M0 10h20M0 0v10M20 0v10"
    assert outline(frozenset({(0, 0), (1, 0)}), 10, True) == "M0 0h10M0 20h10M0 0v20M10 0v20"


@pytest.mark.parametrize("size", ((5, 5), (7, 7), (12, 4), (4, 12)))
@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_part_of_the_table_lies_on_another(layout, seats, size):
    places = layout_of(layout, seats, *size)
    boxes = (places.frame, places.treasury, places.canals, places.supply, places.sectors, *places.seats)

    for at, one in enumerate(boxes):
        assert one.x + one.w <= places.size[0] and one.y + one.h <= places.size[1]
        for other in boxes[:at]:
            apart = one.x >= other.x + other.w or other.x >= one.x + one.w
            assert apart or one.y >= other.y + other.h or other.y >= one.y + one.h


@pytest.mark.parametrize("side", (88, 96, 104, 109, 110, 120))
def test_the_symbol_of_a_televisions_card_stays_beside_its_number(side):
    card = television_card(side)
    number_ends = 4 + 28.5 * card.badge + 2 * 0.6 * card.number
    symbol_begins = side - card.inset - 2 * 8.5 * card.symbol

    assert number_ends <= symbol_begins
