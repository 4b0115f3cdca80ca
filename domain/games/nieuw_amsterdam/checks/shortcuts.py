"""Shortcuts for expected actions in their usual form: where one holds, no check can find anything.

Whatever is unusual, or not known, is left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.games.nieuw_amsterdam import actions as act
from domain.games.nieuw_amsterdam.checks import income, land, market, preparation, setup, supply, turn_shortcuts
from domain.games.nieuw_amsterdam.checks.bidding import LARGE, SMALL
from domain.games.nieuw_amsterdam.checks.turn_shortcuts import surely
from domain.games.nieuw_amsterdam.follow.tokens import tokens_kept
from domain.games.nieuw_amsterdam.pieces import (
    AT_DISTRICT,
    AT_FUR,
    COLUMNS,
    NOT_SEEN,
    SLOTS,
    START_FURS,
    STOCKS,
    TILES_OF_A_KIND,
    era_of,
)
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    CARDS,
    FOUND,
    PAY,
    REFILL,
    REMOVE,
    RESPOND,
    SELECT,
    TAKE,
    TILES,
    Player,
    State,
)
from domain.numbers import Range, is_surely
from domain.rules import Check

# Set-up and steps 1 to 3 --------------------------------------------------------------------------


def its_first_furs(rules: NieuwAmsterdamRules, state: State, dealt: act.Dealt) -> bool:
    """The two furs a seat begins with are recorded."""
    kinds = state.players[dealt.seat].furs.kinds
    return state.phase == FOUND and len(dealt.furs) == START_FURS and Range in map(type, kinds)


def its_first_post(rules: NieuwAmsterdamRules, state: State, post: act.Post) -> bool:
    """A trading post is set up in the first zone."""
    return state.phase == FOUND and post.zone == 1


def its_business(rules: NieuwAmsterdamRules, state: State, found: act.Found) -> bool:
    """The next in turn order places a first business, for nothing."""
    return state.phase == FOUND and found.seat == state.actor and not found.paid


def new_lands(rules: NieuwAmsterdamRules, state: State, lands: act.Lands) -> bool:
    """Four land cards of the era are laid out."""
    return state.phase == CARDS and "l" not in state.slots.shown and _are_four_new(rules, state, "land", lands.cards)


def new_ships(rules: NieuwAmsterdamRules, state: State, ships: act.Ships) -> bool:
    """Four ships of the era are laid out."""
    return state.phase == CARDS and "s" not in state.slots.shown and _are_four_new(rules, state, "ship", ships.cards)


def _are_four_new(rules: NieuwAmsterdamRules, state: State, kind: str, cards: tuple[str, ...]) -> bool:
    """Whether these are four different cards of the era, all of them in the box."""
    catalogue, different = rules.catalogue, set(cards)
    if len(cards) != SLOTS or "".join(cards).count(f"{era_of(state.round)}:") != SLOTS:
        return False
    if kind not in catalogue.complete:
        return True
    fresh = not any(f"{kind}:{card}" in state.faces for card in cards)
    return fresh and len(different) == SLOTS and different <= catalogue.faces[kind].keys()


def step_2(rules: NieuwAmsterdamRules, state: State, fill: act.Fill) -> bool:
    """Furs are laid on the traders."""
    return state.phase == REFILL


def step_3(rules: NieuwAmsterdamRules, state: State, tiles: act.Tiles) -> bool:
    """All twelve tiles are laid out, in columns of the right size."""
    slots, sizes, letters = state.slots, state.sheet.columns, "".join(tiles.columns)
    if state.phase != TILES or len(slots.lands) < SLOTS or len(slots.ships) < SLOTS:
        return False
    if not letters.count("C") == letters.count("L") == letters.count("T") == TILES_OF_A_KIND:
        return False
    return sum(sizes).__class__ is int and tuple(map(len, tiles.columns)) == sizes


# Step 4 -------------------------------------------------------------------------------------------


def _can_bid(player: Player, bid: int) -> bool:
    """Whether a bid is surely within a seat's means: mostly its coins will do."""
    coins = player.coins
    if coins.__class__ is int and bid <= coins:
        return True
    return surely(coins + player.wood + player.corn + player.goods + player.furs.total, bid)


