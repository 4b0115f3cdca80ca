"""Draws the map of Mayflower: coast, tiles, and the empty cells next to them."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.state import State
from domain.games.mayflower.state.land import SEA, START, Land
from domain.words import Words
from replays.boards.drawing import Drawing
from replays.boards.mayflower.layout import Layout
from replays.boards.mayflower.map_window import rows_of
from replays.boards.mayflower.tiles import tile_picture, unseen_picture
from replays.boards.scene import Scene
from replays.boards.shapes import path, placed, rect


def draw_land(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Everything that lies on the table west of the sea."""
    state: State = scene.table
    words = scene.annotator.words
    for cell in _open_cells(state.land):
        box = layout.cell(cell)
        slot = rect(box.x + 3, box.y + 3, box.w - 6, box.h - 6, "g-slot g-hit")
        drawing.add("ground", f"cell:{cell}", slot, words.say("board", "cell", {"cell": cell}, {}), box)
    for cell, tile in state.land.lying():
        is_start = tile.letter == START
        key, layer = (f"start:{SPOTS[cell].row}", "coast") if is_start else (f"tile:{cell}", "tiles")
        face = "" if tile.face is None else tile.face.text
        inner, says = _tile(words, layout, cell, tile.letter, face)
        drawing.add(layer, key, inner, says, layout.cell(cell))
    drawing.add("coast", "sea", _sea(layout, *rows_of(state.land)), scene.word("sea"))


@lru_cache(maxsize=16)
def _open_cells(land: Land) -> tuple[str, ...]:
    """The empty cells that touch a tile, west of the sea."""
    return tuple(cell for cell, _ in land.open_cells() if SPOTS[cell].column > SEA)


@lru_cache(maxsize=8192)
def _tile(words: Words, layout: Layout, cell: str, letter: str, face: str) -> tuple[str, str]:
    """A tile at its place, and the same in words."""
    box, coast = layout.cell(cell), letter == START
    facts = {"cell": cell, "letter": letter, "face": face, "row": SPOTS[cell].row}
    key = ("start" if coast else "tile") + ("" if face else "-unseen")
    name = "" if not coast else f"S{SPOTS[cell].row}"
    if face:
        drawn = tile_picture(face, layout.tile, coast, layout.text)  # the figures of the rows say which start space
    else:
        drawn = unseen_picture(name or letter, words["board"]["face-unknown"], layout.tile, layout.text)
    return placed(drawn, box.x, box.y), words.say("board", key, facts, {})


@lru_cache(maxsize=64)
def _sea(layout: Layout, first: int, last: int) -> str:
    size = layout.tile
    x, y, half = size - 2, (first - 1) * size, size / 2
    waves = "".join(f"q{sign * size * 0.11:.3g} {half / 2:g} 0 {half:g}" for sign in (-1, 1) * (last - first + 1))
    shore = f"M{x:g} {y:g}{waves}"
    return path(f"{shore}H{x + layout.sea:g}V{y:g}Z", "g-wat") + path(shore, "g-coast")
