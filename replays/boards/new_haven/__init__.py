"""Draws the table of New Haven: board, track, pool and villages."""

from __future__ import annotations

from domain.games.new_haven.actions import Pool, Refill
from replays.boards import television
from replays.boards.drawing import BoardTab, Bounds, Drawing, around, tab
from replays.boards.heading import desc_of
from replays.boards.marks import MarkStyle, put_marks
from replays.boards.new_haven.chains import draw_chains
from replays.boards.new_haven.ground import draw_board
from replays.boards.new_haven.head import draw_head, title_of
from replays.boards.new_haven.layout import NARROW, WIDE, Layout, space_box, span_of, television_layout, village_box
from replays.boards.new_haven.panels import draw_panels, draw_stores
from replays.boards.new_haven.pictures import picture
from replays.boards.new_haven.symbols import SYMBOLS
from replays.boards.new_haven.touches import TOUCHES
from replays.boards.new_haven.villages import draw_villages, points_now
from replays.boards.scene import TV, BoardRenderer, Scene

LAYERS = ("head", "grid", "tiles", "chains", "values", "panels", "track", "seats", "homes", "marks")
TV_BESIDE = ("seats", "homes", "aside-marks")


def draw(scene: Scene) -> Drawing:
    """The drawing of a table."""
    layout = _layout(scene)
    acting = scene.rules.to_act(scene.rules, scene.table)
    drawing = Drawing(
        title=title_of(scene),
        desc=desc_of(scene, [points_now(scene.table, seat) for seat in scene.annotator.seats], acting),
        size=_size(scene, layout),
        layers=tuple(layer for layer in LAYERS if layout.aside is None or layer not in TV_BESIDE),
        beside=() if layout.aside is None else TV_BESIDE,
        aside=layout.aside,
    )
    draw_board(drawing, scene, layout)
    draw_chains(drawing, scene, layout)
    if layout.aside is None:
        draw_head(drawing, scene, acting)
        draw_panels(drawing, scene, layout)
    else:
        draw_stores(drawing, scene, layout)
    draw_villages(drawing, scene, layout, acting)
    style = MarkStyle(scale=1 if layout.aside is None else television.MARKS, beside=television.MARKS)
    put_marks(drawing, scene.marks, "marks", "", "aside-marks", style)
    if layout.narrow:
        drawing.tabs = _tabs(scene, layout)
    return drawing


def _layout(scene: Scene) -> Layout:
    if scene.layout != TV:
        return NARROW if scene.narrow else WIDE
    table = scene.table
    return television_layout(span_of((*table.area, *table.board, *table.clearings)), len(table.players))


def _size(scene: Scene, layout: Layout) -> tuple[float, float]:
    if layout.aside is not None:
        return television.whole(layout.width, layout.aside)
    return layout.width, layout.height(len(scene.table.players))


def _tabs(scene: Scene, layout: Layout) -> tuple[BoardTab, ...]:
    villages = tuple(village_box(layout, seat) for seat in range(len(scene.table.players)))
    spaces = [space_box(layout, cell) for cell in scene.table.area]
    board = Bounds(0, layout.board[1] - 18, layout.width, 7 * layout.space + 22)
    return (
        tab(scene.word("tab-board"), board, parts=(around(spaces, 20),)),
        tab(scene.word("tab-villages"), around(villages), parts=villages),
        tab(scene.word("tab-pool"), around((layout.resources, layout.pool, layout.supply, layout.turn))),
    )


PASSING = ("pool", "bag", "supply", "seat:", "track:")
BOARD = BoardRenderer(
    draw=draw, touches=TOUCHES, symbols=SYMBOLS, passing=PASSING, about={Pool: "pool", Refill: "pool"}, picture=picture
)
