"""The city: who has how many businesses where, who leads, and what a special action costs."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.pieces import DISTRICTS
from domain.games.nieuw_amsterdam.state.table import City, State, plus_at, put_at
from domain.numbers import NotKnown, Number
from domain.rules import Seat

SOLE, TIED, BEHIND = "sole", "tied", "behind"


def leading(counts: tuple[Number, ...]) -> tuple[Seat, ...] | None:
    """The seats that have the most; None while that is not known."""
    try:
        top = max(counts)
        if top.__class__ is int and counts.count(top) == 1:
            return (counts.index(top),)
        return tuple([seat for seat, count in enumerate(counts) if count == top])
    except NotKnown:
        return None


def with_businesses(city: City, district: int, seat: Seat, by: Number) -> City:
    """The city with some businesses more or fewer."""
    counts = plus_at(city.counts[district], seat, by)
    return City(put_at(city.counts, district, counts), put_at(city.leaders, district, leading(counts)))


def businesses(state: State, seat: Seat) -> Number:
    """How many businesses a seat has in all."""
    return sum([counts[seat] for counts in state.city.counts], 0)


def standing(rules, state: State, seat: Seat, district: int, zero_ties: bool) -> str:
    """Whether a seat alone has the most businesses in a district, shares that, or neither (NA-Q-1, NA-Q-2)."""
    leaders, counts = state.city.leaders[district], state.city.counts[district]
    if leaders is None:
        raise NotKnown(f"businesses {DISTRICTS[district]}")
    if seat not in leaders:
        return BEHIND
    if not counts[seat] and not zero_ties:
        return BEHIND
    if len(leaders) > 1:
        return TIED
    return BEHIND if rules.more_than_half and counts[seat] + counts[seat] <= sum(counts, 0) else SOLE


def fee_due(rules, state: State, seat: Seat, district: int) -> int:
    """The coin a special action costs, nothing for whoever has the most there or shares it."""
    city = state.city
    leaders = city.leaders[district]
    if leaders is None:
        raise NotKnown(f"businesses {DISTRICTS[district]}")
    if seat not in leaders or (len(leaders) > 1 and not rules.ties_waive):
        return 1
    return 0 if rules.zero_ties_waive or city.counts[district][seat] else 1
