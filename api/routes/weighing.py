"""For whoever reviews a session: the ledger of errors, other readings, where the table left the rules, two folds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.viewpoint import ViewpointQuery, sight_asked
from api.http.routing import Routes, SessionRequest
from replays.disputes.ledger import Ledger, ledger_of
from replays.review.lens import Lens, rules_lens
from replays.review.trackcheck_text import TrackCheck, track_check

routes = Routes("audit")


class LensQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Under which other agreement: question=reading, or a variant; left out, every other reading is tried."""

    under: Annotated[str, Meta(max_length=100)] = ""


def _judged(at: SessionRequest) -> None:
    if not at.judged:
        raise HttpProblem("help-off", 409)


@routes.reads("/sessions/{session}/ledger", asks=ViewpointQuery, gives=Ledger)
def ledger(at: SessionRequest) -> Ledger:
    """What went wrong, each as one of four errors: mis-recorded, mis-played, mis-scored or mis-ruled."""
    _judged(at)
    return ledger_of(at.view, at.lang, sight_asked(at))


@routes.reads("/sessions/{session}/lens", asks=LensQuery, gives=Lens)
def lens(at: SessionRequest) -> Lens:
    """The same record under other readings or variants: whether the winner changes."""
    _judged(at)
    under = at.ask.query.under
    return rules_lens(at.view, at.lang, sight_asked(at), (under,) if under else ())


@routes.reads("/sessions/{session}/trackcheck", gives=TrackCheck)
def trackcheck(at: SessionRequest) -> TrackCheck:
    """What was read off the table and differs: between which lines it left the rules, and what explains it."""
    _judged(at)
    return track_check(at.view.session, at.lang, at.sight)
