"""In which sight a session is asked for: never more than the asker may know, and less where they wish so."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.routing import SessionRequest
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
    """In which sight: `public`, the letter of a seat, or `everything`; left out, all the asker may know."""

    sight: Annotated[str, Meta(max_length=12)] = ""


class ViewpointQuery(ViewerQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a record is read: as played or `ruled`, as `known` then or now, in one's own sight or a narrower one.

    Where a table went on in two ways under protest, `branch` is the other one.
    """

    ruled: bool = False
    known: Literal["then", "now"] = "now"
    branch: Branch = ""


def sight_asked(at: SessionRequest) -> Viewpoint:
    """The sight that is asked for, or NotAllowed."""
    query: ViewpointQuery = at.ask.query
    return Viewpoint(viewer_asked(at, query.sight), query.ruled, query.known, branch_asked(at, query.branch))


def branch_asked(at: SessionRequest, branch: str) -> str:
    """A branch of the record; NoSuchBranch where nobody opened it."""
    if branch in ("", MAIN):
        return ""
    if branch not in branches(at.view.session.log):
        raise NoSuchBranch(branch=branch)
    return branch


def viewer_asked(at: SessionRequest, wish: str = "") -> Seat | str | None:
    """Whose eyes; everybody may look through the public's."""
    letters = at.view.setup.seats
    if not wish or wish == PUBLIC:
        return None if wish else at.sight
    if wish != EVERYTHING and wish not in letters:
        raise UnknownSeat(seat=wish, seats=" ".join(letters))
    wanted = EVERYTHING if wish == EVERYTHING else letters.index(wish)
    if at.sight not in (EVERYTHING, wanted):
        raise NotAllowed(operation=READ)
    return wanted
