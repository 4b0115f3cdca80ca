"""Simulated mistakes about turn order (MF-TURN)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist, Draw, Pass, Place, Score, Skip
from domain.games.mayflower.mistakes.common import (
    Moment,
    a_trapper,
    breaks,
    drawn_by,
    goes_on,
    instead,
    next_seat_of,
    one_of,
    others,
    refused,
    stands,
    undrawn_letters,
    waits_for,
)
from domain.games.mayflower.offers import places_for
from domain.games.mayflower.state import COLONIST, DRAW, PLACE, TRAPPER, Tile
from domain.rules import replace


@breaks(mf.TURN_1, Draw)
def a_draw_out_of_turn(at: Moment) -> WrongPlay | None:
    seat = one_of(at, others(at.state, at.action.seat)) if at.state.now.over else None
    return None if seat is None else instead(replace(at.action, seat=seat), then=waits_for(PLACE, seat))


@breaks(mf.TURN_1, Colonist)
def a_colonist_out_of_turn(at: Moment) -> WrongPlay | None:
    seat = one_of(at, (seat for seat in others(at.state, at.action.seat) if at.state.reserves[seat]))
    return None if seat is None else instead(replace(at.action, seat=seat), then=stands(at))


@breaks(mf.TURN_2, Place)
def a_colonist_before_the_tile(at: Moment) -> WrongPlay | None:
    return instead(Colonist(seat=at.action.seat, role=TRAPPER, port="N"), then=stands(at))


@breaks(mf.TURN_2, Skip)
def a_colonist_after_the_scoring(at: Moment) -> WrongPlay | None:
    seat, after = at.action.seat, at.after.state
    if not after.now.scored or after.reserves[seat] <= after.now.back.count(seat) or after.result is not None:
        return None
    return instead(at.action, a_trapper(at, after, after.now.cell), then=goes_on(at))


# One tile a turn ----------------------------------------------------------------------------------


@breaks(mf.TURN_3, Skip)
def a_second_tile(at: Moment) -> WrongPlay | None:
    letter = one_of(at, undrawn_letters(at.state)) if at.state.stock > 1 else None
    turn, cells = one_of(at, places_for(at.rules, at.state, Tile(letter)).items()) or (0, ()) if letter else (0, ())
    if letter is None or not cells:
        return None
    tile = Place(seat=at.action.seat, cell=at.rng.choice(cells), turn=turn, letter=letter)
    return instead(tile, then=waits_for(COLONIST, at.action.seat))


@breaks(mf.TURN_3, Draw)
def a_turn_given_up(at: Moment) -> WrongPlay | None:
    return instead(Pass(seat=at.action.seat), then=waits_for(DRAW, next_seat_of(at))) if at.state.now.over else None


@breaks(mf.TURN_3, Place)
def a_tile_still_in_hand(at: Moment) -> WrongPlay | None:
    return instead(drawn_by(at, next_seat_of(at)), then=waits_for(PLACE, next_seat_of(at)))


@breaks(mf.TURN_4, Score)
def features_left_unscored(at: Moment) -> WrongPlay | None:
    return instead(drawn_by(at, next_seat_of(at)), then=waits_for(PLACE, next_seat_of(at)))


@breaks(mf.TURN_5, Draw)
def a_turn_skipped_without_colonists(at: Moment) -> WrongPlay | None:
    if at.state.reserves[at.action.seat] or not at.state.now.over:
        return None
    return instead(Pass(seat=at.action.seat, reason="colonists"), then=waits_for(DRAW, next_seat_of(at)))


@breaks(mf.TURN_5, Draw)
def a_draw_refused_without_colonists(at: Moment) -> WrongPlay | None:
    return None if at.state.reserves[at.action.seat] else refused(at, "colonists")
