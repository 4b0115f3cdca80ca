"""Checks of step 4: selecting, bidding, paying, what a column gives (NA-AUCTION)."""

from __future__ import annotations

from domain.clauses import cites
from domain.fold import refusal
from domain.games.nieuw_amsterdam import actions as act
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Bid, Pass, Pay, Select, Take
from domain.games.nieuw_amsterdam.catch_up import close_auction, names_column_late
from domain.games.nieuw_amsterdam.checks.payment import (
    AT_STAKE,
    STEP_4,
    a_payment_is_told,
    a_payment_read_later_is_the_bid,
    at_stake,
    nobody_pays_what_nobody_holds,
    only_five_kinds_can_pay,
    takes_its_own,
    takes_what_was_won,
    the_highest_bidder_wins,
    the_winner_pays_the_bid,
    the_winner_takes_the_token,
)
from domain.games.nieuw_amsterdam.deeds.bidding import (
    bid_shown,
    corrects_own_bid,
    first_bid,
    names_own_column,
    opening_key,
    pays_too_late,
    to_beat,
)
from domain.games.nieuw_amsterdam.pieces import COLUMNS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    PREPARING,
    REMOVE,
    RESPOND,
    SELECT,
    TAKE,
    TURN,
    Auction,
    Player,
    State,
    units,
)
from domain.numbers import NotKnown, Number, least
from domain.rules import TABLE, Action, Broken, Check, Effect, RefusedAction, Seat, broken

Finds = Broken | None
LARGE, SMALL = 3, 2  # spaces of a column


def _closed(rules: NieuwAmsterdamRules, state: State) -> State:
    """The table after the auction that is still open was closed."""
    return close_auction(rules, state)[0] if state.phase in AT_STAKE else state


def _surely(state: State, broke: Broken) -> Broken:
    """The result of a check, or none while a gap leaves open who holds which token and who has a column."""
    if state.tokens_gap:
        raise NotKnown(state.tokens_gap)
    return broke


def _lying(state: State, column: int | None) -> str:
    """The tiles of a column that is not taken and not at stake."""
    if column not in COLUMNS or (state.phase in AT_STAKE and column == state.auction.column):
        return ""
    return state.chest.columns[column - 1]


# How many auctions, and whose ---------------------------------------------------------------------


@cites(na.AUCTION_1)
def there_is_no_auction_too_many(rules: NieuwAmsterdamRules, state: State, select: Select) -> Finds:
    if state.phase == SELECT or state.phase in PREPARING or names_column_late(state, select):
        return None
    after = _closed(rules, state)
    more = after.phase in (TURN, REMOVE) or (after.phase == TAKE and not after.players[select.seat].column)
    columns = len(after.players) - len(after.auction.without)
    return _surely(state, broken(columns=columns)) if more else None


@cites(na.AUCTION_1)
def only_the_last_one_takes_without_an_auction(rules: NieuwAmsterdamRules, state: State, take: Take) -> Finds:
    if state.phase == TAKE or state.phase not in STEP_4:
        return None
    after = _closed(rules, state)
    early = after.phase == SELECT and not after.players[take.seat].column and not takes_what_was_won(state, take)
    return _surely(state, broken(without=after.auction.without)) if early else None


