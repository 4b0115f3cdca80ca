"""What several deeds share: using nothing, moving nothing, and facts left for a later line."""

from __future__ import annotations

from domain.games.new_haven.state import State
from domain.rules import Action, Effect, Fact, replace

Moved = tuple[State, tuple[Effect, ...]]


def nothing_used(rules, state: State, action: Action) -> State:
    """A deed that takes nothing of the turn."""
    return state


def nothing_moves(rules, state: State, action: Action) -> Moved:
    """A deed that moves nothing."""
    return state, ()


def told(state: State, line: int, about: str, value: object) -> State:
    """A timeless fact, with the line that told it; the first telling counts."""
    if (line, about) in state.known:
        return state
    return replace(state, known={**state.known, (line, about): Fact(value, state.line)})


def left_unseen(state: State, *where: object) -> State:
    """What this line did not tell, a later one may: `show` points back at the line."""
    return replace(state, laid={**state.laid, state.line: where})
