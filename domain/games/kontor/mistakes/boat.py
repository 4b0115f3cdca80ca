"""Simulated mistakes about the boat (KO-BOAT)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Layout, Place, Remove, Sail
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    breaks,
    goes_on,
    in_force,
    instead,
    one_of,
    refused,
    stands,
)
from domain.games.kontor.pieces import BOAT, group_of
from domain.games.kontor.state import BIT, NAME, NEAR, NOWHERE, WATER, State, closed_sectors
from domain.rules import Seat, replace


def canals(state: State) -> list[str]:
    """Canals the boat does not stand on."""
    board = state.board
    return [NAME[cell] for cell, lying in board.cards.items() if lying.kind in WATER and cell != board.boat]


def docks(state: State, boat: bool, finished: bool = False) -> list[int]:
    """Docks that show a boat, or show none, in sectors that are finished or enclosed, or are not."""
    board = state.board
    shut = sum([sector.cells for sector in (*board.done, *closed_sectors(board))])
    return [
        cell
        for cell, lying in board.cards.items()
        if group_of(lying.kind) == 0 and (lying.symbol == BOAT) == boat and bool(shut & BIT[cell]) == finished
    ]


def removed(at: KontorMoment, cells: list[int]) -> WrongPlay | None:
    """One of these docks is removed and goes under the pile of the seat that placed it."""
    cell = one_of(at, cells)
    if cell is None:
        return None
    whose = at.state.board.cards[cell].by
    return instead(Remove(seat=at.action.seat, cell=NAME[cell], under=whose), then=stands(at)) if whose >= 0 else None


def has_sailed(at: KontorMoment) -> bool:
    """Whether the acting seat has moved the boat, in a game that has one."""
    return at.rules.boat and at.state.play.moved != NOWHERE


def beside(at: KontorMoment, cells: list[int]) -> list[int]:
    """The cells of these that are next to the canal the boat was moved to in this turn."""
    return [cell for cell in cells if NEAR[at.state.play.moved] & BIT[cell]] if has_sailed(at) else []


def sailed(at: KontorMoment, seat: Seat) -> WrongPlay | None:
    """A seat moves the boat to another canal, if there is one."""
    cell = one_of(at, canals(at.state))
    return instead(None if cell is None else Sail(seat=seat, cell=cell), then=stands(at))


# Who moves it, when, where to ---------------------------------------------------------------------


@breaks(ko.BOAT_0, Place)
def a_boat_in_the_base_game(at: KontorMoment) -> WrongPlay | None:
    if not in_force(at, ko.BOAT_0, Sail):
        return None
    return instead(Sail(seat=at.action.seat, cell="1,0"), then=stands(at))


@breaks(ko.BOAT_1, Layout)
def a_boat_that_begins_elsewhere(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, boat="0,1"), then=goes_on(at)) if at.rules.boat else None


@breaks(ko.BOAT_2, Place)
def a_boat_moved_for_a_card_without_one(at: KontorMoment) -> WrongPlay | None:
    if not at.rules.boat or at.state.cards[at.action.card].symbol == BOAT:
        return None
    return sailed(at, at.action.seat)


@breaks(ko.BOAT_2, Place)
def a_boat_moved_twice(at: KontorMoment) -> WrongPlay | None:
    return sailed(at, at.action.seat) if has_sailed(at) else None


@breaks(ko.BOAT_2, Draw)
def a_boat_moved_after_the_placement(at: KontorMoment) -> WrongPlay | None:
    if not at.rules.boat:
        return None
    return sailed(at, at.action.seat)


@breaks(ko.BOAT_2, Place)
def a_boat_moved_by_who_has_no_card_in_play(at: KontorMoment) -> WrongPlay | None:
    shown = at.state.play.shown
    seat = one_of(at, (seat for seat, number in enumerate(shown) if not number))
    if seat is None or not at.rules.boat:
        return None
    return sailed(at, seat)


@breaks(ko.BOAT_3, Sail)
def a_boat_that_stays_where_it_is(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, cell=NAME[at.state.board.boat]), then=goes_on(at))


@breaks(ko.BOAT_3, Sail)
def a_boat_on_land(at: KontorMoment) -> WrongPlay | None:
    cell = one_of(at, (docks(at.state, boat=True) + docks(at.state, boat=False)))
    return instead(replace(at.action, cell=NAME[cell]), then=goes_on(at)) if cell is not None else None


# What is removed ----------------------------------------------------------------------------------


@breaks(ko.BOAT_4, Place)
def a_dock_removed_from_afar(at: KontorMoment) -> WrongPlay | None:
    if not has_sailed(at) or at.state.play.removed != NOWHERE:
        return None
    near = beside(at, docks(at.state, boat=True))
    return removed(at, [cell for cell in docks(at.state, boat=True) if cell not in near])


@breaks(ko.BOAT_4, Place)
def a_second_dock_removed(at: KontorMoment) -> WrongPlay | None:
    return None if at.state.play.removed == NOWHERE else removed(at, beside(at, docks(at.state, boat=True)))


@breaks(ko.BOAT_5, Place)
def a_dock_without_a_boat_removed(at: KontorMoment) -> WrongPlay | None:
    return None if at.state.play.removed != NOWHERE else removed(at, beside(at, docks(at.state, boat=False)))


@breaks(ko.BOAT_5, Place)
def a_dock_of_a_finished_sector_removed(at: KontorMoment) -> WrongPlay | None:
    if at.state.play.removed != NOWHERE:
        return None
    return removed(at, beside(at, docks(at.state, boat=True, finished=True)))


@breaks(ko.BOAT_6, Place)
def a_dock_removed_without_a_move(at: KontorMoment) -> WrongPlay | None:
    if not at.rules.boat or at.state.play.moved != NOWHERE:
        return None
    return removed(at, docks(at.state, boat=True))


@breaks(ko.BOAT_7, Remove)
def a_dock_of_ones_own_not_given_up(at: KontorMoment) -> WrongPlay | None:
    side = at.state.sides[at.action.seat]
    own = [cell for cell, lying in at.state.board.cards.items() if lying.owner == side]
    return refused(at, "own-dock") if at.action.cell in (NAME[cell] for cell in own) else None


@breaks(ko.BOAT_8, Remove)
def a_removed_dock_not_under_its_pile(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, under=None, to="discard"), then=goes_on(at))


@breaks(ko.BOAT_9, Place)
def a_freed_cell_denied(at: KontorMoment) -> WrongPlay | None:
    freed = at.state.play.removed
    if not at.rules.boat or freed == NOWHERE or at.action.cell != NAME[freed]:
        return None
    return refused(at, "freed-cell")


@breaks(ko.BOAT_10, Sail)
def a_second_boat_denied(at: KontorMoment) -> WrongPlay | None:
    return refused(at, "second-boat") if at.state.play.had else None
