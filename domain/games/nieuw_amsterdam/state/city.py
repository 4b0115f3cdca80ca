"""The city: the number of businesses in each district, the leader, and the cost of a special action."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.pieces import AT_DISTRICT, BUILDINGS, DISTRICTS, NOT_SEEN
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state.table import City, State, plus_at, put_at
from domain.numbers import NotKnown, Number, between, least, most, narrowed
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


def may_lead(counts: tuple[Number, ...], seat: Seat, zero_ties: bool) -> bool:
    """Whether a seat may have the most businesses of a district, or share that (NA-Q-1)."""
    return most(counts[seat]) >= max(0 if zero_ties else 1, *map(least, counts))


def with_businesses(city: City, district: int, seat: Seat, by: Number) -> City:
    """The city with some businesses more or fewer."""
    counts = plus_at(city.counts[district], seat, by)
    return City(put_at(city.counts, district, counts), put_at(city.leaders, district, leading(counts)))


def with_businesses_at(city: City, place: str, seat: Seat, by: int) -> City:
    """The same by the name of the district; where it was not seen, it may be any of them."""
    if place != NOT_SEEN:
        return with_businesses(city, AT_DISTRICT[place], seat, by)
    perhaps = between(min(0, by), max(0, by), "businesses")
    for district in range(len(DISTRICTS)):
        city = with_businesses(city, district, seat, perhaps)
    return city


def businesses(state: State, seat: Seat) -> Number:
    """How many businesses a seat has in all."""
    return _in_all(state, seat, sum([counts[seat] for counts in state.city.counts], 0))


def all_businesses(state: State) -> list[Number]:
    """How many businesses each seat has in all."""
    stand: list[Number] = list(map(sum, zip(*state.city.counts, strict=True)))
    if sum(stand).__class__ is int:
        return stand
    return [count if count.__class__ is int else _in_all(state, at, count) for at, count in enumerate(stand)]


def _in_all(state: State, seat: Seat, stand: Number) -> Number:
    """The sum over the districts; where one of them was not seen, the seat's other buildings narrow it."""
    estate = state.players[seat].estate
    if stand.__class__ is int or not least(estate.supply):
        return stand
    elsewhere = sum([plot.houses for plot in estate.row], estate.supply + estate.out) + len(estate.warehouses)
    narrower = narrowed(stand, BUILDINGS - elsewhere)
    return stand if narrower is None else narrower


def standing(rules: NieuwAmsterdamRules, state: State, seat: Seat, district: int, zero_ties: bool) -> str:
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


def fee_due(rules: NieuwAmsterdamRules, state: State, seat: Seat, district: int) -> int:
    """The coins a special action costs: 0 for a seat that has the most businesses there or ties, else 1."""
    city = state.city
    leaders = city.leaders[district]
    if leaders is None:
        return _fee_within_bounds(rules, city.counts[district], seat, district)
    if seat not in leaders or (len(leaders) > 1 and not rules.ties_waive):
        return 1
    return 0 if rules.zero_ties_waive or city.counts[district][seat] else 1


def _fee_within_bounds(rules: NieuwAmsterdamRules, counts: tuple[Number, ...], seat: Seat, district: int) -> int:
    """The same where not all businesses were seen, if those that were decide it."""
    if not may_lead(counts, seat, rules.zero_ties_waive):
        return 1
    own = least(counts[seat])
    if rules.ties_waive and own and all(own >= most(count) for at, count in enumerate(counts) if at != seat):
        return 0
    raise NotKnown(f"businesses {DISTRICTS[district]}")
