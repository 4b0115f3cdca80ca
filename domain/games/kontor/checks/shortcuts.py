"""The actions that the table waits for, and the checks about order that are skipped for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.games.kontor import actions as act
from domain.games.kontor.checks import (
    boat,
    cranes,
    end,
    hands,
    passes,
    placement,
    record,
    round,
    setup,
    special,
    tax,
    teams,
    variant_deeds,
)
from domain.games.kontor.pieces import ARE_SPECIAL, CANAL, group_of
from domain.games.kontor.state import AT, BIT, CHOOSE, NEAR, NOT_CHOSEN, NOWHERE, PLACE, REFILL, Pile, State, within
from domain.games.kontor.state.cells import X, Y
from domain.rules import Check

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

HIDDEN = ord(".")  # it is not known where the card is
PLACING = frozenset(
    (
        placement.the_revealed_card_is_the_one_placed,
        placement.a_card_touches_another_by_a_side,
        placement.a_card_goes_on_an_empty_cell,
        placement.the_harbour_stays_within_six_by_six,
        placement.the_harbour_stays_within_seven_by_seven,
        placement.the_harbour_stays_within_eight_by_eight,
        placement.a_fixed_dimension_does_not_grow,
        *setup.CHECKS[act.Place],
        *round.CHECKS[act.Place],
        *tax.CHECKS[act.Place],
        *passes.CHECKS[act.Place],
        *cranes.CHECKS[act.Place],
        *special.CHECKS[act.Place],
        *end.CHECKS[act.Place],
        *teams.FOUR[act.Place],
        *record.CHECKS[act.Place],
        *variant_deeds.CHECKS[act.Place],
    )
)
DRAWING = frozenset(
    (
        *setup.CHECKS[act.Draw],
        *round.CHECKS[act.Draw],
        *hands.CHECKS[act.Draw],
        *end.CHECKS[act.Draw],
        *teams.FOUR[act.Draw],
        *special.CHECKS[act.Draw],
        *record.CHECKS[act.Draw],
    )
)
PASSING = frozenset((*round.CHECKS[act.Pass], *passes.CHECKS[act.Pass], *end.CHECKS[act.Pass]))
CHOOSING = frozenset(
    (
        *setup.CHECKS[act.Choose],
        *round.CHECKS[act.Choose],
        *passes.CHECKS[act.Choose],
        *end.CHECKS[act.Choose],
        *teams.FOUR[act.Choose],
    )
)
SAILING = frozenset(
    (
        boat.only_who_acts_moves_the_boat,
        boat.the_boat_moves_before_the_placement,
        boat.the_boat_moves_once_in_a_turn,
        *end.CHECKS[act.Sail],
    )
)
REVEALING = frozenset(
    (
        hands.a_revealed_card_was_in_hand,
        *setup.CHECKS[act.Reveal],
        *round.CHECKS[act.Reveal],
        *passes.CHECKS[act.Reveal],
        *end.CHECKS[act.Reveal],
        *teams.FOUR[act.Reveal],
        *record.CHECKS[act.Reveal],
    )
)


def its_placement(rules: KontorRules, state: State, place: act.Place) -> bool:
    """The acting seat places the ordinary card it revealed next to a card, on an empty cell no rule forbids."""
    play, seat, number = state.play, place.seat, place.card
    order = play.order
    if state.phase != PLACE or play.shown[seat] != number or not order or order[0] != seat:
        return False
    if number in ARE_SPECIAL or place.face or place.good or place.export or play.doubted:
        return False
    board, cell = state.board, AT[place.cell]
    if cell in board.cards or not NEAR[cell] & board.taken:
        return False
    inside = board.left <= X[cell] <= board.right and board.top <= Y[cell] <= board.bottom
    if not inside and not within(rules, board) & BIT[cell]:
        return False
    for reach in board.craned:
        if reach and reach & BIT[cell]:
            return _no_crane_stops(rules, state, place)
    return True


def _no_crane_stops(rules: KontorRules, state: State, place: act.Place) -> bool:
    """Whether all cranes next to a cell are its side's, or the card is a canal, which none stops (KO-CRANE-2)."""
    card, bit, own = state.cards.get(place.card), BIT[AT[place.cell]], state.sides[place.seat]
    if card is not None and card.kind == CANAL and CANAL not in rules.craned_specials:
        return True
    return not any(reach & bit for side, reach in enumerate(state.board.craned) if side != own)


