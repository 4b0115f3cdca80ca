"""What the rules say against a session."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.viewpoint import Line, ViewpointQuery, sight_asked
from api.http.routing import Routes, SessionRequest
from domain.errors import UnknownLine, UnknownSeat
from domain.games import GAMES
from replays.audit import Audit, FindingFilter, audit_of

routes = Routes("audit")


class AuditQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which findings: on a line, against a seat (`-`: against nobody in particular), of a clause, with a verdict."""

    line: Line | None = None
    seat: Annotated[str, Meta(max_length=12)] | None = None
    clause: Annotated[str, Meta(max_length=80)] | None = None
    verdict: Literal["broken", "undetermined", "contradiction"] | None = None


@routes.reads("/sessions/{session}/audit", asks=AuditQuery, gives=Audit)
def audit(at: SessionRequest) -> Audit:
    """The findings, each with its facts, its clause and its conclusion; roots apart from what followed from them.

    Where help is off it comes once the record is closed; before that only its owner and its arbiters are told.
    """
    if not at.judged:
        raise HttpProblem("help-off", 409)
    asked: AuditQuery = at.ask.query
    letters, last, clauses = at.view.setup.seats, at.view.lines, GAMES[at.view.setup.game].citable
    if asked.seat not in (None, "-", *letters):
        raise UnknownSeat(seat=asked.seat, seats=" ".join(letters))
    if asked.line is not None and asked.line > last:
        raise UnknownLine(line=asked.line, last=last)
    if asked.clause not in (None, *(clause.id for clause in clauses)):
        raise HttpProblem("unknown-clause", 422, game=at.view.setup.game)
    wanted = FindingFilter(line=asked.line, seat=asked.seat, clause=asked.clause, verdict=asked.verdict)
    return audit_of(at.view, at.lang, sight_asked(at), wanted)
