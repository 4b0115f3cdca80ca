"""Recognises misplaced actions, which belong to a phase that the table has not reached or has left."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.deeds.setup import as_laid
from domain.games.nieuw_amsterdam.follow.turns import between_rounds, is_played_out
from domain.games.nieuw_amsterdam.pieces import COLUMNS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import BIDDING, FOUND, GAP, PAY, PREPARING, RESPOND, SELECT, TURN, State
from domain.numbers import least
from domain.rules import Action

IN_TURNS = frozenset((*na.TILE_STEP, *na.SPECIALS, na.PassTile, na.PassSpecial))
IN_AUCTIONS = frozenset((na.Select, na.Bid, na.Pass, na.Pay, na.Take))
AFTER_SET_UP = IN_TURNS | IN_AUCTIONS | {na.Done, na.Remove, na.Declare}
BEFORE_TURNS = frozenset((*BIDDING, *PREPARING))


def is_out_of_place(rules: NieuwAmsterdamRules, state: State, action: Action) -> bool:
    """Whether an action surely belongs to a phase the table has not come to, or has long left."""
    kind, phase = type(action), state.phase
    if kind is na.Found:
        return phase not in (FOUND, GAP) and not as_laid(state)
    if phase == FOUND:
        return kind in AFTER_SET_UP or (kind is na.Tiles and not state.slots.shown)
    if kind in IN_TURNS:
        if phase == TURN:
            return isinstance(action, na.TileAction) and _is_of_a_later_step(state, action)
        return phase in BEFORE_TURNS and not between_rounds(state) and not state.tokens_gap
    if kind in IN_AUCTIONS:
        return phase in PREPARING or (phase in BIDDING and _breaks_into_an_auction(state, action))
    if kind is na.Tiles:
        return phase in BIDDING or _turns_are_running(state)
    if isinstance(action, na.Round):
        next_one = action.number == state.round + 1 and not state.round_gap
        return next_one and (phase in BIDDING or _turns_are_running(state))
    return kind is na.Declare and _turns_are_running(state)


def _is_of_a_later_step(state: State, action: na.TileAction) -> bool:
    """Whether the acting seat, with a tile of this step still to spend, does what belongs to a later step."""
    if action.seat != state.actor or action.tile or na.TILE_STEP[type(action)] <= state.step:
        return False
    return least(state.players[action.seat].tiles[state.step]) > 0


def _breaks_into_an_auction(state: State, action: Action) -> bool:
    """Whether a bid comes before a column, a payment before one's answer, or a column where none can be."""
    kind, auction = type(action), state.auction
    if isinstance(action, na.Select):
        lies_there = action.column is None or (action.column in COLUMNS and state.chest.columns[action.column - 1])
        hopeless = not lies_there or action.column == auction.column or state.players[action.seat].column
        return state.phase in (RESPOND, PAY) and bool(auction.column and hopeless)
    if kind is na.Pay and state.phase == RESPOND:
        return action.seat in auction.due
    answers = kind is na.Bid or (kind is na.Pass and action.seat != state.actor)
    return state.phase == SELECT and (answers or kind is na.Take)


def _turns_are_running(state: State) -> bool:
    """Whether a turn, or a tile of the last one, is surely still to be played."""
    return state.phase == TURN and not is_played_out(state)
