"""Draws the table of Mayflower: a map that grows westward, explorers, seats, the score track."""

from __future__ import annotations

from pathlib import Path

from replays.boards.drawing import BoardTab, Drawing, around, tab
from replays.boards.heading import desc_of
from replays.boards.marks import put_marks
from replays.boards.mayflower.colonists import draw_colonists
from replays.boards.mayflower.columns import draw_columns
from replays.boards.mayflower.features import draw_features
from replays.boards.mayflower.head import draw_head, draw_legend, title_of
from replays.boards.mayflower.land import draw_land
from replays.boards.mayflower.layout import NARROW, WIDE, Layout
from replays.boards.mayflower.mismatches import draw_mismatches
from replays.boards.mayflower.seats import draw_seats
from replays.boards.mayflower.stock import draw_stock
from replays.boards.mayflower.tiles import picture
from replays.boards.mayflower.touches import TOUCHES, whole
from replays.boards.mayflower.track import draw_track
from replays.boards.mayflower.view import view_of
from replays.boards.scene import BoardRenderer, Scene

SYMBOLS = (Path(__file__).parent / "symbols.svg").read_text(encoding="utf-8").replace("\n", "")
MAP = ("ground", "coast", "tiles", "pieces", "axis", "map-marks")
LAYERS = ("head", "panels", "seats", "track", "marks")


def draw(scene: Scene) -> Drawing:
    """The table as it lies."""
    layout = NARROW if scene.narrow else WIDE
    acting = scene.rules.to_act(scene.rules, scene.table)
    drawing = Drawing(
        title=title_of(scene),
        desc=desc_of(scene, scene.table.scores, acting),
        size=(layout.width, layout.height(len(scene.table.scores))),
        layers=LAYERS,
        map=MAP,
        frame=layout.frame,
        cell=layout.tile,
    )
    draw_head(drawing, scene, acting)
    draw_land(drawing, scene, layout)
    draw_colonists(drawing, scene, layout)
    draw_mismatches(drawing, scene, layout)
    drawing.view = view_of(drawing, scene, layout)
    draw_columns(drawing, scene, layout, drawing.view)
    draw_seats(drawing, scene, layout, acting)
    for draw_panel in (draw_stock, draw_features, draw_track):
        draw_panel(drawing, scene, layout)
    draw_legend(drawing, scene, layout)
    put_marks(drawing, scene.marks, top="marks", map_top="map-marks")
    if layout.narrow:
        drawing.tabs = _tabs(scene, layout)
    return drawing


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
