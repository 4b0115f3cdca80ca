"""The audit of a session."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line, ViewpointQuery, requested_viewpoint
from api.http.routing import Routes
from domain.errors import UnknownLine, UnknownSeat
from domain.games import GAMES
from replays.audit import Audit, FindingFilter, audit_of

routes = Routes("audit")


class AuditQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which findings: on a line, against a seat (`-`: against no seat), of a clause, with a verdict."""

    line: Line | None = None
    seat: Annotated[str, Meta(max_length=12)] | None = None
    clause: Annotated[str, Meta(max_length=80)] | None = None
    verdict: Literal["broken", "undetermined", "contradiction"] | None = None


@routes.session_get("/sessions/{session}/audit", query=AuditQuery, response=Audit)
def audit(request: SessionRequest) -> Audit:
    """The findings, each with its facts, its clause and its conclusion; roots apart from their consequences.

    Where help is off, only owner and arbiters may read it before the record is closed.
    """
    if not request.sees_findings:
        raise HttpProblem("help-off", 409)
    query: AuditQuery = request.query
    letters, last, clauses = request.view.setup.seats, request.view.lines, GAMES[request.view.setup.game].citable
    if query.seat not in (None, "-", *letters):
        raise UnknownSeat(seat=query.seat, seats=" ".join(letters))
    if query.line is not None and query.line > last:
        raise UnknownLine(line=query.line, last=last)
    if query.clause not in (None, *(clause.id for clause in clauses)):
        raise HttpProblem("unknown-clause", 422, game=request.view.setup.game)
    wanted = FindingFilter(line=query.line, seat=query.seat, clause=query.clause, verdict=query.verdict)
    return audit_of(request.view, request.lang, requested_viewpoint(request), wanted)
