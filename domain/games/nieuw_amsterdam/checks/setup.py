"""Checks of the set-up: seats, start kits, furs, posts, the first businesses (NA-SETUP)."""

from __future__ import annotations

from domain.clauses import cites
from domain.fold import refusal
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Dealt, Fill, Found, Move, Post
from domain.games.nieuw_amsterdam.deeds.setup import as_laid, first_furs_unrecorded
from domain.games.nieuw_amsterdam.follow.preparation import FIRST_BUSINESSES, first_businesses, next_founder
from domain.games.nieuw_amsterdam.pieces import (
    AT_DISTRICT,
    AT_TRADER,
    COLOUR_IN_USE,
    NOT_SEEN,
    PLAYERS,
    START_FURS,
    TRADER_SPACES,
)
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import FOUND, GAP, State, businesses
from domain.numbers import least
from domain.rules import Broken, Check, RefusedAction, Seat, broken, impossible
from domain.setup import Setup

Finds = Broken | None


@cites(na.SETUP_1)
def two_to_five_play(rules: NieuwAmsterdamRules, state: State, setup: Setup) -> Finds:
    players = len(setup.seats)
    return None if players in PLAYERS else broken(players=players)


@cites(na.SETUP_16)
def the_youngest_takes_token_1(rules: NieuwAmsterdamRules, state: State, setup: Setup) -> Finds:
    youngest = setup.details.get("youngest")
    if youngest is None or setup.seats.index(youngest) == setup.first:
        return None
    return broken(seat=setup.first, due=setup.seats.index(youngest))


# Furs and posts -----------------------------------------------------------------------------------


@cites(na.SETUP_9)
def each_player_begins_with_two_furs(rules: NieuwAmsterdamRules, state: State, dealt: Dealt) -> Finds:
    player = state.players[dealt.seat]
    before = 0 if first_furs_unrecorded(state, player) else player.furs.total if as_laid(state) else START_FURS
    drawn = before + len(dealt.furs)
    return None if drawn == START_FURS else broken(drawn=drawn)


@cites(na.SETUP_10)
def each_trader_space_gets_one_fur(rules: NieuwAmsterdamRules, state: State, fill: Fill) -> Finds:
    if state.phase != FOUND:
        return None
    for trader, furs in fill.furs:
        at = AT_TRADER[trader]
        lies = len(state.traders[at]) - state.traders[at].count("?") + len(furs)
        if lies != TRADER_SPACES[at]:
            return broken(trader=trader, lies=lies, spaces=TRADER_SPACES[at])
    return None


@cites(na.SETUP_11)
def a_post_begins_in_the_leftmost_zone(rules: NieuwAmsterdamRules, state: State, post: Post) -> Finds:
    return None if post.zone in (1, None) else broken(zone=post.zone)


@cites(na.SETUP_11)
def posts_are_set_up_before_the_first_round(rules: NieuwAmsterdamRules, state: State, post: Post) -> Finds:
    return None if as_laid(state) or post.zone not in (1, None) else broken(round=state.round)


@cites(na.SETUP_12)
def a_post_takes_a_space_in_use(rules: NieuwAmsterdamRules, state: State, post: Post) -> Finds:
    colour = COLOUR_IN_USE.get(len(state.players), "")
    wrong = post.space and not post.space.startswith(colour)
    return broken(space=post.space, players=len(state.players)) if wrong else None


@cites(na.SETUP_12)
def a_space_takes_one_post(rules: NieuwAmsterdamRules, state: State, post: Post) -> Finds:
    if not post.space or not rules.one_post_a_space:
        return None
    for seat, player in enumerate(state.players):
        estate = player.estate
        if seat != post.seat and (estate.zone, estate.space) == (post.zone, post.space):
            return broken(space=post.space, holder=seat)
    return None


# The first businesses -----------------------------------------------------------------------------


def _is_next(state: State, found: Found) -> bool:
    """Whether the table waits for this seat's business: by far the most frequent."""
    return state.phase == FOUND and found.seat == state.actor


