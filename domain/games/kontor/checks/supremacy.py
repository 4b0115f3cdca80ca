"""Checks of supremacy and keepers (KO-SUPREMACY, KO-KEEPER)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Keeper, Tokens
from domain.games.kontor.pieces import DOCK, SIDES, group_of
from domain.games.kontor.scoring.supremacy import winner_of
from domain.games.kontor.state import (
    AT,
    BIT,
    CHOOSE,
    NO_SEAT,
    PLACE,
    UNKNOWN_SIDE,
    Sector,
    State,
    is_closed,
    is_finished,
    is_full,
    sector_at,
)
from domain.games.kontor.state.card_removal import sector_of
from domain.games.kontor.state.parts import blockaded
from domain.games.kontor.state.stock import minus
from domain.numbers import NotKnown, is_surely
from domain.rules import Broken, Check, Effect, RefusedAction, broken, impossible

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


def side_of(state: State, keeper: Keeper) -> int:
    """The side whose keeper was put."""
    return SIDES.index(keeper.colour) if keeper.colour else state.sides[keeper.seat]


def stored_in(state: State, sector: Sector) -> tuple:
    """The warehouses of a sector's docks, whatever was taken off it since."""
    board = state.board
    return sector_of(board.plan, board.cards, sector.cells, board.water | board.docks, sector.centres).stock


def won_by(rules: KontorRules, state: State, sector: Sector) -> tuple[int, int]:
    """The side with the supremacy by the docks in a sector, and the step that decides it."""
    stock = stored_in(state, sector)
    for view in rules.stock_view:
        stock = view(rules, state, sector, stock)
    side, step = winner_of(rules, state, stock)
    if side == UNKNOWN_SIDE:
        raise NotKnown("keeper")
    return side, step


def scored(rules: KontorRules, state: State, keeper: Keeper) -> Sector | None:
    """The sector a keeper was put into, if it has no empty neighbour, and if keepers say more than how it stands."""
    cell = AT[keeper.cell]
    sector = sector_at(state.board, cell)
    if sector is None or state.missing_fact or is_finished(state.board, cell):
        return None if state.missing_fact else sector
    return sector if rules.score_at == "finish" and is_closed(state.board, sector) else None


# A keeper put into a sector -----------------------------------------------------------------------


@cites(ko.SUPREMACY_0)
def a_sector_is_compared_at_once(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    """A keeper put after its player, or the next, went on; where nothing was left to draw it is not known."""
    sector = scored(rules, state, keeper)
    if sector is None or sector.keeper != side_of(state, keeper) or not is_finished(state.board, AT[keeper.cell]):
        return None
    if state.phase not in (PLACE, CHOOSE) or exhausted(state):
        return None
    return broken(cell=keeper.cell)


def exhausted(state: State) -> bool:
    """Whether the pile of the card placed last is empty, so that its player drew nothing."""
    lying = next(reversed(state.board.cards.values()))
    if group_of(lying.kind) == 1:
        return is_surely(state.canals.count, 0)
    return group_of(lying.kind) != 0 or lying.by < 0 or is_surely(state.piles[state.pile_of[lying.by]].count, 0)


def another_winner(rules: KontorRules, state: State, keeper: Keeper, step: int) -> Finds:
    """The side that has the supremacy by this step puts the keeper."""
    sector, side = scored(rules, state, keeper), side_of(state, keeper)
    if sector is None or sector.keeper == side or wrong_colour(state, keeper, sector):
        return None
    winner, decided = won_by(rules, state, sector)
    return broken(cell=keeper.cell, side=side, winner=winner) if decided == step and winner != side else None


def wrong_colour(state: State, keeper: Keeper, sector: Sector) -> bool:
    """Whether the winner puts a keeper that is not its own."""
    return state.sides[keeper.seat] == sector.keeper != side_of(state, keeper)


@cites(ko.SUPREMACY_1)
def the_largest_supremacy_decides(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    return another_winner(rules, state, keeper, 1)


@cites(ko.SUPREMACY_2)
def the_most_supremacies_decide(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    return another_winner(rules, state, keeper, 2)


@cites(ko.SUPREMACY_3)
def the_better_good_decides(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    return None if blockaded(state) else another_winner(rules, state, keeper, 3)  # KO-EV-BLOCUS


@cites(ko.SUPREMACY_4)
def nobody_wins_a_tied_sector(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    sector = scored(rules, state, keeper)
    if sector is None or sector.keeper != NO_SEAT or won_by(rules, state, sector)[1]:
        return None
    return broken(cell=keeper.cell)


@cites(ko.KEEPER_1)
def one_keeper_of_the_winners_colour(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    sector = scored(rules, state, keeper)
    if sector is None:
        return None
    if keeper.count != 1 or wrong_colour(state, keeper, sector):
        return broken(cell=keeper.cell, count=keeper.count, colour=SIDES[side_of(state, keeper)])
    return None


@cites(ko.KEEPER_1)
def a_keeper_stands_in_a_sector(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    if state.missing_fact or state.board.docks & BIT[AT[keeper.cell]] or AT[keeper.cell] in state.board.unclear:
        return None
    return impossible(cell=keeper.cell)


@cites(ko.KEEPER_2)
def warehouses_of_a_finished_sector_go_back(rules: KontorRules, state: State, tokens: Tokens) -> Finds:
    if not tokens.target or not is_finished(state.board, AT[tokens.source]):
        return None
    return broken(cell=tokens.source, to=tokens.target)


CHECKS: dict[type, tuple[Check, ...]] = {
    Keeper: (
        a_sector_is_compared_at_once,
        the_largest_supremacy_decides,
        the_most_supremacies_decide,
        the_better_good_decides,
        nobody_wins_a_tied_sector,
        one_keeper_of_the_winners_colour,
        a_keeper_stands_in_a_sector,
    ),
    Tokens: (warehouses_of_a_finished_sector_go_back,),
    RefusedAction: (refusal(ko.KEEPER_3, "goes-on"),),
}


# Which clause another keeper breaks ---------------------------------------------------------------


def blame_keeper(rules: KontorRules, state: State, effect: Effect, done: object) -> str:
    """Blames a wrong keeper: none was put, the goods of the closing card were not counted, or another side won."""
    if done is None or done == NO_SEAT:
        return (ko.END_3 if is_full(state.board) else ko.KEEPER_1).id
    sector = sector_at(state.board, AT[effect.key[0]])
    if sector is not None and done == without_the_last(rules, state, sector):
        return ko.SUPREMACY_0.id
    return ko.EV_BLOCUS.id if effect.clause == ko.SUPREMACY_3.id and blockaded(state) else effect.clause


def without_the_last(rules: KontorRules, state: State, sector: Sector) -> int | None:
    """The winner without the goods of the card placed last, if that card lies in the sector."""
    cell, lying = next(reversed(state.board.cards.items()))
    if not sector.cells & BIT[cell] or lying.kind != DOCK or lying.owner < 0:
        return None
    stock = list(stored_in(state, sector))
    stock[lying.owner] = minus(stock[lying.owner], lying.stored)
    return winner_of(rules, state, tuple(stock))[0]


STEPS = (ko.SUPREMACY_1, ko.SUPREMACY_2, ko.SUPREMACY_3, ko.SUPREMACY_4, ko.V_ROUE_IND_3)
BLAME = {clause.id: blame_keeper for clause in STEPS}
