"""Simulated mistakes about four players (KO-TEAM)."""

from __future__ import annotations

from functools import wraps

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Give, Layout, Pay, Place, Remove, Store
from domain.games.kontor.mistakes.common import KontorMoment, a_seat, breaks, goes_on, in_force, instead, one_of, stands
from domain.games.kontor.mistakes.ranking import counted_all_the_same
from domain.games.kontor.mistakes.setup import laid_out
from domain.games.kontor.pieces import COIN, DOCK, GOODS, GROUP, group_of
from domain.games.kontor.state import AT, CHOOSE, NAME, OVER, REFILL, State, card_of, cells_in, lawful_cells, sector_at
from domain.games.mistakes import MakeMistake
from domain.rules import Seat, replace
from domain.setup import Setup


def among_four(make: MakeMistake) -> MakeMistake:
    """Only where the game for four was agreed: four seats at another game are asked nothing about teams."""

    @wraps(make)
    def made(at: KontorMoment) -> WrongPlay | None:
        return make(at) if at.rules.order_clause is ko.TEAM_8 else None

    return made


def partner(state: State, seat: Seat) -> Seat | None:
    """The other seat of a team."""
    for other, side in enumerate(state.sides):
        if other != seat and side == state.sides[seat]:
            return other
    return None


@breaks(ko.TEAM_1, Setup)
def partners_face_to_face(at: KontorMoment) -> WrongPlay | None:
    setup: Setup = at.action
    if len(setup.seats) != 4 or len(at.rules.sides(at.rules, setup)) != 2:
        return None
    waiting = (setup.first,) if at.rules.flow == "clockwise" else (0, 1, 2, 3)
    return WrongPlay(setup=replace(setup, details={**setup.details, "colours": "RBRB"}), then=(CHOOSE, waiting))


@breaks(ko.TEAM_2, Place)
@among_four
def a_centre_beside_the_partners(at: KontorMoment) -> WrongPlay | None:
    seat, cell = at.action.seat, AT[at.action.cell]
    board = at.after.state.board
    lying, sector = board.cards.get(cell), sector_at(board, cell)
    if (
        partner(at.state, seat) is None
        or lying is None
        or lying.kind != DOCK
        or sector is None
        or sector not in board.open
    ):
        return None
    centre = sector.centres[at.state.sides[seat]]
    if centre in (cell, -1) or board.cards[centre].by != partner(at.state, seat):
        return None
    goods = tuple((good, count) for good, count in zip(GOODS, lying.goods, strict=True) if count)
    joined = len(board.open) < len(at.state.board.open)
    if not goods or joined or at.after.state.phase != REFILL or not in_force(at, ko.STORE_1, Store):
        return None
    return instead(at.action, Store(seat=seat, goods=goods, cell=at.action.cell), then=goes_on(at))


@breaks(ko.TEAM_3, Layout)
def piles_cut_unevenly(at: KontorMoment) -> WrongPlay | None:
    if at.rules.piles_clause is not ko.TEAM_3:
        return None
    return laid_out(at, ko.TEAM_3, "dock-pile", (a_seat(at),), at.rng.choice((6, 9)))


@breaks(ko.TEAM_4, Layout)
def a_hand_dealt_otherwise(at: KontorMoment) -> WrongPlay | None:
    if at.rules.hand_clause is not ko.TEAM_4:
        return None
    what, wrong = at.rng.choice((("docks", 2), ("docks", 4), ("canals", 1), ("canals", 3)))
    return laid_out(at, ko.TEAM_4, what, (a_seat(at),), wrong)


@breaks(ko.TEAM_5, Layout)
def another_purse_in_a_team(at: KontorMoment) -> WrongPlay | None:
    if at.rules.purse_clause is not ko.TEAM_5:
        return None
    return laid_out(at, ko.TEAM_5, "purse", (a_seat(at),), at.rng.choice((2, 3, 5)))


def taxes(state: State, seat: Seat) -> bool:
    """Whether the card in play before a seat shows a florin."""
    number = state.play.shown[seat]
    return bool(number) and card_of(state, number).symbol == COIN


@breaks(ko.TEAM_6, Place)
@among_four
def a_tax_for_another_pair(at: KontorMoment) -> WrongPlay | None:
    state, play = at.state, at.state.play
    seats = [
        seat
        for seat, player in enumerate(state.players)
        if player.purse > 0 and player.kept == 0 and not taxes(state, state.facing[seat])
        if seat not in (*play.taxed, *play.passed, *play.lost)
        if any(taxes(state, other) for other in range(len(state.sides)) if other not in (seat, state.facing[seat]))
    ]
    seat = one_of(at, seats)
    return None if seat is None else instead(Pay(seat=seat, amount=1, why="tax"), then=stands(at))


@breaks(ko.TEAM_7, Place, Draw)
@among_four
def a_florin_for_the_partner(at: KontorMoment) -> WrongPlay | None:
    seat = at.action.seat
    other = partner(at.state, seat)
    if other is None or not at.state.players[seat].purse:
        return None
    return instead(Give(seat=seat, to=other, amount=1), then=stands(at))


@breaks(ko.TEAM_8, Place)
@among_four
def a_lower_number_first(at: KontorMoment) -> WrongPlay | None:
    state, play = at.state, at.state.play
    if len(state.sides) != 4 or play.moved >= 0:
        return None
    seat = one_of(at, play.order[1:])
    card = card_of(state, play.shown[seat]) if seat is not None else None
    if card is None or group_of(card.kind) not in (0, 1):
        return None
    pile = state.canals if GROUP[card.kind] else state.piles[state.pile_of[seat]]
    cell = one_of(at, cells_in(lawful_cells(at.rules, state, seat, card)))
    if cell is None or not pile.count or len(state.board.cards) > at.rules.width * at.rules.height - 2:
        return None
    return instead(Place(seat=seat, card=card.number, cell=NAME[cell]), then=(REFILL, (seat,)))


@breaks(ko.TEAM_10, Place)
def a_single_dock_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.TEAM_10)


@breaks(ko.TEAM_11, Draw)
@among_four
def a_dock_of_the_partners_pile(at: KontorMoment) -> WrongPlay | None:
    state, number = at.state, at.action.card
    other = partner(state, at.action.seat)
    if other is None or number is None or group_of(state.cards[number].kind) != 0 or state.phase != REFILL:
        return None
    pile = state.piles[state.pile_of[other]]
    if pile.top or pile.under or pile.count < 2 or state.where[number] != ord("."):
        return None
    if at.after.state.phase == OVER:  # the last of one's own pile (KO-V-SPRINT-1)
        return None
    return instead(replace(at.action, whose=other, pile="docks"), then=goes_on(at))


@breaks(ko.TEAM_12, Remove)
@among_four
def a_dock_of_ones_team_under_another_pile(at: KontorMoment) -> WrongPlay | None:
    lying, seat = at.state.board.cards[AT[at.action.cell]], at.action.seat
    if lying.owner != at.state.sides[seat] or partner(at.state, lying.by) is None:
        return None
    return instead(replace(at.action, under=partner(at.state, lying.by)), then=goes_on(at))
