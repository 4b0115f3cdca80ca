"""One session's players; a seat without a name is nobody's."""

from __future__ import annotations

from typing import Any

from domain.store.erasable_texts import ERASED
from projections.search_text import search_key
from projections.snapshot import SessionSnapshot

TABLES = {"players": ("session", "seat", "letter", "person", "name", "search")}


def rows(seen: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every seat somebody is known to have sat on."""
    return {"players": [_row(seen, seat, person) for seat, person in enumerate(seen.people) if person]}


def _row(seen: SessionSnapshot, seat: int, person: str) -> tuple[Any, ...]:
    name = seen.setup.name(seat)
    return seen.id.hex, seat, seen.setup.seats[seat], person, name, "" if name == ERASED else search_key(name)
