"""What a list of sessions asks for."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import orjson
from msgspec import Struct

from projections.views import Views


class Listed(Struct, frozen=True):
    """One session as it stands."""

    session: UUID
    game: str
    names: tuple[str, ...]
    at: str
    closed: bool
    lines: int
    findings: int
    played: tuple[str, ...]
    ruled: tuple[str, ...]


def sessions(views: Views) -> Iterator[Listed]:
    """All of them, in the order they were opened."""
    asked = "SELECT session, game, names, at, closed, lines, findings, played, ruled FROM listing ORDER BY place"
    for session, game, names, at, closed, lines, findings, played, ruled in views.rows(asked):
        called, one, other = (tuple(orjson.loads(text)) for text in (names, played, ruled))
        yield Listed(UUID(session), game, called, at, bool(closed), lines, findings, one, other)
