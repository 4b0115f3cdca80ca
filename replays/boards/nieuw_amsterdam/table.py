"""Draws the whole table of Nieuw Amsterdam, and describes it in words."""

from __future__ import annotations

from domain.rules import replace
from replays.boards.drawing import BoardTab, Drawing, around, tab
from replays.boards.marks import put_marks
from replays.boards.nieuw_amsterdam.canvas import CityCanvas
from replays.boards.nieuw_amsterdam.cards import draw_offers
from replays.boards.nieuw_amsterdam.cash import draw_cash
from replays.boards.nieuw_amsterdam.city import draw_city
from replays.boards.nieuw_amsterdam.head import draw_head, draw_score, moment, scores_said
from replays.boards.nieuw_amsterdam.layout import Layout, layout_of
from replays.boards.nieuw_amsterdam.seats import draw_seats
from replays.boards.nieuw_amsterdam.trade import draw_river, draw_traders
from replays.boards.scene import LAST, BoardMark, Scene

LAYERS = ("head", "score", "city", "cash", "traders", "river", "offers", "seat", "marks")
PARTS = (draw_head, draw_score, draw_city, draw_cash, draw_traders, draw_river, draw_offers, draw_seats)
FEW = 8  # findings named in the description


def draw(scene: Scene) -> Drawing:
    """The table after a line."""
    layout = layout_of(scene.narrow, len(scene.setup.seats))
    drawing = Drawing(title="", desc="", size=layout.size, layers=LAYERS)
    art = CityCanvas(scene, layout, drawing)
    for part in PARTS:
        part(art)
    drawing.title = f"{art.words['name']}: {moment(art)}, {scene.word('after', line=scene.line)}"
    drawing.desc = scene.word("scores-are", scores=scores_said(art)) + _findings(scene)
    put_marks(drawing, (_gathered(mark, drawing) for mark in scene.marks), top="marks")
    if layout.narrow:
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
