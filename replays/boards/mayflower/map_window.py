"""The part of the map of Mayflower that is shown: all of it while its cells are large enough."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.state.land import START, Land
from replays.boards.drawing import Bounds, Drawing
from replays.boards.mayflower.layout import COLUMNS, MARGIN, ROWS, STEP, Layout
from replays.boards.scene import LAST, Scene


@lru_cache(maxsize=16)
def rows_of(land: Land) -> tuple[int, int]:
    """The northernmost and the southernmost row to be shown, with those a tile can go to next."""
    rows = [SPOTS[cell].row for cell, tile in land.tiles.items() if tile.letter != START] or [2]
    coast = [SPOTS[cell].row for cell in land.tiles] or [ROWS]
    return min(1, min(rows) - 1), max(ROWS, max(coast), max(rows) + 1)


@lru_cache(maxsize=16)
def columns_of(land: Land) -> tuple[int, int]:
    """The easternmost and the westernmost column to be shown, with the one a tile can go to next."""
    columns = [SPOTS[cell].column for cell in land.tiles] or [0]
    return min(0, min(columns)), max(COLUMNS, max(columns) + 1)


def view_of(drawing: Drawing, scene: Scene, layout: Layout) -> Bounds:
    """The whole map while its cells are large enough, then what lies around the last line."""
    whole = _whole(layout, *columns_of(scene.table.land), *rows_of(scene.table.land))
    scale = min(layout.frame.w / whole.w, layout.frame.h / whole.h)
    if scale * layout.tile >= layout.least:
        return whole
    scale = layout.least / layout.tile
    width, height = min(whole.w, layout.frame.w / scale), min(whole.h, layout.frame.h / scale)
    last = _last(drawing, scene, layout)
    x = _stepped(last.x, layout.tile) - layout.axis
    y = _stepped(last.y, layout.tile) - layout.head - 6
    x, y = max(whole.x, min(x, whole.x + whole.w - width)), max(whole.y, min(y, whole.y + whole.h - height))
    return Bounds(round(x, 1), round(y, 1), round(width, 1), round(height, 1))


def _stepped(at: float, size: float) -> float:
    """Where the window begins: at least a margin before the place, and not another for every line."""
    return ((at // size - MARGIN) // STEP) * STEP * size


def _whole(layout: Layout, east: int, west: int, north: int, south: int) -> Bounds:
    size = layout.tile
    x, y = -west * size - layout.axis, (north - 1) * size - layout.head - 6
    return Bounds(x, y, (1 - east) * size + layout.sea - x, south * size + 10 - y)


def _last(drawing: Drawing, scene: Scene, layout: Layout) -> Bounds:
    """Where the last line touched the map, or the last tile was laid."""
    for mark in scene.marks:
        for key in mark.keys if mark.kind == LAST else ():
            if key in drawing.boxes and drawing.boxes[key][0] in ("tiles", "ground", "coast", "pieces"):
                return drawing.boxes[key][1]
    return layout.cell(scene.table.now.cell or next(reversed(scene.table.land.tiles), "0:1"))
