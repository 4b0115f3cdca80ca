"""Checks of the journey to the Lenape: the travelling fee (NA-TRADE-8 to 11)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Trade, count_of
from domain.games.nieuw_amsterdam.deeds.trade import journey, journey_paid
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, NOT_SEEN
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State, travel_fee
from domain.numbers import NotKnown, Number, is_surely, least, most
from domain.rules import Broken, broken, impossible

Finds = Broken | None


@cites(na.TRADE_8)
def no_fee_with_a_longhouse_across_the_river(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    fee = journey_paid(state, trade)
    if not fee:
        return None
    due = travel_fee(rules, state, trade.seat)
    return broken(fee=fee, due=due) if is_surely(due, 0) else None


@cites(na.TRADE_9)
def the_fee_is_the_corn_on_all_boats(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    fee = journey_paid(state, trade)
    if fee is None and not trade.unseen:
        return None
    due = journey(rules, state, trade.seat)
    if is_surely(due, 0) or (fee is not None and fee == due) or _cannot_travel(state, trade, due):
        return None
    if fee is None:
        raise NotKnown("journey")
    return None if _counted_otherwise(state, trade, fee, due) else broken(fee=fee, due=due)


@cites(na.TRADE_10)
def the_fee_is_due_once_for_every_trade(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    fee = journey_paid(state, trade)
    if fee is None:
        return None
    due = journey(rules, state, trade.seat)
    if least(due) != most(due) or fee == due or _cannot_travel(state, trade, due):
        return None
    if not most(due):  # paid before in this turn (NA-Q-20), unless nothing was ever due
        return None if is_surely(travel_fee(rules, state, trade.seat), 0) else broken(fee=fee, due=due)
    return broken(fee=fee, due=due) if _counted_otherwise(state, trade, fee, due) else None


def _counted_otherwise(state: State, trade: Trade, fee: int, due: Number) -> bool:
    """Whether a fee was left out because one was paid before in this turn, or was paid for each fur."""
    if not fee:
        return state.players[trade.seat].turn.travelled > 0
    furs = count_of(trade.furs) or (0 if trade.trader == NOT_SEEN else len(state.traders[AT_TRADER[trade.trader]]))
    return furs > 1 and is_surely(due * furs, fee)


def _cannot_travel(state: State, trade: Trade, due: Number) -> bool:
    """Whether a seat surely has less corn than the journey takes."""
    return most(state.players[trade.seat].corn) < least(due)


@cites(na.TRADE_11)
def who_cannot_pay_the_fee_cannot_trade(rules: NieuwAmsterdamRules, state: State, trade: Trade) -> Finds:
    corn, due = state.players[trade.seat].corn, journey(rules, state, trade.seat)
    fee = journey_paid(state, trade)
    if fee is not None:
        if fee > most(corn):
            return impossible(corn=corn, due=fee)
        return broken(corn=corn, due=due) if _cannot_travel(state, trade, due) else None
    return None if due <= corn else broken(corn=corn, due=due)
