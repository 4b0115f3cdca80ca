"""Writes the number of errors of a session: those that a person sorted, and those that are only likely."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.record.lines import RULED, Ruled
from projections.snapshot import SessionSnapshot
from replays.disputes.ledger import likely_error, overturned_rulings, root_findings, triage_by_finding

TABLES = {"ledger": ("session", "clause", "error", "sorted", "likely")}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each clause and kind of error; a consequence counts for the error it follows from."""
    triage = triage_by_finding(snapshot.log) if snapshot.findings else {}
    sorted_errors: Counter[tuple[str, str]] = Counter()
    likely_errors: Counter[tuple[str, str]] = Counter()
    for finding in root_findings(tuple(snapshot.findings)):
        if (by := triage.get((finding.line, finding.clause))) is not None:
            sorted_errors[finding.clause, by[1]] += 1
        else:
            likely_errors[finding.clause, likely_error(finding)] += 1
    for number in overturned_rulings(snapshot.log) if snapshot.sources else ():
        ruling = snapshot.log[number - 1]
        sorted_errors[ruling.clause if isinstance(ruling, Ruled) else "", RULED] += 1
    keys = sorted({*sorted_errors, *likely_errors})
    return {"ledger": [(snapshot.id.hex, *key, sorted_errors[key], likely_errors[key]) for key in keys]}
