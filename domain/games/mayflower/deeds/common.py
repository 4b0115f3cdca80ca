"""Helpers of several deeds: beginning a turn."""

from __future__ import annotations

from domain.games.mayflower.state import State, Turn
from domain.rules import Effect, Seat

Moved = tuple[State, tuple[Effect, ...]]


def running(state: State, seat: Seat) -> Turn:
    """The turn a seat is in: the running one, or the one it begins."""
    return Turn(seat) if state.now.over else state.now
