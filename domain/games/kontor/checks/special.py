"""Checks of special cards (KO-SPEC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Place, Take
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.hands import not_its_own, of_a_special
from domain.games.kontor.checks.money import empty, kind_placed, of_income
from domain.games.kontor.pieces import (
    ANCHOR,
    BRIDGE,
    BRIDGES,
    CANAL,
    CUSTOMS,
    CUSTOMS_HOUSES,
    FLOOD,
    FLOODS,
    SPECIAL_NUMBERS,
    group_of,
)
from domain.games.kontor.state import AT, BIT, NEAR, OVER, State, card_of, lying_of, would_finish
from domain.games.kontor.state.cells import NOT_SEEN
from domain.games.kontor.state.reach import joins_an_open_one, shows_at_most_one
from domain.numbers import NotKnown
from domain.rules import Broken, Check, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


@cites(ko.SPEC_1)
def a_flood_covers_a_bridge_or_a_small_dock(rules: KontorRules, state: State, place: Place) -> Finds:
    if place.card not in FLOODS or place.cell == NOT_SEEN:
        return None
    lying = state.board.cards.get(AT[place.cell])
    if lying is None:
        return None if rules.specials_on_empty else surely(state, broken(cell=place.cell, lying="-"))
    if lying.kind == BRIDGE or (lying.kind == CUSTOMS and rules.floods_customs):
        return None
    if not lying.kind:
        raise NotKnown(f"face {lying.number}")
    small = group_of(lying.kind) == 0 and shows_at_most_one(lying)
    return None if small else surely(state, broken(cell=place.cell, lying=lying.number or lying.kind))


@cites(ko.SPEC_3)
def a_bridge_covers_a_canal_or_a_flood(rules: KontorRules, state: State, place: Place) -> Finds:
    if place.card not in BRIDGES or place.cell == NOT_SEEN:
        return None
    cell = AT[place.cell]
    lying = state.board.cards.get(cell)
    if lying is None:
        return None if rules.specials_on_empty else surely(state, broken(cell=place.cell, lying="-"))
    under_boat = rules.boat and cell == state.board.boat and not rules.bridges_boat
    anchor = lying.kind == ANCHOR and rules.bridges_anchor and rules.anchor_is_canal
    if not lying.kind:
        raise NotKnown(f"face {lying.number}")
    wet = lying.kind in (CANAL, FLOOD) or anchor
    return None if wet and not under_boat else surely(state, broken(cell=place.cell, lying=lying.number or lying.kind))


@cites(ko.SPEC_5)
def a_customs_house_covers_nothing(rules: KontorRules, state: State, place: Place) -> Finds:
    if place.card not in CUSTOMS_HOUSES or place.cell == NOT_SEEN:
        return None
    lying = state.board.cards.get(AT[place.cell])
    return None if lying is None else surely(state, broken(cell=place.cell, lying=lying.number or lying.kind))


@cites(ko.SPEC_6)
def a_special_leaves_finished_sectors_alone(rules: KontorRules, state: State, place: Place) -> Finds:
    if place.card not in SPECIAL_NUMBERS:
        return None
    cell, board = AT[place.cell], state.board
    bits = BIT[cell] | (NEAR[cell] if place.card in BRIDGES and not joins_an_open_one(rules, board, cell) else 0)
    for sector in board.done:
        if sector.cells & bits:
            return broken(cell=place.cell)
    return None


@cites(ko.SPEC_7)
def a_customs_house_finishes_no_sector(rules: KontorRules, state: State, place: Place) -> Finds:
    if place.card not in CUSTOMS_HOUSES or AT[place.cell] in state.board.cards or state.phase == OVER:
        return None
    lying = lying_of(card_of(state, place.card), state.sides[place.seat], place.seat)
    return broken(cell=place.cell) if would_finish(rules, state.board, AT[place.cell], lying) else None


@cites(ko.SPEC_2)
def a_flood_earns_nothing(rules: KontorRules, state: State, take: Take) -> Finds:
    if not of_income(rules, state, take) or empty(state, take.seat) or kind_placed(state, take.seat) != FLOOD:
        return None
    return broken(amount=take.amount)


@cites(ko.SPEC_9)
def nothing_is_drawn_for_a_special(rules: KontorRules, state: State, draw: Draw) -> Finds:
    return broken() if draws_for_a_special(rules, state, draw) else None


def draws_for_a_special(rules: KontorRules, state: State, draw: Draw) -> bool:
    """Whether a seat that has just placed a special card draws, and no earlier draw is missing."""
    if rules.refill_specials and rules.special_draws:
        return False
    if any(state.players[draw.seat].missing) or not_its_own(state, draw):
        return False
    return of_a_special(state, draw.seat) and state.phase != OVER


CHECKS: dict[type, tuple[Check, ...]] = {
    Place: (
        a_flood_covers_a_bridge_or_a_small_dock,
        a_bridge_covers_a_canal_or_a_flood,
        a_customs_house_covers_nothing,
        a_special_leaves_finished_sectors_alone,
        a_customs_house_finishes_no_sector,
    ),
    Take: (a_flood_earns_nothing,),
    Draw: (nothing_is_drawn_for_a_special,),
}
