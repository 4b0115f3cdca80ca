"""Checks of placement and board size (KO-PLACE, KO-SIZE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Done, Move, Place, Remove, Stow, TakeBack
from domain.games.kontor.checks.certainty import could_be_placed, surely
from domain.games.kontor.checks.cranes import for_a_crane
from domain.games.kontor.checks.round import has_placed
from domain.games.kontor.follow.taxes import owes
from domain.games.kontor.pieces import CUSTOMS
from domain.games.kontor.state import AT, BIT, NEAR, OVER, PLACE, State, card_of, placed_by, within
from domain.games.kontor.state.cells import NOT_SEEN, NOWHERE, X, Y
from domain.games.kontor.state.reach import COVERS, span_with
from domain.numbers import NotKnown
from domain.rules import Broken, Check, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


# The revealed card, and where it goes otherwise ---------------------------------------------------


@cites(ko.PLACE_1)
def the_revealed_card_is_the_one_placed(rules: KontorRules, state: State, place: Place) -> Finds:
    shown = state.play.shown[place.seat]
    if not shown or shown == place.card:
        return None
    return surely(state, broken(card=place.card, shown=shown))


@cites(ko.PLACE_1)
def a_card_with_a_lawful_cell_is_placed(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    seat = back.seat
    if back.why == "tax" and rules.flow == "clockwise":  # KO-V-ROUE-7
        return None
    if back.why == "tax" and (seat in state.play.taxed or owes(state, seat, state.facing[seat]) is not False):
        return None  # the check of the tax finds it
    if not could_be_placed(rules, state, seat):
        return None
    return surely(state, broken(card=state.play.shown[seat]))


@cites(ko.PLACE_1)
def no_turn_ends_with_a_card_to_place(rules: KontorRules, state: State, done: Done) -> Finds:
    if state.phase != PLACE or state.play.order[:1] != (done.seat,) or not could_be_placed(rules, state, done.seat):
        return None
    return surely(state, broken(card=state.play.shown[done.seat]))


@cites(ko.PLACE_1)
def a_card_without_a_cell_goes_where_agreed(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    return elsewhere(rules, back) if rules.stuck_clause is ko.PLACE_1 else None


def elsewhere(rules: KontorRules, back: TakeBack) -> Finds:
    """The finding that a card without a lawful cell goes somewhere else than agreed (KO-I-04)."""
    if back.why == "tax" or not back.to or back.to == rules.stuck:
        return None
    return broken(to=back.to, due=rules.stuck)


# Where a card may lie -----------------------------------------------------------------------------


@cites(ko.PLACE_4)
def a_card_placed_is_not_taken_back(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    play, seat = state.play, back.seat
    cell = placed_by(state.board, seat)
    if play.shown[seat] or state.phase == OVER or cell == NOWHERE or not has_placed(state, seat):
        return None
    return surely(state, broken(card=state.board.cards[cell].number))


@cites(ko.PLACE_2)
def a_card_touches_another_by_a_side(rules: KontorRules, state: State, place: Place) -> Finds:
    cell = AT[place.cell]
    if NEAR[cell] & state.board.taken or cell in state.board.cards:  # what covers a card lies where one lay
        return None
    if not within(rules, state.board) & BIT[cell]:  # off the board: the check of its size finds it
        return None
    if rules.corner_only:
        kind = card_of(state, place.card).kind
        if not kind:
            raise NotKnown(f"face {place.card}")
        if kind in rules.corner_only:  # these have a rule of their own
            return None
    return surely(state, broken(card=place.card, cell=place.cell))


@cites(ko.PLACE_3)
def a_card_goes_on_an_empty_cell(rules: KontorRules, state: State, place: Place) -> Finds:
    lying = state.board.cards.get(AT[place.cell])
    if lying is None or place.cell == NOT_SEEN:
        return None
    kind = card_of(state, place.card).kind
    if not kind:
        raise NotKnown(f"face {place.card}")
    if kind in COVERS or kind == CUSTOMS:  # floods, bridges and customs houses have clauses of their own
        return None
    return surely(state, broken(card=place.card, cell=place.cell, lying=lying.number or lying.kind))


@cites(ko.PLACE_4)
def a_lying_card_is_not_moved(rules: KontorRules, state: State, move: Move) -> Finds:
    return broken(source=move.source, target=move.target)


@cites(ko.PLACE_4)
def no_card_leaves_the_harbour(rules: KontorRules, state: State, remove: Remove) -> Finds:
    return None if rules.boat or for_a_crane(state, remove) else broken(cell=remove.cell)


# The size of the board ----------------------------------------------------------------------------


def too_wide(rules: KontorRules, state: State, place: Place) -> Finds:
    """Whether a card would make the harbour larger than it may be, in a dimension not fixed yet."""
    board, cell = state.board, AT[place.cell]
    if board.wide and board.high:
        return None
    x, y = X[cell], Y[cell]
    if (board.wide or board.right - rules.width < x < board.left + rules.width) and (
        board.high or board.bottom - rules.height < y < board.top + rules.height
    ):
        return None
    wide, high = span_with(board, cell)
    return surely(state, broken(cell=place.cell, width=wide, height=high))


@cites(ko.SIZE_1)
def the_harbour_stays_within_six_by_six(rules: KontorRules, state: State, place: Place) -> Finds:
    return too_wide(rules, state, place)


@cites(ko.SIZE_2)
def a_fixed_dimension_does_not_grow(rules: KontorRules, state: State, place: Place) -> Finds:
    board = state.board
    if not (board.wide or board.high) or state.phase == OVER:  # beyond a full board: KO-END-2
        return None
    cell = AT[place.cell]
    if board.wide and not board.left <= X[cell] <= board.right:
        return surely(state, broken(cell=place.cell, least=board.left, most=board.right))
    if board.high and not board.top <= Y[cell] <= board.bottom:
        return surely(state, broken(cell=place.cell, least=board.top, most=board.bottom))
    return None


@cites(ko.SIZE_4)
def the_harbour_stays_within_seven_by_seven(rules: KontorRules, state: State, place: Place) -> Finds:
    return too_wide(rules, state, place)


@cites(ko.SIZE_5)
def the_harbour_stays_within_eight_by_eight(rules: KontorRules, state: State, place: Place) -> Finds:
    return too_wide(rules, state, place)


CHECKS: dict[type, tuple[Check, ...]] = {
    TakeBack: (
        a_card_with_a_lawful_cell_is_placed,
        a_card_without_a_cell_goes_where_agreed,
        a_card_placed_is_not_taken_back,
    ),
    Done: (no_turn_ends_with_a_card_to_place,),
    Move: (a_lying_card_is_not_moved,),
    Remove: (no_card_leaves_the_harbour,),
    Place: (
        the_revealed_card_is_the_one_placed,
        a_card_touches_another_by_a_side,
        a_card_goes_on_an_empty_cell,
        the_harbour_stays_within_six_by_six,
        a_fixed_dimension_does_not_grow,
    ),
    Stow: (the_harbour_stays_within_six_by_six, a_fixed_dimension_does_not_grow),
}
ADVANCED = dict.fromkeys((Place, Stow), (the_harbour_stays_within_seven_by_seven,))
FOUR = dict.fromkeys((Place, Stow), (the_harbour_stays_within_eight_by_eight,))
