"""One session's open disputes: claims neither withdrawn nor ruled on."""

from __future__ import annotations

from typing import Any

from domain.sessions.disputes import open_claims
from projections.glance import Glance
from projections.passing import Source
from projections.words import in_each

TABLES = {"docket": ("nth", "session", "line", "about", "clause", "seat", "said", "remark", "at")}


def rows(seen: Glance) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every open claim."""
    claims = open_claims(seen.log) if seen.sources else ()
    return {"docket": [_row(seen, line, seen.sources[line]) for line in claims]}


def _row(seen: Glance, line: int, stored: Source) -> tuple[Any, ...]:
    claim = seen.log[line - 1]
    letter = None if claim.seat is None else seen.setup.seats[claim.seat]
    said = in_each(seen.setup, lambda teller: teller.line(claim))
    return (stored.nth, seen.id.hex, line, claim.about, claim.clause, letter, said, claim.text, stored.at)
