"""What several deeds share: what a later line can point at."""

from __future__ import annotations

from domain.games.new_haven.state import State


def laying(state: State, *where: object) -> tuple:
    """Where this line put something and what it told of it: `show` points back at the line."""
    return (*state.laid, (state.line, where))
