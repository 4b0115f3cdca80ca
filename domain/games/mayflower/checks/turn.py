"""Checks of turn order: whose turn, in which order, with which tile (MF-TURN)."""

from __future__ import annotations

from domain.clauses import cites
from domain.deviations.misplacement import shown_out_of_place
from domain.fold import refusal
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist, Discard, Draw, Pass, Place
from domain.games.mayflower.deeds.tiles import second_draw_key
from domain.games.mayflower.follow import make_unrecorded_move, unscored_features, wait_for_move
from domain.games.mayflower.offers import places_for
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import (
    CLOSED,
    COLONIST,
    DRAW,
    EXPLORE,
    GAP,
    MID_TURN,
    PLACE,
    SCORE,
    Ref,
    State,
    Tile,
    find_feature,
    unrecorded_tiles,
)
from domain.games.mayflower.state import next_seat as left_of
from domain.numbers import NotKnown, most
from domain.rules import Broken, Check, RefusedAction, broken

Finds = Broken | None
Beginning = Draw | Place | Pass


# What an action shows of the turn --------------------------------------------------------------------


def is_running(state: State) -> bool:
    """Whether a turn has begun and is not over."""
    return state.phase in MID_TURN or (state.phase == DRAW and not state.now.over)


def is_turn_unknown(state: State) -> bool:
    """Whether it is unknown whose turn it is, or the turns are over."""
    return not state.whose or state.phase == GAP or state.phase in CLOSED


def has_begun(state: State) -> bool:
    """Whether a tile has been drawn or laid; after a gap one has."""
    now = state.now
    return bool(now.drawn or now.laid or state.gap) or not now.over


def is_shift(action: Beginning) -> bool:
    """Whether a lying tile is moved, which is part of no turn."""
    return type(action) is Place and bool(action.source)


def closes(state: State, action: Beginning) -> bool:
    """Whether the next player begins, so that the running turn must be over."""
    if action.seat == state.active or not is_running(state) or is_turn_unknown(state) or is_shift(action):
        return False
    return action.seat == left_of(state, state.active)


def begins(state: State, action: Beginning) -> bool:
    """Whether a seat begins its turn when it is due."""
    fresh = action.seat == state.active and state.phase == DRAW and state.now.over
    return fresh or closes(state, action)


def fits_nowhere(rules: MayflowerRules, state: State, tile: Tile) -> bool:
    """Whether a tile surely has no place: unseen faces and unrecorded tiles may leave one."""
    return not unrecorded_tiles(state) and not places_for(rules, state, tile)


def holds_a_misfit(rules: MayflowerRules, state: State) -> bool:
    """Whether the tile in hand surely fits nowhere."""
    return bool(state.hand) and fits_nowhere(rules, state, state.hand[-1])


def lacks_its_tile(state: State) -> bool:
    """Whether a tile was drawn in the running turn and none is laid."""
    return state.phase == PLACE and not state.now.laid


# Whose turn it is ---------------------------------------------------------------------------------


@cites(mf.TURN_1)
def turns_go_clockwise(rules: MayflowerRules, state: State, action: Beginning) -> Finds:
    if action.seat == state.active or is_turn_unknown(state) or is_shift(action):
        return None
    if closes(state, action):
        return broken(due=state.active) if shown_out_of_place(state) else None
    if not most(state.stock) and not state.hand:  # there is no such tile (MF-COMP-1)
        return None
    ends = state.phase in (COLONIST, SCORE, EXPLORE)
    return broken(due=left_of(state, state.active) if ends else state.active)


@cites(mf.TURN_2)
def a_tile_is_drawn_before_it_is_laid(rules: MayflowerRules, state: State, place: Place) -> Finds:
    """Found where later lines show that the tile was not the turn's."""
    early = state.phase == DRAW and place.seat == state.active and not state.hand and not place.source
    return broken() if early and shown_out_of_place(state) else None


@cites(mf.TURN_1)
def only_whose_turn_it_is_acts(rules: MayflowerRules, state: State, action: Discard | Colonist) -> Finds:
    if not state.whose or state.phase == GAP:
        return None
    over = state.phase == DRAW or state.phase in CLOSED
    if action.seat == (state.now.seat if over else state.active) or action.seat == state.active != state.now.seat:
        return None
    return broken(due=state.now.seat if state.phase in CLOSED else state.active)


# The order in a turn ------------------------------------------------------------------------------


def is_early(state: State, colonist: Colonist) -> bool:
    """Whether no tile has been laid yet in the turn of the seat that places a colonist."""
    if colonist.seat != state.active or is_turn_unknown(state):
        return False
    return state.phase in (DRAW, PLACE) and (state.now.over or not state.now.laid)


