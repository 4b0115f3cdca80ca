"""Draws the whole table of Kontor, and describes it in words."""

from __future__ import annotations

from domain.rules import replace
from replays.boards import television
from replays.boards.drawing import BoardTab, Drawing, around, tab
from replays.boards.kontor.canvas import HarbourCanvas
from replays.boards.kontor.chart import chart_of
from replays.boards.kontor.harbour import draw_harbour
from replays.boards.kontor.head import draw_head, moment, scores_said
from replays.boards.kontor.layout import HarbourLayout, layout_of, television_card
from replays.boards.kontor.panels import draw_panels
from replays.boards.kontor.purses import draw_purses
from replays.boards.kontor.sectors import draw_sectors
from replays.boards.marks import MarkStyle, put_marks
from replays.boards.scene import LAST, BoardMark, Scene

MAP = ("ground", "limits", "cards", "sectors", "stores", "pieces", "map-marks")
LAYERS = ("head", "panels", "marks")
PARTS = (draw_head, draw_harbour, draw_panels, draw_sectors)
TV_LAYERS, TV_BESIDE = ("marks",), ("panels", "aside-marks")
TV_PARTS = (draw_harbour, draw_purses, draw_sectors)
CORNER = (0, 1)  # where marks sit on a card: the owner's band is there, no number, symbol or good
FEW = 8  # findings named in the description


def draw(scene: Scene) -> Drawing:
    """The table after a line."""
    rules, board = scene.rules, scene.table.board
    layout = layout_of(scene.layout, len(scene.setup.seats), rules.width, rules.height)
    chart = chart_of(rules, board, layout)
    if layout.tv:
        layout = replace(layout, cell=television_card(chart.side))
    drawing = Drawing(
        title="",
        desc="",
        size=layout.size,
        layers=TV_LAYERS if layout.tv else LAYERS,
        beside=TV_BESIDE if layout.tv else (),
        aside=layout.aside,
        map=MAP,
        frame=layout.frame,
        view=chart.view(),
        cell=layout.cell.side,
    )
    art = HarbourCanvas(scene, layout, drawing, chart)
    for part in TV_PARTS if layout.tv else PARTS:
        part(art)
    drawing.title = f"{art.words['name']}: {moment(art)}, {scene.word('after', line=scene.line)}"
    drawing.desc = scene.word("scores-are", scores=scores_said(art)) + _findings(scene)
    style = MarkStyle(scale=television.MARKS if layout.tv else 1, beside=1.12, corner=CORNER)
    put_marks(drawing, (_fit(scene, mark, drawing) for mark in scene.marks), "marks", "map-marks", "aside-marks", style)
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
