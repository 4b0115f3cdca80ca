"""The journey to the Lenape: the travelling fee (NA-TRADE-8 to 11)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Trade, count_of
from domain.games.nieuw_amsterdam.deeds.trade import journey
from domain.games.nieuw_amsterdam.pieces import AT_TRADER
from domain.games.nieuw_amsterdam.state import State, travel_fee
from domain.numbers import Number, is_surely, least, most
from domain.rules import Broken, broken, impossible

Finds = Broken | None


@cites(na.TRADE_8)
def no_fee_with_a_longhouse_across_the_river(rules, state: State, trade: Trade) -> Finds:
    if not trade.fee:
        return None
    due = travel_fee(rules, state, trade.seat)
    return broken(fee=trade.fee, due=due) if is_surely(due, 0) else None


@cites(na.TRADE_9)
def the_fee_is_the_corn_on_all_boats(rules, state: State, trade: Trade) -> Finds:
    if trade.fee is None:
        return None
    due = journey(rules, state, trade.seat)
    if is_surely(due, 0) or trade.fee == due:
        return None
    otherwise = _cannot_travel(state, trade, due) or _counted_otherwise(state, trade, due)
    return None if otherwise else broken(fee=trade.fee, due=due)


@cites(na.TRADE_10)
def the_fee_is_due_once_for_every_trade(rules, state: State, trade: Trade) -> Finds:
    if trade.fee is None:
        return None
    due = journey(rules, state, trade.seat)
    if least(due) != most(due) or trade.fee == due or _cannot_travel(state, trade, due):
        return None
    if not most(due):  # paid before in this turn (NA-Q-20), unless nothing was ever due
        return None if is_surely(travel_fee(rules, state, trade.seat), 0) else broken(fee=trade.fee, due=due)
    return broken(fee=trade.fee, due=due) if _counted_otherwise(state, trade, due) else None


def _counted_otherwise(state: State, trade: Trade, due: Number) -> bool:
    """Whether a fee is left out as paid already in this turn, or paid for each fur."""
    if not trade.fee:
        return state.players[trade.seat].turn.travelled > 0
    furs = count_of(trade.furs) or len(state.traders[AT_TRADER[trade.trader]])
    return furs > 1 and is_surely(due * furs, trade.fee)


def _cannot_travel(state: State, trade: Trade, due: Number) -> bool:
    """Whether a seat surely has less corn than the journey takes."""
    return most(state.players[trade.seat].corn) < least(due)


@cites(na.TRADE_11)
def who_cannot_pay_the_fee_cannot_trade(rules, state: State, trade: Trade) -> Finds:
    corn, due = state.players[trade.seat].corn, journey(rules, state, trade.seat)
    if trade.fee is not None:
        if trade.fee > most(corn):
            return impossible(corn=corn, due=trade.fee)
        return broken(corn=corn, due=due) if _cannot_travel(state, trade, due) else None
    return None if due <= corn else broken(corn=corn, due=due)
