"""Writes the players of a session; a seat without a name has none."""

from __future__ import annotations

from typing import Any

from domain.store.erasable_texts import ERASED
from projections.search_text import search_key
from projections.snapshot import SessionSnapshot

TABLES = {"players": ("session", "seat", "letter", "person", "name", "search")}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each seat with a name."""
    return {"players": [_row(snapshot, seat, person) for seat, person in enumerate(snapshot.people) if person]}


def _row(snapshot: SessionSnapshot, seat: int, person: str) -> tuple[Any, ...]:
    name = snapshot.setup.name(seat)
    return snapshot.id.hex, seat, snapshot.setup.seats[seat], person, name, "" if name == ERASED else search_key(name)
