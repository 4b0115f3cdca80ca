"""Simulated mistakes about scenarios with a deed of their own (KO-V)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bribe, Choose, Draw, Layout, Place, Second
from domain.games.kontor.deeds.scenarios import bribers, price_of
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    announced,
    breaks,
    goes_on,
    in_force,
    instead,
    made,
    one_of,
    stands,
)
from domain.games.kontor.mistakes.end import ENDED
from domain.games.kontor.mistakes.placement_common import drawn_next, refills
from domain.games.kontor.mistakes.ranking import counted_all_the_same
from domain.games.kontor.mistakes.scenarios import nothing_for, sailing, taken_out
from domain.games.kontor.mistakes.setup import is_its_draw, laid_out
from domain.games.kontor.offers.possible_cards import may_be_held
from domain.games.kontor.pieces import CANAL, DOCK
from domain.games.kontor.state import AT, NAME, Card, card_of, cells_in, is_finished, lawful_cells, touching, within
from domain.numbers import Number
from domain.rules import replace


def dock_for(
    at: KontorMoment, own: bool = False, finished: bool = False, apart: str = "", spent: Number = 0
) -> str | None:
    """A goods dock whose bribe the purse covers: the opponent's or one's own, in an open sector or a finished one."""
    board, seat = at.state.board, at.action.seat
    if not in_force(at, ko.V_BAKCHICH_4, Bribe):
        return None
    cells = [
        NAME[cell]
        for cell, lying in board.cards.items()
        if lying.kind == DOCK
        and (lying.owner == at.state.sides[seat]) == own
        and is_finished(board, cell) == finished
        and 0 < price_of(lying) <= at.state.players[seat].purse - spent
    ]
    return one_of(at, (name for name in cells if name != apart))


def bribed(at: KontorMoment, cell: str | None) -> Bribe | None:
    """The bribe for a dock."""
    return None if cell is None else Bribe(seat=at.action.seat, cell=cell)


@breaks(ko.V_BAKCHICH_1, Layout)
def canals_not_set_aside(at: KontorMoment) -> WrongPlay | None:
    if at.rules.canals_clause is not ko.V_BAKCHICH_1:
        return None
    return laid_out(at, ko.V_BAKCHICH_1, "canal-pile", (), at.state.canals.count + at.rules.canals_aside)


@breaks(ko.V_BAKCHICH_2, Place)
def a_boat_beside_bribes(at: KontorMoment) -> WrongPlay | None:
    return sailing(at, ko.V_BAKCHICH_2)


@breaks(ko.V_BAKCHICH_3, Choose)
def a_bribe_after_the_choice(at: KontorMoment) -> WrongPlay | None:
    if at.action.seat in bribers(at.state):
        return None
    return instead(at.action, bribed(at, dock_for(at)), then=goes_on(at))


@breaks(ko.V_BAKCHICH_3, Bribe)
def two_bribes_in_a_round(at: KontorMoment) -> WrongPlay | None:
    spent = price_of(at.state.board.cards[AT[at.action.cell]])
    return instead(at.action, bribed(at, dock_for(at, apart=at.action.cell, spent=spent)), then=goes_on(at))


@breaks(ko.V_BAKCHICH_4, Choose)
def a_dock_of_ones_own_bribed_away(at: KontorMoment) -> WrongPlay | None:
    if at.action.seat in bribers(at.state):
        return None
    return instead(bribed(at, dock_for(at, own=True)), then=stands(at))


@breaks(ko.V_BAKCHICH_5, Choose)
def a_finished_dock_bribed_away(at: KontorMoment) -> WrongPlay | None:
    if at.action.seat in bribers(at.state):
        return None
    return instead(bribed(at, dock_for(at, finished=True)), then=stands(at))


# Grande marée -------------------------------------------------------------------------------------


@breaks(ko.V_MAREE_1, Draw)
def a_canal_after_a_dock(at: KontorMoment) -> WrongPlay | None:
    seat, state = at.action.seat, at.state
    if not in_force(at, ko.V_MAREE_1, Second) or not is_its_draw(at, canal=False) or not state.players[seat].purse:
        return None
    card = one_of(at, (n for n in may_be_held(state, seat) if card_of(state, n).kind == CANAL))
    cells = cells_in(lawful_cells(at.rules, state, seat, Card(0, CANAL)))
    if card is None or len(cells) < 2 or not state.canals.count:
        return None
    return instead(Second(seat=seat, card=card, cell=NAME[one_of(at, cells)]), then=stands(at))


@breaks(ko.V_MAREE_2, Second)
def a_florin_for_the_second_canal(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.V_MAREE_2, "purse")), 1)


@breaks(ko.V_MAREE_3, Place, Second)
def a_lonely_dock_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.V_MAREE_3)


# Tic Tac Toe --------------------------------------------------------------------------------------


@breaks(ko.V_TICTACTOE_1, Layout)
def a_grid_too_small(at: KontorMoment) -> WrongPlay | None:
    if not in_force(at, ko.V_TICTACTOE_1, Layout):
        return None
    kept = tuple([(cell, number) for cell, number in at.action.cards if not cell.startswith("5,")])
    return instead(replace(at.action, cards=kept), then=goes_on(at))


@breaks(ko.V_TICTACTOE_2, Draw)
def a_crane_left_in_a_box(at: KontorMoment) -> WrongPlay | None:
    return taken_out(at, ko.V_TICTACTOE_2)


@breaks(ko.V_TICTACTOE_3, Place)
def a_box_split_in_two(at: KontorMoment) -> WrongPlay | None:
    if not in_force(at, ko.V_TICTACTOE_3, Place):
        return None
    lawful = lawful_cells(at.rules, at.state, at.action.seat, card_of(at.state, at.action.card))
    inside = within(at.rules, at.state.board) & touching(at.state.board) & ~at.state.board.taken
    keepers = [sector.keeper for sector in at.state.board.done]
    cell = one_of(at, cells_in(inside & ~lawful))
    if cell is None or max(keepers.count(side) for side in (0, 1)) > 1:  # one box more may make a line
        return None
    if not refills(at, at.action.seat, at.action.card):
        return None
    return instead(replace(at.action, cell=NAME[cell]), then=drawn_next(at.action.seat))


@breaks(ko.V_TICTACTOE_4, Place)
def a_game_that_goes_on_past_a_line(at: KontorMoment) -> WrongPlay | None:
    state = at.after.state
    if state.ended != ko.V_TICTACTOE_4.id or not state.canals.count:
        return None
    return instead(at.action, Draw(seat=at.action.seat, pile="canals"), then=ENDED)


@breaks(ko.V_TICTACTOE_5, Place)
def a_box_left_out(at: KontorMoment) -> WrongPlay | None:
    return nothing_for(at, ko.V_TICTACTOE_5)
