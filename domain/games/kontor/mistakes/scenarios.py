"""Simulated mistakes about scenarios (KO-V)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Layout, Place, Sail, TakeBack
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    a_seat,
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
from domain.games.kontor.mistakes.placement import elsewhere, too_far
from domain.games.kontor.mistakes.ranking import counted_all_the_same
from domain.games.kontor.mistakes.setup import is_its_draw, laid_out
from domain.games.kontor.pieces import CANAL, SPECIAL_NUMBERS, group_of
from domain.games.kontor.state import BIT, NAME, card_of, cells_in, touching, within
from domain.games.kontor.state.cells import grown
from domain.games.kontor.state.parts import Island, part_of
from domain.rules import POINTS, replace


def taken_out(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """A card that should be in the box comes up on top of one's pile."""
    if not in_force(at, clause, Draw) or not is_its_draw(at, canal=False):
        return None
    side = at.state.sides[at.action.seat]
    out = [number for number in at.rules.removed if card_of(at.state, number).owner == side]
    card = one_of(at, (number for number in sorted(out) if at.state.where[number] == ord("x")))
    return instead(None if card is None else replace(at.action, card=card), then=goes_on(at))


def nothing_for(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """A sector that counts under this clause is left out."""
    return announced(at, one_of(at, (line for line in made(at, clause, POINTS) if line.by)), 0)


def one_more_for(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """A sector that counts under this clause gives a point too many."""
    line = one_of(at, (line for line in made(at, clause, POINTS) if line.by))
    return announced(at, line, line.by + 1) if line else None


def sailing(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """The boat is moved although there is none."""
    if not in_force(at, clause, Sail):
        return None
    canals = [cell for cell in cells_in(at.state.board.water) if not BIT[cell] & BIT[at.state.board.boat]]
    cell = one_of(at, canals)
    return instead(None if cell is None else Sail(seat=at.action.seat, cell=NAME[cell]), then=stands(at))


# Which sectors count ------------------------------------------------------------------------------


@breaks(ko.V_DAVID_1, Place)
def a_fourth_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.V_DAVID_1)


@breaks(ko.V_GEANT_1, Place)
def an_eighth_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.V_GEANT_1)


@breaks(ko.V_SMALL_1, Place)
def a_large_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.V_SMALL_1)


@breaks(ko.V_SMALL_2, Place)
def a_nearer_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.V_SMALL_2)


@breaks(ko.V_SMALL_3, Place)
def an_equally_far_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.V_SMALL_3)


@breaks(ko.V_TETE_1, Place)
def a_crooked_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.V_TETE_1)


# Les voyages de Gulliver --------------------------------------------------------------------------


@breaks(ko.V_GULLIVER_1, Layout)
def a_canal_beside_the_anchor(at: KontorMoment) -> WrongPlay | None:
    if not in_force(at, ko.V_GULLIVER_1, Layout):
        return None
    return instead(replace(at.action, cards=(*at.action.cards, ("1,0", None))), then=goes_on(at))


@breaks(ko.V_GULLIVER_1, Place)
def wider_than_five(at: KontorMoment) -> WrongPlay | None:
    return too_far(at, ko.V_GULLIVER_1)


@breaks(ko.V_GULLIVER_2, Layout)
def four_florins_as_usual(at: KontorMoment) -> WrongPlay | None:
    if at.rules.purse_clause is not ko.V_GULLIVER_2:
        return None
    return laid_out(at, ko.V_GULLIVER_2, "purse", (a_seat(at),), 4)


@breaks(ko.V_GULLIVER_3, Draw)
def a_tavern_or_crane_left_in(at: KontorMoment) -> WrongPlay | None:
    return taken_out(at, ko.V_GULLIVER_3)


@breaks(ko.V_GULLIVER_4, Place)
def a_sector_left_out(at: KontorMoment) -> WrongPlay | None:
    return nothing_for(at, ko.V_GULLIVER_4)


