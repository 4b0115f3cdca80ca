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
    return {"breaches": [_row(snapshot, nth, found) for nth, found in enumerate(snapshot.findings, 1)]}


def kind_of(found: Finding) -> str:
    """Whether a finding is a root, a consequence of an earlier line, or undetermined."""
    if found.verdict == UNDETERMINED:
        return UNDETERMINED
    return CONSEQUENCE if is_consequence(found) else ROOT


def _row(snapshot: SessionSnapshot, nth: int, found: Finding) -> tuple[Any, ...]:
    seat = found.seat
    letter, person = (None, "") if seat is None else (snapshot.setup.seats[seat], snapshot.people[seat])
    where = (found.line, found.reporting_line, found.root)
    what = (found.clause, found.check, found.verdict, kind_of(found))
    said = in_all_languages(snapshot.setup, lambda annotator: annotator.finding(found))
    return (snapshot.id.hex, nth, *what, *where, letter, person, said)
