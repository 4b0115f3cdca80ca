"""Checks of sectors (KO-SECTOR)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Keeper, Store
from domain.games.kontor.checks.stores import first_wrong
from domain.games.kontor.deeds.stores import ACROSS, ALONE, APART, misput
from domain.games.kontor.state import AT, State, is_closed, is_finished, is_full, sector_at
from domain.games.kontor.state.parts import hidden_cells
from domain.numbers import NotKnown
from domain.rules import Broken, Check, Effect, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


@cites(ko.SECTOR_1)
def docks_of_both_colours_are_one_sector(rules: KontorRules, state: State, store: Store) -> Finds:
    return broken(root=first_wrong(state, store), cell=store.cell) if misput(state, store) == ALONE else None


@cites(ko.SECTOR_2)
def canals_and_edges_part_sectors(rules: KontorRules, state: State, store: Store) -> Finds:
    return broken(root=first_wrong(state, store), cell=store.cell) if misput(state, store) == ACROSS else None


@cites(ko.SECTOR_3)
def a_sector_with_an_empty_neighbour_is_not_finished(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    cell = AT[keeper.cell]
    sector = sector_at(state.board, cell)
    if state.missing_fact or state.board.unclear:
        raise NotKnown(state.missing_fact or f"face {state.board.cards[state.board.unclear[0]].number}")
    if sector is None or is_finished(state.board, cell) or is_closed(state.board, sector):
        return None
    if not sector.free & state.board.edges & ~hidden_cells(state):  # it waits for contraband: KO-V-CONTREBANDE-3
        return None
    return broken(cell=keeper.cell)


@cites(ko.SECTOR_4)
def a_dock_joins_the_sectors_it_touches(rules: KontorRules, state: State, store: Store) -> Finds:
    return broken(root=first_wrong(state, store), cell=store.cell) if misput(state, store) == APART else None


def blame_unfinished(rules: KontorRules, state: State, effect: Effect, done: object) -> str:
    """Blames a sector that was not compared on its own clause, or with the last card on that of the end."""
    return (ko.END_3 if is_full(state.board) else ko.SECTOR_3).id


CHECKS: dict[type, tuple[Check, ...]] = {
    Store: (docks_of_both_colours_are_one_sector, canals_and_edges_part_sectors, a_dock_joins_the_sectors_it_touches),
    Keeper: (a_sector_with_an_empty_neighbour_is_not_finished,),
}
BLAME = {ko.SECTOR_3.id: blame_unfinished}
