"""Removing a card from the harbour: what is left of its sector and of the bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from domain.games.kontor.pieces import CRANE, CUSTOMS, NO_GOODS
from domain.games.kontor.state.board import counting_edges, with_card
from domain.games.kontor.state.cells import BIT, NEAR, NOWHERE, X, Y, apart, cells_in, grown, parts_of, places
from domain.games.kontor.state.stock import plus, some
from domain.games.kontor.state.table import Board, Lying, Plan, Sector
from domain.numbers import Number
from domain.rules import replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def lifted(rules: KontorRules | Plan, board: Board, cell: int) -> Board:
    """The harbour without the top card of a cell; a split sector becomes several (KO-REMOVE-1 to 4)."""
    lying = board.cards[cell]
    bit, near = BIT[cell], NEAR[cell]
    cards = board.cards.copy()
    del cards[cell]
    water, docks, taken = board.water & ~bit, board.docks & ~bit, board.taken & ~bit
    unclear = tuple(at for at in board.unclear if at != cell)
    sectors, done = board.open, board.done
    if board.docks & bit:
        solid = water | docks
        sectors = tuple(
            part
            for sector in sectors
            for part in (split(rules, cards, sector, cell, solid) if sector.cells & bit else (sector,))
        )
        done = tuple(_shrunk(sector, bit) if sector.cells & bit else sector for sector in done if sector.cells != bit)
    else:
        sectors = tuple(
            replace(sector, free=sector.free | bit) if sector.cells & near else sector for sector in sectors
        )
    craned = board.craned
    if lying.kind == CRANE:
        craned = cranes_reach(cards, len(craned))
    board = replace(
        board,
        cards=cards,
        taken=taken,
        water=water,
        docks=docks,
        craned=craned,
        open=sectors,
        done=done,
        unclear=unclear,
    )
    return shrunk_box(rules, board)


def cranes_reach(cards: Mapping[int, Lying], sides: int) -> tuple[int, ...]:
    """The cells next to each side's cranes."""
    reach = [0] * sides
    for cell, lying in cards.items():
        if lying.kind == CRANE and 0 <= lying.owner < sides:
            reach[lying.owner] |= NEAR[cell]
    return tuple(reach)


def _shrunk(sector: Sector, bit: int) -> Sector:
    return replace(sector, cells=sector.cells & ~bit, size=max(0, sector.size - 1))


def split(
    rules: KontorRules | Plan, cards: Mapping[int, Lying], sector: Sector, gone: int, solid: int
) -> tuple[Sector, ...]:
    """What is left of a sector when a dock is lifted: each part with the warehouses of the docks in it."""
    rest = sector.cells & ~BIT[gone]
    beside = NEAR[gone] & rest
    at_its_end = beside and not beside & (beside - 1)  # one neighbour only: nothing is divided
    parts = (rest,) if at_its_end else parts_of(rest)
    return tuple([choosing(rules, cards, sector, part, solid) for part in parts])


def choosing(rules: KontorRules | Plan, cards: Mapping[int, Lying], sector: Sector, cells: int, solid: int) -> Sector:
    """A part of a sector; where it is without its old centre, any dock with goods may be the new one (KO-REMOVE-2)."""
    part = sector_of(rules, cards, cells, solid, sector.centres)
    elsewhere = sector.maybe & ~cells  # the centre may have been there
    maybe = sector.maybe & cells
    without = [bool(elsewhere or (old != NOWHERE and not BIT[old] & cells)) for old in sector.centres]
    if rules.new_centre == "nearest" or True not in without:  # KO-I-21
        return replace(part, maybe=maybe & ~places(part.centres)) if maybe else part
    for cell in cells_in(cells):
        lying = cards[cell]
        if 0 <= lying.owner < len(without) and without[lying.owner]:
            maybe |= BIT[cell] if rules.new_centre == "any" or some(lying.stored) else 0
    return replace(part, maybe=maybe & ~places(part.centres))


def sector_of(
    rules: KontorRules | Plan, cards: Mapping[int, Lying], cells: int, solid: int, centres: tuple[int, ...]
) -> Sector:
    """A sector out of the cards that lie in it; a centre stays where it was, else the first goods dock is one."""
    sides = len(centres)
    stock: list[tuple[Number, ...]] = [NO_GOODS] * sides
    found = [NOWHERE] * sides
    size, customs, inside = 0, 0, frozenset(cells_in(cells))
    for cell in [cell for cell in cards if cell in inside]:  # as they were laid: the first is the centre
        lying = cards[cell]
        customs += lying.kind == CUSTOMS
        size += lying.kind != CUSTOMS or rules.customs_size
        side = lying.owner
        if some(lying.stored) and 0 <= side < sides:
            stock[side] = plus(stock[side], lying.stored)
            if found[side] == NOWHERE or cell == centres[side] or _nearer(rules, cell, found[side], centres[side]):
                found[side] = cell
    free = grown(cells) & ~cells & ~solid
    return Sector(cells, free, size, tuple(stock), tuple(found), customs)


def _nearer(rules: KontorRules | Plan, cell: int, other: int, old: int) -> bool:
    """Whether a dock must be the new centre rather than another, being nearer to the old one (KO-I-21)."""
    if rules.new_centre != "nearest" or NOWHERE in (other, old) or other == old:
        return False
    return apart(cell, old) < apart(other, old)


def shrunk_box(rules: KontorRules | Plan, board: Board) -> Board:
    """The box after a card left: a fixed dimension stays, the other is measured anew (KO-I-02)."""
    if rules.shrinks == "never" or (board.wide and board.high and rules.shrinks != "always"):
        return board
    cells = [*board.cards]
    if not cells:
        return replace(board, left=0, right=0, top=0, bottom=0)
    xs, ys = [X[cell] for cell in cells], [Y[cell] for cell in cells]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    wide, high = board.wide, board.high
    if rules.shrinks == "always":
        wide, high = right - left + 1 >= rules.width, bottom - top + 1 >= rules.height
    if wide and rules.shrinks != "always":
        left, right = board.left, board.right
    if high and rules.shrinks != "always":
        top, bottom = board.top, board.bottom
    edges = counting_edges(rules, (left, right, top, bottom), wide, high)
    return replace(board, left=left, right=right, top=top, bottom=bottom, wide=wide, high=high, edges=edges)


def restacked(rules: KontorRules | Plan, board: Board, cell: int, lying: Lying) -> Board:
    """A card laid over another, which stays underneath and out of play (KO-SPEC-1, 3)."""
    return with_card(rules, lifted(rules, board, cell), cell, lying)
