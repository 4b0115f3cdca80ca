"""Checks of the frame of a round: six rounds, the order of the steps, tokens that stay (NA-ROUND)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import actions as act
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Declare, End, Fill, Move, Round, Tiles
from domain.games.nieuw_amsterdam.checks.preparation import BEFORE_BIDDING, only_tells, waits_for_the_discard
from domain.games.nieuw_amsterdam.deeds.preparation import late_key
from domain.games.nieuw_amsterdam.follow.turns import between_rounds, is_played_out, nearly_over
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    BIDDING,
    CARDS,
    FINAL,
    FOUND,
    GAP,
    OVER,
    PAY,
    PREPARING,
    RANKING,
    REFILL,
    REMOVE,
    RESPOND,
    TURN,
    State,
)
from domain.numbers import NotKnown
from domain.rules import Action, Broken, Check, broken, impossible

Finds = Broken | None
ENDED = frozenset((FINAL, RANKING, OVER))
BIDDING_SET = frozenset(BIDDING)
# An auction broken off between two columns leaves some without: NA-AUCTION-1.
BEFORE_TURNS = frozenset((FOUND, *PREPARING, RESPOND, PAY, REMOVE))
UNRECORDED = {CARDS: "cards", REFILL: "filled"}  # the missing fact about a step that no line records


def _surely(state: State, broke: Broken) -> Broken:
    """The result of a check, or none while a gap leaves open which round it is."""
    if state.round_gap:
        raise NotKnown(state.round_gap)
    return broke


# Six rounds ---------------------------------------------------------------------------------------


@cites(na.ROUND_1)
def no_game_ends_in_an_earlier_round(rules: NieuwAmsterdamRules, state: State, end: End) -> Finds:
    early = (
        state.round < rules.rounds
        and state.phase not in (*ENDED, GAP)
        and not (between_rounds(state) or is_played_out(state))
    )
    return _surely(state, broken(round=state.round, rounds=rules.rounds)) if early else None


@cites(na.ROUND_1)
def there_is_no_seventh_round(rules: NieuwAmsterdamRules, state: State, announcement: Round) -> Finds:
    further = announcement.number > rules.rounds and announcement.number > state.round
    return broken(number=announcement.number, rounds=rules.rounds) if further else None


@cites(na.ROUND_1)
def rounds_are_counted_one_by_one(rules: NieuwAmsterdamRules, state: State, announcement: Round) -> Finds:
    if state.round_gap or announcement.number in (state.round, state.round + 1) or announcement.number > rules.rounds:
        return None
    return impossible(number=announcement.number, round=state.round)


@cites(na.ROUND_3)
def cards_left_bring_another_round(rules: NieuwAmsterdamRules, state: State, end: End) -> Finds:
    over = between_rounds(state) or is_played_out(state) or state.phase == GAP
    return broken(cards=state.slots.land_deck) if over and state.slots.land_deck > 0 else None


@cites(na.ROUND_3)
def no_cards_bring_no_other_round(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    if state.phase not in ENDED or (action.seat is not None and action.seat == state.just):
        return None
    return None if state.round > rules.rounds else broken()  # found when that round was begun


# The order of the steps ---------------------------------------------------------------------------


@cites(na.ROUND_2)
def cards_wait_for_the_first_businesses(
    rules: NieuwAmsterdamRules, state: State, cards: act.Lands | act.Ships
) -> Finds:
    first = state.phase == FOUND and not state.slots.shown  # found by the first of them
    return broken(open=state.phase) if first else None


@cites(na.ROUND_2)
def furs_wait_for_the_cards(rules: NieuwAmsterdamRules, state: State, fill: Fill) -> Finds:
    return _broken_if_recorded_late(state) if state.phase == CARDS and not only_tells(state, fill) else None


def _broken_if_recorded_late(state: State) -> Broken:
    """The open step was still to come if a later line records it; otherwise it is not known whether it was done."""
    if state.known.get(late_key(state, state.phase)) is None:
        raise NotKnown(UNRECORDED[state.phase])
    return broken(open=state.phase)


@cites(na.ROUND_2)
def tiles_wait_for_cards_and_furs(rules: NieuwAmsterdamRules, state: State, tiles: Tiles) -> Finds:
    if state.phase == FOUND and state.slots.shown:
        return None  # found when the cards were laid out
    if state.phase == CARDS or (state.phase == REFILL and not waits_for_the_discard(state)):
        return _broken_if_recorded_late(state)
    return broken(open=state.phase) if state.phase == FOUND else None


@cites(na.ROUND_2)
def tiles_wait_for_the_end_of_the_round(rules: NieuwAmsterdamRules, state: State, tiles: Tiles) -> Finds:
    running = state.phase in BIDDING_SET or (state.phase == TURN and not nearly_over(state))
    return broken(open=state.phase) if running else None


@cites(na.ROUND_2)
def bidding_waits_for_the_tiles(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    return broken(open=state.phase) if state.phase in BEFORE_BIDDING else None


@cites(na.ROUND_2)
def actions_wait_for_the_bidding(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    if state.phase == TURN or state.phase not in BEFORE_TURNS:
        return None
    others_remove = state.phase == REMOVE and action.seat != state.actor
    belated = action.seat == state.just and (others_remove or between_rounds(state))
    return None if belated else broken(open=state.phase)  # what belongs to a turn just ended is found there


@cites(na.ROUND_2)
def income_waits_for_the_actions(rules: NieuwAmsterdamRules, state: State, step: Declare) -> Finds:
    if between_rounds(state) or state.phase in (*ENDED, GAP, REMOVE):
        return None
    return None if nearly_over(state) else broken(open=state.phase)


@cites(na.ROUND_2)
def a_round_waits_for_the_one_before(rules: NieuwAmsterdamRules, state: State, announcement: Round) -> Finds:
    if announcement.number != state.round + 1 or announcement.number > rules.rounds or state.round_gap:
        return None
    return None if nearly_over(state) else broken(open=state.phase)


# Tokens -------------------------------------------------------------------------------------------


@cites(na.ROUND_4)
def tokens_change_hands_in_auctions_only(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    if move.thing != "token" or not move.target.startswith("token"):
        return None
    token = int(move.target[5:])
    own = state.tokens[move.seat]
    return broken(token=token, own=own) if token != own and token <= len(state.players) else None


_AFTER_THE_END = (no_cards_bring_no_other_round,)
_BIDS: dict[type, tuple[Check, ...]] = dict.fromkeys(
    (act.Select, act.Bid, act.Pass, act.Pay, act.Take), (bidding_waits_for_the_tiles, *_AFTER_THE_END)
)
_TURNS: dict[type, tuple[Check, ...]] = dict.fromkeys(
    (*act.TILE_STEP, *act.SPECIALS, act.PassTile, act.PassSpecial), (actions_wait_for_the_bidding, *_AFTER_THE_END)
)
CHECKS: dict[type, tuple[Check, ...]] = {
    **_TURNS,
    **_BIDS,
    act.Lands: (cards_wait_for_the_first_businesses, *_AFTER_THE_END),
    act.Ships: (cards_wait_for_the_first_businesses, *_AFTER_THE_END),
    Fill: (furs_wait_for_the_cards, *_AFTER_THE_END),
    Tiles: (tiles_wait_for_cards_and_furs, tiles_wait_for_the_end_of_the_round, *_AFTER_THE_END),
    Declare: (income_waits_for_the_actions,),
    Round: (there_is_no_seventh_round, rounds_are_counted_one_by_one, a_round_waits_for_the_one_before),
    End: (no_game_ends_in_an_earlier_round, cards_left_bring_another_round),
    Move: (tokens_change_hands_in_auctions_only,),
}
