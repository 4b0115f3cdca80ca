"""Draws the table of New Haven: board, track, pool and villages."""

from __future__ import annotations

from domain.games.new_haven.actions import Pool, Refill
from replays.boards.drawing import BoardTab, Bounds, Drawing, around, tab
from replays.boards.heading import desc_of
from replays.boards.marks import put_marks
from replays.boards.new_haven.chains import draw_chains
from replays.boards.new_haven.ground import draw_board
from replays.boards.new_haven.head import draw_head, title_of
from replays.boards.new_haven.layout import NARROW, WIDE, Layout, space_box, village_box
from replays.boards.new_haven.panels import draw_panels
from replays.boards.new_haven.pictures import picture
from replays.boards.new_haven.symbols import SYMBOLS
from replays.boards.new_haven.touches import TOUCHES
from replays.boards.new_haven.villages import draw_villages, points_now
from replays.boards.scene import BoardRenderer, Scene

LAYERS = ("head", "grid", "tiles", "chains", "values", "panels", "track", "seats", "homes", "marks")


def draw(scene: Scene) -> Drawing:
    """The drawing of a table."""
    layout = NARROW if scene.narrow else WIDE
    acting = scene.rules.to_act(scene.rules, scene.table)
    drawing = Drawing(
        title=title_of(scene),
        desc=desc_of(scene, [points_now(scene.table, seat) for seat in scene.annotator.seats], acting),
        size=(layout.width, layout.height(len(scene.table.players))),
        layers=LAYERS,
    )
    draw_head(drawing, scene, acting)
    draw_board(drawing, scene, layout)
    draw_chains(drawing, scene, layout)
    draw_panels(drawing, scene, layout)
    draw_villages(drawing, scene, layout, acting)
    put_marks(drawing, scene.marks, top="marks")
    if layout.narrow:
        drawing.tabs = _tabs(scene, layout)
    return drawing


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
