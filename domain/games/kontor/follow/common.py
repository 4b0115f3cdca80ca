"""Helpers of several consequences: recurring effects, florins of the treasury, the end of a turn and of a round."""

from __future__ import annotations

from functools import cache, lru_cache

from domain.clauses import Clause
from domain.games.kontor.state import State
from domain.numbers import Number, between, least, most
from domain.rules import Effect, Seat

Moved = tuple[State, tuple[Effect, ...]]


@cache  # small whole numbers only: as many as seats, clauses and florins
def cached_effect(clause: Clause, what: str, key: tuple, by: int, seat: Seat | None = None) -> Effect:
    """A change that happens again and again is the same effect, made once."""
    return Effect(clause=clause.id, what=what, key=key, seat=seat, by=by, due=by)


@lru_cache(maxsize=4096)
def setting_effect(clause: Clause, what: str, key: tuple, value: object, seat: Seat | None = None) -> Effect:
    """An effect that sets a value, whatever it was before; the effects of common values are cached."""
    return Effect(clause=clause.id, what=what, key=key, seat=seat, by=value, due=value, sets=True)


def effect_on(
    clause: Clause, what: str, key: tuple, by: object, seat: Seat | None = None, sets: bool = False
) -> Effect:
    """A change of something that has a key of its own."""
    return Effect(clause=clause.id, what=what, key=key, seat=seat, by=by, due=by, sets=sets)


@cache
def florins(clause: Clause, seat: Seat, by: int) -> tuple[Effect, ...]:
    """Florins between a purse and the treasury, an effect on both."""
    purse = cached_effect(clause, "purse", (seat,), by, seat)
    return (purse, cached_effect(clause, "treasury", (), -by, seat)) if by else (purse,)


def unsure_florins(clause: Clause, seat: Seat, by: Number) -> tuple[Effect, ...]:
    """Florins between a purse and the treasury, of which the number is not known."""
    return effect_on(clause, "purse", (seat,), by, seat), effect_on(clause, "treasury", (), -by, seat)


def granted(treasury: Number, amount: int) -> Number:
    """The part of an amount that a treasury can pay."""
    if isinstance(treasury, int):
        return amount if treasury >= amount else treasury
    return between(min(amount, least(treasury)), min(amount, most(treasury)), treasury.fact)
