"""The river: camps, zones and the way between them."""

from __future__ import annotations

from functools import lru_cache

from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state.table import State
from domain.numbers import NotKnown, Number, Range, between, is_surely, least, most, rests_on
from domain.rules import Seat


def travel_fee(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> Number:
    """Corn for the journey to the nearest camp with a longhouse; nothing if one lies across the river."""
    zone, camps = state.players[seat].estate.zone, state.river.camps
    if isinstance(zone, Range):  # the post may be in any of several zones
        fees = [_fee_from(rules, state, here - 1) for here in range(zone.least, min(zone.most, len(camps)) + 1)]
        fees = fees or [Range(0, 99, zone.fact)]
        return between(min(map(least, fees)), max(map(most, fees)), zone.fact)
    return _fee_from(rules, state, zone - 1)


def _fee_from(rules: NieuwAmsterdamRules, state: State, here: int) -> Number:
    camps, sheet = state.river.camps, state.sheet
    if here < len(camps) and camps[here].__class__ is int and camps[here]:
        return 0
    try:
        return _fee_again(camps, sheet.boats, here, rules.travel_upriver_only, sheet.ends)
    except TypeError:  # a range cannot be remembered
        return _fee(camps, sheet.boats, here, rules.travel_upriver_only, sheet.ends)


def _fee(camps: tuple[Number, ...], boats: tuple[Number, ...], here: int, upriver_only: bool, ends: bool) -> Number:
    fees = [_fare(camps, boats, range(here, len(camps)))]
    if not upriver_only:
        fees.append(_fare(camps, boats, range(here, -1, -1)))
    known = [fee for fee in fees if fee is not None]
    if not known:
        return 0 if ends else Range(0, 99, "camps")
    if Range not in map(type, known):
        return min(known)
    fee = min(known, key=lambda fee: (least(fee), most(fee)))
    return fee if len(known) == 1 or most(fee) <= min(map(least, known)) else between(least(fee), most(fee), "boats")


_fee_again = lru_cache(maxsize=1024)(_fee)  # few rivers differ


def _fare(camps: tuple[Number, ...], boats: tuple[Number, ...], way: range) -> Number | None:
    """What lies on the boats up to the first occupied camp of a way; nothing where there is none."""
    fee: Number = 0
    surely: Number | None = None
    mark = ""
    for camp in way:
        if camp != way.start:
            gap = camp - 1 if way.step > 0 else camp
            fee = fee + (boats[gap] if 0 <= gap < len(boats) else Range(0, 99, "boats"))
        houses = camps[camp] if 0 <= camp < len(camps) else 0
        if isinstance(houses, Range):
            mark = mark or rests_on(houses)
            if not houses.least and houses.most:  # perhaps here, perhaps farther on
                surely = Range(least(fee), 99, "camps")
                break
            houses = houses.least
        if houses:
            surely = fee
            break
    if surely is None or not mark or isinstance(surely, Range):
        return surely
    return Range(surely, surely, mark)


def farthest_camp(state: State) -> int:
    """The number of the farthest camp with a longhouse; 0 if there is none."""
    camp = len(state.river.camps)
    for houses in reversed(state.river.camps):
        if houses > 0:
            break
        camp -= 1
    return camp


def next_zone(state: State, seat: Seat) -> int:
    """The nearest zone upriver with a free space; 0 if the sheet has none."""
    zones = state.sheet.zones
    here = state.players[seat].estate.zone
    if isinstance(here, Range):
        raise NotKnown(here.fact)
    if here >= len(zones):
        return 0
    taken = [player.estate.zone for player in state.players]
    for zone in range(here + 1, len(zones) + 1):
        if zones[zone - 1] > taken.count(zone):
            return zone
    return 0


def possible_zones(state: State, seat: Seat) -> list[int]:
    """The zones upriver that may be the nearest with a free space, where that is not known."""
    zones, found = state.sheet.zones, []
    taken = [player.estate.zone for player in state.players]
    here = state.players[seat].estate.zone
    for zone in range(least(here) + 1, len(zones) + 1):
        if most(zones[zone - 1]) > sum(is_surely(one, zone) for one in taken):
            found.append(zone)
        if here.__class__ is int and least(zones[zone - 1]) > sum(least(one) <= zone <= most(one) for one in taken):
            break
    return found
