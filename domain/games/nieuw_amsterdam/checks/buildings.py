"""Checks of warehouses of the docks and houses of the millwork, and of their price in wood (NA-SPEC-7 to 12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.clauses import Clause, cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Docks, Millwork, Special, count_of
from domain.games.nieuw_amsterdam.pieces import MOST_AT_ONCE, WHARF
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import Number, not_below_zero
from domain.rules import Broken, Check, broken

Finds = Broken | None


def priced_in_wood(clause: Clause, due_for: Callable[[Any], int]) -> tuple[Check, ...]:
    """The checks of a price in wood."""

    @cites(clause)
    def the_price_is_paid_in_wood(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
        if special.paid is None:
            return None
        due = due_for(special)
        in_wood = all(kind == "wood" for kind, count in special.paid if count)
        return None if in_wood and count_of(special.paid) == due else broken(paid=special.paid, due=due)

    @cites(clause)
    def the_wood_for_it_is_there(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
        if special.paid is not None:
            return None
        wood, due = state.players[special.seat].wood, due_for(special)
        return broken(wood=wood, due=due) if wood < due else None

    return the_price_is_paid_in_wood, the_wood_for_it_is_there


# Docks --------------------------------------------------------------------------------------------


@cites(na.SPEC_7)
def a_warehouse_goes_on_an_empty_space(rules: NieuwAmsterdamRules, state: State, docks: Docks) -> Finds:
    built = state.players[docks.seat].estate.warehouses
    if not docks.spaces or len(built) >= len(WHARF):
        return None  # there is no empty one (NA-SPEC-8)
    taken = [space for at, space in enumerate(docks.spaces) if space in (*built, *docks.spaces[:at])]
    return broken(space=taken[0]) if taken else None


@cites(na.SPEC_7)
def warehouses_go_from_left_to_right(rules: NieuwAmsterdamRules, state: State, docks: Docks) -> Finds:
    """Asked where they have an order (NA-Q-8)."""
    if not docks.spaces:
        return None
    built = state.players[docks.seat].estate.warehouses
    free = [space for space in WHARF if space not in built]
    if not free or docks.spaces[0] == free[0] or docks.spaces[0] not in free:
        return None
    return broken(space=docks.spaces[0], due=free[0])


@cites(na.SPEC_8)
def a_wharf_has_four_warehouses(rules: NieuwAmsterdamRules, state: State, docks: Docks) -> Finds:
    built = len(state.players[docks.seat].estate.warehouses)
    beyond = [space for space in docks.spaces if space not in WHARF]
    return broken(built=built) if built >= len(WHARF) or beyond else None


@cites(na.SPEC_9)
def one_warehouse_is_built_in_a_turn(rules: NieuwAmsterdamRules, state: State, docks: Docks) -> Finds:
    """Finds a second warehouse of one action; a second action in the turn breaks NA-ACT-7."""
    turn = state.players[docks.seat].turn
    built = max(1, len(docks.spaces)) + (turn.docked_before if rules.docks_per_round else 0)  # NA-Q-7
    return broken(built=built) if built > 1 else None


# Millwork -----------------------------------------------------------------------------------------


@cites(na.SPEC_10)
def one_to_three_houses_are_built(rules: NieuwAmsterdamRules, state: State, mill: Millwork) -> Finds:
    houses = _fewest(mill)
    if 1 <= houses <= MOST_AT_ONCE or (not houses and rules.empty_actions):  # NA-Q-11
        return None
    return broken(houses=houses)


def _fewest(mill: Millwork) -> int:
    """How many houses were built: the number recorded, else that of the wood or the places, else one."""
    return mill.houses if mill.houses is not None else count_of(mill.paid or ()) or len(mill.at) or 1


@cites(na.SPEC_11)
def houses_fill_the_row_from_the_left(rules: NieuwAmsterdamRules, state: State, mill: Millwork) -> Finds:
    if not mill.at:
        return None
    row = state.players[mill.seat].estate.row
    houses = [plot.houses for plot in row]
    for place in mill.at:
        if place is None:
            return None  # those after it may stand right of this one
        if not 1 <= place <= len(row):
            continue
        for left in range(place - 1):
            if houses[left] < row[left].card.spaces:
                return broken(card=place, free=left + 1)
        houses[place - 1] = houses[place - 1] + 1
    return None


@cites(na.SPEC_12)
def a_house_stands_on_a_space_of_ones_own(rules: NieuwAmsterdamRules, state: State, mill: Millwork) -> Finds:
    """A place named twice takes two houses."""
    row = state.players[mill.seat].estate.row
    for place in mill.at:
        if place is None:
            continue
        if not 1 <= place <= len(row):
            return broken(card=place, houses=mill.at.count(place), spaces=0)
        plot = row[place - 1]
        houses = plot.houses + mill.at.count(place)
        if houses > plot.card.spaces:
            return broken(card=place, houses=houses, spaces=plot.card.spaces)
    return None


@cites(na.SPEC_12)
def there_is_a_space_for_every_house(rules: NieuwAmsterdamRules, state: State, mill: Millwork) -> Finds:
    if mill.at and None not in mill.at:
        return None
    free: Number = 0
    for plot in state.players[mill.seat].estate.row:
        free = free + not_below_zero(plot.card.spaces - plot.houses)  # a card too full takes no space from others
    houses = _fewest(mill)
    return broken(houses=houses, free=free) if houses > free else None


DOCKS = (
    *priced_in_wood(na.SPEC_7, lambda docks: max(1, len(docks.spaces))),
    a_warehouse_goes_on_an_empty_space,
    a_wharf_has_four_warehouses,
    one_warehouse_is_built_in_a_turn,
)
DOCKS_IN_ORDER: dict[type, tuple[Check, ...]] = {Docks: (warehouses_go_from_left_to_right,)}
MILLWORK = (
    *priced_in_wood(na.SPEC_10, _fewest),
    one_to_three_houses_are_built,
    houses_fill_the_row_from_the_left,
    a_house_stands_on_a_space_of_ones_own,
    there_is_a_space_for_every_house,
)
