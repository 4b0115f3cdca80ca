"""A session as a file to download: one HTML page, a picture of any frame, an animation."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line, ViewpointQuery, requested_branch, requested_viewpoint
from api.pages.routing import Pages
from api.photos.rendered_pictures import etag_of
from api.routes.pictures import DrawingsQuery, gallery_of
from api.routes.results import finished_play
from domain.sessions.roles import may_see_findings
from replays.export.html import html
from replays.export.pictures import DARK, LIGHT, PictureOrder, png_order, webp_order
from replays.export.plays import bg_stats_file, bgg_file
from replays.export.share_picture import share_order
from replays.viewpoint import Viewpoint

pages = Pages()


class PngQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which frame, how wide, in which colours."""

    width: Annotated[int, Meta(ge=200, le=2560)] = 1280
    theme: Literal["light", "dark"] = "light"


class WebpQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How wide the animation is."""

    width: Annotated[int, Meta(ge=200, le=1280)] = 480


@pages.session_page("/s/{session}/board.png", query=PngQuery, heavy=True)
def board_as_png(request: SessionRequest) -> Response:
    """A frame as a picture."""
    query: PngQuery = request.query
    gallery = gallery_of(request, query)
    last = len(gallery.frames) - 1
    drawing = gallery.drawing(last if query.first is None else min(query.first, last))
    theme = DARK if query.theme == "dark" else LIGHT
    order = png_order(drawing, gallery.board.symbols, request.lang, query.width, theme)
    return picture_response(request, order, "image/png")


class ShareQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which line, as played or as ruled, on which branch."""

    line: Line | None = None
    ruled: bool = False
    branch: str = ""


@pages.session_page("/s/{session}/share.png", query=ShareQuery, heavy=True)
def share_picture(request: SessionRequest) -> Response:
    """The picture of a moment that other programs show beside a link to it; it shows what guests may know."""
    query: ShareQuery = request.query
    view = request.view
    line = view.lines if query.line is None else min(query.line, view.lines)
    viewpoint = Viewpoint(None, query.ruled, branch=requested_branch(request, query.branch))
    judged = may_see_findings(None, view.setup, view.closed)
    order = share_order(view, request.lang, viewpoint, line, named=view.setup.guests or request.blind, judged=judged)
    return picture_response(request, order, "image/png")


@pages.session_page("/s/{session}/replay.webp", query=WebpQuery, heavy=True)
def replay_as_webp(request: SessionRequest) -> Response:
    """The whole session as an animation."""
    order = webp_order(gallery_of(request, request.query), request.lang, request.query.width)
    return picture_response(request, order, "image/webp", **_attachment(request, "webp"))


@pages.session_page("/s/{session}/replay.html", query=ViewpointQuery, heavy=True)
def replay_as_html(request: SessionRequest) -> Response:
    """The whole session in one file, as an attachment because it has its own script."""
    text = html(request.view, request.lang, requested_viewpoint(request), marked=request.sees_findings)
    return Response(text, headers=_attachment(request, "html"), media_type="text/html; charset=utf-8")


@pages.session_page("/s/{session}/play.bgsplay")
def bg_stats_play(request: SessionRequest) -> Response:
    """A finished session as a file for BG Stats."""
    return _play_file(request, "bgsplay", "application/json", bg_stats_file([finished_play(request)]))


@pages.session_page("/s/{session}/play.xml")
def bgg_play(request: SessionRequest) -> Response:
    """A finished session as a play of BoardGameGeek."""
    return _play_file(request, "xml", "application/xml", bgg_file([finished_play(request)]))


def _play_file(request: SessionRequest, kind: str, media_type: str, content: bytes) -> Response:
    return Response(content, headers=_attachment(request, kind), media_type=media_type)


def picture_response(request: SessionRequest, order: PictureOrder, media_type: str, **headers: str) -> Response:
    """A rendered picture; a browser that has it already gets it not again."""
    headers |= {"etag": etag_of(order), "cache-control": "private, no-cache"}
    if request.http.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(request.service.pictures.picture(order), headers=headers, media_type=media_type)


def _attachment(request: SessionRequest, kind: str) -> dict[str, str]:
    name = f"{request.view.setup.game}-{str(request.view.id)[:8]}.{kind}"
    return {"content-disposition": f'attachment; filename="{name}"'}
