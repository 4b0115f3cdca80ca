"""A table as guests see it: scores and where they came from, the board, the last lines; from afar, a television."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.responses import Response

from api.http.requests.role_links import qr_code
from api.http.routing import SessionRequest
from api.pages.at_table import about
from api.pages.charts import bars, chart, kinds_of, low
from api.pages.routing import HtmlPage, Pages
from api.pages.ruled import rulings_of
from api.routes.pictures import DrawingsQuery, gallery_of
from replays.annotation import Annotator
from replays.audit import audit_of
from replays.boards import STYLE
from replays.boards.drawing import svg
from replays.frames import replay_of
from replays.scoreboard import Standings, scoreboard_of
from replays.table_values import table_view
from replays.viewpoint import Viewpoint

pages = Pages()
FEW = 9  # lines on the page; the record has them all


class WatchQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As played, or as ruled; and whether it hangs on a wall."""

    ruled: bool = True
    tv: bool = False


@pages.at_a_table("/s/{session}", asks=WatchQuery)
def watch(at: SessionRequest) -> HtmlPage:
    """The table now."""
    asked: WatchQuery = at.ask.query
    more = {"tv": asked.tv, "qr": _join(at)}
    return HtmlPage(template="watch.html", told={**about(at), **scores(at, asked.ruled), **more})


@pages.at_a_table("/s/{session}/scores", asks=WatchQuery)
def scores_now(at: SessionRequest) -> HtmlPage:
    """Only what changes with a line: what a page that is open replaces."""
    return HtmlPage(template="parts/now.html", told={**about(at), **scores(at, at.ask.query.ruled)})


def scores(at: SessionRequest, ruled: bool) -> dict[str, Any]:
    """The scoreboard, its pictures, the table in words and the last lines."""
    sight = Viewpoint(at.sight)
    board = scoreboard_of(at.view, at.lang, sight)
    tells = at.judged
    audit = audit_of(at.view, at.lang, Viewpoint(at.sight, ruled)) if tells else None
    standings, rulings = board.ruled if ruled else board.played, rulings_of(at)
    return {
        "board": board,
        "sides": in_order(standings),
        "bars": bars(standings.sides),
        "charts": [chart(standings, audit, at.view.lines, rulings, width) for width in (1180, 360)],
        "last": replay_of(at.view, at.lang, sight, max(0, at.view.lines - FEW)).frames[-FEW:],
        "ruled": ruled,
        "sources": [Annotator(at.view.seated, at.lang).source(kind) for kind in kinds_of(standings.sides)],
        "stamp": rulings[-1] if rulings and board.parts_at is not None else None,
        "in_words": table_view(at.view, at.lang, Viewpoint(at.sight, ruled), None),
    }


def in_order(standings: Standings) -> list:
    """The sides, whoever leads first."""
    return sorted(standings.sides, key=lambda side: (side.place or 99, -low(side.banked), -low(side.if_ended)))


def _join(at: SessionRequest) -> str:
    address = at.ask.desk.settings.address or f"{at.ask.request.url.scheme}://{at.ask.request.url.netloc}"
    return qr_code(f"{address.rstrip('/')}/s/{at.view.id}")


class BoardQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which drawing: by its place."""


@pages.at_a_table("/s/{session}/board.svg", asks=BoardQuery)
def board_picture(at: SessionRequest) -> Response:
    """The board as a picture of its own, for pages without scripts."""
    gallery = gallery_of(at, at.ask.query)
    last = len(gallery.frames) - 1
    place = min(at.ask.query.first if at.ask.query.first is not None else last, last)
    made = svg(gallery.drawing(place), gallery.board.symbols, at.lang, style=STYLE)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(made, headers={"content-security-policy": policy}, media_type="image/svg+xml")
