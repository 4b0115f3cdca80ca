"""Simulated mistakes about drawing (MF-DRAW)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Discard, Draw, Place
from domain.games.mayflower.mistakes.common import (
    Moment,
    breaks,
    drawn_by,
    goes_on,
    instead,
    next_seat_of,
    one_of,
    undrawn_letters,
    waits_for,
)
from domain.games.mayflower.offers import places_for
from domain.games.mayflower.state import COLONIST, DRAW, PLACE, Tile
from domain.rules import replace


@breaks(mf.DRAW_1, Place)
def two_tiles_drawn(at: Moment) -> WrongPlay | None:
    return instead(drawn_by(at, at.action.seat), then=waits_for(PLACE, at.action.seat))


@breaks(mf.DRAW_1, Place)
def a_tile_put_back(at: Moment) -> WrongPlay | None:
    put = Discard(seat=at.action.seat, to=at.rng.choice(("stack", "hand")))
    return instead(put, then=waits_for(DRAW, at.action.seat)) if at.state.stock else None


@breaks(mf.DRAW_1, Place)
def another_tile_laid(at: Moment) -> WrongPlay | None:
    hand = [tile.letter for tile in at.state.hand]
    letter = (
        one_of(at, (letter for letter in undrawn_letters(at.state) if letter not in hand))
        if at.state.stock > 1
        else None
    )
    turn, cells = one_of(at, places_for(at.rules, at.state, Tile(letter)).items()) or (0, ()) if letter else (0, ())
    if letter is None or not cells:
        return None
    tile = Place(seat=at.action.seat, cell=at.rng.choice(cells), turn=turn, letter=letter)
    return instead(tile, then=waits_for(COLONIST, at.action.seat))


@breaks(mf.DRAW_2, Draw)
def a_tile_not_shown(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, shown=False), then=goes_on(at))


@breaks(mf.DRAW_3, Discard)
def a_misfit_put_back(at: Moment) -> WrongPlay | None:
    put = replace(at.action, to=at.rng.choice(("stack", "hand")))
    return instead(put, then=waits_for(DRAW, at.action.seat)) if at.state.stock else None


@breaks(mf.DRAW_3, Discard)
def a_turn_lost_with_a_misfit(at: Moment) -> WrongPlay | None:
    seat = next_seat_of(at)
    return instead(at.action, drawn_by(at, seat), then=waits_for(PLACE, seat))


@breaks(mf.DRAW_4, Discard)
def a_discard_without_agreement(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, agreed=()), then=goes_on(at))


@breaks(mf.DRAW_4, Place)
def a_tile_discarded_that_fits(at: Moment) -> WrongPlay | None:
    discard = Discard(seat=at.action.seat)
    return instead(discard, then=waits_for(DRAW, at.action.seat)) if at.state.stock else None
