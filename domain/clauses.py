"""Clauses: citable rules with a stable id, and the bond between a check and what it cites."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from msgspec import Struct

CHECKED, DERIVED, PERMITS, SOFT = "checked", "derived", "permits", "soft"

_order = count()
_AFTER_EVERY_GAME = 1_000_000


class Clause(Struct, frozen=True, eq=False):
    """A citable rule, the same object everywhere. Its text lives in the word files; `order` is its place there."""

    id: str
    kind: str
    order: int


def checked(id: str) -> Clause:
    """A clause some check looks after."""
    return Clause(id, CHECKED, next(_order))


def derived(id: str) -> Clause:
    """A clause the fold carries out itself; a seen value that differs breaks it."""
    return Clause(id, DERIVED, next(_order))


def permits(id: str) -> Clause:
    """A freedom: nothing breaks it, and nothing may be found because of it."""
    return Clause(id, PERMITS, next(_order))


def soft(id: str) -> Clause:
    """A clause nobody could judge from a record; the word files say why."""
    return Clause(id, SOFT, next(_order))


def _house(id: str) -> Clause:
    return Clause(id, CHECKED, _AFTER_EVERY_GAME + next(_order))


GR_SEEN = _house("GR-SEEN")  # the table and the rules differ, and the cause is not told
GR_AGREED = _house("GR-AGREED")  # a deed this table did not agree on
GR_COUNT = _house("GR-COUNT")  # more than the box holds, or less than nothing
HOUSE = (GR_SEEN, GR_AGREED, GR_COUNT)


def cites(clause: Clause) -> Callable[[Callable], Callable]:
    """Mark a check with the clause it cites; nothing is wrapped."""

    def bind(check: Callable) -> Callable:
        check.clause = clause  # type: ignore[attr-defined]
        return check

    return bind
