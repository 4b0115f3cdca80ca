"""Checks of cranes and taverns (KO-CRANE, KO-TAVERN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Place, Remove
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.pieces import CRANE, group_of
from domain.games.kontor.state import AT, BIT, NEAR, OVER, State, card_of, craned_for
from domain.numbers import NotKnown
from domain.rules import Broken, Check, RefusedAction, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


def reached_by(state: State, cell: int) -> int:
    """The number of sides with a crane next to a cell."""
    bit, count = BIT[cell], 0
    for reach in state.board.craned:
        if reach & bit:
            count += 1
    return count


def barred(rules: KontorRules, state: State, place: Place) -> bool:
    """Whether another side's crane forbids this card on its cell; after the end KO-END-2 forbids it."""
    cell = AT[place.cell]
    if state.phase == OVER:
        return False
    kind, side = card_of(state, place.card).kind, state.sides[place.seat]
    if kind:
        return bool(craned_for(rules, state.board, side, kind) & BIT[cell])
    if craned_for(rules, state.board, side, "dock") & BIT[cell]:
        raise NotKnown(f"face {place.card}")
    return False


@cites(ko.CRANE_1)
def no_dock_beside_a_crane_of_an_opponent(rules: KontorRules, state: State, place: Place) -> Finds:
    if reached_by(state, AT[place.cell]) != 1 or not barred(rules, state, place):
        return None
    return surely(state, broken(card=place.card, cell=place.cell))


@cites(ko.CRANE_4)
def only_a_canal_between_cranes_of_both(rules: KontorRules, state: State, place: Place) -> Finds:
    if reached_by(state, AT[place.cell]) < 2 or not barred(rules, state, place):
        return None
    return surely(state, broken(card=place.card, cell=place.cell))


# Docks that lay there before ----------------------------------------------------------------------


def for_a_crane(state: State, remove: Remove) -> bool:
    """Whether a seat takes away a dock next to the crane just placed."""
    lying = state.board.cards.get(state.play.placed)
    return lying is not None and lying.kind == CRANE and bool(NEAR[state.play.placed] & BIT[AT[remove.cell]])


@cites(ko.CRANE_3)
def docks_beside_a_new_crane_stay(rules: KontorRules, state: State, remove: Remove) -> Finds:
    if rules.boat or not for_a_crane(state, remove):  # with the boat: KO-BOAT-6
        return None
    return surely(state, broken(cell=remove.cell))


# A crane and its own side -------------------------------------------------------------------------


@cites(ko.CRANE_5)
def no_dock_beside_a_crane_of_a_partner(rules: KontorRules, state: State, place: Place) -> Finds:
    seat, bit = place.seat, BIT[AT[place.cell]]
    if not state.board.craned[state.sides[seat]] & bit or group_of(card_of(state, place.card).kind) != 0:
        return None
    for cell, lying in state.board.cards.items():
        if lying.kind == CRANE and lying.owner == state.sides[seat] and lying.by != seat and NEAR[cell] & bit:
            return surely(state, broken(card=place.card, cell=place.cell))
    return None


CHECKS: dict[type, tuple[Check, ...]] = {
    Place: (no_dock_beside_a_crane_of_an_opponent, only_a_canal_between_cranes_of_both),
    Remove: (docks_beside_a_new_crane_stay,),
    RefusedAction: (refusal(ko.CRANE_2, "canal-by-crane"), refusal(ko.CRANE_5, "own-crane")),
}
BESIDE_A_PARTNER: dict[type, tuple[Check, ...]] = {Place: (no_dock_beside_a_crane_of_a_partner,)}
