"""The deeds a table waits for, done as they mostly are: one look tells which checks then have nothing to say."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import actions as act
from domain.games.nieuw_amsterdam.checks import bidding, income, preparation, round, setup, special, turn
from domain.games.nieuw_amsterdam.pieces import STEPS
from domain.games.nieuw_amsterdam.state import (
    CARDS,
    FOUND,
    OPEN,
    PAY,
    REMOVE,
    RESPOND,
    SELECT,
    TAKE,
    TILES,
    TURN,
    State,
    fee_due,
)

FIRST_BUSINESSES = frozenset(
    (
        setup.first_businesses_go_in_turn_order,
        setup.first_businesses_cost_nothing,
        setup.second_businesses_go_in_turn_order,
        setup.a_second_business_waits_for_all_first_ones,
        setup.two_businesses_are_placed_before_the_first_round,
    )
)
BIDS = frozenset((round.bidding_waits_for_the_tiles, round.no_cards_bring_no_other_round))
ANSWERS = BIDS | {bidding.bids_wait_for_a_column, bidding.answers_come_in_turn_order}
FIRST_ANSWERS = ANSWERS | {bidding.who_has_a_column_does_not_bid, bidding.each_bids_once}
CLOSING = BIDS | {bidding.all_answer_before_an_auction_closes}
SELECTIONS = CLOSING | {
    bidding.there_is_no_auction_too_many,
    bidding.the_lowest_token_without_a_column_selects,
    bidding.nobody_gets_a_second_column,
    bidding.a_payment_is_told,
}
TAKING = CLOSING | {
    bidding.only_the_last_one_takes_without_an_auction,
    bidding.nobody_gets_a_second_column,
    bidding.columns_nobody_took_give_nothing,
    bidding.a_payment_is_told,
    bidding.only_five_kinds_can_pay,
    bidding.the_winner_pays_the_bid,
    bidding.nobody_pays_what_nobody_holds,
    bidding.the_last_column_costs_nothing,
    bidding.the_loser_pays_nothing,
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
SPENT_TILES = TURNS | {
    turn.a_step_is_over_before_the_next,
    turn.a_tile_serves_the_actions_of_its_step,
    turn.one_tile_gives_one_action,
}
SPECIALS = TURNS | {turn.one_special_action_in_a_step, turn.a_coin_or_a_special_action}
SPECIALS_FOR_A_FEE = SPECIALS | set(special.FEE)
SPECIALS_AT_THEIR_PRICE = SPECIALS_FOR_A_FEE | special.OF_A_PAYMENT
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
NEW_TILES = LEFT_OPEN | {
    round.tiles_wait_for_cards_and_furs,
    round.tiles_wait_for_the_end_of_the_round,
    preparation.no_space_stays_empty_while_there_are_discards,
    preparation.no_space_of_the_cash_box_stays_empty,
    preparation.there_are_twelve_tiles,
}
REMOVALS = frozenset(
    (
        income.unpaid_businesses_are_removed,
        income.removals_go_in_turn_order,
        income.removed_businesses_go_where_they_belong,
    )
)


def its_business(rules, state: State, found: act.Found) -> bool:
    """The next in turn order places a first business, for nothing."""
    return state.phase == FOUND and found.seat == state.actor and not found.paid


def step_1(rules, state: State, cards: act.Lands | act.Ships) -> bool:
    """New cards are laid out."""
    return state.phase == CARDS


def step_3(rules, state: State, tiles: act.Tiles) -> bool:
    """All twelve tiles are laid out."""
    return state.phase == TILES and len("".join(tiles.columns)) == preparation.TWELVE


def its_selection(rules, state: State, select: act.Select) -> bool:
    """The seat with the lowest token, without a column, selects."""
    seat = select.seat
    return state.phase == SELECT and seat == state.actor and not state.players[seat].column


def its_answer(rules, state: State, answer: act.Bid | act.Pass) -> bool:
    """The next in turn order bids or passes."""
    return state.phase == RESPOND and state.auction.due[:1] == (answer.seat,)


def its_first_answer(rules, state: State, bid: act.Bid) -> bool:
    """The next in turn order, without a column, bids for the first time."""
    seat, auction = bid.seat, state.auction
    if state.phase != RESPOND or auction.due[:1] != (seat,):
        return False
    return seat not in auction.acted and not state.players[seat].column


def its_payment(rules, state: State, pay: act.Pay) -> bool:
    """The highest bidder pays."""
    return state.phase == PAY and pay.seat == state.auction.bidder


def the_last_column(rules, state: State, take: act.Take) -> bool:
    """The only one without a column takes one, for nothing."""
    seat = take.seat
    return state.phase == TAKE and seat == state.actor and not take.paid and not state.players[seat].column


def its_tile(rules, state: State, action: act.TileAction) -> bool:
    """The acting seat spends a tile of the step that it surely has."""
    seat, step = action.seat, state.step
    if state.phase != TURN or seat != state.actor or action.tile or act.TILE_STEP[type(action)] != step:
        return False
    held = state.players[seat].tiles[step]
    return held.__class__ is int and held > 0


def its_passed_tile(rules, state: State, passing: act.PassTile) -> bool:
    """The acting seat gives up a tile of the step that it surely has."""
    seat, step = passing.seat, state.step
    if state.phase != TURN or seat != state.actor or passing.tile != STEPS[step]:
        return False
    held = state.players[seat].tiles[step]
    return held.__class__ is int and held > 0


def its_turn(rules, state: State, action: act.Special | act.PassSpecial) -> bool:
    """The acting seat takes or passes the special action of the step."""
    seat = action.seat
    return state.phase == TURN and seat == state.actor and state.players[seat].special[state.step] == OPEN


def its_special(rules, state: State, action: act.Special) -> bool:
    """The acting seat takes the special action of the step: for the coin it costs, if any."""
    seat = action.seat
    player = state.players[seat]
    if state.phase != TURN or seat != state.actor or player.special[state.step] != OPEN:
        return False
    fee, coins, leaders = action.fee, player.coins, state.city.leaders[action.DISTRICT]
    if leaders is None or fee != (fee_due(rules, state, seat, action.DISTRICT) if seat in leaders else 1):
        return False
    return fee == 0 or (coins.__class__ is int and coins > 0)


def its_special_at_its_price(rules, state: State, action: act.Special) -> bool:
    """The same, and what it costs besides is paid as the rules say."""
    return action.paid is None and its_special(rules, state, action)


def its_removal(rules, state: State, remove: act.Remove) -> bool:
    """The next in turn order removes businesses it surely owes, and nobody left it at a part of theirs."""
    if state.phase != REMOVE or remove.to or not state.owed:
        return False
    seat, due = state.owed[0]
    begun = [one for one, _, _ in state.removed]
    if seat != remove.seat or (begun and not {one for one, _ in state.owed}.isdisjoint(begun)):
        return False
    return due.__class__ is int and due > 0


AWAITED = {
    act.Found: (its_business, FIRST_BUSINESSES),
    act.Lands: (step_1, NEW_CARDS),
    act.Ships: (step_1, NEW_CARDS),
    act.Tiles: (step_3, NEW_TILES),
    act.Select: (its_selection, SELECTIONS),
    act.Bid: (its_first_answer, FIRST_ANSWERS),
    act.Pass: (its_answer, ANSWERS),
    act.Pay: (its_payment, CLOSING | {bidding.the_highest_bidder_wins}),
    act.Take: (the_last_column, TAKING),
    **dict.fromkeys(act.TILE_STEP, (its_tile, SPENT_TILES)),
    act.PassTile: (its_passed_tile, SPENT_TILES),
    **dict.fromkeys(act.SPECIALS, (its_special_at_its_price, SPECIALS_AT_THEIR_PRICE)),
    act.Market: (its_special, SPECIALS_FOR_A_FEE),  # what is paid for furs is mostly told
    act.PassSpecial: (its_turn, SPECIALS),
    act.Remove: (its_removal, REMOVALS),
}
