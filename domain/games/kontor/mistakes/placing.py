"""What mistakes of several headings ask about placing: lawful cells, the draw that is due, the next turn."""

from __future__ import annotations

from domain.games.game import Moment
from domain.games.kontor.mistakes.making import one_of
from domain.games.kontor.pieces import GROUP
from domain.games.kontor.state import CHOOSE, NAME, PLACE, REFILL, card_of, cells_in, is_full, lawful_cells, pile_of
from domain.rules import Seat

Then = tuple[str, tuple[Seat, ...]]


def refills(at: Moment, seat: Seat, number: int) -> bool:
    """Whether a card is due to a seat for the one it places, and the board is far from full."""
    group = GROUP.get(card_of(at.state, number).kind)
    if group not in (0, 1) or is_full(at.after.state.board):
        return False
    pile = at.state.canals if group else pile_of(at.state, seat)
    return pile.count > 0


def a_lawful_cell(at: Moment, seat: Seat, number: int) -> str | None:
    """Somewhere a card may go."""
    cells = cells_in(lawful_cells(at.rules, at.state, seat, card_of(at.state, number)))
    if len(cells) < 2:  # the last one ends the game
        return None
    return NAME[one_of(at, cells)]


def drawn_next(seat: Seat) -> Then:
    """The table waits for a seat's draw."""
    return REFILL, (seat,)


def after_the_turn(at: Moment) -> Then:
    """The next seat acts, or all choose."""
    order = at.state.play.order
    if len(order) > 1:
        return PLACE, (order[1],)
    hands = [player.hand.counts for player in at.after.state.players]
    return CHOOSE, tuple(seat for seat, hand in enumerate(hands) if sum(hand))
