"""The review of a session: its ledger of errors, other readings, and where the table left the rules."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import ViewpointQuery, requested_viewpoint
from api.http.routing import Routes
from replays.disputes.ledger import Ledger, ledger_of
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


@routes.session_get("/sessions/{session}/trackcheck", response=TrackCheck, heavy=True)
def trackcheck(request: SessionRequest) -> TrackCheck:
    """Values read off the table that differ: between which lines it left the rules, and which mistake explains it."""
    _check_sees_findings(request)
    return track_check(request.view.session, request.lang, request.viewer)
