"""Warehouses as the table puts them, the centres that carry them, and warehouses put on a wrong dock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Centre, Mix, Store, Tokens
from domain.games.kontor.deeds.cargo import chosen_part
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import DOCK, GOODS
from domain.games.kontor.state import (
    AT,
    BIT,
    NAME,
    NOWHERE,
    Board,
    Lying,
    Sector,
    State,
    cells_in,
    is_finished,
    learned,
    placed_by,
    sector_at,
    with_stock,
)
from domain.games.kontor.state.card_removal import sector_of
from domain.games.kontor.state.cells import parts_of
from domain.games.kontor.state.parts import PutLast, part_of, with_part
from domain.games.kontor.state.stock import minus, plus
from domain.games.kontor.values.sectors import with_sector
from domain.numbers import Number, most
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

MORE_STORED = "more stored"  # a fact about a line that puts warehouses: a later one puts more of the same card
ELSEWHERE, LATER, APART, ALONE, ACROSS = "elsewhere", "later", "apart", "alone", "across"  # how warehouses are misput
_MISPUT = {ELSEWHERE: ko.STORE_2, LATER: ko.STORE_3, APART: ko.SECTOR_4, ALONE: ko.SECTOR_1, ACROSS: ko.SECTOR_2}


def just_placed(state: State, seat: Seat) -> Lying | None:
    """The card whose warehouses a seat puts: the last it placed; nothing where it is not known."""
    lying = None if state.missing_fact else state.board.cards.get(placed_by(state.board, seat))
    return lying if lying is not None and lying.kind else None


def stored_so_far(state: State, store: Store) -> PutLast:
    """What earlier lines put for the card whose warehouses are put."""
    part = part_of(state, PutLast)
    return part if part.cell == placed_by(state.board, store.seat) else PutLast()


def put_in_all(state: State, store: Store, due: tuple[Number, ...]) -> tuple[Number, ...]:
    """All warehouses put for a card, in one line or several; what is put right after a wrong line counts alone."""
    goods, before = of_mix(store.goods), stored_so_far(state, store)
    return goods if before.wrong and goods == due else plus(before.goods, goods)


def goes_on(state: State, put: tuple[Number, ...], due: tuple[Number, ...]) -> bool:
    """Whether a line puts some of the warehouses that are due, and a later one puts more."""
    return not any(minus(put, due)) and (state.line, MORE_STORED) in state.known


def _noted(state: State, store: Store, is_wrong: bool) -> State:
    """The table with what this line put for its card; that it goes on from an earlier line is a fact about that one."""
    lying, before = just_placed(state, store.seat), stored_so_far(state, store)
    if lying is None:
        return state
    if before.line:
        state = learned(state, (before.line, MORE_STORED), True)
    put, wrong = put_in_all(state, store, lying.goods), before.wrong or (state.line if is_wrong else 0)
    return with_part(state, PutLast(placed_by(state.board, store.seat), put, state.line, wrong))


def centre_of(board: Board, sector: Sector, side: int) -> int:
    """A side's centre in a sector; of a finished one where it was."""
    if sector.centres[side] != NOWHERE:
        return sector.centres[side]
    return sector_of(board.plan, board.cards, sector.cells, board.water | board.docks, sector.centres).centres[side]


def centres_joined(board: Board, sector: Sector, cell: int, side: int) -> list[int]:
    """The centres a side had in the sectors a dock joined: it may keep either (KO-STORE-5)."""
    parts = parts_of(sector.cells & ~BIT[cell])
    solid = board.water | board.docks
    found = [sector_of(board.plan, board.cards, part, solid, sector.centres).centres[side] for part in parts]
    return [centre for centre in found if centre != NOWHERE] if len(found) > 1 else []


def misput(state: State, store: Store) -> str:
    """Where the warehouses of the card just placed went, if not onto the centre."""
    board, side, cell = state.board, state.sides[store.seat], AT[store.cell]
    placed, lying = placed_by(board, store.seat), just_placed(state, store.seat)
    sector = sector_at(board, placed)
    if sector is None or lying is None or lying.kind != DOCK or not any(of_mix(store.goods)):
        return ""
    centre = centre_of(board, sector, side)
    if cell in (centre, *centres_joined(board, sector, placed, side)) or partners(state, centre, store.seat):
        return ""
    there = sector_at(board, cell)
    if there is not None and not there.cells & sector.cells:
        return ACROSS
    if centre in (placed, NOWHERE):
        return ELSEWHERE
    if len(parts_of(sector.cells & ~BIT[placed])) > 1:
        return APART
    return LATER if there is None or linked(board, sector, side, cell, centre) else ALONE


def partners(state: State, centre: int, seat: Seat) -> bool:
    """Whether a partner made the centre, so that not using it is a matter of partners (KO-TEAM-2)."""
    lying = state.board.cards.get(centre)
    return lying is not None and lying.by not in (seat, -1)


def linked(board: Board, sector: Sector, side: int, one: int, other: int) -> bool:
    """Whether docks of one side alone connect two cells."""
    own = sum(BIT[cell] for cell in cells_in(sector.cells) if board.cards[cell].owner == side)
    return any(part & BIT[one] and part & BIT[other] for part in parts_of(own))


