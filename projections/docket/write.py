"""One session's open disputes: claims neither withdrawn nor ruled on."""

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


def rows(seen: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every open claim."""
    found = [one for one in disputes(seen.log) if one.state == OPEN] if seen.sources else []
    if not found:
        return {"docket": []}
    session = Session(setup=seen.setup, log=tuple(seen.log), closed=seen.closed)
    judged = may_see_findings(GUEST, seen.setup, seen.closed)
    telling = DisputeViewBuilder(session, list(seen.played), Annotator(seen.setup, "en"), judged)
    return {"docket": [_row(seen, one, telling) for one in found]}


def _row(seen: SessionSnapshot, one: Dispute, telling: DisputeViewBuilder) -> tuple[Any, ...]:
    claim, stored = one.claim, seen.sources[one.line]
    letter = None if claim.seat is None else seen.setup.seats[claim.seat]
    said = in_all_languages(seen.setup, lambda annotator: annotator.line(claim))
    what = (telling.subject(one), int(telling.is_late(one)), one.of_ruling or None)
    return (stored.nth, seen.id.hex, one.line, claim.about, claim.clause, *what, letter, said, claim.text, stored.at)
