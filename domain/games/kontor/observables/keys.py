"""The keys of observables: cells, docks and sectors of the harbour."""

from __future__ import annotations

from domain.games.kontor.pieces import CROSS, GOODS
from domain.games.kontor.state import NAME, State, cells_in, name_of
from domain.rules import Key


def cells(state: State) -> list[Key]:
    """Every cell with a card, and those of the starting cross."""
    names = {NAME[cell] for cell in state.board.cards}
    return [(NAME[cell],) for cell in state.board.cards] + [(cell,) for cell in CROSS if cell not in names]


def docks(state: State) -> list[Key]:
    """Every cell with a dock; without any, some cell."""
    return [(NAME[cell],) for cell in cells_in(state.board.docks)] or [(CROSS[0],)]


def sectors(state: State) -> list[Key]:
    """One cell of each sector that still has a dock."""
    found = [sector for sector in (*state.board.done, *state.board.open) if sector.cells]
    return [(name_of(sector),) for sector in found] or [(CROSS[0],)]


def stocks(state: State) -> list[Key]:
    """Every good on every dock."""
    return [(cell, good) for (cell,) in docks(state) for good in GOODS]
