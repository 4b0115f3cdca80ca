"""The watch page: scores, board and last lines of a table for spectators, also as large type for a television."""

from __future__ import annotations

from msgspec import Struct
from starlette.responses import Response

from api.http.requests.request import SessionRequest
from api.http.requests.role_links import qr_code
from api.pages.charts import BarSegment, ScoreChart, bars, low, score_chart, source_kinds
from api.pages.routing import HtmlPage, Pages
from api.pages.rulings import RulingInForce, rulings_in_force
from api.pages.table_header import table_header
from api.routes.pictures import DrawingsQuery, gallery_of
from replays.annotation import Annotator
from replays.audit import audit_of
from replays.boards import STYLE
from replays.boards.drawing import svg
from replays.boards.session_drawings import SessionDrawings
from replays.frames import FrameView, replay_of
from replays.scoreboard import Scoreboard, Side, Standings, scoreboard_of
from replays.table_values import TableView, table_view
from replays.viewpoint import Viewpoint

pages = Pages()
LINES = 9  # lines on the page; the record has them all


class WatchQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As played or as ruled, and whether the page is laid out for a television."""

    ruled: bool = True
    tv: bool = False


class ScoresContext(Struct, frozen=True, kw_only=True):
    """What parts/now.html shows: everything on the page that a line can change."""

    board: Scoreboard
    sides: list[Side]
    bars: dict[str, list[BarSegment]]
    charts: list[ScoreChart]
    last: list[FrameView]
    ruled: bool
    sources: list[str]
    stamp: RulingInForce | None
    in_words: TableView


class WatchContext(Struct, frozen=True, kw_only=True):
    """What watch.html shows around the scores."""

    tv: bool
    qr: str


@pages.session_page("/s/{session}", query=WatchQuery)
def watch(request: SessionRequest) -> HtmlPage:
    """The table as it stands."""
    query: WatchQuery = request.query
    context = WatchContext(tv=query.tv, qr=qr_code(f"{request.base_url}/s/{request.view.id}"))
    return HtmlPage("watch.html", table_header(request), scores(request, query.ruled), context)


@pages.session_page("/s/{session}/scores", query=WatchQuery)
def scores_now(request: SessionRequest) -> HtmlPage:
    """Only the parts that an open page replaces after each line."""
    return HtmlPage("parts/now.html", table_header(request), scores(request, request.query.ruled))


def scores(request: SessionRequest, ruled: bool) -> ScoresContext:
    """The scoreboard with its charts, the table in words and the last lines."""
    view, lang, viewpoint = request.view, request.lang, Viewpoint(request.viewer)
    board = scoreboard_of(view, lang, viewpoint)
    audit = audit_of(view, lang, Viewpoint(request.viewer, ruled)) if request.sees_findings else None
    standings, rulings = board.ruled if ruled else board.played, rulings_in_force(request)
    return ScoresContext(
        board=board,
        sides=ranked(standings),
        bars=bars(standings.sides),
        charts=[score_chart(standings, audit, view.lines, rulings, width) for width in (1180, 360)],
        last=replay_of(view, lang, viewpoint, max(0, view.lines - LINES)).frames[-LINES:],
        ruled=ruled,
        sources=[Annotator(view.seated, lang).source(kind) for kind in source_kinds(standings.sides)],
        stamp=rulings[-1] if rulings and board.parts_at is not None else None,
        in_words=table_view(view, lang, Viewpoint(request.viewer, ruled), None),
    )


def ranked(standings: Standings) -> list[Side]:
    """The sides by their places."""
    return sorted(standings.sides, key=lambda side: (side.place or 99, -low(side.banked), -low(side.if_ended)))


class BoardQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which drawing, by its place."""


@pages.session_page("/s/{session}/board.svg", query=BoardQuery)
def board_picture(request: SessionRequest) -> Response:
    """The board as a picture, for pages without scripts."""
    query: BoardQuery = request.query
    gallery = gallery_of(request, query)
    last = len(gallery.frames) - 1
    return svg_response(gallery, last if query.first is None else min(query.first, last), request.lang)


def svg_response(gallery: SessionDrawings, place: int, lang: str) -> Response:
    """A drawing of a gallery as an SVG file with its own style."""
    drawing = svg(gallery.drawing(place), gallery.board.symbols, lang, style=STYLE)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(drawing, headers={"content-security-policy": policy}, media_type="image/svg+xml")
