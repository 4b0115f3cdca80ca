"""Every board draws every table: whole, in two layouts and languages, in patches, blind, and without secrets."""

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from domain.games import GAMES
from domain.rules import replace
from domain.sessions.session import Session
from domain.words import LANGUAGES, Words
from replays.boards import BOARDS, STYLE
from replays.boards.drawing import Drawing, part_with, patch, shown_part, svg
from replays.boards.scene import LAYOUTS, NARROW, WIDE
from replays.boards.session_drawings import SessionDrawings
from replays.boards.shapes import BLIND
from replays.record_text import read_record
from replays.viewpoint import Viewpoint, shown
from tests.replays.test_random_records import any_session
from tests.samples import sample

LIBRARY = Path("replays/library")
EVERY = 10
SLICES = 13  # of the library; each has records of every layout in every language
SVG = "{http://www.w3.org/2000/svg}"
games = pytest.mark.parametrize("game", BOARDS)
DEVICES = [*product(LANGUAGES, (WIDE, NARROW))]
ways = pytest.mark.parametrize("lang", LANGUAGES)
layouts = pytest.mark.parametrize("layout", LAYOUTS)


def read(path: Path) -> Session:
    return read_record(path.read_text(encoding="utf-8"))[0]


def whole(game: str) -> Session:
    """The largest table of the game's whole games."""
    played = map(read, sorted((LIBRARY / game / "games").glob("*.record")))
    return max(played, key=lambda session: len(session.setup.seats))


def records(game: str) -> list[Path]:
    return sorted((LIBRARY / game).rglob("*.record"))


def drawings(gallery: SessionDrawings) -> list[Drawing]:
    """Every tenth, and the last."""
    count = len(gallery.frames)
    return [gallery.drawing(place) for place in sorted({*range(0, count, EVERY), count - 1})]


def places(drawing: Drawing) -> list[str]:
    """The keys of a drawing, without empty cells."""
    return [key for key in drawing.parts if not key.startswith("cell:")]


def is_whole(drawing: Drawing, symbols: str, lang: str) -> None:
    """Checks that a drawing is valid XML, has unique ids, a layer for every part, and every symbol it uses."""
    root = ElementTree.fromstring(svg(drawing, symbols, lang))
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    pictures = {one.get("href") for one in root.iter(f"{SVG}use")}

    assert len(ids) == len(set(ids)), sorted(id for id in ids if ids.count(id) > 1)
    assert {drawing.within(key) for key in drawing.parts} <= {*drawing.layers, *drawing.map, *drawing.beside}
    assert pictures <= {f"#{id}" for id in ids}
    assert not any(" " in key for key in drawing.parts)
    assert not any("style=" in part or "None" in part or "nan" in part for part in drawing.parts.values())
    assert drawing.title and drawing.desc


@games
@pytest.mark.parametrize("nth", sample(range(SLICES), 0))
def test_every_record_can_be_drawn(game, nth):
    for at, path in [*enumerate(records(game))][nth::SLICES]:
        lang, layout = LANGUAGES[at % 2], LAYOUTS[at % 3]
        gallery = SessionDrawings(read(path), lang, Viewpoint(), layout=layout)
        is_whole(gallery.drawing(len(gallery.frames) - 1), gallery.board.symbols, lang)


@pytest.mark.soak
@games
def test_every_record_can_be_drawn_at_every_tenth_line(game):
    for at, path in enumerate(records(game)):
        lang, layout = LANGUAGES[at % 2], LAYOUTS[at % 3]
        gallery = SessionDrawings(read(path), lang, Viewpoint(), layout=layout)
        for drawing in drawings(gallery):
            is_whole(drawing, gallery.board.symbols, lang)


@pytest.mark.parametrize("lang, layout", sample(DEVICES, DEVICES[1], DEVICES[2]))
@games
def test_a_game_is_drawn_for_desk_and_phone_in_both_languages_with_the_same_keys(game, lang, layout):
    gallery, other = (
        SessionDrawings(whole(game), one, Viewpoint(), layout=way) for one, way in ((lang, layout), ("en", WIDE))
    )
    for drawing, wide in zip(drawings(gallery), drawings(other), strict=True):
        is_whole(drawing, gallery.board.symbols, lang)
        assert set(places(drawing)) == set(places(wide))
        assert drawing.size[0] == (390 if layout == NARROW else 1280)


@layouts
@games
def test_patches_make_each_drawing_of_the_one_before_it(game, layout):
    gallery = SessionDrawings(whole(game), "en", Viewpoint(), layout=layout)
    shown = gallery.drawing(0)
    parts, view, size = dict(shown.parts), shown_part(shown), shown.size
    for place in range(1, min(120, len(gallery.frames))):
        after = gallery.drawing(place)
        changed = patch(shown, after)
        parts = {key: part for key, part in (parts | changed.set).items() if key not in changed.drop}
        view = changed.view or view
        assert parts == after.parts and view == shown_part(after)
        assert after.size == size
        shown = after


