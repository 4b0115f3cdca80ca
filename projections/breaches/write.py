"""One session's findings as played, each told apart: a root, a consequence of one, or what nobody can tell."""

from __future__ import annotations

from typing import Any

from domain.rules import UNDETERMINED, Finding
from projections.search_text import in_all_languages
from projections.snapshot import SessionSnapshot
from replays.view_models import is_consequence

ROOT, CONSEQUENCE = "root", "consequence"
COLUMNS = ("session", "nth", "clause", "rule", "verdict", "kind", "line", "told_by", "root", "seat", "person")
COLUMNS += ("said",)
TABLES = {"breaches": COLUMNS}


def rows(seen: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every finding, in the order of the lines they are about."""
    return {"breaches": [_row(seen, nth, found) for nth, found in enumerate(seen.findings, 1)]}


def kind_of(found: Finding) -> str:
    """What is undetermined is counted apart, and so is what only follows from an earlier line."""
    if found.verdict == UNDETERMINED:
        return UNDETERMINED
    return CONSEQUENCE if is_consequence(found) else ROOT


def _row(seen: SessionSnapshot, nth: int, found: Finding) -> tuple[Any, ...]:
    letter, whose = (None, "") if found.seat is None else (seen.setup.seats[found.seat], seen.people[found.seat])
    where = (found.line, found.reporting_line, found.root)
    said = in_all_languages(seen.setup, lambda annotator: annotator.finding(found))
    return (seen.id.hex, nth, found.clause, found.check, found.verdict, kind_of(found), *where, letter, whose, said)
