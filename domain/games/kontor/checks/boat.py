"""Checks of the boat (KO-BOAT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Layout, Remove, Sail
from domain.games.kontor.checks.round import ahead_of, has_begun, still_to_act
from domain.games.kontor.deeds.boat import for_a_second
from domain.games.kontor.pieces import BOAT, BRIDGE, group_of
from domain.games.kontor.state import (
    AT,
    BIT,
    NEAR,
    NOWHERE,
    ORIGIN,
    OVER,
    PLACE,
    REFILL,
    Lying,
    State,
    actor_of,
    berths,
    card_of,
    is_closed,
    is_finished,
    sector_at,
)
from domain.games.kontor.state.cells import parts_of
from domain.games.kontor.state.parts import hiding
from domain.games.kontor.state.table import unrecorded
from domain.numbers import NotKnown
from domain.rules import Broken, Check, RefusedAction, Seat, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


@cites(ko.BOAT_0)
def the_base_game_has_no_boat(rules: KontorRules, state: State, sail: Sail) -> Finds:
    return broken(cell=sail.cell)


@cites(ko.BOAT_1)
def the_boat_begins_on_the_anchor(rules: KontorRules, state: State, layout: Layout) -> Finds:
    elsewhere = layout.boat and AT[layout.boat] != ORIGIN
    return broken(cell=layout.boat) if elsewhere else None


# Who moves it, when, where to ---------------------------------------------------------------------


def _in_turn(rules: KontorRules, state: State, seat: Seat) -> bool:
    """Whether it is a seat's turn, before it has placed; those before it have only to draw, or cannot act."""
    if fact := unrecorded(state):
        raise NotKnown(fact)
    if (state.phase == PLACE and actor_of(state) == seat) or _is_next(state, seat):
        return True
    return seat in still_to_act(state) and not has_begun(state) and ahead_of(rules, state, seat) is None


def _acts(rules: KontorRules, state: State, seat: Seat) -> bool:
    """Whether it is surely a seat's turn; raises NotKnown where a missing fact would tell."""
    try:
        return _in_turn(rules, state, seat)
    except NotKnown:
        if unrecorded(state):
            raise
        return False


def _is_next(state: State, seat: Seat) -> bool:
    """Whether a seat's turn begins as soon as a draw is left out, which can be made up (KO-HAND-6)."""
    return state.phase == REFILL and state.play.order[1:2] == (seat,)


def _has_sailed(state: State, seat: Seat) -> bool:
    """Whether a seat has moved the boat in its turn."""
    return state.play.moved != NOWHERE and actor_of(state) == seat


def _has_placed(state: State, seat: Seat) -> bool:
    """Whether a seat has just placed its card, drawn or not."""
    return state.play.just == seat or (state.phase == REFILL and actor_of(state) == seat)


@cites(ko.BOAT_2)
def only_who_acts_moves_the_boat(rules: KontorRules, state: State, sail: Sail) -> Finds:
    if _in_turn(rules, state, sail.seat) or _has_placed(state, sail.seat) or state.phase == OVER:  # KO-END-1
        return None
    return broken(cell=sail.cell)


@cites(ko.BOAT_2)
def the_boat_moves_before_the_placement(rules: KontorRules, state: State, sail: Sail) -> Finds:
    late = not _acts(rules, state, sail.seat) and _has_placed(state, sail.seat)
    return broken(cell=sail.cell) if late and not for_a_second(rules, state) else None


@cites(ko.BOAT_2)
def the_boat_moves_once_in_a_turn(rules: KontorRules, state: State, sail: Sail) -> Finds:
    again = _acts(rules, state, sail.seat) and _has_sailed(state, sail.seat)
    return broken(cell=sail.cell) if again else None


@cites(ko.BOAT_2)
def only_a_card_with_a_boat_moves_it(rules: KontorRules, state: State, sail: Sail) -> Finds:
    if not _acts(rules, state, sail.seat) or _has_sailed(state, sail.seat) or sail.seat in hiding(state):
        return None
    number = state.play.shown[sail.seat]
    symbol = card_of(state, number).symbol if number else None
    if symbol is None:
        raise NotKnown(f"face {number}" if number else "hand")
    return None if symbol == BOAT else broken(card=number)


@cites(ko.BOAT_3)
def the_boat_goes_to_another_canal(rules: KontorRules, state: State, sail: Sail) -> Finds:
    cell = AT[sail.cell]
    if BIT[cell] & berths(rules, state.board):
        return None
    if state.missing_fact:
        raise NotKnown(state.missing_fact)
    if cell in state.board.unclear:
        raise NotKnown(f"face {state.board.cards[cell].number}")
    return broken(cell=sail.cell)


# What may be removed ------------------------------------------------------------------------------


def _has_moved(state: State, seat: Seat) -> bool:
    """Whether a seat has moved the boat in its turn, which is not over."""
    if fact := unrecorded(state):
        raise NotKnown(fact)
    return state.phase in (PLACE, REFILL) and actor_of(state) == seat and state.play.moved != NOWHERE


def _lies(state: State, remove: Remove) -> bool:
    """Whether there is a card at all to be removed (else GR-COUNT)."""
    return AT[remove.cell] in state.board.cards


