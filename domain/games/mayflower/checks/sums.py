"""Parts of a whole: what somebody has too little when points are split."""

from __future__ import annotations

from domain.games.mayflower.state import Man
from domain.numbers import NotKnown, Number, Range
from domain.rules import Seat


def exactly(number: Number) -> int:
    """A figure that is known; asks where it is not."""
    if isinstance(number, Range):
        raise NotKnown(number.fact)
    return number


def shares(men: tuple[Man, ...], seat: Seat, values: tuple) -> set[int]:
    """What a seat that should have the whole has less: nothing, a part by players, or a part by colonists."""
    players, own = len({man.seat for man in men}), sum(man.seat == seat for man in men)
    found = set()
    for value in map(exactly, values):
        for part, of in ((0, 1), (1, players), (own, len(men))):
            found |= {value * part // of - value, -(-value * part // of) - value}
    return found - {0}
