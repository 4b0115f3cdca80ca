"""Writes the terms of a session: words of its actions, broken clauses, variants and readings, each with its lines.

Only what anybody may read of it: the actions as guests see them, without what only a seat knows.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from domain.fold import masked
from domain.games import GAMES
from domain.record.lines import Played, unwrapped
from projections.breaches.write import ROOT, kind_of
from projections.search_text import search_key
from projections.snapshot import SessionSnapshot

ACTION, CLAUSE, VARIANT, READING = "action", "clause", "variant", "reading"
TABLES = {"terms": ("session", "kind", "term", "lines")}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each term, with its lines in order; what the table agreed on stands at no line."""
    found: dict[tuple[str, str], set[int]] = {}
    for kind, lines_of in _terms(snapshot).items():
        for text, lines in lines_of.items():
            found.setdefault((kind, search_key(text)), set()).update(lines)
    return {
        "terms": [
            (snapshot.id.hex, kind, term, " ".join(map(str, sorted(lines)))) for (kind, term), lines in found.items()
        ]
    }


def _terms(snapshot: SessionSnapshot) -> dict[str, dict[str, set[int]]]:
    """The terms of each kind, as they are written, with their lines."""
    setup, readings = snapshot.setup, GAMES[snapshot.setup.game].readings_in_force(snapshot.setup)
    actions, clauses = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
    write, seats = GAMES[setup.game].notation.write, setup.seats
    for frame in snapshot.played:
        line = unwrapped(frame.entry)
        if isinstance(line, Played):
            for word in write(masked(line.action, None), seats).split()[1:]:
                actions[word].add(frame.line)
    for finding in snapshot.findings:
        if kind_of(finding) == ROOT:
            clauses[finding.clause].add(finding.line)
    for word in [word for word in actions if "=" in word]:  # the parts of `c2=W4`
        for part in word.split("="):
            actions[part] |= actions[word]
    return {
        VARIANT: {variant: set() for variant in setup.variants},
        READING: {f"{question}={reading}": set() for question, reading in readings.items()},
        CLAUSE: clauses,
        ACTION: actions,
    }
