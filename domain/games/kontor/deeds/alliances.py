"""Deeds of alliances: two players count as one in a sector, as long as neither has another ally there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Ally, Leave
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import DOCK
from domain.games.kontor.state import AT, BIT, Board, Sector, State, cells_in, name_of, sector_at
from domain.games.kontor.state.parts import Allies, PutDown, part_of, with_part
from domain.numbers import most
from domain.rules import Effect, Seat

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Row = tuple[int, Seat, Seat]  # a cell of the sector, and the two


def rows_of(state: State) -> list[Row]:
    """All alliances."""
    part = part_of(state, Allies)
    return [*zip(part.cells, part.ones, part.others, strict=True)]


def with_rows(state: State, rows: list[Row]) -> State:
    """The table with other alliances."""
    return with_part(state, Allies(*(tuple(column) for column in zip(*rows, strict=True))) if rows else Allies())


def allies_in(state: State, sector: Sector) -> list[tuple[Seat, Seat]]:
    """Who is allied with whom in a sector."""
    return [(one, other) for cell, one, other in rows_of(state) if sector.cells & BIT[cell]]


def ally_of(state: State, sector: Sector, seat: Seat) -> Seat | None:
    """A seat's ally in a sector."""
    for one, other in allies_in(state, sector):
        if seat in (one, other):
            return other if seat == one else one
    return None


def ally(rules: KontorRules, state: State, action: Ally) -> Moved:
    """Two players count as one in the sector of a cell (KO-V-ROUE-IND-4)."""
    sector = sector_at(state.board, AT[action.cell])
    if sector is None or action.other >= len(state.players) or action.other == action.seat:
        return state, ()
    if ally_of(state, sector, action.seat) is not None or ally_of(state, sector, action.other) is not None:
        return state, ()
    return with_rows(state, [*rows_of(state), (AT[action.cell], action.seat, action.other)]), ()


def leave(rules: KontorRules, state: State, action: Leave) -> Moved:
    """An alliance in the sector of a cell is over."""
    sector = sector_at(state.board, AT[action.cell])
    if sector is None:
        return state, ()
    gone = [row for row in rows_of(state) if sector.cells & BIT[row[0]] and action.seat in row[1:]]
    return with_rows(state, [row for row in rows_of(state) if row not in gone]), ()


# When sectors join or fall apart ------------------------------------------------------------------


def still_allied(rules: KontorRules, state: State, before: Board, after: Board) -> Moved:
    """Alliances stay with their sector; where a seat would have two allies all of theirs break (KO-V-ROUE-IND-4)."""
    rows, board = rows_of(state), state.board
    if not rows:
        return state, ()
    kept: list[Row] = []
    effects: tuple[Effect, ...] = ()
    moved = [(_still(before, board, cell), one, other) for cell, one, other in rows]
    for sector in (*board.open, *board.done):
        here = [row for row in moved if row[0] >= 0 and sector.cells & BIT[row[0]]]
        single = {frozenset(row[1:]): row for row in here}
        torn = {seat for row in single.values() for seat in row[1:] if _partners(single, seat) > 1}
        left = [row for row in single.values() if not torn & set(row[1:])]
        kept += left
        if torn:
            members = tuple(seat for row in left for seat in row[1:])
            effects += (effect_on(ko.V_ROUE_IND_4, "alliance", (name_of(sector),), members, sets=True),)
    return (state if kept == rows else with_rows(state, kept)), effects


def _partners(rows: dict, seat: Seat) -> int:
    return sum(seat in pair for pair in rows)


def _still(before: Board, board: Board, cell: int) -> int:
    """A cell of what the sector of a cell has become; -1 where nothing is left of it."""
    if sector_at(board, cell) is not None:
        return cell
    old = sector_at(before, cell)
    parts = [sector for sector in (*board.open, *board.done) if old is not None and sector.cells & old.cells]
    return cells_in(parts[0].cells)[0] if parts else -1


# Warehouses put down ------------------------------------------------------------------------------


def remembered(rules: KontorRules, state: State, seat: Seat, cell: int) -> Moved:
    """How many warehouses a seat has put down, and where (KO-I-68)."""
    lying = state.board.cards[cell]
    if lying.kind != DOCK:
        return state, ()
    part, count = part_of(state, PutDown), sum(map(most, lying.stored))
    return with_part(state, PutDown((*part.cells, cell), (*part.seats, seat), (*part.counts, count))), ()


def placed_in(rules: KontorRules, state: State, sector: Sector, seat: Seat) -> int:
    """The warehouses a seat has in a sector, or ever put there (KO-I-68)."""
    if rules.shared_by == "ever":
        part = part_of(state, PutDown)
        rows = zip(part.cells, part.seats, part.counts, strict=True)
        return sum(count for cell, own, count in rows if own == seat and sector.cells & BIT[cell])
    cards, side = state.board.cards, state.sides[seat]
    return sum(sum(map(most, cards[cell].stored)) for cell in cells_in(sector.cells) if cards[cell].owner == side)
