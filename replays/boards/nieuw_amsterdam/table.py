"""Draws the whole table of Nieuw Amsterdam, and describes it in words."""

from __future__ import annotations

from domain.rules import replace
from replays.boards import television
from replays.boards.drawing import BoardTab, Drawing, around, tab
from replays.boards.marks import MarkStyle, put_marks
from replays.boards.nieuw_amsterdam.canvas import CityCanvas
from replays.boards.nieuw_amsterdam.cards import draw_offers
from replays.boards.nieuw_amsterdam.cash import draw_cash
from replays.boards.nieuw_amsterdam.city import draw_city
from replays.boards.nieuw_amsterdam.head import draw_head, draw_score, moment, scores_said
from replays.boards.nieuw_amsterdam.layout import Layout, layout_of
from replays.boards.nieuw_amsterdam.seats import draw_seats
from replays.boards.nieuw_amsterdam.stocks import draw_stocks
from replays.boards.nieuw_amsterdam.trade import draw_river, draw_traders
from replays.boards.scene import LAST, BoardMark, Scene

LAYERS = ("head", "score", "city", "cash", "traders", "river", "offers", "seat", "marks")
PARTS = (draw_head, draw_score, draw_city, draw_cash, draw_traders, draw_river, draw_offers, draw_seats)
TV_PARTS = (draw_score, draw_city, draw_cash, draw_traders, draw_river, draw_offers, draw_stocks)
TV_BESIDE = ("seat", "aside-marks")
TV_MARKS = 1.16  # a unit of its board is larger than a pixel
FEW = 8  # findings named in the description


def draw(scene: Scene) -> Drawing:
    """The table after a line."""
    layout = layout_of(scene.layout, len(scene.setup.seats))
    tv = layout.aside is not None
    drawing = Drawing(
        title="",
        desc="",
        size=layout.size,
        layers=tuple(layer for layer in LAYERS if not tv or layer not in TV_BESIDE),
        beside=TV_BESIDE if tv else (),
        aside=layout.aside,
    )
    art = CityCanvas(scene, layout, drawing)
    for part in TV_PARTS if tv else PARTS:
        part(art)
    drawing.title = f"{art.words['name']}: {moment(art)}, {scene.word('after', line=scene.line)}"
    drawing.desc = scene.word("scores-are", scores=scores_said(art)) + _findings(scene)
    style = MarkStyle(scale=TV_MARKS if tv else 1, beside=television.MARKS)
    put_marks(drawing, (_gathered(mark, drawing) for mark in scene.marks), "marks", "", "aside-marks", style)
    if scene.narrow:
        drawing.tabs = _tabs(scene, layout)
    return drawing


def _tabs(scene: Scene, layout: Layout) -> tuple[BoardTab, ...]:
    trade, cards = (layout.traders, layout.river), (layout.lands, layout.ships)
    return (
        tab(scene.word("tab-auction"), around((layout.cash,))),
        tab(scene.word("tab-city"), around(layout.city)),
        tab(scene.word("tab-trade"), around(trade), parts=trade),
        tab(scene.word("tab-cards"), around(cards), parts=cards),
        tab(scene.word("tab-purses"), around(layout.seats), parts=layout.seats),
    )


def _gathered(mark: BoardMark, drawing: Drawing) -> BoardMark:
    """A finding marks one thing only, the most important one that is still on the table."""
    if mark.kind == LAST:
        return mark
    return replace(mark, keys=tuple(key for key in mark.keys if key in drawing.boxes)[:1])


def _findings(scene: Scene) -> str:
    lines = sorted({mark.line for mark in scene.marks if mark.kind != LAST})[-FEW:]
    return " " + scene.word("findings-on", lines=", ".join(map(str, lines))) if lines else ""
