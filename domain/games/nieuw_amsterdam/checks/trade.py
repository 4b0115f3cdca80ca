"""Checks of step 7: furs bought and shipped (NA-TRADE)."""

from __future__ import annotations

from domain.clauses import Clause, cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Mix, Ship, Trade, count_of
from domain.games.nieuw_amsterdam.checks import journey, shipping
from domain.games.nieuw_amsterdam.deeds.trade import TRADER, has_furs, price_of, prices_of
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, FUR, NOT_SEEN, PERHAPS, SINGLY, TRADER_SPACES, TRADERS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import NotKnown, most
from domain.rules import Broken, Check, broken, impossible

Finds = Broken | None
TOP, MIDDLE, BOTTOM = TRADERS


def taken_from(trade: Trade, name: str) -> Mix | None:
    """The furs taken from a trader: () where all were taken, None if it was another trader."""
    if trade.trader == name:
        return trade.furs
    return next((furs for trader, furs in trade.also if trader == name), None) if trade.also else None


@cites(na.TRADE_1)
def one_action_deals_with_one_trader(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    return broken(traders=len(trade.also) + 1) if trade.also else None


# Prices -------------------------------------------------------------------------------------------


def _sells_all_together(clause: Clause, name: str) -> Check:
    @cites(clause)
    def a_trader_sells_all_together(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
        furs, lying = taken_from(trade, name), state.traders[AT_TRADER[name]]
        if not furs or not lying or count_of(furs) == len(lying):
            return None
        return broken(taken=count_of(furs), lying=len(lying))

    return a_trader_sells_all_together


def _is_open(clause: Clause, name: str) -> Check:
    spaces = TRADER_SPACES[AT_TRADER[name]]

    @cites(clause)
    def a_half_filled_trader_is_closed(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
        """Asked where a trader without all its furs sells nothing (NA-Q-14)."""
        lying = len(state.traders[AT_TRADER[name]])
        return broken(lying=lying) if taken_from(trade, name) is not None and 0 < lying < spaces else None

    return a_half_filled_trader_is_closed


def _has_its_price(clause: Clause, name: str) -> Check:
    at = AT_TRADER[name]

    @cites(clause)
    def a_trader_has_its_price(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
        if trade.paid is None or trade.also or trade.trader != name or not _in_goods(trade.paid):
            return None
        lying = len(state.traders[at])
        due = price_of(rules, at, count_of(trade.furs) if trade.furs else lying, lying)
        return broken(paid=count_of(trade.paid), due=due) if lying and count_of(trade.paid) != due else None

    return a_trader_has_its_price


def _in_goods(paid: Mix) -> bool:
    return all(kind == "goods" for kind, count in paid if count)


the_bottom_trader_sells_all = _sells_all_together(na.TRADE_2, BOTTOM)
the_price_of_the_bottom_trader = _has_its_price(na.TRADE_2, BOTTOM)
the_middle_trader_sells_all = _sells_all_together(na.TRADE_3, MIDDLE)
the_price_of_the_middle_trader = _has_its_price(na.TRADE_3, MIDDLE)
the_price_of_the_top_trader = _has_its_price(na.TRADE_4, TOP)
# Where a half-filled trader sells nothing.
HALF_FILLED_IS_CLOSED: dict[type, tuple[Check, ...]] = {
    Trade: (_is_open(na.TRADE_2, BOTTOM), _is_open(na.TRADE_3, MIDDLE))
}


@cites(na.TRADE_4)
def the_top_trader_sells_what_lies_there(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    furs, lying = taken_from(trade, TOP), len(state.traders[SINGLY])
    if not furs or not lying:
        return None
    count = count_of(furs)
    if 1 <= count <= lying or (not count and rules.empty_actions):
        return None
    return broken(taken=count, lying=lying)


@cites(na.TRADE_5)
def a_trader_without_furs_has_nothing_to_sell(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    for name, _ in ((trade.trader, trade.furs), *trade.also):
        lying = sum(state.traders, ()) if name == NOT_SEEN else state.traders[AT_TRADER[name]]
        if not lying:
            return broken(trader=name)
        if PERHAPS in lying and name != NOT_SEEN:
            raise NotKnown(TRADER)
    return None


@cites(na.TRADE_6)
def furs_are_paid_in_goods(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    return None if trade.paid is None or _in_goods(trade.paid) else broken(paid=trade.paid)


@cites(na.TRADE_6)
def there_are_goods_for_the_furs(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    held = state.players[trade.seat].goods
    if trade.paid is not None:
        given = sum(count for kind, count in trade.paid if kind == "goods")
        return None if given <= most(held) else impossible(goods=held, due=given)
    due = sum(_price(rules, state, *take) for take in ((trade.trader, trade.furs), *trade.also))
    return None if due <= held else broken(goods=held, due=due)


def _price(rules: NieuwAmsterdamRules, state: State, name: str, furs: Mix) -> int:
    """The goods to pay for a trader's furs; the fewest possible where the trader was not seen."""
    if name == NOT_SEEN:
        stalls = [(at, lying) for at, lying in enumerate(state.traders) if lying]
        return min([prices_of(rules, at, furs, lying)[0] for at, lying in stalls], default=0)
    at = AT_TRADER[name]
    lying = len(state.traders[at])
    return price_of(rules, at, count_of(furs) if furs else lying, lying) if lying else 0


@cites(na.TRADE_7)
def the_furs_taken_lay_on_the_trader(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    for name, furs in ((trade.trader, trade.furs), *trade.also):
        if name == NOT_SEEN:
            able = [trader for trader in TRADERS if has_furs(trader, state.traders[AT_TRADER[trader]], furs)]
            if furs and any(state.traders) and not able:
                return impossible(trader=name, fur=furs[0][0], count=furs[0][1])
            continue
        lying = state.traders[AT_TRADER[name]]
        if count_of(furs) > len(lying):
            continue  # more than lay there, whatever they were
        unseen = lying.count(NOT_SEEN) + lying.count(PERHAPS)
        for fur, count in furs:
            unseen -= max(0, count - lying.count(fur)) if fur != FUR else 0
            if unseen < 0:
                return impossible(trader=name, fur=fur, count=count)
    return None


CHECKS: dict[type, tuple[Check, ...]] = {
    Trade: (
        one_action_deals_with_one_trader,
        the_bottom_trader_sells_all,
        the_price_of_the_bottom_trader,
        the_middle_trader_sells_all,
        the_price_of_the_middle_trader,
        the_top_trader_sells_what_lies_there,
        the_price_of_the_top_trader,
        a_trader_without_furs_has_nothing_to_sell,
        furs_are_paid_in_goods,
        there_are_goods_for_the_furs,
        the_furs_taken_lay_on_the_trader,
        journey.no_fee_with_a_longhouse_across_the_river,
        journey.the_fee_is_the_corn_on_all_boats,
        journey.the_fee_is_due_once_for_every_trade,
        journey.who_cannot_pay_the_fee_cannot_trade,
    ),
    Ship: (
        shipping.one_ship_is_loaded,
        shipping.a_ship_lies_in_the_slot,
        shipping.a_ship_takes_its_number_of_furs,
        shipping.the_furs_shipped_are_ones_own,
        shipping.shipping_costs_nothing,
    ),
}
