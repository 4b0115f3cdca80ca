"""Checks of removed docks (KO-REMOVE): the choice of a new centre."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Centre
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.state import AT, NOWHERE, State, cells_in, sector_at, some
from domain.games.kontor.state.cells import apart
from domain.rules import Broken, Check, Effect, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


@cites(ko.REMOVE_2)
def a_new_centre_is_a_dock_of_ones_own(rules: KontorRules, state: State, centre: Centre) -> Finds:
    lying = state.board.cards.get(AT[centre.cell])
    if lying is None or state.play.removed == NOWHERE or lying.owner in (-1, state.sides[centre.seat]):
        return None
    return surely(state, broken(cell=centre.cell))


@cites(ko.REMOVE_2)
def a_new_centre_is_the_nearest_dock(rules: KontorRules, state: State, centre: Centre) -> Finds:
    """A check only of tables that agreed to it (KO-I-21)."""
    gone, cell, side = state.play.removed, AT[centre.cell], state.sides[centre.seat]
    sector = sector_at(state.board, cell)
    if rules.new_centre != "nearest" or gone == NOWHERE or sector is None:
        return None
    docks = [other for other in cells_in(sector.cells) if _carries(state, other, side)]
    if cell not in docks or apart(cell, gone) == min([apart(other, gone) for other in docks]):
        return None
    return surely(state, broken(cell=centre.cell))


def _carries(state: State, cell: int, side: int) -> bool:
    lying = state.board.cards[cell]
    return lying.owner == side and some(lying.stored)


def blame_kept(rules: KontorRules, state: State, effect: Effect, done: object) -> str:
    """Blames warehouses too many on the new centre on those of the removed dock, which were kept (KO-REMOVE-1)."""
    kept = isinstance(done, int) and isinstance(effect.by, int) and done > effect.by > 0
    return (rules.removed_clause or ko.REMOVE_1).id if kept else effect.clause


BLAME = {ko.REMOVE_2.id: blame_kept}
CHECKS: dict[type, tuple[Check, ...]] = {Centre: (a_new_centre_is_a_dock_of_ones_own, a_new_centre_is_the_nearest_dock)}
