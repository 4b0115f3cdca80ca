"""Checks of shipped furs: the ship, the number of furs, no price (NA-TRADE-12 to 18)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Ship, count_of
from domain.games.nieuw_amsterdam.pieces import AT_FUR, FUR
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import Number, most
from domain.rules import Broken, broken, impossible

Finds = Broken | None


@cites(na.TRADE_12)
def one_ship_is_loaded(rules: NieuwAmsterdamRules, state: State, ship: Ship) -> Finds:
    return broken(ships=len(ship.slots)) if len(ship.slots) > 1 else None


@cites(na.TRADE_12)
def a_ship_lies_in_the_slot(rules: NieuwAmsterdamRules, state: State, ship: Ship) -> Finds:
    ships = state.slots.ships
    for slot in ship.slots:
        if not 1 <= slot <= len(ships) or ships[slot - 1] is None:
            return broken(slot=slot)
    return None


@cites(na.TRADE_13)
def a_ship_takes_its_number_of_furs(rules: NieuwAmsterdamRules, state: State, ship: Ship) -> Finds:
    ships, there = state.slots.ships, False
    due: Number = 0
    for slot in ship.slots:
        vessel = ships[slot - 1] if 1 <= slot <= len(ships) else None
        if vessel is not None:
            there, due = True, due + vessel.furs
    furs = count_of(ship.furs)
    return broken(furs=furs, due=due) if there and furs != due else None


@cites(na.TRADE_13)
def the_furs_shipped_are_ones_own(rules: NieuwAmsterdamRules, state: State, ship: Ship) -> Finds:
    own = state.players[ship.seat].furs
    if count_of(ship.furs) > most(own.total):
        return impossible(furs=ship.furs, held=own.total)
    for fur, count in ship.furs:
        if fur != FUR and count > most(own.kinds[AT_FUR[fur]]):
            return impossible(furs=((fur, count),), held=own.kinds[AT_FUR[fur]])
    return None


@cites(na.TRADE_18)
def shipping_costs_nothing(rules: NieuwAmsterdamRules, state: State, ship: Ship) -> Finds:
    return broken(paid=ship.paid) if ship.paid and count_of(ship.paid) else None
