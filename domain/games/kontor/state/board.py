"""The harbour: laying cards, joining sectors, and the growing bounds of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor.pieces import CANAL, CRANE, CUSTOMS, FLOOD
from domain.games.kontor.state.cells import BIT, NAME, NEAR, NOWHERE, X, Y, block, cells_in, places
from domain.games.kontor.state.stock import NO_CENTRES, NOTHING_STORED, both, kept, nothing, nowhere, some, stored_on
from domain.games.kontor.state.table import Board, Lying, Plan, Sector, State, put_at, unplaced
from domain.rules import replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

WATER = frozenset((CANAL, FLOOD, "anchor"))


def empty_board(sides: int, plan: Plan) -> Board:
    """A harbour without a card."""
    return Board(cards={}, taken=0, water=0, docks=0, craned=(0,) * sides, plan=plan)


def harbour_of(rules: KontorRules, sides: int, plan: Plan, canals: dict[int, Lying]) -> Board:
    """A harbour with canals and nothing else, as if laid one by one."""
    if not canals:
        return empty_board(sides, plan)
    water, xs, ys = places(tuple(canals)), [X[cell] for cell in canals], [Y[cell] for cell in canals]
    left, right, top, bottom = box = min(xs), max(xs), min(ys), max(ys)
    wide, high = right - left + 1 >= rules.width, bottom - top + 1 >= rules.height
    edges, craned = counting_edges(rules, box, wide, high), (0,) * sides
    return Board(
        cards=canals,
        taken=water,
        docks=0,
        water=water,
        craned=craned,
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        wide=wide,
        high=high,
        edges=edges,
        plan=plan,
    )


def sector_at(board: Board, cell: int) -> Sector | None:
    """The sector a dock belongs to."""
    bit = BIT[cell]
    if not board.docks & bit:
        return None
    for sector in board.open:
        if sector.cells & bit:
            return sector
    for sector in board.done:
        if sector.cells & bit:
            return sector
    return None


def is_finished(board: Board, cell: int) -> bool:
    """Whether a dock lies in a finished sector."""
    bit = BIT[cell]
    return any(sector.cells & bit for sector in board.done)


def sector_with(board: Board, cell: int) -> Sector:
    """The sector of a cell where a dock lies."""
    sector = sector_at(board, cell)
    if sector is None:
        raise ValueError(f"no dock lies at {NAME[cell]}")
    return sector


def is_closed(board: Board, sector: Sector) -> bool:
    """Whether no neighbouring cell is empty, edges that count left out (KO-SECTOR-3)."""
    return not sector.free & board.edges


# Laying a card ------------------------------------------------------------------------------------


def with_card(rules: KontorRules | Plan, board: Board, cell: int, lying: Lying) -> Board:
    """The harbour with one more card, on a cell that is empty."""
    bit, kind = BIT[cell], lying.kind
    cards, taken = board.cards.copy(), board.taken | bit
    cards[cell] = lying
    if not bit:  # SOMEWHERE: what it touches is not known
        return replace(board, cards=cards)
    if kind in WATER:
        sectors = without_free_cell(board.open, bit) if NEAR[cell] & board.docks else board.open
        after = replace(board, cards=cards, taken=taken, water=board.water | bit, open=sectors)
    elif kind:
        sectors = joined(rules, board, cell, lying)
        after = replace(board, cards=cards, taken=taken, docks=board.docks | bit, open=sectors)
        if kind == CRANE and 0 <= lying.owner < len(board.craned):
            after = replace(after, craned=put_at(board.craned, lying.owner, board.craned[lying.owner] | NEAR[cell]))
    else:
        unclear = board.unclear if lying.down else (*board.unclear, cell)  # contraband is hidden by the rules
        after = replace(board, cards=cards, taken=taken, unclear=unclear)
    if board.wide and board.high and board.left <= X[cell] <= board.right and board.top <= Y[cell] <= board.bottom:
        return after
    return stretched(rules, after, cell, not board.taken)


def stretched(rules: KontorRules | Plan, board: Board, cell: int, first: bool) -> Board:
    """The harbour with a cell in its box; a dimension that reaches its size is fixed (KO-SIZE-2, 3)."""
    x, y = X[cell], Y[cell]
    left, right, top, bottom = (x, x, y, y) if first else (board.left, board.right, board.top, board.bottom)
    left, right = x if x < left else left, x if x > right else right
    top, bottom = y if y < top else top, y if y > bottom else bottom
    wide, high = board.wide or right - left + 1 >= rules.width, board.high or bottom - top + 1 >= rules.height
    if wide == board.wide and high == board.high:
        return replace(board, left=left, right=right, top=top, bottom=bottom)
    edges = counting_edges(rules, (left, right, top, bottom), wide, high)
    return replace(board, left=left, right=right, top=top, bottom=bottom, wide=wide, high=high, edges=edges)


def counting_edges(rules: KontorRules | Plan, box: tuple[int, int, int, int], wide: bool, high: bool) -> int:
    """The cells inside the edges that bound sectors: when both dimensions are fixed (KO-SIZE-3; KO-I-01)."""
    if wide and high:
        return block(*box)
    if rules.edges_close == "per-axis" and (wide or high):
        left, right, top, bottom = box
        return block(left, right, -99, 99) if wide else block(-99, 99, top, bottom)
    return -1


def fixed(rules: KontorRules | Plan, board: Board) -> Board:
    """The box of what lies, as the whole board."""
    box = (board.left, board.right, board.top, board.bottom)
    return replace(board, wide=True, high=True, edges=counting_edges(rules, box, True, True))


def without_free_cell(sectors: tuple[Sector, ...], bit: int) -> tuple[Sector, ...]:
    """Sectors that had this cell open, without it."""
    return tuple([replace(sector, free=sector.free ^ bit) if sector.free & bit else sector for sector in sectors])


def joined(rules: KontorRules | Plan, board: Board, cell: int, lying: Lying) -> tuple[Sector, ...]:
    """The open sectors with a dock more, its goods stored: those it touches become one (KO-SECTOR-1, 4)."""
    bit, near, sectors = BIT[cell], NEAR[cell], board.open
    customs = 1 if lying.kind == CUSTOMS else 0
    size = 0 if customs and not rules.customs_size else 1
    free, touched = near & ~(board.water | board.docks), having(board.open, near & board.docks)
    if not touched:
        sides = len(board.craned)
        stock, centres = stored_on(nothing(sides), nowhere(sides), cell, lying)
        return (*sectors, Sector(bit, free, size, stock, centres, customs))
    sector = touched[0]
    if len(touched) == 1:
        stock, centres = stored_on(sector.stock, sector.centres, cell, lying)
        cells, free, maybe = sector.cells | bit, (sector.free | free) & ~bit, sector.maybe
        now = Sector(cells, free, sector.size + size, stock, centres, sector.customs + customs, sector.keeper, maybe)
    else:
        now = merged(touched, bit, free, size, customs, cell, lying)
        sectors = tuple([other for other in sectors if other is sector or not other.cells & now.cells])
    return tuple([now if other is sector else other for other in sectors])


def having(sectors: tuple[Sector, ...], docks: int) -> list[Sector]:
    """The sectors some docks belong to; looked for no longer than until all are found."""
    touched = []
    for sector in sectors:
        if not docks:
            break
        if here := sector.cells & docks:
            touched.append(sector)
            docks ^= here
    return touched


def merged(touched: list[Sector], bit: int, free: int, size: int, customs: int, cell: int, lying: Lying) -> Sector:
    """Several sectors as one: each side keeps the first of its centres, or another (KO-STORE-5)."""
    first, *others = touched
    cells, maybe, stock, centres = first.cells | bit, first.maybe | places(first.centres), first.stock, first.centres
    free, size, customs = free | first.free, size + first.size, customs + first.customs
    for sector in others:
        cells, free, maybe = cells | sector.cells, free | sector.free, maybe | sector.maybe
        size, customs = size + sector.size, customs + sector.customs
        if sector.stock is not NOTHING_STORED or sector.centres is not NO_CENTRES:
            maybe |= places(sector.centres)
            stock, centres = both(stock, sector.stock), kept(centres, sector.centres)
    stock, centres = stored_on(stock, centres, cell, lying)
    return Sector(cells, free & ~bit, size, stock, centres, customs, maybe=maybe & ~places(centres))


def perhaps_centre(board: Board, cell: int, lying: Lying) -> Board:
    """A dock seen lying may have come before the one taken for the centre."""
    sector = sector_at(board, cell) if some(lying.stored) and 0 <= lying.owner < len(board.craned) else None
    if sector is None or sector.centres[lying.owner] in (cell, NOWHERE):
        return board
    now = replace(sector, maybe=sector.maybe | BIT[cell])
    return replace(board, open=tuple([now if other is sector else other for other in board.open]))


def centred_as(before: Board, board: Board, cell: int) -> Board:
    """A harbour in which a card was only read: centres are where they were, as far as they still can be."""
    old, new = sector_at(before, cell), sector_at(board, cell)
    if old is None or new is None or old.cells != new.cells:
        return board
    centres = list(new.centres)
    for side, centre in enumerate(old.centres):
        if centre != NOWHERE and board.cards[centre].owner == side and some(board.cards[centre].stored):
            centres[side] = centre
    maybe = (new.maybe | old.maybe | places(new.centres)) & ~places(tuple(centres)) if old.maybe else 0
    now = replace(new, centres=tuple(centres), maybe=maybe)
    return replace(board, open=tuple([now if other is new else other for other in board.open]))


# What is full, what is finished -------------------------------------------------------------------


def is_full(board: Board) -> bool:
    """Whether no cell inside fixed edges is empty (KO-END-1)."""
    return board.wide and board.high and not board.edges & ~board.taken


def closes_one(board: Board) -> bool:
    """Whether an open sector has no empty neighbour left."""
    edges = board.edges
    for sector in board.open:  # noqa: SIM110  a loop is faster than a generator
        if not sector.free & edges:
            return True
    return False


def closed_sectors(board: Board) -> tuple[Sector, ...]:
    """Open sectors with no empty neighbour left, in the order they were begun."""
    edges = board.edges
    return tuple([sector for sector in board.open if not sector.free & edges])


def name_of(sector: Sector) -> str:
    """A sector is called by its first cell, from the north-west."""
    return NAME[(sector.cells & -sector.cells).bit_length() - 1]


def unread_card(board: Board) -> str:
    """The fact that would identify the first of the unread cards."""
    return unread_at(board, board.unclear[0])


def unread_fact(state: State) -> str:
    """The fact that would identify an unread card, or the cell of one that was not seen; empty where there is none."""
    return unplaced(state) or (unread_card(state.board) if state.board.unclear else "")


def unread_at(board: Board, cell: int) -> str:
    """The fact that would identify an unread card: its face, or which card it is."""
    number = board.cards[cell].number
    return f"face {number}" if number else f"card {NAME[cell]}"


def placed_by(board: Board, seat: int) -> int:
    """Where the last card a seat placed lies."""
    for cell, lying in reversed(board.cards.items()):
        if lying.by == seat:
            return cell
    return NOWHERE


def docks_in(board: Board, sector: Sector) -> list[Lying]:
    """The cards of a sector."""
    return [board.cards[cell] for cell in cells_in(sector.cells)]
