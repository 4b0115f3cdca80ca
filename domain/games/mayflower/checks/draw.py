"""Checks of drawing: one tile, shown to all, and a tile that fits nowhere (MF-DRAW)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Discard, Draw, Pass, Place
from domain.games.mayflower.checks.turn import (
    Beginning,
    closes,
    fits_nowhere,
    holds_a_misfit,
    is_turn_unknown,
    lacks_its_tile,
)
from domain.games.mayflower.deeds.tiles import out_of_hand
from domain.games.mayflower.offers import within
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.pieces.faces import UNSEEN, same_face
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import AFTER_THE_TILE, DRAW, PLACE, State, Tile, as_lying, unrecorded_tiles
from domain.numbers import most
from domain.rules import Broken, Check, broken

Finds = Broken | None


# One tile -----------------------------------------------------------------------------------------


@cites(mf.DRAW_1)
def one_tile_is_drawn(rules: MayflowerRules, state: State, draw: Draw) -> Finds:
    if draw.seat != state.active or not most(state.stock) or is_turn_unknown(state):
        return None
    drawn = len(state.hand) if state.phase == PLACE else state.now.laid if state.phase in AFTER_THE_TILE else 0
    return broken(drawn=drawn + 1) if drawn else None


@cites(mf.DRAW_1)
def the_tile_drawn_is_the_tile_laid(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if state.phase != PLACE or place.seat != state.active or place.source or not state.hand:
        return None
    if not place.letter and not place.face:
        return None
    tile = out_of_hand(state, place.letter)[0]
    if tile is None:
        return broken(drawn=state.hand[-1].letter, laid=place.letter)
    other = place.face and tile.face and not tile.letter and not same_face(tile.face, place.face)
    return broken(drawn=tile.face, laid=place.face) if other else None


@cites(mf.DRAW_1)
def nothing_is_chosen_out_of_several(rules: MayflowerRules, state: State, action: Beginning) -> Finds:
    kept = state.phase == PLACE and state.now.laid and closes(state, action)
    return broken(seat=state.active) if kept else None


@cites(mf.DRAW_1)
def a_tile_is_not_put_back(rules: MayflowerRules, state: State, discard: Discard) -> Finds:
    tile = _not_for_the_box(state, discard)
    return None if tile is None or fits_nowhere(rules, state, tile) else broken(to=discard.to)


def _not_for_the_box(state: State, discard: Discard) -> Tile | None:
    """The tile that goes elsewhere than into the box; None for one of several drawn, which another check finds."""
    if discard.to == "box" or state.phase != PLACE or discard.seat != state.active or is_turn_unknown(state):
        return None
    return None if state.now.drawn - state.now.discarded > 1 else out_of_hand(state, discard.letter)[0]


@cites(mf.DRAW_2)
def a_tile_is_shown_to_all(rules: MayflowerRules, state: State, draw: Draw) -> Finds:
    return None if draw.shown else broken()


# A tile without a place ---------------------------------------------------------------------------


@cites(mf.DRAW_3)
def a_tile_without_a_place_goes_into_the_box(rules: MayflowerRules, state: State, discard: Discard) -> Finds:
    tile = _not_for_the_box(state, discard)
    return broken(to=discard.to) if tile is not None and fits_nowhere(rules, state, tile) else None


@cites(mf.DRAW_3)
def another_tile_is_drawn_for_it(rules: MayflowerRules, state: State, action: Beginning) -> Finds:
    if not _ends_the_turn(state, action):
        return None
    dropped = state.phase == DRAW and not state.now.over
    if not dropped and not (lacks_its_tile(state) and holds_a_misfit(rules, state)):
        return None
    return broken(seat=state.active) if state.stock > 0 else None


def _ends_the_turn(state: State, action: Beginning) -> bool:
    """Whether the next player begins, or the active one gives up."""
    if type(action) is Pass and action.seat == state.active:
        return not action.reason and not is_turn_unknown(state)
    return closes(state, action)


def sure_place(rules: MayflowerRules, state: State, tile: Tile) -> tuple[str, int] | None:
    """The easternmost cell where a tile fits, and how it is turned; unseen faces do not count."""
    if unrecorded_tiles(state):
        return None
    cells = [place for place in state.land.open_cells() if UNSEEN not in place[1]]
    demands = {demand for _, demand in cells}
    for turn in range(4):
        face = as_lying(state, tile, turn)
        if face is None:
            return None
        met = {demand for demand in demands if _matches(demand, face.edges)}
        fitting = [cell for cell, demand in cells if demand in met and within(rules, state, cell)]
        if fitting:
            return min(fitting, key=lambda cell: SPOTS[cell].rank), turn
    return None


def _matches(demand: str, edges: str) -> bool:
    return all(wanted in (".", edge) for wanted, edge in zip(demand, edges, strict=True))


def _to_the_box(state: State, discard: Discard) -> Tile | None:
    """The tile that is discarded into the box after its draw, else None."""
    if discard.to != "box" or state.phase != PLACE or discard.seat != state.active:
        return None
    return out_of_hand(state, discard.letter)[0]


@cites(mf.DRAW_4)
def a_discarded_tile_fits_nowhere(rules: MayflowerRules, state: State, discard: Discard) -> Finds:
    tile = _to_the_box(state, discard)
    place = None if tile is None else sure_place(rules, state, tile)
    return None if place is None else broken(cell=place[0], turn=place[1])


@cites(mf.DRAW_4)
def all_agree_to_a_discard(rules: MayflowerRules, state: State, discard: Discard) -> Finds:
    agreed = discard.agreed
    tile = _to_the_box(state, discard) if rules.all_agree and agreed is not None else None
    if tile is None or agreed is None:
        return None
    others = [seat for seat in range(len(state.reserves)) if seat != discard.seat]
    missing = tuple(seat for seat in others if seat not in agreed)
    return broken(missing=missing) if missing and sure_place(rules, state, tile) is None else None


_BEGINNING = (nothing_is_chosen_out_of_several, another_tile_is_drawn_for_it)
CHECKS: dict[type, tuple[Check, ...]] = {
    Draw: (one_tile_is_drawn, *_BEGINNING, a_tile_is_shown_to_all),
    Discard: (
        a_tile_is_not_put_back,
        a_tile_without_a_place_goes_into_the_box,
        a_discarded_tile_fits_nowhere,
        all_agree_to_a_discard,
    ),
    Place: (the_tile_drawn_is_the_tile_laid, *_BEGINNING),
    Pass: _BEGINNING,
}
