"""What several deeds share: using nothing, moving nothing, and what a later line can point at."""

from __future__ import annotations

from domain.games.new_haven.state import State
from domain.rules import Action, Effect

Moved = tuple[State, tuple[Effect, ...]]


def nothing_used(rules, state: State, action: Action) -> State:
    """A deed that takes nothing of the turn."""
    return state


def nothing_moves(rules, state: State, action: Action) -> Moved:
    """A deed that moves nothing."""
    return state, ()


def laying(state: State, *where: object) -> tuple:
    """Where this line put something and what it told of it: `show` points back at the line."""
    return (*state.laid, (state.line, where))
