"""Simulated mistakes about cranes and taverns (KO-CRANE, KO-TAVERN)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Place, Remove
from domain.games.kontor.mistakes.common import KontorMoment, breaks, goes_on, instead, one_of, refused
from domain.games.kontor.mistakes.placement import elsewhere
from domain.games.kontor.mistakes.placement_common import by_variants_too
from domain.games.kontor.mistakes.tax import otherwise
from domain.games.kontor.pieces import CANAL, CRANE, group_of
from domain.games.kontor.state import AT, BIT, NAME, NEAR, REFILL, card_of, cells_in, touching, within


def kind_of(at: KontorMoment) -> str:
    """The kind of the card that is placed."""
    return card_of(at.state, at.action.card).kind


def reaches(at: KontorMoment) -> tuple[int, int]:
    """Cells next to cranes of the seat's own side, and of the others."""
    own, others = 0, 0
    for side, reach in enumerate(at.state.board.craned):
        if side == at.state.sides[at.action.seat]:
            own |= reach
        else:
            others |= reach
    return own, others


def by_a_crane(at: KontorMoment, cells: int) -> WrongPlay | None:
    """A dock on an empty cell of these that would be lawful but for the cranes."""
    board = at.state.board
    if group_of(kind_of(at)) != 0 or kind_of(at) in at.rules.corner_only:
        return None
    return elsewhere(at, by_variants_too(at, cells & within(at.rules, board) & touching(board) & ~board.taken))


@breaks(ko.CRANE_1, Place)
def a_dock_beside_an_enemy_crane(at: KontorMoment) -> WrongPlay | None:
    own, others = reaches(at)
    return by_a_crane(at, others & ~own)


@breaks(ko.CRANE_4, Place)
def a_dock_between_cranes_of_both(at: KontorMoment) -> WrongPlay | None:
    own, others = reaches(at)
    return by_a_crane(at, others & own)


@breaks(ko.CRANE_2, Place)
def a_canal_refused_beside_a_crane(at: KontorMoment) -> WrongPlay | None:
    beside = reaches(at)[1] & BIT[AT[at.action.cell]]
    return refused(at, "canal-by-crane") if beside and kind_of(at) == CANAL else None


@breaks(ko.CRANE_5, Place)
def a_dock_refused_beside_ones_own_crane(at: KontorMoment) -> WrongPlay | None:
    beside = reaches(at)[0] & BIT[AT[at.action.cell]]
    return refused(at, "own-crane") if beside and group_of(kind_of(at)) == 0 else None


@breaks(ko.CRANE_3, Place)
def a_dock_taken_away_for_a_crane(at: KontorMoment) -> WrongPlay | None:
    board = at.after.state.board
    if at.rules.boat or kind_of(at) != CRANE or at.after.state.phase != REFILL:
        return None
    near = NEAR[AT[at.action.cell]] & at.state.board.docks
    cell = one_of(at, cells_in(near & sum(sector.cells for sector in board.open)))
    remove = None if cell is None else Remove(seat=at.action.seat, cell=NAME[cell])
    return instead(at.action, remove, then=goes_on(at))


@breaks(ko.TAVERN_1, Place)
def a_florin_for_a_tavern(at: KontorMoment) -> WrongPlay | None:
    return otherwise(at, ko.TAVERN_1, 1)
