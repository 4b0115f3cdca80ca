"""Writes the open disputes of a session: claims that are neither withdrawn nor ruled on."""

from __future__ import annotations

from typing import Any

from domain.record.lines import Claimed
from domain.sessions.roles import may_see_findings
from domain.sessions.session import Session
from domain.timeline.disputes import OPEN, Dispute, disputes
from projections.search_text import in_all_languages
from projections.snapshot import GUEST, SessionSnapshot
from replays.annotation import Annotator
from replays.disputes.views import DisputeViewBuilder

COLUMNS = ("nth", "session", "line", "about", "clause", "subject", "late", "appeals", "seat", "said", "remark", "at")
TABLES = {"docket": COLUMNS, "claims": ("nth", "session", "line")}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each open claim, and a short one for every claim, by which cases are numbered."""
    claims = [
        (source.nth, snapshot.id.hex, line)
        for line, source in snapshot.sources.items()
        if isinstance(snapshot.log[line - 1], Claimed)
    ]
    open_disputes = [dispute for dispute in disputes(snapshot.log) if dispute.state == OPEN] if snapshot.sources else []
    if not open_disputes:
        return {"docket": [], "claims": claims}
    session = Session(setup=snapshot.setup, log=tuple(snapshot.log), closed=snapshot.closed)
    judged = may_see_findings(GUEST, snapshot.setup, snapshot.closed)
    telling = DisputeViewBuilder(session, list(snapshot.played), Annotator(snapshot.setup, "en"), judged)
    return {"docket": [_row(snapshot, dispute, telling) for dispute in open_disputes], "claims": claims}


def _row(snapshot: SessionSnapshot, dispute: Dispute, telling: DisputeViewBuilder) -> tuple[Any, ...]:
    claim, stored = dispute.claim, snapshot.sources[dispute.line]
    letter = None if claim.seat is None else snapshot.setup.seats[claim.seat]
    sentence = in_all_languages(snapshot.setup, lambda annotator: annotator.line(claim))
    what = (telling.subject(dispute), int(telling.is_late(dispute)), dispute.of_ruling or None)
    return (
        stored.nth,
        snapshot.id.hex,
        dispute.line,
        claim.about,
        claim.clause,
        *what,
        letter,
        sentence,
        claim.text,
        stored.at,
    )
