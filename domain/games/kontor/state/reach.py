"""Where a card may be placed: each rule gives a set of cells, and a lawful cell is in all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.games.kontor.pieces import ANCHOR, BRIDGE, CANAL, CRANE, CUSTOMS, DOCK, FLOOD, group_of
from domain.games.kontor.state.board import closed_sectors, is_closed, with_card
from domain.games.kontor.state.cells import BIT, EVERYWHERE, NEAR, X, Y, block, cells_in, corners_of, grown
from domain.games.kontor.state.faces import card_of, lying_of
from domain.games.kontor.state.table import NO_SEAT, Board, Card, Lying, State
from domain.numbers import NotKnown, least, most
from domain.rules import Seat

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

COVERS = frozenset((FLOOD, BRIDGE))


def touching(board: Board) -> int:
    """Cells that share a side with a card (KO-PLACE-2)."""
    return grown(board.taken) & EVERYWHERE


def cornering(board: Board) -> int:
    """Empty cells that share a corner with a card, and a side with none (KO-V-ROUE-9)."""
    return corners_of(board.taken) & ~touching(board) & EVERYWHERE


def within(rules: KontorRules, board: Board) -> int:
    """Cells that keep the harbour within its size (KO-SIZE-1, 2)."""
    if not board.taken:
        return EVERYWHERE
    left, right = (
        (board.left, board.right) if board.wide else (board.right - rules.width + 1, board.left + rules.width - 1)
    )
    top, bottom = (
        (board.top, board.bottom) if board.high else (board.bottom - rules.height + 1, board.top + rules.height - 1)
    )
    return block(left, right, top, bottom)


def span_with(board: Board, cell: int) -> tuple[int, int]:
    """Width and height of the harbour with a card on a cell."""
    x, y = X[cell], Y[cell]
    if not board.taken:
        return 1, 1
    wide = max(board.right, x) - min(board.left, x) + 1
    return wide, max(board.bottom, y) - min(board.top, y) + 1


def craned_for(rules: KontorRules, board: Board, side: int, kind: str, seat: Seat = NO_SEAT) -> int:
    """Cells where cranes of others stop a card of this kind (KO-CRANE-1, 4; KO-I-37, 42)."""
    if group_of(kind) != 0 and kind not in rules.craned_specials:
        return 0
    barred = 0
    for other, reach in enumerate(board.craned):
        if other != side:
            barred |= reach
    if rules.crane_stops_partner and seat != NO_SEAT:
        for cell, lying in board.cards.items():
            if lying.kind == CRANE and lying.owner == side and lying.by != seat:
                barred |= NEAR[cell]
    return barred


def may_flood(rules: KontorRules, board: Board, cell: int) -> bool:
    """A bridge, or a dock showing at most one good, outside finished sectors (KO-SPEC-1, 6)."""
    lying = board.cards.get(cell)
    if lying is None or any(sector.cells & BIT[cell] for sector in board.done):
        return False
    if lying.kind == BRIDGE or (lying.kind == CUSTOMS and rules.floods_customs):
        return True
    return group_of(lying.kind) == 0 and (lying.kind != DOCK or least(sum(lying.goods, 0)) <= 1)  # it may be so


def shows_at_most_one(lying: Lying) -> bool:
    """Whether a dock shows one good or none; asks where that was not seen."""
    return lying.kind != DOCK or bool(lying.goods[0] + lying.goods[1] + lying.goods[2] <= 1)


def may_bridge(rules: KontorRules, board: Board, cell: int) -> bool:
    """A canal or a flood that touches no finished sector, and not under the boat (KO-SPEC-3, 6; KO-I-34 to 36)."""
    lying = board.cards.get(cell)
    if lying is None or lying.kind not in (CANAL, FLOOD, ANCHOR):
        return False
    if (lying.kind == ANCHOR and not (rules.bridges_anchor and rules.anchor_is_canal)) or (
        cell == board.boat and rules.boat and not rules.bridges_boat
    ):
        return False
    touches = any(sector.cells & NEAR[cell] for sector in board.done)
    return not touches or joins_an_open_one(rules, board, cell)


def joins_an_open_one(rules: KontorRules, board: Board, cell: int) -> bool:
    """Whether a bridge next to a finished sector is excused by an open one it touches (KO-I-36)."""
    return rules.bridges_finished and any(sector.cells & NEAR[cell] for sector in board.open)


def coverable(rules: KontorRules, board: Board, kind: str) -> int:
    """Cells a flood or a bridge may cover."""
    allowed = may_flood if kind == FLOOD else may_bridge
    return sum(BIT[cell] for cell in board.cards if _perhaps(allowed, rules, board, cell))


def _perhaps(allowed: Callable[..., bool], rules: KontorRules, board: Board, cell: int) -> bool:
    """Whether a cell may be covered, as far as is known."""
    try:
        return allowed(rules, board, cell)
    except NotKnown:
        return True


def would_finish(rules: KontorRules, board: Board, cell: int, lying: Lying) -> bool:
    """Whether a card there would finish a sector (KO-SPEC-7)."""
    after, before = (
        with_card(rules, board, cell, lying),
        {sector.cells for sector in board.open if is_closed(board, sector)},
    )
    return any(is_closed(after, sector) and sector.cells not in before for sector in after.open)


# The list a variant adds to: rules, state, seat, card -> cells where this rule allows the card ----


def on_an_empty_cell_beside_a_card(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """Next to a card, on nothing; a flood or a bridge on what it may cover."""
    board = state.board
    beside = touching(board) & ~board.taken
    if card.kind in rules.corner_only:
        alone = cornering(board)
        return alone if not rules.corner_or_side or alone & within(rules, board) else beside  # KO-I-66
    if card.kind not in COVERS:
        return beside
    return coverable(rules, board, card.kind) | (beside if rules.specials_on_empty else 0)


def inside_the_size(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """Within the size of the board."""
    return within(rules, state.board)


def away_from_cranes(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """The cells that are not next to an opponent's crane."""
    return EVERYWHERE & ~craned_for(rules, state.board, state.sides[seat], card.kind, seat)


