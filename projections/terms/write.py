"""Writes the terms of a session: words of its actions, broken clauses, variants and readings, each with its lines.

Only what anybody may read of it: the actions as guests see them, without what only a seat knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games import GAMES
from domain.record.lines import Played, unwrapped
from domain.setup import Setup
from domain.timeline.order import table_order
from domain.timeline.visibility import shown
from projections.breaches.write import ROOT, kind_of
from projections.search_text import search_key
from projections.snapshot import SessionSnapshot

ACTION, CLAUSE, VARIANT, READING = "action", "clause", "variant", "reading"
TABLES = {"terms": ("session", "kind", "term", "lines")}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each term, with its lines in order; what the table agreed on stands at no line."""
    found: dict[tuple[str, str], list[int]] = {}
    for kind, term, line in _terms(snapshot):
        lines = found.setdefault((kind, search_key(term)), [])
        if line and line not in lines:
            lines.append(line)
    return {
        "terms": [
            (snapshot.id.hex, kind, term, " ".join(map(str, sorted(lines)))) for (kind, term), lines in found.items()
        ]
    }


def _terms(snapshot: SessionSnapshot) -> Iterator[tuple[str, str, int]]:
    """Each kind and term with a line, or 0."""
    setup, readings = snapshot.setup, GAMES[snapshot.setup.game].readings_in_force(snapshot.setup)
    yield from ((VARIANT, variant, 0) for variant in setup.variants)
    yield from ((READING, f"{question}={reading}", 0) for question, reading in readings.items())
    yield from ((CLAUSE, finding.clause, finding.line) for finding in snapshot.findings if kind_of(finding) == ROOT)
    for entry in table_order(snapshot.log).entries:
        line = unwrapped(shown(entry.body, None, setup))
        if isinstance(line, Played):
            yield from ((ACTION, word, entry.line) for word in _words(line, setup))


def _words(line: Played, setup: Setup) -> Iterator[str]:
    """The words of an action, and the parts of `c2=W4`."""
    for word in GAMES[setup.game].notation.write(line.action, setup.seats).split()[1:]:
        yield word
        if "=" in word:
            yield from word.split("=")
