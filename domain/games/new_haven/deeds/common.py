"""Helpers of several deeds."""

from __future__ import annotations

from domain.games.new_haven.state import Placement, State


def placed_with(state: State, *where: object) -> tuple[Placement, ...]:
    """The placements with that of this line: where it put a piece, and last what it said of the piece."""
    return state.placements + ((state.line, where),)
