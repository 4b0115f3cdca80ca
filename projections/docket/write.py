"""One session's open disputes: claims neither withdrawn nor ruled on."""

from __future__ import annotations

from typing import Any

from projections.glance import Dispute, Glance
from projections.words import in_each
from replays.scoreboard import open_claims

TABLES = {"docket": ("nth", "session", "line", "about", "clause", "seat", "said", "remark", "at")}


def rows(seen: Glance) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every open claim."""
    claims = open_claims(seen.log) if seen.disputes else ()
    return {"docket": [_row(seen, line, seen.disputes[line]) for line in claims]}


def _row(seen: Glance, line: int, stored: Dispute) -> tuple[Any, ...]:
    claim = stored.body
    letter = None if claim.seat is None else seen.setup.seats[claim.seat]
    said = in_each(seen.setup, lambda teller: teller.line(claim))
    return (stored.nth, seen.id.hex, line, claim.about, claim.clause, letter, said, claim.text, stored.at)
