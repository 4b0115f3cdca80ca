"""The table as a drawing: after any line, and what makes each drawing of the one before it."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.viewpoint import ViewpointQuery, sight_asked
from api.http.routing import Routes, SessionRequest
from replays.boards.drawing import Drawing, Patch, svg
from replays.boards.session_drawings import SessionDrawings

routes = Routes("pictures")
MOST = 200  # drawings at once
Place = Annotated[int, Meta(ge=0, le=1_000_000)]


class DrawingsQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which drawings: from the place `first` to `last`, both included; left out, the table as it stands.

    `has` is the mark of the drawing the asker has of `first`: if it still holds, it is not sent again.
    """

    first: Place | None = None
    last: Place | None = None
    layout: Literal["wide", "narrow"] = "wide"
    has: Annotated[str, Meta(max_length=32)] = ""


class DrawingSequence(Struct, frozen=True, kw_only=True):
    """The whole drawing of the first place, and the patches that lead from there to the last.

    A place is where a line stands at the table: 0 is the table as it was laid. `lines` are the lines of these places.
    """

    places: int
    first: int
    lines: list[int]
    svg: str
    mark: str
    patches: list[Patch]


@routes.reads("/sessions/{session}/pictures", asks=DrawingsQuery, gives=DrawingSequence)
def pictures(at: SessionRequest) -> DrawingSequence:
    """The drawings of a stretch of the record, for whoever shows them one after the other."""
    asked: DrawingsQuery = at.ask.query
    gallery = gallery_of(at, asked)
    there = len(gallery.frames) - 1
    last = min(asked.last if asked.last is not None else there, there)
    first = min(asked.first if asked.first is not None else last, last)
    last = min(last, first + MOST)
    drawings = [gallery.drawing(place) for place in range(first, last + 1)]
    same = bool(asked.has) and asked.has == mark_of(drawings[0])
    return DrawingSequence(
        places=len(gallery.frames),
        first=first,
        lines=[gallery.frames[place].line for place in range(first, last + 1)],
        svg="" if same else svg(drawings[0], gallery.board.symbols, at.lang),
        mark=mark_of(drawings[-1]),
        patches=list(gallery.between(drawings)),
    )


def gallery_of(at: SessionRequest, asked: DrawingsQuery) -> SessionDrawings:
    """The drawings somebody may see; findings are marked where they may be told."""
    return SessionDrawings(at.view, at.lang, sight_asked(at), narrow=asked.layout == "narrow", marked=at.judged)


def mark_of(drawing: Drawing) -> str:
    """Names a drawing by what is in it."""
    return hashlib.blake2b("".join(drawing.parts.values()).encode(), digest_size=12).hexdigest()
