"""Marks the edges of tiles that do not match, where the audit found the tile laid wrongly."""

from __future__ import annotations

from domain.games.mayflower.pieces.cells import SIDES, SPOTS
from domain.games.mayflower.pieces.faces import UNSEEN
from domain.games.mayflower.state.land import Land
from replays.boards.drawing import Drawing, number
from replays.boards.mayflower.layout import Layout
from replays.boards.mayflower.shapes import MIDDLES
from replays.boards.scene import BROKEN, Scene
from replays.boards.shapes import path


def draw_mismatches(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """A bar on every edge that does not match, of tiles that were found to be laid wrongly."""
    wrong = [key for mark in scene.marks if mark.kind == BROKEN for key in mark.keys if key.startswith("tile:")]
    for key in dict.fromkeys(wrong):
        cell = key.removeprefix("tile:")
        for side in _mismatched(scene.table.land, cell):
            says = scene.word("mismatch", cell=cell, port=side)
            drawing.add("map-marks", f"edge:{cell}:{side}", _bar(layout, cell, side), says)


def _mismatched(land: Land, cell: str) -> list[str]:
    tile = land.tile(cell)
    if tile is None or tile.face is None:
        return []
    sides = []
    for near, _, side, facing in SPOTS[cell].near:
        other = land.tile(near)
        if other is not None and other.face is not None:
            edges = tile.face.edges[side], other.face.edges[facing]
            if edges[0] != edges[1] and UNSEEN not in edges:
                sides.append(SIDES[side])
    return sides


def _bar(layout: Layout, cell: str, side: str) -> str:
    box, (x, y) = layout.cell(cell), MIDDLES[side]
    long = box.w * 0.92
    left, top = box.x + x * box.w, box.y + y * box.h
    if side in "NS":
        return path(f"M{number(left - long / 2)} {number(top)}h{number(long)}", "g-mke")
    return path(f"M{number(left)} {number(top - long / 2)}v{number(long)}", "g-mke")
