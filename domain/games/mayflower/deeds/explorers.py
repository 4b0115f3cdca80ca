"""Deeds of the two explorers: set out on the coast, moved west."""

from __future__ import annotations

from domain.games.mayflower.actions import Explore, Explorers
from domain.games.mayflower.deeds.common import Moved
from domain.games.mayflower.follow import movable, move_explorer, sweep
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import EXPLORE, PAWNS, SCORE, State
from domain.numbers import Range
from domain.rules import replace


def set_out(rules: MayflowerRules, state: State, action: Explorers) -> Moved:
    """Puts both explorers on their start spaces; only the columns count."""
    return replace(state, explorers=(SPOTS[action.a].column, SPOTS[action.b].column)), ()


def is_late(state: State) -> bool:
    """Whether the explorer moved already, for a feature scored late: then the line only names the explorer."""
    return bool(state.trail.late) and state.phase != EXPLORE


def _named(state: State, action: Explore) -> State:
    trail = replace(state.trail, late="")
    other = state.guess and action.pawn != state.trail.late
    return replace(state, trail=trail, explorers=state.explorers[::-1] if other else state.explorers, guess=False)


def use_explore(rules: MayflowerRules, state: State, action: Explore) -> State:
    """The move a scored feature asks for."""
    if is_late(state):
        return state
    now = replace(state.now, moved=state.now.moved + 1)
    return replace(state, now=now, phase=SCORE if state.phase == EXPLORE else state.phase)


def explore(rules: MayflowerRules, state: State, action: Explore) -> Moved:
    """Moves an explorer one column west, or to the recorded column, and sweeps stragglers."""
    at = PAWNS.index(action.pawn)
    if is_late(state):
        return _named(state, action), ()
    if state.guess and at not in movable(rules, state):  # so it was the other one that had moved
        state = replace(state, explorers=state.explorers[::-1])
    if action.column is None:
        return move_explorer(rules, state, at)
    if not isinstance(column := state.explorers[at], Range):
        return move_explorer(rules, state, at, action.column - column)
    before, explorers = state.explorers, list(state.explorers)
    explorers[at] = action.column
    return sweep(rules, replace(state, explorers=tuple(explorers)), before)
