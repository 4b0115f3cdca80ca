"""Writes the findings of a session, each as a root, a consequence of an earlier error, or undetermined."""

from __future__ import annotations

from typing import Any

from domain.rules import UNDETERMINED, Finding
from projections.search_text import in_all_languages
from projections.snapshot import SessionSnapshot
from replays.view_models import is_consequence

ROOT, CONSEQUENCE = "root", "consequence"
COLUMNS = "session nth clause rule verdict kind line told_by root seat person said"
TABLES = {"breaches": tuple(COLUMNS.split())}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each finding, in the order of the lines."""
    return {"breaches": [_row(snapshot, nth, finding) for nth, finding in enumerate(snapshot.findings, 1)]}


def kind_of(finding: Finding) -> str:
    """Whether a finding is a root, a consequence of an earlier line, or undetermined."""
    if finding.verdict == UNDETERMINED:
        return UNDETERMINED
    return CONSEQUENCE if is_consequence(finding) else ROOT


def _row(snapshot: SessionSnapshot, nth: int, finding: Finding) -> tuple[Any, ...]:
    seat = finding.seat
    letter, person = (None, "") if seat is None else (snapshot.setup.seats[seat], snapshot.people[seat])
    where = (finding.line, finding.reporting_line, finding.root)
    what = (finding.clause, finding.check, finding.verdict, kind_of(finding))
    text = in_all_languages(snapshot.setup, lambda annotator: annotator.finding(finding))
    return (snapshot.id.hex, nth, *what, *where, letter, person, text)
