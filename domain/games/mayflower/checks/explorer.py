"""Checks of the explorers: when they move, which one, and how far (MF-EXPLORER)."""

from __future__ import annotations

from domain.clauses import cites
from domain.fold import refusal
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Explore, Explorers, Pass
from domain.games.mayflower.checks.turn import has_begun
from domain.games.mayflower.follow import after_forced_move, movable, unscored_features
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import COLONIST, EXPLORE, PAWNS, SCORE, Ref, State, is_surely_unfinished
from domain.numbers import NotKnown
from domain.rules import Broken, Check, RefusedAction, broken

Finds = Broken | None


def is_due(rules: MayflowerRules, state: State) -> bool:
    """Whether an explorer has to move for a scored feature, or for one whose scoring the move shows."""
    if state.phase == EXPLORE or state.trail.late:
        return True
    now = state.now
    if now.moved < len(now.scored) and any(is_surely_unfinished(rules, state, feature) for feature in now.scored):
        return True  # scoring it was the mistake, not the move for it
    if state.phase not in (COLONIST, SCORE):
        return False
    return len(unscored_features(rules, state)) == 1 and bool(movable(rules, state))


def scorings_are_known(state: State) -> bool:
    """True; raises NotKnown where the record does not show what was scored in the running turn."""
    if doubt := state.gap or state.now.doubt:
        raise NotKnown(doubt)
    return True


def counted(rules: MayflowerRules, state: State) -> tuple[Ref, ...]:
    """The features scored in this turn for which an explorer moves: those with colonists (MF-I-02)."""
    scored = state.now.scored
    if rules.empty_features_move or not scored:
        return scored
    empty = [tally.feature for tally in state.trail.tallies if not tally.men]
    return tuple(feature for feature in scored if feature not in empty)


@cites(mf.EXPLORER_1)
def the_active_player_moves_the_explorer(rules: MayflowerRules, state: State, explore: Explore) -> Finds:
    if explore.seat == state.active or not state.whose or state.phase not in (COLONIST, SCORE, EXPLORE):
        return None
    return broken(due=state.active) if is_due(rules, state) else None


@cites(mf.EXPLORER_1)
def an_explorer_moves_once_for_each_scoring(rules: MayflowerRules, state: State, explore: Explore) -> Finds:
    scored = counted(rules, state)
    extra = scored and not is_due(rules, state) and movable(rules, state) and scorings_are_known(state)
    return broken(scored=scored, moves=state.now.moved + 1) if extra else None


@cites(mf.EXPLORER_1)
def explorers_stay_where_no_tile_is_ahead(rules: MayflowerRules, state: State, explore: Explore) -> Finds:
    """Both explorers are level and the next column has no tile (MF-I-07)."""
    extra = counted(rules, state) and not is_due(rules, state) and not movable(rules, state)
    return broken(column=state.explorers[0] + 1) if extra and scorings_are_known(state) else None


@cites(mf.EXPLORER_1)
def an_explorer_moves_one_column_west(rules: MayflowerRules, state: State, explore: Explore) -> Finds:
    at = PAWNS.index(explore.pawn)
    if state.trail.late or explore.column is None or not is_due(rules, state) or at not in movable(rules, state):
        return None
    due = state.explorers[at] + 1
    return broken(pawn=explore.pawn, column=explore.column, due=due) if explore.column != due else None


@cites(mf.EXPLORER_1)
def a_move_is_not_given_up(rules: MayflowerRules, state: State, passing: Pass) -> Finds:
    return broken() if state.phase == EXPLORE and passing.seat == state.active and state.whose else None


@cites(mf.EXPLORER_2)
def the_easternmost_explorer_moves(rules: MayflowerRules, state: State, explore: Explore) -> Finds:
    late = state.trail.late and state.phase != EXPLORE
    may = (PAWNS.index(state.trail.late),) if late else movable(rules, state)
    at = PAWNS.index(explore.pawn)
    if not may or at in may or state.guess or not is_due(rules, state):
        return None
    if after_forced_move(rules, state, at):
        return None
    return broken(pawn=explore.pawn, due=PAWNS[may[0]])


@cites(mf.EXPLORER_7)
def an_explorer_moves_only_for_a_scoring(rules: MayflowerRules, state: State, explore: Explore) -> Finds:
    idle = not counted(rules, state) and not is_due(rules, state) and scorings_are_known(state)
    return broken(pawn=explore.pawn) if idle else None


@cites(mf.EXPLORER_7)
def explorers_are_set_out_once(rules: MayflowerRules, state: State, explorers: Explorers) -> Finds:
    if not has_begun(state):
        return None
    columns = [SPOTS[explorers.a].column, SPOTS[explorers.b].column]
    stays = sorted(state.explorers) == sorted(columns)
    return None if stays else broken(a=explorers.a, b=explorers.b)


CHECKS: dict[type, tuple[Check, ...]] = {
    Explore: (
        the_active_player_moves_the_explorer,
        an_explorer_moves_once_for_each_scoring,
        explorers_stay_where_no_tile_is_ahead,
        an_explorer_moves_one_column_west,
        the_easternmost_explorer_moves,
        an_explorer_moves_only_for_a_scoring,
    ),
    Explorers: (explorers_are_set_out_once,),
    Pass: (a_move_is_not_given_up,),
    RefusedAction: (refusal(mf.EXPLORER_4, "row"),),
}
