"""The board as drawings: the first one whole, the following ones as patches."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import ViewpointQuery, requested_viewpoint
from api.http.routing import Routes
from replays.boards.drawing import BoardTab, Drawing, Patch, svg
from replays.boards.session_drawings import SessionDrawings

routes = Routes("pictures")
MAX_DRAWINGS = 200  # in one answer
FrameNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class DrawingsQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which drawings: from the place `first` to `last`, both included; left out, the table as it stands.

    `has` is the mark of the drawing of `first` that the client has; if it is still the same, it is not sent again.
    """

    first: FrameNumber | None = None
    last: FrameNumber | None = None
    layout: Literal["wide", "narrow", "tv"] = "wide"
    has: Annotated[str, Meta(max_length=32)] = ""


class DrawingSequence(Struct, frozen=True, kw_only=True):
    """The whole drawing of the first place, and the patches that lead from there to the last.

    A place is the position of a line in table order; 0 is the table as it was set up. `lines` are the lines there.
    `tabs` are the named parts of a narrow drawing, which a small screen shows one at a time.
    """

    places: int
    first: int
    lines: list[int]
    svg: str
    mark: str
    patches: list[Patch]
    tabs: list[BoardTab] = []


@routes.session_get("/sessions/{session}/pictures", query=DrawingsQuery, response=DrawingSequence)
def pictures(request: SessionRequest) -> DrawingSequence:
    """The drawings of a part of the record, to be shown one after the other."""
    query: DrawingsQuery = request.query
    gallery = gallery_of(request, query)
    end = len(gallery.frames) - 1
    last = min(query.last if query.last is not None else end, end)
    first = min(query.first if query.first is not None else last, last)
    last = min(last, first + MAX_DRAWINGS)
    drawings = [gallery.drawing(place) for place in range(first, last + 1)]
    same = bool(query.has) and query.has == mark_of(drawings[0])
    return DrawingSequence(
        places=len(gallery.frames),
        first=first,
        lines=[gallery.frames[place].line for place in range(first, last + 1)],
        svg="" if same else svg(drawings[0], gallery.board.symbols, request.lang),
        mark=mark_of(drawings[-1]),
        patches=list(gallery.between(drawings)),
        tabs=list(drawings[0].tabs),
    )


def gallery_of(request: SessionRequest, query: DrawingsQuery) -> SessionDrawings:
    """The drawings of the requested viewpoint; findings are marked on them where the reader may know them."""
    return SessionDrawings(
        request.view, request.lang, requested_viewpoint(request), layout=query.layout, marked=request.sees_findings
    )


def mark_of(drawing: Drawing) -> str:
    """A hash of a drawing, by which a client can tell whether it has changed."""
    return hashlib.blake2b("".join(drawing.parts.values()).encode(), digest_size=12).hexdigest()
