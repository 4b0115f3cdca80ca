"""Deeds of sunken cargo, and of warehouses that no dock shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Salvage, Sink, Tokens
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import AT_GOOD, GOODS
from domain.games.kontor.state import (
    AT,
    NAME,
    NOWHERE,
    Board,
    Sector,
    State,
    is_finished,
    put_at,
    sector_at,
    sector_with,
    with_stock,
)
from domain.games.kontor.state.parts import GONE, Added, Sunk, part_of, with_part
from domain.games.kontor.state.stock import minus, plus
from domain.games.kontor.values.sectors import with_sector
from domain.rules import Effect, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def one_of(good: int) -> tuple[int, ...]:
    """One warehouse of a kind."""
    return put_at((0,) * len(GOODS), good, 1)


def carried(state: State, cell: int, goods: tuple, more: bool = True) -> State:
    """Warehouses more, or less, that a dock carries, in its own count only."""
    lying = state.board.cards[cell]
    stored = (plus if more else minus)(lying.stored, goods)
    cards = {**state.board.cards, cell: replace(lying, stored=stored)}
    return replace(state, board=replace(state.board, cards=cards))


def stocked(state: State, sector: Sector, side: int, goods: tuple, more: bool = True) -> State:
    """The table after goods were added to a side's stock in a sector, or taken off it."""
    stock = (plus if more else minus)(sector.stock[side], goods)
    return with_sector(state, sector, with_stock(sector, side, stock, sector.centres[side]))


def added(state: State, cell: int, good: int) -> State:
    """A warehouse more on a centre, remembered as one that no dock shows."""
    side, goods = state.board.cards[cell].owner, one_of(good)
    state = stocked(carried(state, cell, goods), sector_with(state.board, cell), side, goods)
    part = part_of(state, Added)
    return with_part(state, Added((*part.cells, cell), (*part.goods, good)))


# Sunken cargo -------------------------------------------------------------------------------------


def sink(rules: KontorRules, state: State, action: Sink) -> Moved:
    """Warehouses lie in canals (KO-V-EUPHRATE-1)."""
    at = [GONE] * len(GOODS)
    for cell, good in action.cargo:
        at[AT_GOOD[good]] = AT[cell]
    return with_part(state, Sunk(tuple(at))), ()


def salvage(rules: KontorRules, state: State, action: Salvage) -> Moved:
    """A sunken warehouse on a centre of one's own (KO-V-EUPHRATE-3), or out of the canal."""
    good, side = AT_GOOD[action.good], state.sides[action.seat]
    sunk = part_of(state, Sunk)
    if sunk.at:
        state = with_part(state, replace(sunk, at=put_at(sunk.at, good, GONE)))
    sector = sector_at(state.board, AT[action.cell]) if action.cell else None
    if sector is None or is_finished(state.board, AT[action.cell]) or sector.centres[side] == NOWHERE:
        return state, ()
    centre = sector.centres[side]
    made = effect_on(ko.V_EUPHRATE_3, "stock", (NAME[centre], action.good), 1, action.seat)
    return added(state, centre, good), (made,)


# Where added warehouses stay (KO-I-58) ------------------------------------------------------------


def with_their_centre(rules: KontorRules, state: State, before: Board, after: Board) -> Moved:
    """An added warehouse moves to the centre its side has now; with its dock it is lost if no goods dock is left."""
    part = part_of(state, Added)
    effects: tuple[Effect, ...] = ()
    if not part.cells:
        return state, ()
    kept: list[tuple[int, int]] = []
    for cell, good in zip(part.cells, part.goods, strict=True):
        state, now, more = _moved(state, before, cell, good)
        effects += more
        if now != NOWHERE:
            kept.append((now, good))
    cells, goods = zip(*kept, strict=True) if kept else ((), ())
    return with_part(state, Added(tuple(cells), tuple(goods))), effects


def _moved(state: State, before: Board, cell: int, good: int) -> tuple[State, int, tuple[Effect, ...]]:
    """Moves one added warehouse: gives the table, the dock that carries it now, and the effects."""
    was, now = before.cards.get(cell), state.board.cards.get(cell)
    if was is None:
        return state, NOWHERE, ()
    side, goods = was.owner, one_of(good)
    if now is not None and (now.number, now.owner) == (was.number, side):
        sector = sector_at(state.board, cell)
        centre = NOWHERE if sector is None or is_finished(state.board, cell) else sector.centres[side]
        if centre in (cell, NOWHERE):
            return state, cell, ()
        return carried(carried(state, cell, goods, more=False), centre, goods), centre, ()
    old = sector_at(before, cell)
    parts = [sector for sector in state.board.open if old is not None and sector.cells & old.cells]
    left = next((part for part in parts if part.centres[side] != NOWHERE), None)
    if left is None:
        return state, NOWHERE, ()
    centre = left.centres[side]
    seat = state.sides.index(side) if side in state.sides else None
    made = effect_on(ko.REMOVE_2, "stock", (NAME[centre], GOODS[good]), 1, seat)
    return stocked(carried(state, centre, goods), left, side, goods), centre, (made,)


def chosen_part(state: State, action: Tokens) -> State:
    """The owner puts an added warehouse into another part of what was one sector."""
    side, source = state.sides[action.seat], AT[action.source]
    target = sector_at(state.board, AT[action.target]) if action.target else None
    if target is None or target.centres[side] == NOWHERE or is_finished(state.board, AT[action.target]):
        return state
    for good, _ in action.goods:
        part, pair = part_of(state, Added), (source, AT_GOOD[good])
        pairs = [*zip(part.cells, part.goods, strict=True)]
        if pair not in pairs or target.cells & 1 << source:
            continue
        pairs.remove(pair)
        goods, centre = one_of(pair[1]), target.centres[side]
        state = stocked(carried(state, source, goods, more=False), sector_with(state.board, source), side, goods, False)
        state = with_part(state, Added(tuple(number for number, _ in pairs), tuple(kind for _, kind in pairs)))
        state = added(state, centre, pair[1])
        target = sector_with(state.board, centre)
    return state
