"""Helpers of mistakes about placing: lawful cells, the draw that is due, the next turn."""

from __future__ import annotations

from domain.games.kontor.deeds.wheel import skips_of
from domain.games.kontor.mistakes.common import KontorMoment, one_of
from domain.games.kontor.pieces import GOODS, MOST_GOODS, group_of
from domain.games.kontor.state import CHOOSE, NAME, PLACE, REFILL, card_of, cells_in, is_full, lawful_cells, pile_of
from domain.games.kontor.state.faces import lying_of
from domain.games.kontor.state.parts import in_reserve
from domain.games.kontor.state.reach import REACH, would_finish
from domain.rules import Seat

Then = tuple[str, tuple[Seat, ...]]


def refills(at: KontorMoment, seat: Seat, number: int) -> bool:
    """Whether a card is due to a seat for the one it places, and the board is far from full."""
    group = group_of(card_of(at.state, number).kind)
    if group not in (0, 1) or is_full(at.after.state.board):
        return False
    pile = at.state.canals if group else pile_of(at.state, seat)
    return pile.count > 0


def by_variants_too(at: KontorMoment, cells: int) -> int:
    """The cells of these that no variant forbids."""
    card = card_of(at.state, at.action.card)
    for allows in at.rules.reach:
        if allows not in REACH:
            cells &= allows(at.rules, at.state, at.action.seat, card)
    return cells


def a_lawful_cell(at: KontorMoment, seat: Seat, number: int) -> str | None:
    """Somewhere a card may go."""
    cells = cells_in(lawful_cells(at.rules, at.state, seat, card_of(at.state, number)))
    if len(cells) < 2:  # the last one ends the game
        return None
    cell = one_of(at, cells)
    return None if ends_there(at, seat, number, cell) else NAME[cell]


def ends_there(at: KontorMoment, seat: Seat, number: int, cell: int) -> bool:
    """Whether a card on an empty cell finishes a sector, and that may end this table's game."""
    if nearly_spent(at):
        return True
    if len(at.rules.ends) < 2 or cell in at.state.board.cards:
        return False
    lying = lying_of(card_of(at.state, number), at.state.sides[seat], seat)
    return would_finish(at.rules, at.state.board, cell, lying)


def nearly_spent(at: KontorMoment) -> bool:
    """Whether the next dock may take the last warehouses of both reserves."""
    if at.rules.reserve is None:
        return False
    left = [in_reserve(at.state, side, good) for side in set(at.state.sides) for good in range(len(GOODS))]
    return sum(left) <= MOST_GOODS


def drawn_next(seat: Seat) -> Then:
    """The table waits for a seat's draw."""
    return REFILL, (seat,)


def after_the_turn(at: KontorMoment) -> Then:
    """The next seat acts, or all choose."""
    order = at.state.play.order
    if len(order) > 1:
        return PLACE, (order[1],)
    hands = [player.hand.counts for player in at.after.state.players]
    if at.rules.flow == "clockwise":
        count = len(hands)
        after = [(at.action.seat + step) % count for step in range(1, count + 1)]
        return CHOOSE, tuple([seat for seat in after if sum(hands[seat]) and not skips_of(at.state, seat)][:1])
    return CHOOSE, tuple(seat for seat, hand in enumerate(hands) if sum(hand))
