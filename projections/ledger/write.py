"""One session's errors, counted: those somebody sorted apart from those that are only likely."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.record.lines import RULED
from projections.snapshot import SessionSnapshot
from replays.disputes.ledger import likely_error, overturned_rulings, root_findings, triage_by_finding

TABLES = {"ledger": ("session", "clause", "error", "sorted", "likely")}


def rows(seen: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every clause and kind of error. What only followed from something is counted where it began."""
    said, sure, only_likely = triage_by_finding(seen.log) if seen.findings else {}, Counter(), Counter()
    for found in root_findings(tuple(seen.findings)):
        if (by := said.get((found.line, found.clause))) is not None:
            sure[found.clause, by[1]] += 1
        else:
            only_likely[found.clause, likely_error(found)] += 1
    for number in overturned_rulings(seen.log) if seen.sources else ():
        sure[seen.log[number - 1].clause, RULED] += 1
    return {"ledger": [(seen.id.hex, *key, sure[key], only_likely[key]) for key in sorted({*sure, *only_likely})]}
