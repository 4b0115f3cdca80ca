"""The texts of the boards, measured in the browser: none covers another, lies outside or is too small to read."""

from pathlib import Path

import pytest

from domain.words import LANGUAGES
from replays.boards import BOARDS, STYLE
from replays.boards.drawing import svg
from replays.boards.scene import LAYOUTS
from replays.boards.session_drawings import SessionDrawings
from replays.record_text import read_record
from replays.viewpoint import Viewpoint

LIBRARY = Path("replays/library")
MEASURE = (Path(__file__).parent / "text_overlaps.js").read_text(encoding="utf-8")
LEAST = {"wide": 9, "narrow": 8.4, "tv": 0}  # of words and numbers; the television is measured on its page
CROWDED = "score:"  # five markers on one space of Nieuw Amsterdam's track lie over each other


def drawings(game: str, layout: str):
    """The beginning, middle and end of the smallest and the largest games, and of a table with everything."""
    games = sorted((LIBRARY / game / "games").glob("*.record"))
    files = {games[0], games[-1], LIBRARY / game / "samples/a-table-with-everything.record"}
    for nth, file in enumerate(sorted(files)):
        lang = LANGUAGES[nth % 2]
        gallery = SessionDrawings(read_record(file.read_text(encoding="utf-8"))[0], lang, Viewpoint(), layout=layout)
        last = len(gallery.frames) - 1
        for place in (1, last // 2, last):
            drawing = gallery.drawing(place)
            yield f"{file.stem} {place} {lang}", drawing.size, svg(drawing, gallery.board.symbols, lang)


@pytest.fixture(scope="module")
def sheet(browser):
    """One page for all drawings."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.set_content(f"<style>{STYLE} body {{ margin: 0 }} .gf {{ display: block }}</style><div></div>")
    yield page
    page.close()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("game", BOARDS)
def test_no_text_of_a_board_covers_another_or_is_too_small(sheet, game, layout):
    for name, (width, height), drawn in drawings(game, layout):
        sized = drawn.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
        sheet.evaluate("drawn => { document.querySelector('div').innerHTML = drawn; }", sized)
        measured = sheet.evaluate(MEASURE, LEAST[layout])

        assert [pair for pair in measured["over"] if pair.count(CROWDED) < 2] == [], name
        assert [text for text in measured["outside"] if not text.startswith("mark:")] == [], name
        assert measured["small"] == [], name
