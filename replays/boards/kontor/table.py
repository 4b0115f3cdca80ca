"""Draws the whole table of Kontor, and describes it in words."""

from __future__ import annotations

from domain.rules import replace
from replays.boards.drawing import BoardTab, Drawing, around, tab
from replays.boards.kontor.canvas import HarbourCanvas
from replays.boards.kontor.chart import chart_of
from replays.boards.kontor.harbour import draw_harbour
from replays.boards.kontor.head import draw_head, moment, scores_said
from replays.boards.kontor.layout import HarbourLayout, layout_of
from replays.boards.kontor.panels import draw_panels
from replays.boards.kontor.sectors import draw_sectors
from replays.boards.marks import put_marks
from replays.boards.scene import LAST, BoardMark, Scene

MAP = ("ground", "limits", "cards", "sectors", "stores", "pieces", "map-marks")
LAYERS = ("head", "panels", "marks")
PARTS = (draw_head, draw_harbour, draw_panels, draw_sectors)
FEW = 8  # findings named in the description


def draw(scene: Scene) -> Drawing:
    """The table after a line."""
    rules, board = scene.rules, scene.table.board
    layout = layout_of(scene.narrow, len(scene.setup.seats), rules.width, rules.height)
    chart = chart_of(rules, board, layout.cell.side, layout.turned, layout.frame)
    drawing = Drawing(
        title="",
        desc="",
        size=layout.size,
        layers=LAYERS,
        map=MAP,
        frame=layout.frame,
        view=chart.view(),
        cell=layout.cell.side,
    )
    art = HarbourCanvas(scene, layout, drawing, chart)
    for part in PARTS:
        part(art)
    drawing.title = f"{art.words['name']}: {moment(art)}, {scene.word('after', line=scene.line)}"
    drawing.desc = scene.word("scores-are", scores=scores_said(art)) + _findings(scene)
    put_marks(drawing, (_fit(scene, mark, drawing) for mark in scene.marks), top="marks", map_top="map-marks")
    if layout.narrow:
        drawing.tabs = _tabs(scene, layout)
    return drawing


def _tabs(scene: Scene, layout: HarbourLayout) -> tuple[BoardTab, ...]:
    stocks = (layout.treasury, layout.canals, layout.supply)
    return (
        tab(scene.word("tab-harbour"), layout.frame, map=True),
        tab(scene.word("tab-hands"), around((*layout.seats, *stocks)), parts=layout.seats),
        tab(scene.word("tab-sectors"), around((layout.sectors,))),
    )


def _fit(scene: Scene, mark: BoardMark, drawing: Drawing) -> BoardMark:
    """What was found sits on one thing; and a sentence with a dock's number would betray its side to the blind."""
    keys = tuple(key for key in mark.keys if key in drawing.boxes)
    says = scene.word("mark-says", line=mark.line) if scene.blind else mark.says
    return replace(mark, keys=keys if mark.kind == LAST else keys[:1], says=says)


def _findings(scene: Scene) -> str:
    lines = sorted({mark.line for mark in scene.marks if mark.kind != LAST})[-FEW:]
    return " " + scene.word("findings-on", lines=", ".join(map(str, lines))) if lines else ""
