"""Helpers of the checks: the points a seat lacks when points are split."""

from __future__ import annotations

from domain.games.mayflower.state import Man
from domain.numbers import NotKnown, Number, Range
from domain.rules import Seat


def exactly(number: Number) -> int:
    """The value of a number; raises NotKnown where it is a range."""
    if isinstance(number, Range):
        raise NotKnown(number.fact)
    return number


def shares(men: tuple[Man, ...], seat: Seat, values: tuple) -> set[int]:
    """The differences if a seat gets nothing of a value, its share by players, or its share by colonists."""
    players, own = len({man.seat for man in men}), sum(man.seat == seat for man in men)
    found = set()
    for value in map(exactly, values):
        for part, of in ((0, 1), (1, players), (own, len(men))):
            found |= {value * part // of - value, -(-value * part // of) - value}
    return found - {0}
