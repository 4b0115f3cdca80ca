"""Writes the result of a finished session: places and points as ruled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.numbers import least, most
from domain.texts import number_text
from projections.listing.seats import places_of, scores_of
from projections.snapshot import SessionSnapshot

TABLES = {"standings": ("session", "seat", "person", "place", "shared", "points", "least", "most")}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each player of a session that is over by the rules or whose record is closed."""
    return {"standings": list(_rows(snapshot)) if snapshot.closed or places_of(snapshot) else []}


def _rows(snapshot: SessionSnapshot) -> Iterator[tuple[Any, ...]]:
    scores, places = scores_of(snapshot, snapshot.ruled), places_of(snapshot)
    for seat, person in enumerate(snapshot.people):
        if person:
            place, shared = places.get(seat, (None, False))
            score = scores[seat]
            yield (snapshot.id.hex, seat, person, place, int(shared), number_text(score), least(score), most(score))