def not_closing_with_customs(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """A customs house where it finishes no sector."""
    if card.kind != CUSTOMS:
        return EVERYWHERE
    board = state.board
    lying = lying_of(card, state.sides[seat], seat)
    here = touching(board) & ~board.taken & within(rules, board)
    return sum(BIT[cell] for cell in cells_in(here) if not would_finish(rules, board, cell, lying))


REACH = (on_an_empty_cell_beside_a_card, inside_the_size, away_from_cranes, not_closing_with_customs)


def moves(allows: Callable) -> Callable:
    """Marks a rule about something that can go elsewhere: what it forbids may be lawful in another round."""
    allows.moves = True  # type: ignore[attr-defined]
    return allows


def lasting(rules: KontorRules) -> tuple[Callable, ...]:
    """The rules of this table that forbid a cell for good."""
    return tuple([allows for allows in rules.reach if not getattr(allows, "moves", False)])


def lawful_cells(rules: KontorRules, state: State, seat: Seat, card: Card) -> int:
    """The cells every rule of this table allows a seat's card."""
    cells = EVERYWHERE
    for allows in rules.reach:
        cells &= allows(rules, state, seat, card)
    return cells


def can_place(rules: KontorRules, state: State, seat: Seat) -> bool:
    """Whether the card in play before a seat has a lawful cell (KO-PLACE-1)."""
    return bool(lawful_cells(rules, state, seat, card_of(state, state.play.shown[seat])))


# The boat -----------------------------------------------------------------------------------------


def berths(rules: KontorRules, board: Board) -> int:
    """Canals the boat may go to (KO-BOAT-3; KO-I-20)."""
    water = board.water if rules.anchor_is_canal else board.water & ~_anchor(board)
    return water & ~BIT[board.boat]


def _anchor(board: Board) -> int:
    return sum(BIT[cell] for cell, lying in board.cards.items() if lying.kind == ANCHOR)


def at_risk(rules: KontorRules, board: Board, cell: int) -> list[int]:
    """Docks the boat on a cell may have removed: next to it, with a boat, in no finished sector (KO-BOAT-4)."""
    near = NEAR[cell] & board.docks
    for sector in board.done:
        near &= ~sector.cells
    if rules.score_at == "end" and not rules.boat_enters_closed:  # KO-I-91
        for sector in closed_sectors(board):
            near &= ~sector.cells
    return [neighbour for neighbour in cells_in(near) if _removable(rules, board.cards[neighbour])]


def _removable(rules: KontorRules, lying: Lying) -> bool:
    return lying.symbol == "boat" and (group_of(lying.kind) == 0 or (lying.kind == BRIDGE and rules.boat_takes_bridges))


def most_goods(lying: Lying) -> int:
    """How many goods a card shows at most."""
    return sum(map(most, lying.goods))
