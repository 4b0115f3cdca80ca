"""Simulated mistakes about setting up (NA-SETUP)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Dealt, Fill, Found, Lumberyard, Move, Post
from domain.games.nieuw_amsterdam.mistakes.common import (
    Moment,
    a_seat,
    breaks,
    goes_on,
    instead,
    one_of,
    others,
    refused,
    stands,
)
from domain.games.nieuw_amsterdam.pieces import AT_DISTRICT, DISTRICTS, FURS
from domain.games.nieuw_amsterdam.state import CARDS, FOUND, State
from domain.numbers import least
from domain.observables import Observation
from domain.rules import Seat, replace
from domain.setup import Setup


@breaks(na.SETUP_1, Setup)
def one_plays_alone(at: Moment) -> WrongPlay | None:
    alone = replace(at.action, seats=at.action.seats[:1], names=(), first=0)
    return WrongPlay(setup=alone, then=(FOUND, (0,)))


@breaks(na.SETUP_16, Setup)
def not_the_youngest_is_first(at: Moment) -> WrongPlay | None:
    setup = at.action
    youngest = one_of(at, (letter for seat, letter in enumerate(setup.seats) if seat != setup.first))
    return WrongPlay(setup=replace(setup, details={"youngest": youngest}), then=(FOUND, (setup.first,)))


# Errors of the set-up, announced with the first furs -----------------------------------------------


def laid_out(at: Moment, clause: na.Clause, what: str, key: tuple, value: object) -> WrongPlay | None:
    """What was counted when the table was laid."""
    if at.state.line:
        return None
    look = Observation(what=what, key=key, about=0, clause=clause.id)
    look = replace(look, by=value) if at.rules.observables[what].counts else replace(look, value=value)
    return WrongPlay(actions=(at.action,), announced=(look,), then=goes_on(at))


@breaks(na.SETUP_2, Dealt)
def a_building_missing(at: Moment) -> WrongPlay | None:
    return laid_out(at, na.SETUP_2, "supply", (a_seat(at),), at.rng.choice((22, 23, 25)))


@breaks(na.SETUP_3, Dealt)
def a_wrong_start_kit(at: Moment) -> WrongPlay | None:
    stock, wrong = at.rng.choice((("coins", 7), ("coins", 10), ("wood", 2), ("wood", 4), ("corn", 3), ("corn", 1)))
    return laid_out(at, na.SETUP_3, stock, (a_seat(at),), wrong)


@breaks(na.SETUP_6, Dealt)
def too_few_goods_on_the_first_pier(at: Moment) -> WrongPlay | None:
    return laid_out(at, na.SETUP_6, "goods", (a_seat(at),), at.rng.randint(0, 3))


@breaks(na.SETUP_7, Dealt)
def a_longhouse_too_many_or_upriver(at: Moment) -> WrongPlay | None:
    camp = at.rng.choice((1, 2))
    return laid_out(at, na.SETUP_7, "camp", (str(camp),), at.state.river.camps[camp - 1] + 1)


@breaks(na.SETUP_8, Dealt)
def a_tile_missing_on_the_cash_box(at: Moment) -> WrongPlay | None:
    return laid_out(at, na.SETUP_8, "spent", (at.rng.choice(("city", "land", "trade")),), at.rng.choice((3, 5)))


@breaks(na.SETUP_13, Dealt)
def a_marker_not_on_the_start_space(at: Moment) -> WrongPlay | None:
    return laid_out(at, na.SETUP_13, "points", (a_seat(at),), at.rng.randint(1, 10))


@breaks(na.SETUP_14, Dealt)
def a_land_card_missing(at: Moment) -> WrongPlay | None:
    return laid_out(at, na.SETUP_14, "land-deck", (), at.rng.choice((23, 25)))


@breaks(na.SETUP_15, Dealt)
def a_ship_card_missing(at: Moment) -> WrongPlay | None:
    return laid_out(at, na.SETUP_15, "ship-deck", (), at.rng.choice((23, 25)))


@breaks(na.SETUP_17, Dealt)
def tokens_given_out_the_other_way_round(at: Moment) -> WrongPlay | None:
    last = at.state.order[-1]
    return laid_out(at, na.SETUP_17, "token", (last,), 2) if len(at.state.order) > 2 else None


@breaks(na.SETUP_21, Dealt)
def a_token_not_in_play(at: Moment) -> WrongPlay | None:
    players = len(at.state.players)
    wrong = laid_out(at, na.SETUP_17, "token", (at.state.order[-1],), players + 1)
    return wrong if 1 < players < 5 else None


@breaks(na.SETUP_21, Found)
def a_token_taken_out_of_the_box(at: Moment) -> WrongPlay | None:
    seat, players = at.action.seat, len(at.state.players)
    own = at.state.tokens[seat]
    move = Move(seat=seat, thing="token", source=f"token{own}", target=f"token{players + 1}")
    return instead(move, at.action, then=goes_on(at))


# Furs and posts -----------------------------------------------------------------------------------


@breaks(na.SETUP_9, Dealt)
def one_fur_or_three(at: Moment) -> WrongPlay | None:
    furs = at.action.furs
    wrong = at.rng.choice((furs[1:], (*furs, at.rng.choice(FURS))))
    return instead(replace(at.action, furs=wrong), then=goes_on(at))


@breaks(na.SETUP_10, Fill)
def a_trader_space_empty_or_doubled(at: Moment) -> WrongPlay | None:
    if at.state.phase != FOUND:
        return None
    (trader, furs), *rest = at.action.furs
    wrong = at.rng.choice((furs[1:], (*furs, at.rng.choice(FURS))))
    return instead(Fill(furs=((trader, wrong), *rest)), then=goes_on(at))


@breaks(na.SETUP_11, Post)
def a_post_upriver(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, zone=2), then=goes_on(at))


@breaks(na.SETUP_12, Post)
def a_post_on_a_space_out_of_use_or_taken(at: Moment) -> WrongPlay | None:
    other = {2: "white3", 3: "black2"}.get(len(at.state.players))
    taken = one_of(at, (player.estate.space for player in at.state.players if player.estate.space))
    space = one_of(at, (wrong for wrong in (other, taken) if wrong))
    return instead(space and replace(at.action, space=space), then=goes_on(at))


# The first businesses -----------------------------------------------------------------------------


def placed(state: State, seat: Seat) -> int:
    """First businesses of a seat."""
    return sum(least(counts[seat]) for counts in state.city.counts)


def later(at: Moment) -> list[Seat]:
    """Seats that have placed as many as the one to place, and come after it."""
    state, seat = at.state, at.action.seat
    order = state.order[state.order.index(seat) + 1 :]
    return [other for other in order if placed(state, other) == placed(state, seat)]


@breaks(na.SETUP_18, Found)
def a_first_business_out_of_order(at: Moment) -> WrongPlay | None:
    seat = None if placed(at.state, at.action.seat) else one_of(at, later(at))
    return instead(None if seat is None else replace(at.action, seat=seat), then=stands(at))


@breaks(na.SETUP_19, Found)
def a_second_business_out_of_order(at: Moment) -> WrongPlay | None:
    seat = one_of(at, later(at)) if placed(at.state, at.action.seat) else None
    return instead(None if seat is None else replace(at.action, seat=seat), then=stands(at))


@breaks(na.SETUP_19, Found)
def both_businesses_at_once(at: Moment) -> WrongPlay | None:
    if placed(at.state, at.action.seat) or not later(at):
        return None
    again = replace(at.action, district=at.rng.choice(DISTRICTS))
    return instead(at.action, again, then=goes_on(at))


@breaks(na.SETUP_19, Found)
def a_third_business(at: Moment) -> WrongPlay | None:
    if at.after.state.phase != CARDS:
        return None
    return instead(at.action, replace(at.action, seat=a_seat(at)), then=goes_on(at))


@breaks(na.SETUP_18, Found)
def wood_for_a_first_business(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, paid=(("wood", 1),)), then=goes_on(at))


@breaks(na.SETUP_20, Found)
def a_shared_district_refused(at: Moment) -> WrongPlay | None:
    there = at.state.city.counts[AT_DISTRICT[at.action.district]]
    return refused(at, "shared") if any(there[seat] for seat in others(at.state, at.action.seat)) else None


@breaks(na.SETUP_4, Lumberyard)
def a_purchase_refused_for_want_of_pieces(at: Moment) -> WrongPlay | None:
    return refused(at, "pieces") if at.action.buy else None
