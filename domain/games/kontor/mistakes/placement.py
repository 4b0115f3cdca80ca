"""Simulated mistakes about placement and the size of the board (KO-PLACE, KO-SIZE)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Move, Place, Remove, TakeBack
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    announced,
    breaks,
    goes_on,
    in_force,
    instead,
    one_of,
    stands,
)
from domain.games.kontor.mistakes.placement_common import (
    after_the_turn,
    by_variants_too,
    drawn_next,
    ends_there,
    refills,
)
from domain.games.kontor.offers.possible_cards import may_be_held
from domain.games.kontor.pieces import CANAL, group_of
from domain.games.kontor.state import BIT, NAME, NEAR, REFILL, card_of, cells_in, touching, within
from domain.games.kontor.state.cells import EVERYWHERE, X, Y
from domain.rules import replace


def elsewhere(at: KontorMoment, cells: int) -> WrongPlay | None:
    """The revealed card, an ordinary one, on one of these cells."""
    seat, number = at.action.seat, at.action.card
    if not refills(at, seat, number):
        return None
    cell = one_of(at, cells_in(cells))
    if cell is None or ends_there(at, seat, number, cell):
        return None
    return instead(replace(at.action, cell=NAME[cell]), then=drawn_next(seat))


# The revealed card --------------------------------------------------------------------------------


@breaks(ko.PLACE_1, Place)
def a_card_kept_in_spite_of_free_cells(at: KontorMoment) -> WrongPlay | None:
    return instead(TakeBack(seat=at.action.seat, why="stuck"), then=after_the_turn(at))


@breaks(ko.PLACE_1, Place)
def another_card_placed(at: KontorMoment) -> WrongPlay | None:
    seat = at.action.seat
    kind = card_of(at.state, at.action.card).kind
    alike = (n for n in may_be_held(at.state, seat) if card_of(at.state, n).kind == kind)
    number = one_of(at, alike) if group_of(kind) in (0, 1) and not at.action.good else None
    other = None if number is None else replace(at.action, card=number, export=())  # its goods may be others
    return instead(other, then=goes_on(at))


# Cells --------------------------------------------------------------------------------------------


@breaks(ko.PLACE_2, Place)
def a_card_that_touches_none(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    if card_of(at.state, at.action.card).kind in at.rules.corner_only:  # KO-V-ROUE-9
        return None
    return elsewhere(at, within(at.rules, board) & ~touching(board))


@breaks(ko.PLACE_3, Place)
def a_canal_over_a_canal(at: KontorMoment) -> WrongPlay | None:
    cards = at.state.board.cards
    if card_of(at.state, at.action.card).kind != CANAL:
        return None
    canals = [cell for cell, lying in cards.items() if lying.kind == CANAL and cell != at.state.board.boat]
    return elsewhere(at, sum(BIT[cell] for cell in canals))


@breaks(ko.PLACE_4, Place)
def a_dock_moved(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    source = one_of(at, (cell for sector in board.open if sector.size == 1 for cell in cells_in(sector.cells)))
    target = one_of(at, cells_in(within(at.rules, board) & touching(board) & ~board.taken))
    if source is None or target is None or NEAR[source] & BIT[target]:
        return None
    return instead(Move(seat=at.action.seat, source=NAME[source], target=NAME[target]), then=stands(at))


@breaks(ko.PLACE_4, Place)
def a_dock_taken_away(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    if at.rules.boat:
        return None
    cell = one_of(at, (cell for sector in board.open for cell in cells_in(sector.cells)))
    return instead(None if cell is None else Remove(seat=at.action.seat, cell=NAME[cell]), then=stands(at))


# The size of the board ----------------------------------------------------------------------------


def too_far(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """A card so far out that the harbour is too wide, while the width is open and this clause gives the size."""
    board, size = at.state.board, at.rules.width
    if board.wide or not in_force(at, clause, Place):
        return None
    beyond = (board.left + size, board.right - size)
    cells = [cell for cell in cells_in(EVERYWHERE) if X[cell] in beyond and board.top <= Y[cell] <= board.bottom]
    return elsewhere(at, sum(BIT[cell] for cell in cells))


@breaks(ko.SIZE_1, Place)
def wider_than_six(at: KontorMoment) -> WrongPlay | None:
    return too_far(at, ko.SIZE_1)


@breaks(ko.SIZE_4, Place)
def wider_than_seven(at: KontorMoment) -> WrongPlay | None:
    return too_far(at, ko.SIZE_4)


@breaks(ko.SIZE_5, Place)
def wider_than_eight(at: KontorMoment) -> WrongPlay | None:
    return too_far(at, ko.SIZE_5)


@breaks(ko.SIZE_2, Place)
def beyond_a_fixed_edge(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    cells = touching(board) & ~board.taken
    for reach in board.craned:
        cells &= ~reach
    if board.wide and not board.high:
        cells = by_variants_too(at, cells)
        return elsewhere(at, sum(BIT[cell] for cell in cells_in(cells) if not board.left <= X[cell] <= board.right))
    return None


def not_fixed(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """The table goes on as if a dimension were still open."""
    if at.after.state.phase != REFILL:
        return None
    fixing = [effect for effect in at.after.effects if effect.clause == clause.id and effect.what in ("wide", "high")]
    return announced(at, one_of(at, fixing), False)


@breaks(ko.SIZE_2, Place)
def a_dimension_not_taken_for_fixed(at: KontorMoment) -> WrongPlay | None:
    return not_fixed(at, ko.SIZE_2)


@breaks(ko.SIZE_3, Place)
def edges_that_do_not_count_yet(at: KontorMoment) -> WrongPlay | None:
    return not_fixed(at, ko.SIZE_3)