def its_draw(rules: KontorRules, state: State, draw: act.Draw) -> bool:
    """The acting seat draws the one card that is due, unseen before, of the kind it placed, off the pile meant."""
    play, seat, number = state.play, draw.seat, draw.card
    if state.phase != REFILL or play.order[:1] != (seat,) or play.drawn or draw.pile or draw.whose is not None:
        return False
    if number is None:
        return False
    card, lying = state.cards.get(number), state.board.cards.get(play.placed)
    if card is None or lying is None or draw.face or draw.below or state.where[number] != HIDDEN:
        return False
    group = group_of(card.kind)
    if group == 0:
        pile = state.piles[state.pile_of[seat]]
        return card.owner == state.sides[seat] and group_of(lying.kind) == 0 and may_be_any(pile)
    return group == 1 and group_of(lying.kind) == 1 and may_be_any(state.canals)


def may_be_any(pile: Pile) -> bool:
    """Whether the record does not say which card lies on top of a pile."""
    if pile.top or not pile.under:
        return not pile.top
    return pile.count.__class__ is int and pile.count > len(pile.under)


def its_choice(rules: KontorRules, state: State, choose: act.Choose) -> bool:
    """A seat that did not pass lays down a card, and no special one that all players know of."""
    return state.phase == CHOOSE and choose.seat not in state.play.passed and choose.card not in ARE_SPECIAL


def its_pass(rules: KontorRules, state: State, action: act.Pass) -> bool:
    """A seat that surely has cards passes before any is chosen."""
    passed, seat = state.play.passed, action.seat
    if state.phase != CHOOSE or max(state.play.chosen) > NOT_CHOSEN or not rules.pass_unpaid:
        return False
    if passed and (seat in passed or rules.pass_order != "any" or not rules.all_may_pass):
        return False
    docks, canals, _ = state.players[seat].hand.counts
    return (docks.__class__ is int and docks > 0) or (canals.__class__ is int and canals > 0)


def its_sail(rules: KontorRules, state: State, sail: act.Sail) -> bool:
    """The acting seat moves the boat for the first time in its turn."""
    play = state.play
    return state.phase == PLACE and play.order[:1] == (sail.seat,) and play.moved == NOWHERE and not state.missing_fact


def its_reveal(rules: KontorRules, state: State, reveal: act.Reveal) -> bool:
    """All who did not pass turn over the cards they chose and may have, nothing new to be read off them."""
    turned, chosen, passed = reveal.cards, state.play.chosen, state.play.passed
    if state.phase != CHOOSE or len(turned) + len(passed) != len(chosen):
        return False
    cards, where, sides, before, last, seats = state.cards, state.where, state.sides, 0, -1, len(chosen)
    for seat, number, face in turned:
        if face or before >> number & 1 or not last < seat < seats or seat in passed:
            return False
        own, card, sign = chosen[seat], cards.get(number), where[number]
        if card is None or (own != number and (own > 0 or number in chosen)):
            return False
        group = group_of(card.kind)
        if group is None or (group == 0 and card.owner != sides[seat]):
            return False
        if sign != 97 + seat:  # it has not been seen in that hand
            unseen = state.players[seat].hand.unseen[group]
            if sign != HIDDEN or unseen.__class__ is not int or unseen <= 0:
                return False
        before, last = before | 1 << number, seat
    return True


EXPECTED_ACTIONS: dict[type, tuple[Callable[..., bool], frozenset[Check]]] = {
    act.Pass: (its_pass, PASSING),
    act.Choose: (its_choice, CHOOSING),
    act.Reveal: (its_reveal, REVEALING),
    act.Sail: (its_sail, SAILING),
    act.Place: (its_placement, PLACING),
    act.Draw: (its_draw, DRAWING),
}
