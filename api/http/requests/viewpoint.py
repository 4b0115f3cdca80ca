"""Reads from a request the viewpoint it asks for: at most what its sender may know, and less on demand."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.request import SessionRequest
from domain.errors import NoSuchBranch, NotAllowed, UnknownSeat
from domain.record.lines import MAIN
from domain.rules import Seat
from domain.sessions.roles import READ
from domain.sessions.session import branches
from domain.setup import EVERYTHING
from replays.viewpoint import PUBLIC, Viewpoint

Branch = Annotated[str, Meta(pattern=r"^([a-z][0-9]{0,2}|main)?$")]
Line = Annotated[int, Meta(ge=0, le=1_000_000)]


class ViewerQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose knowledge: `public`, the letter of a seat, or `everything`; left out, all the sender may know."""

    sight: Annotated[str, Meta(max_length=12)] = ""


class ViewpointQuery(ViewerQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a record is read: as played or `ruled`, as `known` then or now, with whose knowledge.

    `branch` selects a branch that was opened under protest.
    """

    ruled: bool = False
    known: Literal["then", "now"] = "now"
    branch: Branch = ""


def requested_viewpoint(request: SessionRequest) -> Viewpoint:
    """The viewpoint of the query; NotAllowed where the sender may not know that much."""
    query: ViewpointQuery = request.query
    viewer, branch = requested_viewer(request, query.sight), requested_branch(request, query.branch)
    return Viewpoint(viewer, query.ruled, query.known, branch)


def requested_branch(request: SessionRequest, branch: str) -> str:
    """A branch of the record, empty for the main one; NoSuchBranch where none of that name was opened."""
    if branch in ("", MAIN):
        return ""
    if branch not in branches(request.view.session.log):
        raise NoSuchBranch(branch=branch)
    return branch


def requested_viewer(request: SessionRequest, sight: str = "") -> Seat | str | None:
    """The viewer that a query names; the public view is open to every sender."""
    letters = request.view.setup.seats
    if not sight:
        return request.viewer
    if sight == PUBLIC:
        return None
    if sight != EVERYTHING and sight not in letters:
        raise UnknownSeat(seat=sight, seats=" ".join(letters))
    wanted = EVERYTHING if sight == EVERYTHING else letters.index(sight)
    if request.viewer not in (EVERYTHING, wanted):
        raise NotAllowed(operation=READ)
    return wanted
