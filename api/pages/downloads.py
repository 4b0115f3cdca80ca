"""A session as a file to download: one HTML page, a picture of any frame, an animation."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from msgspec import Meta
from starlette.responses import Response

from api.http.problems import HttpProblem
from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import ViewpointQuery, requested_viewpoint
from api.pages.routing import Pages
from api.routes.pictures import DrawingsQuery, gallery_of
from replays.export.html import html
from replays.export.pictures import DARK, LIGHT, png, webp

pages = Pages()
_export = threading.Lock()  # whole sessions are drawn one at a time, so that recording does not wait for them


@contextmanager
def exclusive_export() -> Iterator[None]:
    """Runs one export at a time; HttpProblem while another one runs."""
    if not _export.acquire(blocking=False):
        raise HttpProblem("drawing", 503)
    try:
        yield
    finally:
        _export.release()


class PngQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which frame, how wide, in which colours."""

    width: Annotated[int, Meta(ge=200, le=2560)] = 1280
    theme: Literal["light", "dark"] = "light"


class WebpQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How wide the animation is."""

    width: Annotated[int, Meta(ge=200, le=1280)] = 480


@pages.session_page("/s/{session}/board.png", query=PngQuery)
def board_as_png(request: SessionRequest) -> Response:
    """A frame as a picture."""
    query: PngQuery = request.query
    gallery = gallery_of(request, query)
    last = len(gallery.frames) - 1
    drawing = gallery.drawing(last if query.first is None else min(query.first, last))
    theme = DARK if query.theme == "dark" else LIGHT
    made = png(drawing, gallery.board.symbols, request.lang, query.width, theme)
    return Response(made, media_type="image/png")


@pages.session_page("/s/{session}/replay.webp", query=WebpQuery)
def replay_as_webp(request: SessionRequest) -> Response:
    """The whole session as an animation."""
    with exclusive_export():
        made = webp(gallery_of(request, request.query), request.lang, request.query.width)
    return Response(made, headers=_attachment(request, "webp"), media_type="image/webp")


@pages.session_page("/s/{session}/replay.html", query=ViewpointQuery)
def replay_as_html(request: SessionRequest) -> Response:
    """The whole session in one file, as an attachment because it has its own script."""
    with exclusive_export():
        text = html(request.view, request.lang, requested_viewpoint(request), marked=request.sees_findings)
    return Response(text, headers=_attachment(request, "html"), media_type="text/html; charset=utf-8")


def _attachment(request: SessionRequest, kind: str) -> dict[str, str]:
    name = f"{request.view.setup.game}-{str(request.view.id)[:8]}.{kind}"
    return {"content-disposition": f'attachment; filename="{name}"'}
