"""Observables of what is not in use: warehouses in the supply, keepers next to the board."""

from __future__ import annotations

from domain.games.kontor.pieces import GOODS, KEEPERS, WAREHOUSES, WAREHOUSES_OF_A_KIND
from domain.games.kontor.state import AT, UNKNOWN_SIDE, State, sector_at
from domain.games.kontor.state.parts import afloat, all_exported
from domain.numbers import Number, between, not_below_zero
from domain.rules import Key


def supply(state: State, key: Key) -> Number:
    good = GOODS.index(key[0])
    if "reserves" in state.parts:  # each side has warehouses of its own, and there are no others
        return 0
    used = sum((goods[good] for sector in state.board.open for goods in sector.stock), 0)
    gone = all_exported(state, good)
    return not_below_zero(WAREHOUSES_OF_A_KIND - used - afloat(state, good) - gone)


def warehouses(state: State, key: Key) -> Number:
    """All of the supply: those not on the board."""
    if "reserves" in state.parts:
        return 0
    used = sum((count for sector in state.board.open for goods in sector.stock for count in goods), 0)
    gone = [afloat(state, at) + all_exported(state, at) for at in range(len(GOODS))]
    return not_below_zero(WAREHOUSES - used - sum(gone, 0))


def size(state: State, key: Key) -> int:
    """How many docks the sector of a cell has."""
    sector = sector_at(state.board, AT[key[0]])
    return 0 if sector is None else sector.size


def keepers(state: State, key: Key) -> Number:
    """The keepers a side has left; the keeper of a sector with an unknown winner may be either side's."""
    kept = [sector.keeper for sector in state.board.done]
    left = KEEPERS - kept.count(key[0])
    return between(max(0, left - kept.count(UNKNOWN_SIDE)), max(0, left), "keeper")
