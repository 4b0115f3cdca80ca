"""Draws the board of New Haven: its spaces with tiles, ponds and clearings."""

from __future__ import annotations

from functools import lru_cache

from domain.games.new_haven.pieces import CELLS, COLOURS, COLUMNS
from domain.games.new_haven.state import State, Tile, squares_of
from domain.words import Words
from replays.boards.drawing import Bounds, Drawing, number
from replays.boards.new_haven.layout import Layout, space_box
from replays.boards.new_haven.pictures import building
from replays.boards.scene import Scene
from replays.boards.shapes import circle, path, placed, rect, text, unknown, use

KINDS = ("tile", "printed", "goods", "wild", "pond", "dead", "unseen")


def draw_board(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Every space of the area in use, and whatever lies outside it."""
    state: State = scene.table
    drawing.add("grid", "grid", _axes(layout), scene.word("grid", side=state.side, spaces=len(state.area)))
    for cell in CELLS:
        tile, building_there = state.board.get(cell), state.clearings.get(cell, "")
        box = space_box(layout, cell)
        if tile is None and cell not in state.area and not building_there:
            drawing.boxes[f"space:{cell}"] = "tiles", box  # whatever was put there is gone, and may have a mark
            continue
        inner, says = _space(scene.annotator.words, layout, cell, tile, building_there)
        drawing.add("tiles", f"space:{cell}", inner, says, box)


@lru_cache(maxsize=8)
def _axes(layout: Layout) -> str:
    (x, y), size, (left, right, top, bottom) = layout.board, layout.space, layout.span
    small = max(layout.text, 9.5 if layout.narrow else 11)
    first, above = x + size * left, y + size * top
    columns = (text(x + size * (at + 0.5), above - 6, COLUMNS[at], "g-m g-i2", small) for at in range(left, right))
    rows = (text(first - 6, y + size * (at + 0.5) + 4, at + 1, "g-e g-i2", small) for at in range(top, bottom))
    return "".join((*columns, *rows))


# Spaces -------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _space(words: Words, layout: Layout, cell: str, tile: Tile | None, clearing: str) -> tuple[str, str]:
    """What lies on a space, and the same in words."""
    box = space_box(layout, cell)
    if tile is None or (tile.kind == "unseen" and clearing):
        drawn = _clearing(box, clearing) if clearing else _empty(box)
        return drawn, words.say("board", "clearing" if clearing else "empty", {"cell": cell, "building": clearing}, {})
    facts = {"cell": cell, "face": tile.face, "mark": tile.face}
    return DRAWN.get(tile.kind, _tile)(box, tile), words.say("board", _key(tile), facts, {})


def _key(tile: Tile) -> str:
    if tile.kind == "pond" and tile.face:
        return "pond-marked"
    return tile.kind if tile.kind in KINDS else "tile"


def _empty(box: Bounds) -> str:
    return rect(box.x + 2, box.y + 2, box.w - 4, box.h - 4, "g-slot g-hit")


def _clearing(box: Bounds, lying: str) -> str:
    x, y = box.x + box.w / 2, box.y + box.h / 2
    scale = box.w * 0.0138
    chip = building(lying, x - 23 * scale, y - 17 * scale, scale)
    return _empty(box) + circle(x, y, round(box.w * 0.43, 1), "g-clr") + chip


def _tile(box: Bounds, tile: Tile) -> str:
    corners = use("fix", box.x, box.y, box.w / 84) if tile.kind == "printed" else ""
    star = _star(box, 0.55) if tile.kind == "goods" else ""
    return _squares(box, squares_of(tile)) + use("tile", box.x, box.y, box.w / 84) + corners + star


def _wild(box: Bounds, tile: Tile) -> str:
    """A goods tile face down: the resource it stands for, four times."""
    return _squares(box, squares_of(tile)) + use("tile", box.x, box.y, box.w / 84) + _star(box, 0.9)


def _star(box: Bounds, grown: float) -> str:
    scale = grown * box.w / 60
    disc = '<circle r="11" class="g-card"/><use href="#i-star" transform="scale(.85)"/>'
    return placed(disc, box.x + box.w / 2, box.y + box.h / 2, round(scale, 2))


def _squares(box: Bounds, face: str) -> str:
    return "".join(_square(box, at, colour) for at, colour in enumerate(face[:4].ljust(4, "?")))


def _square(box: Bounds, at: int, colour: str) -> str:
    half = box.w / 2
    x, y = box.x + half * (at % 2), box.y + half * (at // 2)
    if colour in COLOURS:
        return use(f"q{colour}", x, y, half / 42)
    return rect(x + 0.5, y + 0.5, half - 1, half - 1, "g-card") + unknown(
        x + 4, y + 4, half - 8, half - 8, size=max(11, half * 0.3)
    )


def _pond(box: Bounds, tile: Tile) -> str:
    mark = (
        text(box.x + box.w * 0.92, box.y + box.h * 0.92, tile.face, "g-b g-e", max(11, box.w * 0.15))
        if tile.face
        else ""
    )
    return use("pond", box.x, box.y, box.w / 84) + mark


def _dead(box: Bounds, tile: Tile) -> str:
    x, y, w, h = box
    cross = f"M{number(x + 8)} {number(y + 8)}L{number(x + w - 8)} {number(y + h - 8)}"
    return rect(x + 2, y + 2, w - 4, h - 4, "g-soft") + path(cross, "g-ln")


def _unseen(box: Bounds, tile: Tile) -> str:
    return unknown(box.x + 4, box.y + 4, box.w - 8, box.h - 8, size=max(11, box.w * 0.15))


DRAWN = {"wild": _wild, "pond": _pond, "dead": _dead, "unseen": _unseen}