@cites(na.AUCTION_1)
def all_have_a_column_before_they_act(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    if state.phase != SELECT and state.phase != TAKE:
        return None
    return _surely(state, broken(seat=state.actor, without=state.auction.without))


@cites(na.AUCTION_2)
def the_lowest_token_without_a_column_selects(rules: NieuwAmsterdamRules, state: State, select: Select) -> Finds:
    if state.phase == SELECT and select.seat == state.actor:  # by far the most frequent
        return None
    if (state.phase != SELECT and state.phase not in AT_STAKE) or names_column_late(state, select):
        return None
    after = _closed(rules, state)
    wrong = after.phase == SELECT and select.seat != after.actor and not after.players[select.seat].column
    return _surely(state, broken(due=after.actor)) if wrong else None


@cites(na.AUCTION_3)
def a_column_is_taken_once(rules: NieuwAmsterdamRules, state: State, action: Select | Take) -> Finds:
    if state.phase not in STEP_4 or action.column is None:
        return None
    if _lying(state, action.column) or takes_its_own(state, action):
        return None
    holder = next((seat for seat, player in enumerate(state.players) if player.column == action.column), None)
    return broken(column=action.column, holder=holder)


@cites(na.AUCTION_19)
def nobody_gets_a_second_column(rules: NieuwAmsterdamRules, state: State, action: Select | Take) -> Finds:
    if state.phase not in STEP_4 or takes_its_own(state, action):
        return None
    column = _closed(rules, state).players[action.seat].column
    return broken(column=column) if column else None


# Bids ---------------------------------------------------------------------------------------------


@cites(na.AUCTION_5)
def the_selector_makes_the_first_bid(rules: NieuwAmsterdamRules, state: State, select: Select) -> Finds:
    if select.unseen or (select.bid is not None and select.bid >= 0):
        return None
    return None if state.known.get(opening_key(state, select.column or 0)) else broken()


@cites(na.AUCTION_5)
def bids_wait_for_a_column(rules: NieuwAmsterdamRules, state: State, answer: Bid | Pass) -> Finds:
    if state.phase != SELECT and state.phase != TAKE:
        return None
    return None if state.players[answer.seat].column else broken(due=state.actor)


@cites(na.AUCTION_6)
def who_has_a_column_does_not_bid(rules: NieuwAmsterdamRules, state: State, bid: Bid) -> Finds:
    column = state.players[bid.seat].column
    if not column or (state.phase not in STEP_4 and at_stake(state)):
        return None
    return broken(column=column)


@cites(na.AUCTION_6)
def answers_come_in_turn_order(rules: NieuwAmsterdamRules, state: State, answer: Bid | Pass) -> Finds:
    auction, seat = state.auction, answer.seat
    if state.phase != RESPOND or auction.due[:1] == (seat,) or seat not in auction.due:
        return None
    skipped = auction.due[auction.due.index(seat) - 1]
    if _was_passed_over(auction, skipped):
        return None  # found when the first one skipped that seat
    return _surely(state, broken(due=skipped))


def _was_passed_over(auction: Auction, seat: Seat) -> bool:
    """Whether a seat whose answer comes after this seat's has already answered."""
    after = auction.without[auction.without.index(seat) + 1 :]
    return any(other in after for other in auction.acted if other != auction.selector)


@cites(na.AUCTION_7)
def each_bids_once(rules: NieuwAmsterdamRules, state: State, bid: Bid) -> Finds:
    auction = state.auction
    if state.phase not in AT_STAKE or bid.seat not in auction.acted:
        return None
    opens = bid.seat == auction.selector and auction.best < 0  # the first bid, too late
    return None if opens or corrects_own_bid(auction, bid.seat, auction.acted[-1:]) else broken(best=auction.best)


@cites(na.AUCTION_8)
def a_bid_is_higher_than_the_last(rules: NieuwAmsterdamRules, state: State, bid: Bid) -> Finds:
    amount = bid_shown(state) if bid.amount is None else bid.amount
    if state.phase not in AT_STAKE or amount is None or amount > to_beat(state.auction):
        return None
    return broken(bid=amount, best=to_beat(state.auction))


@cites(na.AUCTION_9)
def a_first_bid_is_within_ones_means(rules: NieuwAmsterdamRules, state: State, select: Select) -> Finds:
    return _beyond(state.players[select.seat], first_bid(state, select) or 0)


@cites(na.AUCTION_9)
def a_bid_is_within_ones_means(rules: NieuwAmsterdamRules, state: State, bid: Bid) -> Finds:
    amount = bid_shown(state) if bid.amount is None else bid.amount
    if amount is None:  # it was not seen: one more than the last at least
        amount = least(to_beat(state.auction)) + 1 if state.phase in AT_STAKE else 0
    return _beyond(state.players[bid.seat], amount)


def _beyond(player: Player, bid: int) -> Finds:
    held = units(player)
    return broken(bid=bid, held=held) if held < bid else None


# The end of an auction ----------------------------------------------------------------------------


@cites(na.AUCTION_12)
def all_answer_before_an_auction_closes(rules: NieuwAmsterdamRules, state: State, action: Select | Pay | Take) -> Finds:
    if state.phase != RESPOND or not state.auction.due:
        return None
    if type(action) is Pay and pays_too_late(state, action.seat):
        return None
    if type(action) is Select and names_column_late(state, action):
        return None
    auction = state.auction
    waiting = tuple([seat for seat in auction.due if not _was_passed_over(auction, seat)])
    return _surely(state, broken(seat=TABLE, waiting=waiting)) if waiting else None


# The last column, and two players -----------------------------------------------------------------


def _pays_for_nothing(state: State, take: Take) -> bool:
    """Whether something is paid for a column without a bid."""
    return any(count for _, count in take.paid) and not takes_its_own(state, take)


@cites(na.AUCTION_20)
def the_last_column_costs_nothing(rules: NieuwAmsterdamRules, state: State, take: Take) -> Finds:
    paid = len(state.players) != 2 and _pays_for_nothing(state, take)
    return broken(paid=take.paid) if paid else None


@cites(na.AUCTION_22)
def two_players_bid_for_three_tiles(rules: NieuwAmsterdamRules, state: State, select: Select) -> Finds:
    if len(state.players) != 2 or state.phase not in STEP_4 or not select.column or not _lying(state, select.column):
        return None
    spaces = state.sheet.columns[select.column - 1]
    return None if spaces == LARGE else broken(column=select.column, spaces=spaces)


@cites(na.AUCTION_23)
def the_loser_takes_two_tiles(rules: NieuwAmsterdamRules, state: State, take: Take) -> Finds:
    if len(state.players) != 2 or state.phase not in STEP_4 or not take.column or not _lying(state, take.column):
        return None
    spaces = state.sheet.columns[take.column - 1]
    return None if spaces == SMALL else broken(column=take.column, spaces=spaces)


@cites(na.AUCTION_23)
def the_loser_pays_nothing(rules: NieuwAmsterdamRules, state: State, take: Take) -> Finds:
    paid = len(state.players) == 2 and _pays_for_nothing(state, take)
    return broken(paid=take.paid) if paid else None


@cites(na.AUCTION_25)
def columns_nobody_took_give_nothing(rules: NieuwAmsterdamRules, state: State, take: Take) -> Finds:
    over = state.phase not in STEP_4 and state.players[take.seat].column and not names_own_column(state, take)
    return broken(column=take.column) if over else None


_ANSWER = (bids_wait_for_a_column, answers_come_in_turn_order)
_PAYING = (only_five_kinds_can_pay, nobody_pays_what_nobody_holds)
_NEXT = (
    a_column_is_taken_once,
    nobody_gets_a_second_column,
    all_answer_before_an_auction_closes,
    the_winner_takes_the_token,
    a_payment_is_told,
    a_payment_read_later_is_the_bid,
)
_TURNS: dict[type, tuple[Check, ...]] = dict.fromkeys(
    (*act.TILE_STEP, *act.SPECIALS, act.PassTile, act.PassSpecial), (all_have_a_column_before_they_act,)
)
CHECKS: dict[type, tuple[Check, ...]] = {
    **_TURNS,
    Select: (
        *_NEXT,
        there_is_no_auction_too_many,
        the_lowest_token_without_a_column_selects,
        the_selector_makes_the_first_bid,
        a_first_bid_is_within_ones_means,
        two_players_bid_for_three_tiles,
    ),
    Bid: (
        *_ANSWER,
        who_has_a_column_does_not_bid,
        each_bids_once,
        a_bid_is_higher_than_the_last,
        a_bid_is_within_ones_means,
    ),
    Pass: _ANSWER,
    Pay: (
        *_PAYING,
        the_highest_bidder_wins,
        all_answer_before_an_auction_closes,
        the_winner_pays_the_bid,
        the_winner_takes_the_token,
    ),
    Take: (
        *_NEXT,
        *_PAYING,
        the_winner_pays_the_bid,
        only_the_last_one_takes_without_an_auction,
        the_last_column_costs_nothing,
        the_loser_takes_two_tiles,
        the_loser_pays_nothing,
        columns_nobody_took_give_nothing,
    ),
    RefusedAction: (refusal(na.AUCTION_11, "kinds"),),
}


def _token_of_another_table(rules: NieuwAmsterdamRules, state: State, effect: Effect, done: Number) -> str:
    """A token above the number of players is none of this game (NA-SETUP-21)."""
    token = state.tokens[effect.key[0]] - effect.by + done
    return na.SETUP_21.id if token > len(state.players) else effect.clause


_TOKENS = (na.SETUP_16, na.SETUP_17, na.AUCTION_16, na.AUCTION_17, na.AUCTION_21)
BLAME = {clause.id: _token_of_another_table for clause in _TOKENS}
