"""The board of Nieuw Amsterdam shows the leader, the bids and unknown values, and marks the thing of a finding."""

from pathlib import Path

import pytest

from domain.games.nieuw_amsterdam import actions as na
from replays.boards.nieuw_amsterdam.layout import layout_of
from replays.boards.scene import LAYOUTS
from replays.boards.session_drawings import SessionDrawings
from replays.record_text import read_record
from replays.viewpoint import Viewpoint

LIBRARY = Path("replays/library/nieuw-amsterdam")


def gallery(record: str, **ways) -> SessionDrawings:
    return SessionDrawings(read_record((LIBRARY / record).read_text(encoding="utf-8"))[0], "en", Viewpoint(), **ways)


@pytest.fixture(scope="module")
def game() -> SessionDrawings:
    return gallery("games/whole-game-4-players.record")


def test_a_sole_leader_has_a_crown_and_tied_leaders_have_none():
    drawings = gallery("examples/NA-EX-21.record")
    parts = drawings.drawing(1).parts

    assert "#i-crown" in parts["biz:lumberyard:B"] and ">=<" not in parts["biz:lumberyard:B"]
    assert ">=<" in parts["biz:docks:B"] and "#i-crown" not in parts["biz:docks:B"]
    assert "#i-crown" not in parts["biz:lumberyard:Y"]


def test_an_auction_is_drawn_while_it_lasts(game):
    for place, frame in enumerate(game.frames):
        assert ("bid" in game.drawing(place).parts) == bool(frame.step.state.auction.column)


def test_an_added_card_is_marked_at_its_current_place(game):
    added = next(
        place for place, frame in enumerate(game.frames) if isinstance(getattr(frame.entry, "action", None), na.AddLand)
    )
    drawing, row = game.drawing(added), game.frames[added].step.state.players[game.frames[added].entry.action.seat]
    letter = game.session.setup.seats[game.frames[added].entry.action.seat]

    assert drawing.boxes[f"seat:{letter}:land:last"] == drawing.boxes[f"seat:{letter}:land:{len(row.estate.row)}"]
    assert "mark:last" in drawing.parts


def test_after_a_gap_no_value_is_drawn_as_known():
    parts = gallery("regressions/bids-after-a-gap.record").drawing(8).parts

    for key in ("seat:B:coins", "seat:B:score", "seat:B:units", "biz:docks:B"):
        assert "g-uk" in parts[key], key
    assert ">?<" in parts["seat:B:token"]


def test_a_marker_beyond_one_lap_is_labelled():
    played = gallery("games/whole-game-2-players.record")

    assert "+50" in played.drawing(len(played.frames) - 1).parts["score:Y"]


def test_a_finding_frames_one_thing():
    drawings = gallery("samples/a-table-with-everything.record")
    parts = drawings.drawing(len(drawings.frames) - 1).parts

    assert not [key for key, part in parts.items() if key.startswith("mark:") and part.count("g-mk-bad") > 1]


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_part_of_the_table_lies_on_another(layout, seats):
    places = layout_of(layout, seats)
    boxes = (*places.city, places.cash, places.traders, places.river, places.lands, places.ships, *places.seats)

    for at, one in enumerate(boxes):
        assert one.x + one.w <= places.size[0] and one.y + one.h <= places.size[1]
        for other in boxes[:at]:
            apart = one.x >= other.x + other.w or other.x >= one.x + one.w
            assert apart or one.y >= other.y + other.h or other.y >= one.y + one.h