def its_selection(rules: NieuwAmsterdamRules, state: State, select: act.Select) -> bool:
    """The seat with the lowest token, without a column, puts a free one up, with a bid within its means."""
    seat, column, bid, players = select.seat, select.column, select.bid, state.players
    if state.phase != SELECT or seat != state.actor or bid is None or bid < 0 or column not in COLUMNS:
        return False
    player = players[seat]
    if player.column or not state.chest.columns[column - 1] or not _can_bid(player, bid):
        return False
    return len(players) != 2 or is_surely(state.sheet.columns[column - 1], LARGE)


def its_bid(rules: NieuwAmsterdamRules, state: State, bid: act.Bid) -> bool:
    """The next in turn order, without a column, bids for the first time: more than the last, and within its means."""
    seat, amount, auction = bid.seat, bid.amount, state.auction
    if amount is None or auction.best.__class__ is not int:  # a bid that was not seen
        return False
    if state.phase != RESPOND or auction.due[:1] != (seat,) or amount <= auction.best or seat in auction.acted:
        return False
    player = state.players[seat]
    return not player.column and _can_bid(player, amount)


def its_answer(rules: NieuwAmsterdamRules, state: State, answer: act.Pass) -> bool:
    """The next in turn order passes."""
    return state.phase == RESPOND and state.auction.due[:1] == (answer.seat,)


def its_payment(rules: NieuwAmsterdamRules, state: State, pay: act.Pay) -> bool:
    """The highest bidder pays the bid with what it has."""
    seat, auction = pay.seat, state.auction
    if state.phase != PAY or seat != auction.bidder or auction.best.__class__ is not int:
        return False
    if seat != auction.selector and tokens_kept(state, seat):
        return False
    player, given, furs = state.players[seat], 0, 0
    own = player.furs
    for kind, count in pay.paid:
        given += count
        if kind in STOCKS:
            held = getattr(player, kind)
        elif kind in AT_FUR:
            held, furs = own.kinds[AT_FUR[kind]], furs + count
        else:
            return False
        if held.__class__ is not int or held < count:
            return False
    return given == auction.best and (not furs or surely(own.total, furs))


def the_last_column(rules: NieuwAmsterdamRules, state: State, take: act.Take) -> bool:
    """The only one without a column takes a free one, for nothing."""
    seat, column, players = take.seat, take.column, state.players
    if state.phase != TAKE or seat != state.actor or take.paid or column not in COLUMNS:
        return False
    if players[seat].column or not state.chest.columns[column - 1]:
        return False
    return len(players) != 2 or is_surely(state.sheet.columns[column - 1], SMALL)


# Step 9 -------------------------------------------------------------------------------------------


def its_removal(rules: NieuwAmsterdamRules, state: State, remove: act.Remove) -> bool:
    """The next in turn order removes businesses it surely owes and has, and no seat left its removals unfinished."""
    if state.phase != REMOVE or remove.to or not state.owed:
        return False
    (seat, due), counts, removed = state.owed[0], state.city.counts, 0
    begun = [remover for remover, _, _ in state.removed]
    if seat != remove.seat or (begun and not {remover for remover, _ in state.owed}.isdisjoint(begun)):
        return False
    for district, count in remove.where:
        if district == NOT_SEEN or not surely(counts[AT_DISTRICT[district]][seat], count):
            return False
        removed += count
    return due.__class__ is int and 0 < removed <= due


EXPECTED_ACTIONS: Mapping[type, Callable[..., bool]] = {
    act.Dealt: its_first_furs,
    act.Post: its_first_post,
    act.Found: its_business,
    act.Lands: new_lands,
    act.Ships: new_ships,
    act.Fill: step_2,
    act.Tiles: step_3,
    act.Select: its_selection,
    act.Bid: its_bid,
    act.Pass: its_answer,
    act.Pay: its_payment,
    act.Take: the_last_column,
    **turn_shortcuts.EXPECTED_ACTIONS,
    act.Remove: its_removal,
}
STILL_ASKED: Mapping[type, tuple[Check, ...]] = {  # of an expected action, too
    act.Dealt: (supply.the_box_has_ten_of_each_fur,),
    act.Post: (setup.a_post_takes_a_space_in_use, setup.a_space_takes_one_post),
    act.Fill: (preparation.each_empty_space_gets_one_fur, supply.the_box_has_ten_of_each_fur),
    act.Clear: (land.the_scoring_table_lists_the_place, land.there_is_land_to_clear),
    act.Market: (market.such_a_fur_can_be_drawn,),
    act.Remove: (income.no_corn_is_kept_instead_of_a_business,),
}
