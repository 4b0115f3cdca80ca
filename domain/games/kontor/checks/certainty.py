"""Helpers of several checks: findings that a gap leaves open, and cards that surely can be placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor.pieces import CANAL, FLOOD, SPECIAL_KINDS
from domain.games.kontor.state import Board, Card, State, card_of, cells_in, lawful_cells
from domain.games.kontor.state.board import unread_card
from domain.games.kontor.state.cells import grown, places
from domain.games.kontor.state.reach import REACH
from domain.games.kontor.state.table import unrecorded
from domain.numbers import NotKnown
from domain.rules import Broken, Seat

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def surely(state: State, broke: Broken, places: bool = True) -> Broken:
    """The result of a check, or none while a gap, or a cell not seen where places matter, leaves the table open."""
    if fact := state.missing_fact if places else unrecorded(state):
        raise NotKnown(fact)
    return broke


def all_read(state: State, broke: Broken) -> Broken:
    """The result of a check, or none while an unread card in the harbour may make the action lawful."""
    if not state.missing_fact and state.board.unclear:
        raise NotKnown(unread_card(state.board))
    return surely(state, broke)


def could_be_placed(rules: KontorRules, state: State, seat: Seat) -> bool:
    """Whether the card in play before a seat surely has a lawful cell."""
    number = state.play.shown[seat]
    card = card_of(state, number) if number else None
    cells = 0 if card is None else lawful_cells(rules, state, seat, card)
    if not cells or card is None:
        return False
    own = len(rules.reach) > len(REACH)  # a variant's own rule may forbid cells for the sake of sectors
    if fact := f"face {number}" if not card.kind else _in_the_way(state.board, card, cells, own):
        raise NotKnown(fact)
    return True


def _in_the_way(board: Board, card: Card, cells: int, own: bool) -> str:
    """The unread card that may forbid all these cells: it may be a crane, finish a sector, or show goods."""
    if card.kind == CANAL:
        return ""
    if board.unclear:
        sure = card.kind not in SPECIAL_KINDS and not own and cells & ~grown(places(board.unclear))
        return "" if sure else unread_card(board)
    if card.kind != FLOOD:
        return ""
    covered = [board.cards[cell] for cell in cells_in(cells & board.docks)]
    unread = [lying for lying in covered if sum(lying.goods, 0).__class__ is not int]
    return "" if len(unread) < len(covered) else f"face {unread[0].number}" if unread else ""
