"""The river: camps, zones and the way between them."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.state.table import State
from domain.numbers import NotKnown, Number, Range, between, least, most, rests_on
from domain.rules import Seat


def travel_fee(rules, state: State, seat: Seat) -> Number:
    """Corn for the journey to the nearest camp with a longhouse; nothing if one lies across the river."""
    zone, camps = state.players[seat].estate.zone, state.river.camps
    if zone.__class__ is not int:  # the post may be in any of several zones
        fees = [_fee_from(rules, state, here - 1) for here in range(zone.least, min(zone.most, len(camps)) + 1)]
        fees = fees or [Range(0, 99, zone.fact)]
        return between(min(map(least, fees)), max(map(most, fees)), zone.fact)
    return _fee_from(rules, state, zone - 1)


def _fee_from(rules, state: State, here: int) -> Number:
    camps, boats = state.river.camps, state.sheet.boats
    if here < len(camps) and camps[here].__class__ is int and camps[here]:
        return 0
    fees = [_fare(camps, boats, range(here, len(camps)))]
    if not rules.travel_upriver_only:
        fees.append(_fare(camps, boats, range(here, -1, -1)))
    known = [fee for fee in fees if fee is not None]
    if not known:
        return 0 if state.sheet.ends else Range(0, 99, "camps")
    fee = min(known, key=lambda fee: (least(fee), most(fee)))
    return fee if len(known) == 1 or most(fee) <= min(map(least, known)) else between(least(fee), most(fee), "boats")


def _fare(camps: tuple[Number, ...], boats: tuple[Number, ...], way: range) -> Number | None:
    """What lies on the boats up to the first occupied camp of a way; nothing where there is none."""
    fee: Number = 0
    surely, mark = None, ""
    for camp in way:
        houses = camps[camp] if 0 <= camp < len(camps) else 0
        mark = mark or rests_on(houses)
        if least(houses):
            surely = fee
            break
        if most(houses):  # perhaps here, perhaps farther on
            surely = Range(least(fee), 99, "camps")
            break
        gap = camp if way.step > 0 else camp - 1
        fee = fee + (boats[gap] if 0 <= gap < len(boats) else Range(0, 99, "boats"))
    if surely is None or not mark or isinstance(surely, Range):
        return surely
    return Range(surely, surely, mark)


def posts_in(state: State, zone: int) -> int:
    """How many trading posts stand in a zone."""
    return sum(player.estate.zone == zone for player in state.players)


def farthest_camp(state: State) -> int:
    """The number of the farthest camp with a longhouse; 0 if there is none."""
    camps = state.river.camps
    return next((camp for camp in range(len(camps), 0, -1) if camps[camp - 1] > 0), 0)


def next_zone(state: State, seat: Seat) -> int:
    """The nearest zone upriver with a free space; 0 if the sheet has none."""
    zones = state.sheet.zones
    here = state.players[seat].estate.zone
    if here.__class__ is not int:
        raise NotKnown(here.fact)
    return next((zone for zone in range(here + 1, len(zones) + 1) if zones[zone - 1] > posts_in(state, zone)), 0)