@cites(ko.ROUND_1)
def a_dock_is_removed_before_the_placement(rules: KontorRules, state: State, remove: Remove) -> Finds:
    """Beside a boat that itself moved too late, the move is the mistake (KO-BOAT-2)."""
    late = _has_moved(state, remove.seat) and state.phase == REFILL and not state.play.sailed_late
    return broken(cell=remove.cell) if late and not for_a_second(rules, state) else None


@cites(ko.BOAT_4)
def one_dock_at_most_is_removed(rules: KontorRules, state: State, remove: Remove) -> Finds:
    second = _has_moved(state, remove.seat) and state.play.removed != NOWHERE
    return broken(cell=remove.cell) if second else None


@cites(ko.BOAT_4)
def a_removed_dock_lies_beside_the_boat(rules: KontorRules, state: State, remove: Remove) -> Finds:
    near = NEAR[state.play.moved] & BIT[AT[remove.cell]] if _has_moved(state, remove.seat) else 0
    if near or not _has_moved(state, remove.seat) or not _lies(state, remove):
        return None
    return broken(cell=remove.cell)


@cites(ko.BOAT_4)
def a_removal_does_not_tear_the_harbour(rules: KontorRules, state: State, remove: Remove) -> Finds:
    """A check only of tables that agreed to it (KO-I-25)."""
    lying = state.board.cards.get(AT[remove.cell])
    if rules.may_tear or lying is None or lying.under is not None:
        return None
    taken = state.board.taken
    torn = len(parts_of(taken & ~BIT[AT[remove.cell]])) > len(parts_of(taken))
    return broken(cell=remove.cell) if torn else None


def _shows_a_boat(state: State, cell: str, lying: Lying) -> bool:
    """Whether a lying card shows a boat; an unread one has to be read."""
    symbol = lying.symbol
    if symbol is None and lying.number:
        symbol = card_of(state, lying.number).symbol
    if symbol is None:
        raise NotKnown(f"face {lying.number}" if lying.number else f"card {cell}")
    return symbol == BOAT


@cites(ko.BOAT_5)
def only_a_dock_with_a_boat_is_removed(rules: KontorRules, state: State, remove: Remove) -> Finds:
    cell = AT[remove.cell]
    lying = state.board.cards.get(cell)
    if lying is None or is_shut(rules, state, cell):
        return None
    if not lying.kind:
        raise NotKnown(f"face {lying.number}")
    dock = group_of(lying.kind) == 0 or (lying.kind == BRIDGE and rules.boat_takes_bridges)
    if dock and _shows_a_boat(state, remove.cell, lying):
        return None
    return broken(cell=remove.cell, lying=lying.kind)


@cites(ko.BOAT_5)
def a_finished_sector_loses_no_dock(rules: KontorRules, state: State, remove: Remove) -> Finds:
    return broken(cell=remove.cell) if is_shut(rules, state, AT[remove.cell]) else None


def is_shut(rules: KontorRules, state: State, cell: int) -> bool:
    """Whether a dock lies in a sector that the boat cannot change: finished, or sure to be (KO-I-91)."""
    if rules.score_at == "finish" or rules.boat_enters_closed or state.phase == OVER:
        return is_finished(state.board, cell)
    sector = sector_at(state.board, cell)
    return sector is not None and is_closed(state.board, sector)


@cites(ko.BOAT_6)
def nothing_is_removed_without_a_move(rules: KontorRules, state: State, remove: Remove) -> Finds:
    if _has_moved(state, remove.seat) or not _lies(state, remove) or state.phase == OVER:  # KO-END-1
        return None
    return broken(cell=remove.cell)


@cites(ko.BOAT_8)
def a_removed_dock_goes_under_its_pile(rules: KontorRules, state: State, remove: Remove) -> Finds:
    return broken(cell=remove.cell, to=remove.to) if remove.to else None


@cites(ko.BOAT_8)
def a_removed_dock_goes_under_its_owners_pile(rules: KontorRules, state: State, remove: Remove) -> Finds:
    lying, under = state.board.cards.get(AT[remove.cell]), remove.under
    if lying is None or under is None or lying.owner < 0 or remove.to or not 0 <= under < len(state.sides):
        return None
    if state.sides[under] == lying.owner or state.sides.count(lying.owner) > 1:  # teams: KO-TEAM-12
        return None
    return broken(cell=remove.cell, under=under)


CHECKS: dict[type, tuple[Check, ...]] = {Sail: (the_base_game_has_no_boat,)}
ADVANCED: dict[type, tuple[Check, ...]] = {
    Layout: (the_boat_begins_on_the_anchor,),
    Sail: (
        only_who_acts_moves_the_boat,
        the_boat_moves_before_the_placement,
        the_boat_moves_once_in_a_turn,
        only_a_card_with_a_boat_moves_it,
        the_boat_goes_to_another_canal,
    ),
    Remove: (
        a_dock_is_removed_before_the_placement,
        one_dock_at_most_is_removed,
        a_removed_dock_lies_beside_the_boat,
        a_removal_does_not_tear_the_harbour,
        only_a_dock_with_a_boat_is_removed,
        a_finished_sector_loses_no_dock,
        nothing_is_removed_without_a_move,
        a_removed_dock_goes_under_its_pile,
        a_removed_dock_goes_under_its_owners_pile,
    ),
    RefusedAction: (
        refusal(ko.BOAT_7, "own-dock"),
        refusal(ko.BOAT_9, "freed-cell"),
        refusal(ko.BOAT_10, "second-boat"),
    ),
}
