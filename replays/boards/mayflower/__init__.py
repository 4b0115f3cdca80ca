"""Draws the table of Mayflower: a map that grows westward, explorers, seats, the score track."""

from __future__ import annotations

from pathlib import Path

from replays.boards import television
from replays.boards.drawing import BoardTab, Drawing, around, tab
from replays.boards.heading import desc_of
from replays.boards.marks import MarkStyle, put_marks
from replays.boards.mayflower.colonists import draw_colonists
from replays.boards.mayflower.columns import draw_columns
from replays.boards.mayflower.features import draw_features
from replays.boards.mayflower.head import draw_head, draw_legend, title_of
from replays.boards.mayflower.land import draw_land
from replays.boards.mayflower.layout import NARROW, WIDE, Layout, television_layout, television_tile
from replays.boards.mayflower.map_window import columns_of, rows_of, view_of
from replays.boards.mayflower.mismatches import draw_mismatches
from replays.boards.mayflower.seats import draw_reserves, draw_seats
from replays.boards.mayflower.stock import draw_stock
from replays.boards.mayflower.tiles import picture
from replays.boards.mayflower.touches import TOUCHES, whole
from replays.boards.mayflower.track import draw_track
from replays.boards.scene import TV, BoardRenderer, Scene

SYMBOLS = (Path(__file__).parent / "symbols.svg").read_text(encoding="utf-8").replace("\n", "")
MAP = ("ground", "coast", "tiles", "pieces", "axis", "map-marks")
LAYERS = ("head", "panels", "seats", "track", "marks")
TV_BESIDE = ("panels", "seats", "aside-marks")


def draw(scene: Scene) -> Drawing:
    """The table as it lies."""
    layout = _layout(scene)
    acting = scene.rules.to_act(scene.rules, scene.table)
    drawing = Drawing(
        title=title_of(scene),
        desc=desc_of(scene, scene.table.scores, acting),
        size=_size(scene, layout),
        layers=LAYERS if layout.aside is None else ("marks",),
        beside=() if layout.aside is None else TV_BESIDE,
        aside=layout.aside,
        map=MAP,
        frame=layout.frame,
        cell=layout.tile,
    )
    draw_land(drawing, scene, layout)
    draw_colonists(drawing, scene, layout)
    draw_mismatches(drawing, scene, layout)
    drawing.view = view_of(drawing, scene, layout)
    draw_columns(drawing, scene, layout, drawing.view)
    if layout.aside is None:
        draw_head(drawing, scene, acting)
        draw_seats(drawing, scene, layout, acting)
        draw_stock(drawing, scene, layout)
        draw_track(drawing, scene, layout)
        draw_legend(drawing, scene, layout)
    else:
        draw_reserves(drawing, scene, layout)
    draw_features(drawing, scene, layout)
    style = MarkStyle(scale=1 if layout.aside is None else television.MARKS, beside=1.1)
    put_marks(drawing, scene.marks, "marks", "map-marks", "aside-marks", style)
    if layout.narrow:
        drawing.tabs = _tabs(scene, layout)
    return drawing


def _layout(scene: Scene) -> Layout:
    if scene.layout != TV:
        return NARROW if scene.narrow else WIDE
    (east, west), (north, south) = columns_of(scene.table.land), rows_of(scene.table.land)
    return television_layout(television_tile(west - east + 1, south - north + 1), len(scene.table.scores))


def _size(scene: Scene, layout: Layout) -> tuple[float, float]:
    if layout.aside is not None:
        return television.whole(layout.width, layout.aside)
    return layout.width, layout.height(len(scene.table.scores))


def _tabs(scene: Scene, layout: Layout) -> tuple[BoardTab, ...]:
    seats = len(scene.table.scores)
    players = (
        *(layout.seat_box(seat) for seat in range(seats)),
        layout.stock_box(seats, 0),
        layout.stock_box(seats, 1),
    )
    return (
        tab(scene.word("tab-map"), layout.frame, map=True),
        tab(scene.word("tab-players"), around(players)),
        tab(scene.word("tab-features"), around((layout.features_box(seats),))),
        tab(scene.word("tab-scores"), around((layout.track_box(seats),))),
    )


PASSING = ("drawn", "stock", "seat:", "explorer:")
BOARD = BoardRenderer(draw=draw, touches=TOUCHES, symbols=SYMBOLS, passing=PASSING, whole=whole, picture=picture)
