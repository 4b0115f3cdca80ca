"""What a reading shows of centres and keepers, and what stays unknown of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor.pieces import GOODS, KEEPERS
from domain.games.kontor.state import (
    AT,
    BIT,
    NAME,
    UNKNOWN_SIDE,
    Board,
    Sector,
    State,
    card_of,
    cells_in,
    put_at,
    sector_at,
)
from domain.games.kontor.state.board import unread_fact
from domain.games.kontor.state.table import unplaced
from domain.games.kontor.values.sectors import with_sector
from domain.numbers import Number, is_surely, least, narrowed
from domain.rules import Key, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def centre_shown(state: State, key: Key, seen: Number | None) -> State:
    """Warehouses on a dock that may be the centre make it so, none on it rule it out (KO-STORE-5, KO-REMOVE-2)."""
    cell, good = AT[key[0]], GOODS.index(key[1])
    sector, lying = sector_at(state.board, cell), state.board.cards.get(cell)
    if sector is None or lying is None or not sector.maybe or not 0 <= lying.owner < len(sector.centres):
        return state
    side = lying.owner
    others = [centre for centre in cells_in(sector.maybe) if state.board.cards[centre].owner == side]
    here, count = sector.centres[side] == cell, sector.stock[side][good]
    if not others or not (here or cell in others) or is_surely(count, 0):
        return state
    if seen is None:
        return state if here else with_sector(state, sector, _centred(sector, side, cell, others))
    if least(seen) > 0 and narrowed(count, seen) is not None:
        return with_sector(state, sector, _centred(sector, side, cell, others))
    if is_surely(seen, 0) and least(count) > 0:
        centre = others[0] if here else sector.centres[side]
        return with_sector(state, sector, _centred(sector, side, centre, [cell, centre]))
    return state


def _centred(sector: Sector, side: int, centre: int, settled: list[int]) -> Sector:
    """A sector with the centre of a side, and of these docks known which is one."""
    known = sum(BIT[cell] for cell in {*settled, centre})
    return replace(sector, centres=put_at(sector.centres, side, centre), maybe=sector.maybe & ~known)


def centre_doubted(state: State, key: Key) -> str:
    """The face that would show where a centre is: one that may show no goods, or be a dock between two sectors."""
    board, cell = state.board, AT[key[0]]
    if fact := unread_fact(state):
        return fact
    sector = sector_at(board, cell)
    if sector is None:
        return _unread_below(state, cell)
    return _unread_goods(board, sector)


def _unread_below(state: State, cell: int) -> str:
    """The face of a dock that lay there and was covered, or removed."""
    lying = state.board.cards.get(cell)
    gone: tuple[int, ...] = () if lying is None or lying.under is None else (lying.under.number,)
    if lying is None:
        gone = tuple(pile.under[-1] for pile in state.piles if pile.under)
    for number in gone:
        card = card_of(state, number)
        if not card.kind or card.goods is None:
            return f"face {number}"
    return ""


def _unread_goods(board: Board, sector: Sector) -> str:
    """The face of a dock that may show goods or none."""
    for cell in cells_in(sector.cells):
        lying = board.cards[cell]
        wine, spice, tea = lying.stored
        if (wine + spice + tea).__class__ is not int:
            return f"face {lying.number}" if lying.number else f"card {NAME[cell]}"
    return ""


def keeper_doubted(state: State, key: Key) -> str:
    """What would show who won a finished sector."""
    sector = sector_at(state.board, AT[key[0]])
    if sector is None or sector.keeper != UNKNOWN_SIDE:
        return unplaced(state)
    return _unread_goods(state.board, sector) or "keeper"


def keepers_shown(rules: KontorRules, state: State, key: Key) -> tuple[int, ...]:
    """The sides whose keeper may show how a sector stands, before it is scored (KO-V-ROUE-8)."""
    sector = sector_at(state.board, AT[key[0]])
    is_open = rules.score_at == "end" and sector in state.board.open
    return tuple(range(len(state.scores))) if is_open else ()


def keepers_left(rules: KontorRules, state: State, key: Key) -> tuple[int, ...]:
    """How many keepers a side may have left while others show how sectors stand (KO-V-ROUE-8)."""
    return tuple(range(KEEPERS)) if rules.score_at == "end" and state.board.open else ()


def a_keeper_doubted(state: State, key: Key) -> str:
    """What would show whose keeper was put into a sector, or how many sectors there are."""
    if fact := unread_fact(state):
        return fact
    for sector in state.board.done:
        if sector.keeper == UNKNOWN_SIDE:
            return _unread_goods(state.board, sector) or "keeper"
    return ""