def is_late(state: State, colonist: Colonist) -> bool:
    """Whether a feature has been scored in the turn of the seat that places a colonist."""
    return bool(state.now.scored) and state.now.seat == colonist.seat


def scored_under(state: State, colonist: Colonist) -> Ref | None:
    """The feature scored in this turn that a colonist is put on (MF-RETURN-3)."""
    here = find_feature(state, ("", colonist.cell or state.now.cell, colonist.port)) if state.now.cell else None
    return next((scored for scored in state.now.scored if find_feature(state, scored) == here), None) if here else None


@cites(mf.TURN_2)
def a_colonist_waits_for_the_tile(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    return broken(step=state.phase) if is_early(state, colonist) and not colonist.cell else None


@cites(mf.TURN_2)
def a_colonist_comes_before_the_scoring(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    if not is_late(state, colonist) or state.now.posted or scored_under(state, colonist) is not None:
        return None
    again = state.now.back.count(colonist.seat) >= most(state.reserves[colonist.seat]) > 0  # MF-RETURN-2
    return None if again else broken(scored=state.now.scored)


# One tile a turn ----------------------------------------------------------------------------------


@cites(mf.TURN_3)
def one_tile_a_turn(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if place.seat != state.active or state.phase not in MID_TURN or not state.now.laid or place.source:
        return None
    drawn = state.known.get(second_draw_key(state)) if state.hand else None
    return broken(laid=state.now.laid + 1, root=drawn.reporting_line if drawn else None)


@cites(mf.TURN_3)
def a_tile_is_laid_before_the_turn_is_over(rules: MayflowerRules, state: State, action: Beginning) -> Finds:
    if not lacks_its_tile(state) or not closes(state, action) or holds_a_misfit(rules, state):
        return None
    return broken(seat=state.active)


@cites(mf.TURN_3)
def a_turn_is_not_given_up(rules: MayflowerRules, state: State, passing: Pass) -> Finds:
    if passing.reason or state.phase in CLOSED:
        return None
    holds = passing.seat == state.active and lacks_its_tile(state) and not holds_a_misfit(rules, state)
    return broken() if holds or begins(state, passing) or is_turn_unknown(state) else None


@cites(mf.TURN_4)
def all_is_scored_before_the_next_turn(rules: MayflowerRules, state: State, action: Beginning) -> Finds:
    if not state.now.pending or state.phase not in (COLONIST, SCORE, EXPLORE) or not closes(state, action):
        return None
    due = unscored_features(rules, state)
    if len(due) > 1 and state.phase == EXPLORE:  # the explorer's move may take the colonists off
        due = unscored_features(rules, (wait_for_move(rules, state) or make_unrecorded_move(rules, state))[0])
    if len(due) < 2:
        return None
    if state.gap:  # the colonists there may have been scored
        raise NotKnown(state.gap)
    return broken(seat=state.active, features=due)


@cites(mf.TURN_4)
def scoring_is_not_given_up(rules: MayflowerRules, state: State, passing: Pass) -> Finds:
    if passing.seat != state.active or state.phase != SCORE or is_turn_unknown(state):
        return None
    return broken(features=unscored_features(rules, state))


@cites(mf.TURN_5)
def without_colonists_a_turn_is_played(rules: MayflowerRules, state: State, passing: Pass) -> Finds:
    if not passing.reason or state.phase in CLOSED:
        return None
    dropped = state.phase == DRAW and not state.now.over and most(state.stock)  # another tile is to be drawn
    holds = passing.seat == state.active and (lacks_its_tile(state) or dropped)
    return broken() if holds or begins(state, passing) or is_turn_unknown(state) else None


_BEGINNING = (turns_go_clockwise, a_tile_is_laid_before_the_turn_is_over, all_is_scored_before_the_next_turn)
CHECKS: dict[type, tuple[Check, ...]] = {
    Draw: _BEGINNING,
    Discard: (only_whose_turn_it_is_acts,),
    Place: (*_BEGINNING, a_tile_is_drawn_before_it_is_laid, one_tile_a_turn),
    Colonist: (only_whose_turn_it_is_acts, a_colonist_waits_for_the_tile, a_colonist_comes_before_the_scoring),
    Pass: (*_BEGINNING, a_turn_is_not_given_up, scoring_is_not_given_up, without_colonists_a_turn_is_played),
    RefusedAction: (refusal(mf.TURN_5, "colonists"),),
}
