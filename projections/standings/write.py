"""One session's outcome: places and points as ruled. A session that is not over counts for nobody yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.numbers import least, most
from domain.texts import number_text
from projections.listing.seats import places_of, scores_of
from projections.snapshot import SessionSnapshot

TABLES = {"standings": ("session", "seat", "person", "place", "shared", "points", "least", "most")}


def rows(seen: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every player of a session that is over: by the rules, or because its record is closed."""
    return {"standings": list(_rows(seen)) if seen.closed or places_of(seen) else []}


def _rows(seen: SessionSnapshot) -> Iterator[tuple[Any, ...]]:
    scores, places = scores_of(seen, seen.ruled), places_of(seen)
    for seat, person in enumerate(seen.people):
        if person:
            place, shared = places.get(seat, (None, False))
            score = scores[seat]
            yield (seen.id.hex, seat, person, place, int(shared), number_text(score), least(score), most(score))
