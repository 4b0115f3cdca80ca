"""The deeds a table waits for: which they are, and the checks of order that then have nothing to say."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import actions as act
from domain.games.nieuw_amsterdam.checks import bidding, income, preparation, round, turn
from domain.games.nieuw_amsterdam.pieces import STEPS
from domain.games.nieuw_amsterdam.state import CARDS, PAY, RESPOND, SELECT, TAKE, TILES, TURN, State

BIDS = frozenset((round.bidding_waits_for_the_tiles, round.no_cards_bring_no_other_round))
ANSWERS = BIDS | {bidding.bids_wait_for_a_column, bidding.answers_come_in_turn_order}
CLOSING = BIDS | {bidding.all_answer_before_an_auction_closes}
SELECTIONS = CLOSING | {
    bidding.there_is_no_auction_too_many,
    bidding.the_lowest_token_without_a_column_selects,
    bidding.a_payment_is_told,
}
TAKING = CLOSING | {
    bidding.only_the_last_one_takes_without_an_auction,
    bidding.columns_nobody_took_give_nothing,
    bidding.a_payment_is_told,
}
TURNS = frozenset(
    (
        round.actions_wait_for_the_bidding,
        round.no_cards_bring_no_other_round,
        bidding.all_have_a_column_before_they_act,
        turn.turns_follow_the_tokens,
        turn.everybody_has_one_turn_in_a_step,
        turn.all_tiles_of_the_step_are_spent,
        turn.a_turn_without_tiles_is_not_skipped,
        turn.the_special_action_is_taken_or_passed,
    )
)
SPENT_TILES = TURNS | {turn.a_step_is_over_before_the_next}
LEFT_OPEN = frozenset(
    (
        round.no_cards_bring_no_other_round,
        turn.all_tiles_of_the_step_are_spent,
        turn.a_turn_without_tiles_is_not_skipped,
        turn.the_special_action_is_taken_or_passed,
        income.unpaid_businesses_are_removed,
    )
)
NEW_CARDS = LEFT_OPEN | {round.cards_wait_for_the_first_businesses, preparation.an_emptied_slot_stays_empty}
NEW_TILES = LEFT_OPEN | {round.tiles_wait_for_cards_and_furs, round.tiles_wait_for_the_end_of_the_round}


def step_1(state: State, cards: act.Lands | act.Ships) -> bool:
    """New cards are laid out."""
    return state.phase == CARDS


def step_3(state: State, tiles: act.Tiles) -> bool:
    """New tiles are laid out."""
    return state.phase == TILES


def its_selection(state: State, select: act.Select) -> bool:
    """The seat with the lowest token selects."""
    return state.phase == SELECT and select.seat == state.actor


def its_answer(state: State, answer: act.Bid | act.Pass) -> bool:
    """The next in turn order bids or passes."""
    return state.phase == RESPOND and state.auction.due[:1] == (answer.seat,)


def its_payment(state: State, pay: act.Pay) -> bool:
    """The highest bidder pays."""
    return state.phase == PAY and pay.seat == state.auction.bidder


def the_last_column(state: State, take: act.Take) -> bool:
    """The only one without a column takes one."""
    return state.phase == TAKE and take.seat == state.actor


def its_turn(state: State, action: act.Action) -> bool:
    """The acting seat takes or passes a special action."""
    return state.phase == TURN and action.seat == state.actor


def its_tile(state: State, action: act.TileAction) -> bool:
    """The acting seat spends a tile of the step."""
    if state.phase != TURN or action.seat != state.actor or action.tile:
        return False
    return act.TILE_STEP[type(action)] == state.step


def its_passed_tile(state: State, passing: act.PassTile) -> bool:
    """The acting seat gives up a tile of the step."""
    return state.phase == TURN and passing.seat == state.actor and passing.tile == STEPS[state.step]


AWAITED = {
    act.Lands: (step_1, NEW_CARDS),
    act.Ships: (step_1, NEW_CARDS),
    act.Tiles: (step_3, NEW_TILES),
    act.Select: (its_selection, SELECTIONS),
    act.Bid: (its_answer, ANSWERS),
    act.Pass: (its_answer, ANSWERS),
    act.Pay: (its_payment, CLOSING | {bidding.the_highest_bidder_wins}),
    act.Take: (the_last_column, TAKING),
    **dict.fromkeys(act.TILE_STEP, (its_tile, SPENT_TILES)),
    act.PassTile: (its_passed_tile, SPENT_TILES),
    **dict.fromkeys((*act.SPECIALS, act.PassSpecial), (its_turn, TURNS)),
}
