"""Shortcuts for the expected tile and special actions of steps 5 to 7, in their usual form.

One look at the seat's turn and purse tells that no check has anything to say; whatever is unusual, or not known well
enough, is left to the checks.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.games.nieuw_amsterdam import actions as act
from domain.games.nieuw_amsterdam.deeds.trade import journey, price_of
from domain.games.nieuw_amsterdam.pieces import (
    AT_DISTRICT,
    AT_FUR,
    AT_TRADER,
    MARKET_PRICE,
    MOST_AT_ONCE,
    NOT_SEEN,
    PERHAPS,
    SINGLY,
    STEPS,
    WHARF,
)
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import OPEN, TURN, State, farthest_camp, fee_due, next_zone
from domain.numbers import NotKnown, Number, least
from domain.rules import Seat

CITY, LAND, TRADE = range(len(STEPS))


def surely(held: Number, count: int) -> bool:
    """Whether there is at least so much, whatever is not known."""
    return held >= count if held.__class__ is int else least(held) >= count


# Tiles --------------------------------------------------------------------------------------------


def _spends(state: State, seat: Seat, step: int) -> bool:
    """Whether it is this seat's turn in a step, with a tile of it that it surely has."""
    if seat != state.actor or state.step != step or state.phase != TURN:
        return False
    return surely(state.players[seat].tiles[step], 1)


def its_businesses(rules: NieuwAmsterdamRules, state: State, build: act.Build) -> bool:
    """The acting seat builds one to three businesses, in districts and with the wood it has."""
    seat, count = build.seat, 0
    if build.tile or build.paid is not None or not _spends(state, seat, CITY):
        return False
    for place, number in build.where:
        if place not in AT_DISTRICT:
            return False
        count += number
    player = state.players[seat]
    return 1 <= count <= MOST_AT_ONCE and surely(player.wood, count) and surely(player.estate.supply, count)


def its_elections(rules: NieuwAmsterdamRules, state: State, elect: act.Elect) -> bool:
    """The acting seat holds elections."""
    return not elect.tile and _spends(state, elect.seat, CITY)


def its_land(rules: NieuwAmsterdamRules, state: State, add: act.AddLand) -> bool:
    """The acting seat takes a card of a slot to the end of its row, for nothing."""
    if add.tile or add.paid or add.at is not None or len(add.slots) != 1 or not _spends(state, add.seat, LAND):
        return False
    slot, lands = add.slots[0], state.slots.lands
    return 1 <= slot <= len(lands) and lands[slot - 1] is not None


def its_clearing(rules: NieuwAmsterdamRules, state: State, clear: act.Clear) -> bool:
    """The acting seat clears all there is to clear."""
    return not clear.tile and not clear.cards and _spends(state, clear.seat, LAND)


def its_trade(rules: NieuwAmsterdamRules, state: State, trade: act.Trade) -> bool:
    """The acting seat buys from one trader what lies there, with the goods and the corn it has."""
    seat = trade.seat
    if trade.tile or trade.also or trade.unseen or trade.paid is not None or trade.fee is not None:
        return False
    if trade.trader == NOT_SEEN or not _spends(state, seat, TRADE):
        return False
    at, furs = AT_TRADER[trade.trader], trade.furs
    lying = state.traders[at]
    if PERHAPS in lying:
        return False
    count = number = len(lying)
    if furs:
        if at != SINGLY:
            return False
        number = 0
        for fur, taken in furs:
            if taken > lying.count(fur):
                return False
            number += taken
    player = state.players[seat]
    if not 1 <= number <= count or not surely(player.goods, price_of(rules, at, number, count)):
        return False
    fee = journey(rules, state, seat)
    return fee.__class__ is int and surely(player.corn, fee)


def its_shipment(rules: NieuwAmsterdamRules, state: State, ship: act.Ship) -> bool:
    """The acting seat loads one ship with as many furs of its own as it takes."""
    seat = ship.seat
    if ship.tile or ship.paid or len(ship.slots) != 1 or not _spends(state, seat, TRADE):
        return False
    slot, ships, own, count = ship.slots[0], state.slots.ships, state.players[seat].furs, 0
    vessel = ships[slot - 1] if 1 <= slot <= len(ships) else None
    if vessel is None:
        return False
    kinds = own.kinds
    for fur, number in ship.furs:
        if fur not in AT_FUR:
            return False
        held = kinds[AT_FUR[fur]]
        if held < number if held.__class__ is int else least(held) < number:
            return False
        count += number
    due = vessel.furs
    return due.__class__ is int and due == count and surely(own.total, count)


def its_passed_tile(rules: NieuwAmsterdamRules, state: State, passing: act.PassTile) -> bool:
    """The acting seat gives up a tile of the step."""
    seat, step = passing.seat, state.step
    if seat != state.actor or passing.tile != STEPS[step] or state.phase != TURN:
        return False
    return surely(state.players[seat].tiles[step], 1)


# Special actions ----------------------------------------------------------------------------------


