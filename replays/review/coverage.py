"""Finds the library records that break and keep each clause, by auditing them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from domain.clauses import PERMITS, SOFT
from domain.games.game import Game
from domain.rules import UNDETERMINED
from domain.timeline.timeline import audit
from replays.record_text import read_record
from replays.review.comparison import findings_of


def clause_coverage(game: Game, library: Path) -> list[dict[str, Any]]:
    """One row per clause: the records in `clauses/`, named after the clause, that break it and keep it."""
    folder = library / game.id / "clauses"
    words = game.speak("en")
    rows = []
    for clause in game.clauses:
        broken_by = [name for name in _named(folder, clause.id, "broken") if clause.id in cited_clauses(folder / name)]
        kept_by = [name for name in _named(folder, clause.id, "kept") if clause.id not in cited_clauses(folder / name)]
        why = words["why"].get(clause.id, "") if clause.kind == SOFT else ""
        broken = [] if clause.kind in (SOFT, PERMITS) else broken_by
        rows.append(
            {"id": clause.id, "game": game.id, "kind": clause.kind, "broken_by": broken, "kept_by": kept_by, "why": why}
        )
    return rows


def _named(folder: Path, clause: str, how: str) -> list[str]:
    return sorted(path.name for path in folder.glob(f"{clause}.{how}*.record"))


def cited_clauses(path: Path) -> set[str]:
    """The clauses that the audit of a record cites; undetermined findings are left out."""
    session, _ = read_record(path.read_text(encoding="utf-8"))
    findings = findings_of(audit(session.setup, session.log))
    return {finding.clause for finding in findings if finding.verdict != UNDETERMINED}
