"""The review of a session: its ledger of errors, other readings, and where the table left the rules."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line, ViewpointQuery, requested_viewpoint
from api.http.routing import Routes
from domain.errors import NotAllowed
from domain.sessions.roles import READ
from replays.disputes.ledger import Ledger, ledger_of
from replays.review.consequences import ConsequenceMap, consequences_of
from replays.review.contradictory_lines import ContradictoryLines, contradictory_lines
from replays.review.lens import Lens, rules_lens
from replays.review.trackcheck_views import TrackCheck, track_check

routes = Routes("audit")


class LensQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The other agreement: question=reading, or a variant; left out, every other reading is tried."""

    under: Annotated[str, Meta(max_length=100)] = ""


def _check_sees_findings(request: SessionRequest) -> None:
    if not request.sees_findings:
        raise HttpProblem("help-off", 409)


@routes.session_get("/sessions/{session}/ledger", query=ViewpointQuery, response=Ledger)
def ledger(request: SessionRequest) -> Ledger:
    """The errors of a session, each as one of four: mis-recorded, mis-played, mis-scored or mis-ruled."""
    _check_sees_findings(request)
    return ledger_of(request.view, request.lang, requested_viewpoint(request))


@routes.session_get("/sessions/{session}/lens", query=LensQuery, response=Lens, heavy=True)
def lens(request: SessionRequest) -> Lens:
    """The same record under other readings or variants: whether the winner changes."""
    _check_sees_findings(request)
    under = request.query.under
    return rules_lens(request.view, request.lang, requested_viewpoint(request), (under,) if under else ())


class ConsequencesQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line of the mistake, or 0 for every mistake; as played or as ruled."""

    line: Line = 0
    ruled: bool = False


@routes.session_get("/sessions/{session}/consequences", query=ConsequencesQuery, response=ConsequenceMap, heavy=True)
def consequences(request: SessionRequest) -> ConsequenceMap:
    """What would not be there without each mistake: later findings as a tree, later effects, and points.

    Each is computed by taking the line of the mistake out of the record. It shows what only the table may know, so a
    reader from whom something is hidden cannot ask.
    """
    _check_sees_findings(request)
    if request.view.hides(request.viewer):
        raise NotAllowed(operation=READ)
    query: ConsequencesQuery = request.query
    return consequences_of(request.view, request.lang, query.ruled, query.line or None)


class ContradictoryLinesResponse(Struct, frozen=True, kw_only=True):
    """The contradictions of a record, each with the lines that cannot all be true."""

    contradictions: list[ContradictoryLines]


@routes.session_get("/sessions/{session}/contradictions", response=ContradictoryLinesResponse, heavy=True)
def contradictions(request: SessionRequest) -> ContradictoryLinesResponse:
    """For each contradiction the smallest set of lines that cannot all be true, whatever happened between them."""
    _check_sees_findings(request)
    if request.view.hides(request.viewer):
        raise NotAllowed(operation=READ)
    return ContradictoryLinesResponse(contradictions=contradictory_lines(request.view))


@routes.session_get("/sessions/{session}/trackcheck", response=TrackCheck, heavy=True)
def trackcheck(request: SessionRequest) -> TrackCheck:
    """Values read off the table that differ: between which lines it left the rules, and which mistake explains it."""
    _check_sees_findings(request)
    return track_check(request.view.session, request.lang, request.viewer)