def its_turn(rules: NieuwAmsterdamRules, state: State, action: act.PassSpecial) -> bool:
    """The acting seat passes the special action of the step."""
    seat = action.seat
    return state.phase == TURN and seat == state.actor and state.players[seat].special[state.step] == OPEN


def _may_act(rules: NieuwAmsterdamRules, state: State, seat: Seat, district: int, fee: int | None) -> bool:
    """Whether the special action of the step is this seat's to take, for the coin it costs, if any."""
    if seat != state.actor or state.phase != TURN:
        return False
    player, leaders = state.players[seat], state.city.leaders[district]
    if leaders is None or player.special[state.step] != OPEN:
        return False
    if seat in leaders and not fee_due(rules, state, seat, district):
        return fee == 0
    coins = player.coins
    return fee == 1 and (coins > 0 if coins.__class__ is int else least(coins) > 0)


def _its_deal(stock: str, district: int) -> Callable[..., bool]:
    def its_deal(rules: NieuwAmsterdamRules, state: State, deal: act.Lumberyard | act.Granary) -> bool:
        """The acting seat buys or sells as much as its purse allows."""
        seat, buy, sell, fee = deal.seat, deal.buy, deal.sell, deal.fee
        if deal.paid is not None or not _may_act(rules, state, seat, district, fee):
            return False
        player = state.players[seat]
        held, needed = (getattr(player, stock), sell) if sell else (player.coins, (fee or 0) + buy)
        return (buy > 0) != (sell > 0) and not (buy and sell) and surely(held, needed)

    return its_deal


def its_warehouse(rules: NieuwAmsterdamRules, state: State, docks: act.Docks) -> bool:
    """The acting seat builds one warehouse on an empty space of its wharf."""
    seat = docks.seat
    if docks.paid is not None or len(docks.spaces) != 1 or not _may_act(rules, state, seat, docks.DISTRICT, docks.fee):
        return False
    player, space = state.players[seat], docks.spaces[0]
    built = player.estate.warehouses
    if space not in WHARF or space in built or len(built) >= len(WHARF):
        return False
    if rules.docks_per_round and player.turn.docked_before:
        return False
    return surely(player.wood, 1) and surely(player.estate.supply, 1)


def its_houses(rules: NieuwAmsterdamRules, state: State, mill: act.Millwork) -> bool:
    """The acting seat builds one to three houses on free spaces of its row."""
    seat, houses = mill.seat, mill.houses
    if mill.paid is not None or mill.at or houses is None or not 1 <= houses <= MOST_AT_ONCE:
        return False
    if not _may_act(rules, state, seat, mill.DISTRICT, mill.fee):
        return False
    player = state.players[seat]
    free: Number = 0
    for plot in player.estate.row:
        free = free + (plot.card.spaces - plot.houses)
    return surely(free, houses) and surely(player.wood, houses) and surely(player.estate.supply, houses)


def its_purchase(rules: NieuwAmsterdamRules, state: State, market: act.Market) -> bool:
    """The acting seat buys one to three furs out of the reserve, for coins and goods it has."""
    seat, number, fee = market.seat, market.number, market.fee
    if market.early or market.source or market.paid is None or not 1 <= number <= MOST_AT_ONCE:
        return False
    if len(market.drawn) not in (0, number) or not surely(state.reserve, number):
        return False
    if not _may_act(rules, state, seat, market.DISTRICT, fee):
        return False
    coins = goods = 0
    for kind, count in market.paid:
        if kind == "coins":
            coins += count
        elif kind == "goods":
            goods += count
        else:
            return False
    player = state.players[seat]
    if coins + goods != MARKET_PRICE * number:
        return False
    return (not coins or surely(player.coins, (fee or 0) + coins)) and (not goods or surely(player.goods, goods))


def its_move_upriver(rules: NieuwAmsterdamRules, state: State, company: act.Company) -> bool:
    """The acting seat moves its post to the nearest free zone, as far as there are longhouses."""
    seat, zones = company.seat, company.zones
    if company.paid is not None or company.space or len(zones) != 1:
        return False
    if not _may_act(rules, state, seat, company.DISTRICT, company.fee) or not surely(state.players[seat].wood, 1):
        return False
    try:
        return zones[0] == next_zone(state, seat) and 1 <= zones[0] <= farthest_camp(state)
    except NotKnown:
        return False


EXPECTED_ACTIONS: dict[type, Callable[..., bool]] = {
    act.Build: its_businesses,
    act.Elect: its_elections,
    act.AddLand: its_land,
    act.Clear: its_clearing,
    act.Trade: its_trade,
    act.Ship: its_shipment,
    act.PassTile: its_passed_tile,
    act.Lumberyard: _its_deal("wood", act.Lumberyard.DISTRICT),
    act.Granary: _its_deal("corn", act.Granary.DISTRICT),
    act.Docks: its_warehouse,
    act.Millwork: its_houses,
    act.Market: its_purchase,
    act.Company: its_move_upriver,
    act.PassSpecial: its_turn,
}