@ways
@games
def test_every_text_of_a_drawing_comes_from_the_words_files(game, lang):
    class Marked(Words):
        def fill(self, template, facts, seats):
            return f"‹{super().fill(template, facts, seats)}›"

    for session in (whole(game), *map(read, sorted((LIBRARY / game / "samples").glob("*.record")))):
        gallery = SessionDrawings(session, lang, Viewpoint())
        spoken = gallery.annotator.words
        gallery.annotator.words = Marked(lang, [spoken._texts], spoken.forms)
        for drawing in drawings(gallery):
            titles = re.findall("<title>(.*?)</title>", "".join(drawing.parts.values()))
            assert titles and not [title for title in (*titles, drawing.title, drawing.desc) if "‹" not in title]


@games
def test_a_blind_drawing_identifies_no_seat(game):
    session = whole(game)
    letters = session.setup.seats
    names = tuple(f"Player{letter}x" for letter in letters)
    session = replace(session, setup=replace(session.setup, names=names))
    gallery = SessionDrawings(session, "en", Viewpoint(), blind=True)
    for drawing in drawings(gallery):
        drawn = svg(drawing, "", "en")
        assert not [name for name in names if name in drawn]
        assert not re.findall(r'class="[^"]*\bg-s[byrgpk]\b', drawn)
        assert not [key for key in drawing.parts if key.startswith("seat:") and key.split(":")[1] not in BLIND]
        assert not [letter for letter in letters if re.search(rf'class="g-b g-m g-(?:w|d|ink)">{letter}</text>', drawn)]


@games
def test_a_guest_sees_nothing_that_was_secret(game):
    for session in (whole(game), *map(read, sorted((LIBRARY / game / "samples").glob("*.record")))):
        view = replace(session, log=tuple(shown(line, None, session.setup) for line in session.log))
        masked, honest = (
            SessionDrawings(one, "en", viewpoint)
            for one, viewpoint in ((session, Viewpoint(None)), (view, Viewpoint(None)))
        )
        for drawing, due in zip(drawings(masked), drawings(honest), strict=True):
            assert drawing.parts == due.parts and drawing.desc == due.desc


@games
def test_every_kind_of_action_has_a_function_for_what_it_touches(game):
    assert set(BOARDS[game].touches) == set(GAMES[game].actions)


@games
def test_everything_a_line_touches_has_bounds(game):
    session = whole(game)
    gallery = SessionDrawings(session, "en", Viewpoint())
    for place in range(1, len(gallery.frames), 3):
        drawing = gallery.drawing(place)
        keys = gallery.touched.get(gallery.frames[place].line, ())
        assert not keys or "mark:last" in drawing.parts, keys


@pytest.mark.parametrize("seed", sample(range(8), *range(3)))
@games
def test_any_random_record_can_be_drawn(game, seed):
    session = any_session(GAMES[game], seed)
    for layout in LAYOUTS:
        gallery = SessionDrawings(
            session, "fr", Viewpoint(None if layout == NARROW else "everything"), layout=layout, blind=seed % 2 == 0
        )
        for drawing in drawings(gallery):
            is_whole(drawing, gallery.board.symbols, "fr")


def test_every_style_class_of_a_drawing_exists():
    described = set(re.findall(r"\.(g-[\w-]+)", STYLE))
    for game in BOARDS:
        gallery = SessionDrawings(whole(game), "en", Viewpoint())
        drawn = svg(gallery.drawing(len(gallery.frames) - 1), gallery.board.symbols, "en")
        worn = {name for names in re.findall(r'class="([^"]*)"', drawn) for name in names.split()}
        assert worn - described <= {"gf", "g-hit"}


@games
def test_the_part_of_a_board_that_a_line_touched_holds_what_it_touched(game):
    gallery = SessionDrawings(whole(game), "en", Viewpoint(), layout=NARROW)
    parts = set()
    for place in range(1, len(gallery.frames), 7):
        drawing, keys = gallery.drawing(place), gallery.touched.get(gallery.frames[place].line, ())
        drawn = [drawing.boxes[key] for key in keys if key in drawing.boxes]
        part = part_with(drawing, keys)
        parts.add(part)
        assert bool(part) == bool(drawn)
        x, y, w, h = map(float, part.split()) if part else (0, 0, 0, 0)
        on_map = any(tab.map and tab.box == part for tab in drawing.tabs)
        middles = [(box.x + box.w / 2, box.y + box.h / 2) for layer, box in drawn if layer not in drawing.map]
        inside = [x <= across <= x + w and y <= down <= y + h for across, down in middles]
        assert not drawn or any(inside) or on_map
        assert w <= 400 and h <= 900  # it can be read beside another one
    assert len(parts) > 2
