"""Writes the open disputes of a session: claims that are neither withdrawn nor ruled on."""

from __future__ import annotations

from typing import Any

from domain.sessions.roles import may_see_findings
from domain.sessions.session import Session
from domain.timeline.disputes import OPEN, Dispute, disputes
from projections.search_text import in_all_languages
from projections.snapshot import GUEST, SessionSnapshot
from replays.annotation import Annotator
from replays.disputes.views import DisputeViewBuilder

COLUMNS = ("nth", "session", "line", "about", "clause", "subject", "late", "appeals", "seat", "said", "remark", "at")
TABLES = {"docket": COLUMNS}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each open claim."""
    found = [dispute for dispute in disputes(snapshot.log) if dispute.state == OPEN] if snapshot.sources else []
    if not found:
        return {"docket": []}
    session = Session(setup=snapshot.setup, log=tuple(snapshot.log), closed=snapshot.closed)
    judged = may_see_findings(GUEST, snapshot.setup, snapshot.closed)
    telling = DisputeViewBuilder(session, list(snapshot.played), Annotator(snapshot.setup, "en"), judged)
    return {"docket": [_row(snapshot, one, telling) for one in found]}


def _row(snapshot: SessionSnapshot, one: Dispute, telling: DisputeViewBuilder) -> tuple[Any, ...]:
    claim, stored = one.claim, snapshot.sources[one.line]
    letter = None if claim.seat is None else snapshot.setup.seats[claim.seat]
    said = in_all_languages(snapshot.setup, lambda annotator: annotator.line(claim))
    what = (telling.subject(one), int(telling.is_late(one)), one.of_ruling or None)
    return (
        stored.nth,
        snapshot.id.hex,
        one.line,
        claim.about,
        claim.clause,
        *what,
        letter,
        said,
        claim.text,
        stored.at,
    )