def store(rules: KontorRules, state: State, action: Store) -> Moved:
    """Warehouses as they were put for the card just placed: only counters, unless they rule (KO-I-13)."""
    counters = ko.STORE_1.id in rules.reverted_clauses and not rules.chooses_good
    if counters and (clause := _broken_by(state, action)) is not None:
        effects = () if stored_so_far(state, action).wrong else _put_otherwise(state, action, clause)
        return _noted(state, action, True), effects
    state = _noted(_recentred(state, action.seat, AT[action.cell]), action, False)
    if counters:
        return state, ()
    placed, side = placed_by(state.board, action.seat), state.sides[action.seat]
    lying = state.board.cards.get(placed)
    sector = None if lying is None else sector_at(state.board, placed)
    if lying is None or sector is None or is_finished(state.board, placed):
        return state, ()
    goods = stored_so_far(state, action).goods
    if rules.chooses_good and not _is_a_choice(goods, lying.goods):  # it is put right
        return state, ()
    cards = {**state.board.cards, placed: replace(lying, stored=goods)}
    state = replace(state, board=replace(state.board, cards=cards))
    left = minus(sector.stock[side], lying.stored)
    state = with_sector(state, sector, with_stock(sector, side, left, sector.centres[side]))
    return put_on_centre(state, side, AT[action.cell], goods), ()


def _broken_by(state: State, action: Store) -> Clause | None:
    """The clause that warehouses break as they were put; none where that is not known, or where they lie in order."""
    lying = just_placed(state, action.seat)
    if lying is None or is_finished(state.board, placed_by(state.board, action.seat)):
        return None
    where = misput(state, action)
    if where:
        return _MISPUT[where]
    put = put_in_all(state, action, lying.goods)
    return ko.STORE_1 if any(lying.goods) and put != lying.goods and not goes_on(state, put, lying.goods) else None


def _put_otherwise(state: State, action: Store, clause: Clause) -> tuple[Effect, ...]:
    """The warehouses that count on the dock in question and on the centre: what is read there goes back to this."""
    side, cell = state.sides[action.seat], AT[action.cell]
    placed = placed_by(state.board, action.seat)
    sector = sector_at(state.board, placed)
    if sector is None:
        return ()
    centre = sector.centres[side]
    counted = zip(GOODS, of_mix(action.goods), state.board.cards[placed].stored, sector.stock[side], strict=True)
    return tuple(
        effect_on(clause, "stock", (NAME[at], good), count if at == centre else 0, action.seat, sets=True)
        for good, put, due, count in counted
        for at in dict.fromkeys((cell, centre))
        if at != NOWHERE and (put or due)
    )


def _is_a_choice(goods: tuple[Number, ...], offered: tuple[Number, ...]) -> bool:
    """Whether one warehouse was put of a kind the card may show."""
    return sum(goods) == 1 and all(put <= most(shown) for put, shown in zip(goods, offered, strict=True))


def put_on_centre(state: State, side: int, cell: int, goods: tuple) -> State:
    """Warehouses more on a side's centre in the sector of a cell."""
    sector = sector_at(state.board, cell)
    if sector is None or is_finished(state.board, cell):
        return state
    where = sector.centres[side] if sector.centres[side] != NOWHERE else cell
    return with_sector(state, sector, with_stock(sector, side, plus(sector.stock[side], goods), where))


def of_mix(pairs: Mix) -> tuple[int, ...]:
    """Warehouses by kind."""
    return tuple(sum(count for kind, count in pairs if kind == good) for good in GOODS)


def centre(rules: KontorRules, state: State, action: Centre) -> Moved:
    """The dock that carries a side's warehouses from now on (KO-I-21)."""
    return _recentred(state, action.seat, AT[action.cell]), ()


def _recentred(state: State, seat: Seat, cell: int) -> State:
    lying, side = state.board.cards.get(cell), state.sides[seat]
    sector = sector_at(state.board, cell)
    if sector is None or lying is None or lying.owner != side or is_finished(state.board, cell):
        return state
    if sector.centres[side] == NOWHERE:
        return state
    own = sum(BIT[centre] for centre in cells_in(sector.maybe) if state.board.cards[centre].owner == side)
    sector_now = replace(with_stock(sector, side, sector.stock[side], cell), maybe=sector.maybe & ~own)
    return with_sector(state, sector, sector_now)


def tokens(rules: KontorRules, state: State, action: Tokens) -> Moved:
    """Warehouses moved by hand: only counters, unless they rule (KO-I-13); added ones as agreed (KO-I-58)."""
    if rules.added_follow == "owner":
        state = chosen_part(state, action)
    if ko.STORE_1.id in rules.reverted_clauses:
        return state, ()
    side = state.sides[action.seat]
    goods = of_mix(action.goods)
    source = sector_at(state.board, AT[action.source])
    if source is not None and not is_finished(state.board, AT[action.source]):
        changed = with_stock(source, side, minus(source.stock[side], goods), source.centres[side])
        state = with_sector(state, source, changed)
    return (put_on_centre(state, side, AT[action.target], goods) if action.target else state), ()
