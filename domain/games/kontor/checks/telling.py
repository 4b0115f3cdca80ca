"""What several headings say alike: a finding that a gap in the record leaves open."""

from __future__ import annotations

from domain.games.kontor.state import State
from domain.numbers import NotKnown
from domain.rules import Broken


def surely(state: State, broke: Broken) -> Broken:
    """What was found, unless since a gap nobody has told how the table stands."""
    if state.untold:
        raise NotKnown(state.untold)
    return broke