def _strays(state: State, seat: Seat) -> bool:
    """Whether a seat is the first of its lap to place before one with a lower token."""
    placed, due = first_businesses(state), next_founder(state)
    fewest = min(placed)
    ahead = [count > fewest for count in placed]
    in_order = ahead == sorted(ahead, reverse=True)  # else an earlier seat was out of order, and that is found
    return in_order and seat != due and placed[state.order.index(seat)] == fewest < FIRST_BUSINESSES


@cites(na.SETUP_18)
def first_businesses_go_in_turn_order(rules: NieuwAmsterdamRules, state: State, found: Found) -> Finds:
    if _is_next(state, found) or state.phase != FOUND or min(first_businesses(state)):
        return None
    return broken(due=next_founder(state)) if _strays(state, found.seat) else None


@cites(na.SETUP_18)
def first_businesses_cost_nothing(rules: NieuwAmsterdamRules, state: State, found: Found) -> Finds:
    return broken(paid=found.paid) if any(count for _, count in found.paid) else None


@cites(na.SETUP_19)
def second_businesses_go_in_turn_order(rules: NieuwAmsterdamRules, state: State, found: Found) -> Finds:
    if _is_next(state, found) or state.phase != FOUND or min(first_businesses(state)) != 1:
        return None
    return broken(due=next_founder(state)) if _strays(state, found.seat) else None


@cites(na.SETUP_19)
def a_second_business_waits_for_all_first_ones(rules: NieuwAmsterdamRules, state: State, found: Found) -> Finds:
    if _is_next(state, found) or state.phase != FOUND:
        return None
    own = least(businesses(state, found.seat))
    if not own or min(first_businesses(state)):
        return None
    return broken(due=next_founder(state), business=own + 1)


@cites(na.SETUP_19)
def two_businesses_are_placed_before_the_first_round(rules: NieuwAmsterdamRules, state: State, found: Found) -> Finds:
    if _is_next(state, found):
        return None
    own = least(businesses(state, found.seat))
    if state.phase == GAP:
        return None
    over = own >= FIRST_BUSINESSES and (state.phase != FOUND or min(first_businesses(state)))
    return broken(business=own + 1) if over or not as_laid(state) else None


@cites(na.SETUP_20)
def a_district_is_shared_with_no_other_colour(rules: NieuwAmsterdamRules, state: State, found: Found) -> Finds:
    """Asked where first businesses may not (NA-Q-33)."""
    if state.phase != FOUND or found.district == NOT_SEEN:
        return None
    there = state.city.counts[AT_DISTRICT[found.district]]
    if least(there[found.seat]):  # the seat that came second made it a shared one
        return None
    holder = next((seat for seat, count in enumerate(there) if seat != found.seat and least(count)), None)
    return None if holder is None else broken(district=found.district, holder=holder)


@cites(na.SETUP_21)
def tokens_nobody_uses_stay_in_the_box(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    if move.thing != "token":
        return None
    tokens = [int(place[5:]) for place in (move.source, move.target) if place.startswith("token")]
    above = [token for token in tokens if token > len(state.players)]
    return impossible(token=above[0], players=len(state.players)) if above else None


SETUP_CHECKS: tuple[Check, ...] = (two_to_five_play, the_youngest_takes_token_1)
CHECKS: dict[type, tuple[Check, ...]] = {
    Dealt: (each_player_begins_with_two_furs,),
    Fill: (each_trader_space_gets_one_fur,),
    Post: (
        a_post_begins_in_the_leftmost_zone,
        posts_are_set_up_before_the_first_round,
        a_post_takes_a_space_in_use,
        a_space_takes_one_post,
    ),
    Found: (
        first_businesses_go_in_turn_order,
        first_businesses_cost_nothing,
        second_businesses_go_in_turn_order,
        a_second_business_waits_for_all_first_ones,
        two_businesses_are_placed_before_the_first_round,
    ),
    Move: (tokens_nobody_uses_stay_in_the_box,),
    RefusedAction: (refusal(na.SETUP_4, "pieces"), refusal(na.SETUP_20, "shared")),
}
ONE_COLOUR_A_DISTRICT: dict[type, tuple[Check, ...]] = {Found: (a_district_is_shared_with_no_other_colour,)}
