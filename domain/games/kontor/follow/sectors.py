"""Consequences of finished sectors: they are compared, get a keeper, and return their warehouses."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from domain.clauses import Clause
from domain.games.kontor import clauses as ko
from domain.games.kontor.follow.common import Moved, cached_effect, effect_on, setting_effect
from domain.games.kontor.follow.end import ended_by
from domain.games.kontor.pieces import GOODS, KEEPERS
from domain.games.kontor.scoring import first_seats
from domain.games.kontor.scoring.supremacy import winner_of
from domain.games.kontor.state import (
    FINAL,
    NAME,
    NO_SEAT,
    NOWHERE,
    REFILL,
    UNKNOWN_SIDE,
    Board,
    Sector,
    State,
    closed_sectors,
    is_full,
    name_of,
    nothing,
)
from domain.games.kontor.state.parts import hidden_cells
from domain.games.kontor.state.stock import nowhere
from domain.numbers import Number, Range, between, most
from domain.rules import Effect, Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

STEPS = (ko.SUPREMACY_4, ko.SUPREMACY_1, ko.SUPREMACY_2, ko.SUPREMACY_3)


def settling(rules: KontorRules, state: State) -> Moved:
    """All sectors that this placement finished, also distant ones when the edges begin to count; then the end test."""
    board, over = state.board, ""
    effects: tuple[Effect, ...] = ()
    if rules.score_at == "end":  # nothing is compared before (KO-V-ROUE-8)
        clause = None if state.ended else ended_by(rules, state)
        over = state.ended or (clause.id if clause is not None and not rules.last_turn_finished else "")
    if over or rules.score_at == "finish":
        for sector in compares(rules, state):
            board, made = compared(rules, state, board, sector)
            effects += made
            for reacts in rules.on_finish:
                state, more = reacts(rules, replace(state, board=board), board.done[-1])
                board, effects = state.board, effects + more
    if state.ended:  # the table has stopped
        return replace(state, board=board, phase=FINAL), effects
    if len(rules.ends) == 1:  # nothing but a full board ends it
        clause = ko.END_1 if is_full(board) else None
    else:
        state = state if board is state.board else replace(state, board=board)
        clause = ended_by(rules, state)
    if clause is None:
        return replace(state, board=board, phase=REFILL), effects
    phase = REFILL if rules.last_turn_finished else FINAL
    return replace(state, board=board, phase=phase, ended=clause.id), effects


def compares(rules: KontorRules, state: State) -> tuple[Sector, ...]:
    """The sectors to be compared now: those without an empty neighbour; when the game is over perhaps all (KO-I-28)."""
    all_count = state.ended and (rules.unfinished_score or state.ended in rules.filling_ends)
    found = state.board.open if all_count else closed_sectors(state.board)
    hidden = hidden_cells(state) if state.parts else 0  # a sector waits for what lies face down (KO-V-CONTREBANDE-3)
    return tuple([sector for sector in found if not (sector.cells | sector.free) & hidden]) if hidden else found


def compared(rules: KontorRules, state: State, board: Board, sector: Sector) -> tuple[Board, tuple[Effect, ...]]:
    """Puts the keeper of the side with the supremacy into a sector (KO-SUPREMACY-0 to 4, KO-KEEPER-1, 2)."""
    stock = sector.stock
    for view in rules.stock_view:
        stock = view(rules, state, sector, stock)
    side, step = winner_of(rules, state, stock)
    seats, done = first_seats(state.sides), board.done
    name, seat = name_of(sector), seats.get(side)
    sides, clause = len(sector.stock), rules.beats_clause if step == 3 else STEPS[step]
    spare = len(done) < KEEPERS or [finished.keeper for finished in done].count(side) < KEEPERS
    if not spare and side >= 0 and rules.keepers_limited:
        side, clause = NO_SEAT, ko.KEEPER_1  # no keeper is left to mark it with (KO-I-23)
    for unmarked in rules.unmarked if side != NO_SEAT else ():
        side, clause = (NO_SEAT, because) if (because := unmarked(rules, state, sector)) else (side, clause)
    filling = rules.filling_ends
    filled = filling and sector.free & state.board.edges
    closes = filling.get(state.ended, ko.SECTOR_3) if filled else ko.SECTOR_3
    made = _kept(closes, clause, name, side, seat, spare, sides)
    if rules.winner_leaves:
        after, more = _divided(rules, state, sector, side)
        made += more
    elif side != NO_SEAT or rules.tied_returns:
        made += _returned(seats, sector)
        after = Sector(sector.cells, 0, sector.size, nothing(sides), nowhere(sides), sector.customs, side)
    else:
        after = replace(sector, free=0, keeper=side, maybe=0)
    left_open = tuple([other for other in board.open if other is not sector])
    return replace(board, open=left_open, done=(*done, after)), made


@lru_cache(maxsize=4096)
def _kept(
    closes: Clause, clause: Clause, name: str, side: int, seat: Seat | None, spare: bool, sides: int
) -> tuple[Effect, ...]:
    """A sector is finished, and who keeps it; a keeper is put there as long as there is one."""
    made = setting_effect(closes, "finished", (name,), True), setting_effect(clause, "keeper", (name,), side, seat)
    if side == UNKNOWN_SIDE:
        return (*made, *(effect_on(ko.KEEPER_1, "keepers", (side,), Range(-1, 0, "keeper")) for side in range(sides)))
    return (*made, cached_effect(ko.KEEPER_1, "keepers", (side,), -1 if spare else 0, seat)) if side >= 0 else made


def _returned(seats: dict[int, Seat], sector: Sector) -> tuple[Effect, ...]:
    """Returns the warehouses of both sides to the supply."""
    stock = sector.stock
    made: tuple[Effect, ...] = ()
    for side, centre in enumerate(sector.centres):
        if centre != NOWHERE:
            wine, spice, tea = goods = stock[side]
            sure = (wine + spice + tea).__class__ is int
            made += (_gone_back if sure else _perhaps_gone_back)(NAME[centre], goods, seats.get(side))
    return made


@lru_cache(maxsize=4096)
def _gone_back(centre: str, goods: tuple[int, ...], seat: Seat | None) -> tuple[Effect, ...]:
    pairs = zip(GOODS, goods, strict=True)
    return tuple([cached_effect(ko.KEEPER_2, "stock", (centre, good), -count, seat) for good, count in pairs if count])


def _perhaps_gone_back(centre: str, goods: tuple[Number, ...], seat: Seat | None) -> tuple[Effect, ...]:
    pairs = zip(GOODS, goods, strict=True)
    return tuple(
        [
            effect_on(ko.KEEPER_2, "stock", (centre, good), -count, seat)
            for good, count in pairs
            if count.__class__ is not int or count
        ]
    )


def _divided(rules: KontorRules, state: State, sector: Sector, winner: int) -> tuple[Sector, tuple[Effect, ...]]:
    """The winner's warehouses stay, the others' go back; in a tied sector all do (KO-V-EMBARGO-4, 5)."""
    clause = rules.tied_clause if winner == NO_SEAT else rules.return_clause
    stock, made = list(sector.stock), []
    for side, centre in enumerate(sector.centres):
        if centre == NOWHERE:
            continue
        left = tuple([_left(count, winner == side, winner == UNKNOWN_SIDE) for count in stock[side]])
        for good, had, stays in zip(GOODS, stock[side], left, strict=True):
            if had.__class__ is not int or had:
                made.append(effect_on(clause, "stock", (NAME[centre], good), stays - had, first_seat(state, side)))
        stock[side] = left
    return Sector(sector.cells, 0, sector.size, tuple(stock), sector.centres, sector.customs, winner), tuple(made)


def _left(count: Number, won: bool, unsure: bool) -> Number:
    """What stays of a side's warehouses; it is not known while the winner is not known."""
    if unsure:
        return between(0, most(count), "keeper")
    return count if won else 0


def first_seat(state: State, side: int) -> Seat | None:
    """A seat of a side, to say whose it is."""
    return first_seats(state.sides).get(side)
