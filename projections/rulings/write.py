"""One session's rulings, each with its claim, what it changed, and what superseded it."""

from __future__ import annotations

from typing import Any

import orjson

from domain.sessions.lines import Ruled
from projections.glance import Glance
from projections.words import in_each

COLUMNS = ("nth", "session", "line", "claim", "claimed", "about", "clause", "remedy", "reading", "entry")
COLUMNS += ("said", "remark", "rules", "before", "after", "superseded_by", "at")
TABLES = {"rulings": COLUMNS}


def rows(seen: Glance) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every ruling, standing or not."""
    ruled = [(line, seen.log[line - 1]) for line in seen.sources if isinstance(seen.log[line - 1], Ruled)]
    over = {one.supersedes: line for line, one in ruled if one.supersedes}
    return {"rulings": [_row(seen, line, one, over.get(line)) for line, one in ruled]}


def _row(seen: Glance, line: int, ruled: Ruled, over: int | None) -> tuple[Any, ...]:
    stored = seen.sources[line]
    claim = seen.log[ruled.claim - 1] if ruled.claim else None
    about = claim.about if claim else ruled.line
    clause = ruled.clause or (claim.clause if claim else "")
    shown = stored.event
    return (
        stored.nth,
        seen.id.hex,
        line,
        ruled.claim or None,
        claim.text if claim else "",
        about,
        clause,
        ruled.remedy,
        ruled.reading,
        shown.entry,
        in_each(seen.setup, lambda teller: teller.line(ruled)),
        ruled.text,
        getattr(shown, "rules", ""),
        _told(seen.impacts[line].before),
        _told(seen.impacts[line].after),
        over,
        stored.at,
    )


def _told(points: list[str]) -> str:
    return orjson.dumps(points).decode()
