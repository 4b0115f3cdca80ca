"""The watch page: scores, board and last lines of a table for spectators; also for a television and over a stream."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from api.http.requests.request import SessionRequest
from api.http.requests.role_links import qr_code
from api.locales import page_texts
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
    """As played or as ruled, and whether the page is laid out for a television, with a code to join by."""

    ruled: bool = True
    tv: bool = False
    code: Annotated[str, Meta(max_length=20)] = ""


class OverlayQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the overlay shows: seats, last line, rulings; how large and in which colours; a code to join by."""

    ruled: bool = True
    seats: bool = True
    line: bool = True
    ruling: bool = True
    scale: Literal["50", "75", "100", "125", "150"] = "100"
    theme: Literal["", "light", "dark"] = ""
    code: Annotated[str, Meta(max_length=20)] = ""


class ScoresContext(Struct, frozen=True, kw_only=True):
    """What every page for spectators shows of the table: points, last lines, the last ruling."""

    board: Scoreboard
    sides: list[Side]
    bars: dict[str, list[BarSegment]]
    last: list[FrameView]
    ruled: bool
    sources: list[str]
    stamp: RulingInForce | None
    winners: list[str]
    at: str  # when the last line was written


class ChartContext(Struct, frozen=True, kw_only=True):
    """What only the watch page shows: the points over time, and the table in words."""

    charts: list[ScoreChart]
    in_words: TableView


class ScreenContext(Struct, frozen=True, kw_only=True):
    """What a television or an overlay shows around the scores: the way to this table, and texts for its script."""

    options: WatchQuery | OverlayQuery
    qr: str
    address: str
    texts: dict[str, str]


@pages.session_page("/s/{session}", query=WatchQuery)
def watch(request: SessionRequest) -> HtmlPage:
    """The table as it stands."""
    query: WatchQuery = request.query
    if query.tv:
        return HtmlPage("tv.html", table_header(request), scores(request, query.ruled), screen(request))
    return HtmlPage("watch.html", table_header(request), *_with_charts(request))


@pages.session_page("/s/{session}/overlay", query=OverlayQuery)
def overlay(request: SessionRequest) -> HtmlPage:
    """A bar at the foot of a transparent page, to lie over the picture of a camera."""
    return HtmlPage("overlay.html", table_header(request), scores(request, request.query.ruled), screen(request))


@pages.session_page("/s/{session}/scores", query=WatchQuery)
def scores_now(request: SessionRequest) -> HtmlPage:
    """Only the parts that an open page replaces after each line."""
    query: WatchQuery = request.query
    if query.tv:
        return HtmlPage("parts/screen.html", table_header(request), scores(request, query.ruled))
    return HtmlPage("parts/now.html", table_header(request), *_with_charts(request))


def screen(request: SessionRequest) -> ScreenContext:
    """The way to the table, as a code to scan and as text."""
    address = f"{request.base_url}/s/{request.view.id}"
    return ScreenContext(
        options=request.query,
        qr=qr_code(address),
        address=request.base_url.partition("//")[2],
        texts=page_texts(request.lang, "screen-"),
    )


def scores(request: SessionRequest, ruled: bool) -> ScoresContext:
    """The scoreboard and the last lines."""
    view, lang, viewpoint = request.view, request.lang, Viewpoint(request.viewer)
    board = scoreboard_of(view, lang, viewpoint)
    standings, rulings = board.ruled if ruled else board.played, rulings_in_force(request)
    sides, times = ranked(standings), view.disclosure.times
    return ScoresContext(
        board=board,
        sides=sides,
        bars=bars(standings.sides),
        last=replay_of(view, lang, viewpoint, max(0, view.lines - LINES)).frames[-LINES:],
        ruled=ruled,
        sources=[Annotator(view.seated, lang).source(kind) for kind in source_kinds(standings.sides)],
        stamp=rulings[-1] if rulings and board.parts_at is not None else None,
        winners=[side.name for side in sides if side.side in standings.winners],
        at=times[view.lines - 1] if 0 < view.lines <= len(times) else view.at,
    )


def _with_charts(request: SessionRequest) -> tuple[ScoresContext, ChartContext]:
    ruled: bool = request.query.ruled
    now, view, viewpoint = scores(request, ruled), request.view, Viewpoint(request.viewer, ruled)
    audit = audit_of(view, request.lang, viewpoint) if request.sees_findings else None
    standings, rulings = now.board.ruled if ruled else now.board.played, rulings_in_force(request)
    return now, ChartContext(
        charts=[score_chart(standings, audit, view.lines, rulings, width) for width in (1180, 360)],
        in_words=table_view(view, request.lang, viewpoint, None),
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


def svg_response(gallery: SessionDrawings, place: int, lang: str, view: str = "") -> Response:
    """A drawing of a gallery, or the part of it in a viewBox, as an SVG file with its own style."""
    drawing = svg(gallery.drawing(place), gallery.board.symbols, lang, style=STYLE, view=view)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(drawing, headers={"content-security-policy": policy}, media_type="image/svg+xml")
