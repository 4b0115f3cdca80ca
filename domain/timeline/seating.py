"""Who sits where, also after another person takes over a seat during the game."""

from __future__ import annotations

from collections.abc import Sequence

from domain.record.lines import Line, SeatTaken
from domain.rules import replace
from domain.setup import Setup
from domain.timeline.order import table_order


def seated(setup: Setup, log: Sequence[Line]) -> Setup:
    """The set-up with the names of the people who sit there after the last line."""
    return seatings(setup, log)[-1][1]


def seatings(setup: Setup, log: Sequence[Line]) -> list[tuple[int, Setup]]:
    """The set-up at the start, and after each line with which another person took a seat."""
    setups = [(0, setup)]
    if any(isinstance(line, SeatTaken) for line in log):
        for entry in table_order(log).entries:
            if isinstance(entry.body, SeatTaken):
                names = list(setups[-1][1].names or setup.seats)
                names[entry.body.seat] = entry.body.name or setup.seats[entry.body.seat]
                setups.append((entry.line, replace(setups[-1][1], names=tuple(names))))
    return setups
