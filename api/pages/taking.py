"""A session to take away: one HTML file, a picture of any frame, an animation."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from msgspec import Meta
from starlette.responses import Response

from api.http.problems import HttpProblem
from api.http.requests.viewpoint import ViewpointQuery, sight_asked
from api.http.routing import SessionRequest
from api.pages.routing import Pages
from api.routes.pictures import DrawingsQuery, gallery_of
from replays.export.html import html
from replays.export.pictures import DARK, LIGHT, png, webp

pages = Pages()
_making = threading.Lock()  # whole sessions are drawn one at a time: a table that plays must not wait for them


@contextmanager
def alone() -> Iterator[None]:
    """The one who draws a whole session now; anybody else is told to come back."""
    if not _making.acquire(blocking=False):
        raise HttpProblem("drawing", 503)
    try:
        yield
    finally:
        _making.release()


class PngQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which frame, how wide, in which colours."""

    width: Annotated[int, Meta(ge=200, le=2560)] = 1280
    theme: Literal["light", "dark"] = "light"


class WebpQuery(DrawingsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How wide an animation is."""

    width: Annotated[int, Meta(ge=200, le=1280)] = 480


@pages.at_a_table("/s/{session}/board.png", asks=PngQuery)
def board_as_png(at: SessionRequest) -> Response:
    """A frame as a picture."""
    asked: PngQuery = at.ask.query
    gallery = gallery_of(at, asked)
    last = len(gallery.frames) - 1
    place = last if asked.first is None else min(asked.first, last)
    theme = DARK if asked.theme == "dark" else LIGHT
    return Response(
        png(gallery.drawing(place), gallery.board.symbols, at.lang, asked.width, theme), media_type="image/png"
    )


@pages.at_a_table("/s/{session}/replay.webp", asks=WebpQuery)
def replay_as_webp(at: SessionRequest) -> Response:
    """The whole session in moving pictures."""
    asked: WebpQuery = at.ask.query
    with alone():
        made = webp(gallery_of(at, asked), at.lang, asked.width)
    return Response(made, headers=_named(at, "webp"), media_type="image/webp")


@pages.at_a_table("/s/{session}/replay.html", asks=ViewpointQuery)
def replay_as_html(at: SessionRequest) -> Response:
    """The whole session in one file; it is kept and not shown, because it brings its own script."""
    with alone():
        text = html(at.view, at.lang, sight_asked(at), marked=at.judged)
    return Response(text, headers=_named(at, "html"), media_type="text/html; charset=utf-8")


def _named(at: SessionRequest, kind: str) -> dict[str, str]:
    name = f"{at.view.setup.game}-{str(at.view.id)[:8]}.{kind}"
    return {"content-disposition": f'attachment; filename="{name}"'}
