"""What several deeds share: using nothing, moving nothing, beginning a turn."""

from __future__ import annotations

from domain.games.mayflower.state import State, Turn
from domain.rules import Action, Effect, Seat

Moved = tuple[State, tuple[Effect, ...]]


def nothing_used(rules, state: State, action: Action) -> State:
    """A deed that takes nothing of the turn."""
    return state


def nothing_moves(rules, state: State, action: Action) -> Moved:
    """A deed that moves nothing."""
    return state, ()


def running(state: State, seat: Seat) -> Turn:
    """The turn a seat is in: the running one, or the one it begins."""
    return Turn(seat) if state.now.over else state.now
