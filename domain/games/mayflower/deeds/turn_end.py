"""Deeds of scoring in the chosen order, giving up a turn, ending the game."""

from __future__ import annotations

from domain.games.mayflower.actions import End, Pass, Score
from domain.games.mayflower.deeds.common import Moved, running
from domain.games.mayflower.follow import make_unrecorded_move, movable, return_colonists, score_feature, wait_for_move
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import (
    CLOSED,
    EXPLORE,
    FINAL,
    OVER,
    PAWNS,
    SCORE,
    Ref,
    State,
    find_feature,
    is_surely_unfinished,
    men_on,
    swept_off,
)
from domain.rules import Effect, replace

__all__ = ("end", "return_colonists", "score", "use_pass")


def score(rules: MayflowerRules, state: State, action: Score) -> Moved:
    """Scores features one after the other, each with its explorer move; the last move is still to come."""
    effects: tuple[Effect, ...] = ()
    for feature in action.features:
        if scored_already(state, feature):
            continue
        if is_unoccupied(rules, state, feature):
            if not state.now.laid:  # it is named before the tile of this turn
                continue
        elif not is_surely_unfinished(rules, state, feature):
            state, made = _explored(rules, state)
            effects += made
        state, made = _scored(rules, state, feature)
        effects += made
    return state, effects


def scored_already(state: State, feature: Ref) -> bool:
    """Whether a feature was scored in this turn under this name or another: then the line only names it."""
    found = find_feature(state, feature)
    return found is not None and any(find_feature(state, other) == found for other in state.now.scored)


def is_unoccupied(rules: MayflowerRules, state: State, feature: Ref) -> bool:
    """Whether a feature has no colonists and none were swept off it: naming it scores nothing (MF-I-02)."""
    return not (rules.empty_features_move or men_on(state, feature) or swept_off(state, feature))


def _explored(rules: MayflowerRules, state: State) -> Moved:
    """The explorer's move that was owed before the next feature."""
    if state.phase != EXPLORE:
        return state, ()
    return wait_for_move(rules, state) or make_unrecorded_move(rules, state)


def _scored(rules: MayflowerRules, state: State, feature: Ref) -> Moved:
    """Scores a feature; outside the scoring phase the explorer moves at once."""
    found = find_feature(state, feature)
    if found is None:
        return state, ()
    pending = next((pending for pending in state.now.pending if find_feature(state, pending) == found), feature)
    if state.phase == SCORE:
        return score_feature(rules, state, pending)
    phase = state.phase
    state, made = score_feature(rules, replace(state, phase=SCORE), pending)
    if state.phase == EXPLORE:
        may = movable(rules, state)
        state, moved = wait_for_move(rules, state) or make_unrecorded_move(rules, state)
        made += moved
        state = replace(state, trail=replace(state.trail, late=PAWNS[may[0]] if may else ""))
    return replace(state, phase=phase), made


def use_pass(rules: MayflowerRules, state: State, action: Pass) -> State:
    """The turn is over without a tile; features that the seat would have to choose from are not scored."""
    if state.phase in CLOSED:
        return state
    now = running(state, action.seat)
    return replace(state, now=replace(now, pending=()) if state.phase == SCORE else now, phase=SCORE)


def end(rules: MayflowerRules, state: State, action: End) -> Moved:
    """The final scoring begins."""
    return (state if state.phase in (OVER, FINAL) else replace(state, phase=FINAL)), ()
