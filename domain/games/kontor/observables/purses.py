"""Observables of florins: the purses and the treasury."""

from __future__ import annotations

from typing import Any

from domain.games.kontor import clauses as ko
from domain.games.kontor.follow.turns import income_to_come
from domain.games.kontor.observables.common import cannot_be_if, of_seat, of_table
from domain.games.kontor.pieces import CANAL
from domain.games.kontor.state import REFILL, State, actor_of, put_at, with_player
from domain.numbers import Number, Range, not_below_zero
from domain.rules import Key, replace


def set_purse(state: State, key: Key, value: Any) -> State:
    """Florins as counted: what a seat did not take lies in the treasury, what it did not pay can be asked for."""
    player = state.players[key[0]]
    before = player.purse
    if Range not in (type(before), type(value), type(state.treasury)):
        owed, kept = not_below_zero(player.owed + before - value), not_below_zero(player.kept + value - before)
        state = with_player(state, key[0], replace(player, owed=owed, kept=kept))
    return put_purse(state, key, value)


def purse_shown(state: State, key: Key, value: Any) -> State:
    """A purse that accounts for what the treasury was read to lack, or to have too much, is no second difference."""
    player, purses = state.players[key[0]], [player.purse for player in state.players]
    if value is None or Range in map(type, (value, state.treasury, *purses)):
        return state
    missing = state.florins - state.treasury - sum(purses)
    if not missing or value - player.purse != missing:
        return state
    return replace(set_purse(state, key, value), treasury=state.treasury)


def put_purse(state: State, key: Key, value: Any) -> State:
    """Florins as a position states them: the rest lies in the treasury, and nothing is owed for it."""
    player = state.players[key[0]]
    before, left = player.purse, state.treasury
    players = put_at(state.players, key[0], replace(player, purse=value))
    if Range in (type(before), type(value), type(left)):
        return replace(state, players=players)
    return replace(state, players=players, treasury=not_below_zero(left + before - value))


def _purse(state: State, key: Key) -> Number:
    return state.players[key[0]].purse


def _purse_so_far(rules: Any, state: State, key: Key) -> tuple[Number]:
    """With the income of a card that was placed, which some take before they draw."""
    return (_purse(state, key) + (income_to_come(rules, state) if actor_of(state) == key[0] else 0),)


def _treasury_so_far(rules: Any, state: State, key: Key) -> tuple[Number]:
    """Without that income."""
    return (state.treasury - income_to_come(rules, state),)


def _earns(state: State, key: Key) -> bool:
    """Whether a canal was placed whose florin comes with the draw: to that purse, or out of the treasury."""
    lying = state.board.cards.get(state.play.placed)
    due = state.phase == REFILL and lying is not None and lying.kind == CANAL and not state.play.earned
    return due and key in ((), (actor_of(state),))


PURSE = of_seat(
    "purse",
    set=set_purse,
    set_position=put_purse,
    reveal_choice=purse_shown,
    subtotals=_purse_so_far,
    is_pending=_earns,
    clause=ko.REC_8.id,
    clause_is_fallback=True,
    judge_value=cannot_be_if(_purse),
)
TREASURY = of_table(
    "treasury", clause=ko.MONEY_4.id, clause_is_fallback=True, subtotals=_treasury_so_far, is_pending=_earns
)
