"""Helpers of all consequences: effects, and amounts within bounds."""

from __future__ import annotations

from functools import cache, lru_cache

from domain.clauses import Clause
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import Number, between, least, most
from domain.rules import Effect, Seat

Moved = tuple[State, tuple[Effect, ...]]


def seat_effect(clause: Clause, what: str, seat: Seat, by: object, due: object = None, sets: bool = False) -> Effect:
    """An effect on something of a seat."""
    due = by if due is None else due
    return Effect(clause.id, what, (seat,), seat, by, due, "", sets)


def effect_at(
    clause: Clause, what: str, key: tuple, by: object, seat: Seat | None = None, sets: bool = False
) -> Effect:
    """An effect on something that has a key of its own."""
    return Effect(clause.id, what, key, seat, by, by, "", sets)


@lru_cache(maxsize=4096)
def cached_effect(clause: Clause, what: str, seat: Seat, by: int) -> Effect:
    """The same effect of a whole number, from a cache: most of them come again in every round."""
    return Effect(clause.id, what, (seat,), seat, by, by)


@cache  # small whole numbers only: as many as seats, clauses and coins
def cached_effect_at(clause: Clause, what: str, key: tuple, by: int, seat: Seat | None = None) -> Effect:
    """An effect with a key of its own, from a cache, for changes that come again and again."""
    return Effect(clause=clause.id, what=what, key=key, seat=seat, by=by, due=by)


def smaller(one: Number, other: Number) -> Number:
    """The smaller of two numbers, within the bounds of both."""
    if one.__class__ is int and other.__class__ is int:
        return one if one < other else other
    fact = getattr(one, "fact", "") or getattr(other, "fact", "")
    exact = least(one) == most(one) and least(other) == most(other)
    if exact:  # an assumed number keeps its mark where it decides
        return one if least(one) <= least(other) else other
    return between(min(least(one), least(other)), min(most(one), most(other)), fact)
