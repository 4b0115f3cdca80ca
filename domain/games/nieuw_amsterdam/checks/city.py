"""Checks of step 5: businesses and elections (NA-CITY)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Build, Docks, Millwork, count_of
from domain.games.nieuw_amsterdam.pieces import AT_DISTRICT, MOST_AT_ONCE, NOT_SEEN
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import most
from domain.rules import Broken, Check, broken, impossible

Finds = Broken | None


def business_count(build: Build) -> int:
    """The number of businesses that an action builds."""
    return count_of(build.where)


@cites(na.CITY_1)
def one_to_three_businesses_are_built(rules: NieuwAmsterdamRules, state: State, build: Build) -> Finds:
    count = business_count(build)
    if 1 <= count <= MOST_AT_ONCE or (not count and rules.empty_actions):
        return None
    return broken(count=count)


@cites(na.CITY_2)
def a_business_costs_one_wood(rules: NieuwAmsterdamRules, state: State, build: Build) -> Finds:
    if build.paid is None:
        return None
    in_wood = all(kind == "wood" for kind, count in build.paid if count)
    right = in_wood and count_of(build.paid) == business_count(build)
    return None if right else broken(paid=build.paid, due=business_count(build))


@cites(na.CITY_2)
def there_is_wood_for_each_business(rules: NieuwAmsterdamRules, state: State, build: Build) -> Finds:
    held, due = state.players[build.seat].wood, business_count(build)
    if build.paid is None:
        return None if due <= held else broken(wood=held, due=due)
    given = sum(count for kind, count in build.paid if kind == "wood")
    return None if given <= most(held) else impossible(wood=held, due=given)


@cites(na.CITY_3)
def a_business_stands_in_a_district(rules: NieuwAmsterdamRules, state: State, build: Build) -> Finds:
    for place, count in build.where:
        if count and place not in AT_DISTRICT and place != NOT_SEEN:
            return broken(place=place)
    return None


def building_count(action: Build | Docks | Millwork) -> int:
    """The number of buildings that leave the supply."""
    if isinstance(action, Build):
        return business_count(action)
    if isinstance(action, Millwork):
        return 1 if action.houses is None else action.houses
    return max(1, len(action.spaces))


@cites(na.CITY_4)
def buildings_come_from_the_supply(rules: NieuwAmsterdamRules, state: State, action: Build | Docks | Millwork) -> Finds:
    left, count = state.players[action.seat].estate.supply, building_count(action)
    if not rules.buildings_limited or count <= left:
        return None
    return broken(count=count, left=left)


CHECKS: dict[type, tuple[Check, ...]] = {
    Build: (
        one_to_three_businesses_are_built,
        a_business_costs_one_wood,
        there_is_wood_for_each_business,
        a_business_stands_in_a_district,
        buildings_come_from_the_supply,
    ),
    Docks: (buildings_come_from_the_supply,),
    Millwork: (buildings_come_from_the_supply,),
}
