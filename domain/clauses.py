"""Clauses: citable rules with a stable id, and the mark on a check of the clause it cites."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeVar

from msgspec import Struct

C = TypeVar("C", bound=Callable[..., object])

CHECKED, DERIVED, PERMITS, SOFT = "checked", "derived", "permits", "soft"

_order = count()
_AFTER_EVERY_GAME = 1_000_000


class Clause(Struct, frozen=True, eq=False):
    """A citable rule, the same object everywhere. Its text lives in the word files; `order` is its place there."""

    id: str
    kind: str
    order: int


def checked(id: str) -> Clause:
    """A clause that at least one check tests."""
    return Clause(id, CHECKED, next(_order))


def derived(id: str) -> Clause:
    """A clause that the fold carries out itself; an observed value that differs breaks it."""
    return Clause(id, DERIVED, next(_order))


def permits(id: str) -> Clause:
    """A freedom: no action breaks it; refusing a lawful action because of it does."""
    return Clause(id, PERMITS, next(_order))


def soft(id: str) -> Clause:
    """A clause that no record can show to be broken; the words files say why."""
    return Clause(id, SOFT, next(_order))


def _house(id: str) -> Clause:
    return Clause(id, CHECKED, _AFTER_EVERY_GAME + next(_order))


GR_SEEN = _house("GR-SEEN")  # the table and the rules differ, and the cause is not known
GR_AGREED = _house("GR-AGREED")  # a deed of a variant that this table did not agree on
GR_COUNT = _house("GR-COUNT")  # more pieces than the box holds, or fewer than none
HOUSE = (GR_SEEN, GR_AGREED, GR_COUNT)


def cites(clause: Clause) -> Callable[[C], C]:
    """Marks a check with the clause it cites; the function itself is not wrapped."""

    def bind(check: C) -> C:
        check.clause = clause  # type: ignore[attr-defined]
        return check

    return bind