# Toujours plus petit ------------------------------------------------------------------------------


@breaks(ko.V_PETIT_1, Draw)
def a_crane_left_in(at: KontorMoment) -> WrongPlay | None:
    return taken_out(at, ko.V_PETIT_1)


@breaks(ko.V_PETIT_2, Place)
def a_boat_after_all(at: KontorMoment) -> WrongPlay | None:
    return sailing(at, ko.V_PETIT_2)


@breaks(ko.V_PETIT_3, Place)
def a_point_more_than_docks(at: KontorMoment) -> WrongPlay | None:
    return one_more_for(at, ko.V_PETIT_3)


# Vitesse ------------------------------------------------------------------------------------------


@breaks(ko.V_VITESSE_1, Draw)
def a_crane_left_in_a_short_game(at: KontorMoment) -> WrongPlay | None:
    return taken_out(at, ko.V_VITESSE_1)


@breaks(ko.V_VITESSE_2, Place)
def a_game_that_goes_on(at: KontorMoment) -> WrongPlay | None:
    state = at.after.state
    if state.ended != ko.V_VITESSE_2.id or not state.canals.count:
        return None
    return instead(at.action, Draw(seat=at.action.seat, pile="canals"), then=ENDED)


# Drawn layouts ------------------------------------------------------------------------------------


@breaks(ko.V_CANALE_1, Layout)
def a_canal_too_short(at: KontorMoment) -> WrongPlay | None:
    if not in_force(at, ko.V_CANALE_1, Layout):
        return None
    return instead(replace(at.action, cards=at.action.cards[:-1]), then=goes_on(at))


@breaks(ko.V_CANALE_2, Place)
def a_sector_by_the_canal_left_out(at: KontorMoment) -> WrongPlay | None:
    return nothing_for(at, ko.V_CANALE_2)


@breaks(ko.V_WATER_1, Place)
def a_dock_away_from_water(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    if not in_force(at, ko.V_WATER_1, Place) or group_of(card_of(at.state, at.action.card).kind) != 0:
        return None
    cells = touching(board) & ~board.taken & within(at.rules, board) & ~grown(board.water)
    for reach in board.craned:
        cells &= ~reach
    return elsewhere(at, cells)


@breaks(ko.V_WATER_2, TakeBack)
def a_dock_without_water_thrown_away(at: KontorMoment) -> WrongPlay | None:
    if at.rules.stuck_clause is not ko.V_WATER_2:
        return None
    return instead(replace(at.action, to="discard"), then=goes_on(at))


@breaks(ko.V_WATER_3, Place)
def a_sector_in_the_water_left_out(at: KontorMoment) -> WrongPlay | None:
    return nothing_for(at, ko.V_WATER_3)


@breaks(ko.V_ILE_1, Draw)
def a_boatless_crane_left_in(at: KontorMoment) -> WrongPlay | None:
    return taken_out(at, ko.V_ILE_1)


@breaks(ko.V_ILE_2, Draw)
def a_special_card_at_the_island(at: KontorMoment) -> WrongPlay | None:
    if at.rules.specials != "out" or at.rules.hand_clause is not ko.TEAM_4 or not is_its_draw(at, canal=True):
        return None
    special = one_of(at, SPECIAL_NUMBERS)
    return instead(replace(at.action, card=special, pile="canals"), then=goes_on(at))


@breaks(ko.V_ILE_3, Place)
def a_canal_on_the_island(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    if not in_force(at, ko.V_ILE_3, Place) or card_of(at.state, at.action.card).kind != CANAL:
        return None
    return elsewhere(at, part_of(at.state, Island).cells & touching(board) & ~board.taken)


@breaks(ko.V_ILE_4, Place)
def one_point_for_the_island(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.V_ILE_4, POINTS)), 1)


@breaks(ko.V_ILE_5, Place)
def a_sector_off_the_island_left_out(at: KontorMoment) -> WrongPlay | None:
    return nothing_for(at, ko.V_ILE_5)
