"""Checks of passing (KO-PASS): a pass comes before any chosen card and ends the round for its seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.fold import refusal
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Give, Pass, Pay, Place, Reveal, Take
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.money import undue
from domain.games.kontor.checks.round import has_to_act, still_to_act
from domain.games.kontor.state import CHOOSE, NOT_CHOSEN, REFILL, State
from domain.games.kontor.state.parts import may_miss
from domain.numbers import NotKnown
from domain.rules import Broken, Check, RefusedAction, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


# Saying it ----------------------------------------------------------------------------------------


@cites(ko.PASS_1)
def a_pass_comes_before_any_card(rules: KontorRules, state: State, action: Pass) -> Finds:
    play, phase = state.play, state.phase
    if action.seat in play.passed:
        return None
    if phase == CHOOSE:
        return surely(state, broken(), places=False) if max(play.chosen) > NOT_CHOSEN else None
    for seat in still_to_act(state):
        if has_to_act(rules, state, seat):
            return surely(state, broken())
    return None


@cites(ko.PASS_1)
def who_acted_first_speaks_first(rules: KontorRules, state: State, action: Pass) -> Finds:
    passed = state.play.passed
    if rules.pass_order != "first" or state.phase != CHOOSE or action.seat != state.first or not passed:
        return None
    return None if action.seat in passed else surely(state, broken(before=passed[0]), places=False)


@cites(ko.PASS_2)
def nobody_passes_for_no_florin(rules: KontorRules, state: State, action: Pass) -> Finds:
    return broken() if not rules.pass_unpaid and state.treasury == 0 else None


@cites(ko.PASS_2)
def only_a_pass_earns_that_florin(rules: KontorRules, state: State, take: Take) -> Finds:
    return broken(amount=take.amount) if take.why == "pass" and undue(rules, state, take) else None


@cites(ko.PASS_4)
def only_one_passes_in_a_round(rules: KontorRules, state: State, action: Pass) -> Finds:
    passed = state.play.passed
    if rules.all_may_pass or state.phase != CHOOSE or not passed or action.seat in passed:
        return None
    return surely(state, broken(before=passed[0]), places=False)


# After it -----------------------------------------------------------------------------------------


def in_this_round(state: State, broke: Broken) -> Broken:
    """The result of a check, or none where the pass ended the round because an event kept the others out of it."""
    if may_miss(state):
        raise NotKnown("purse")
    return surely(state, broke, places=False)


@cites(ko.PASS_3)
def a_passer_does_not_pass_again(rules: KontorRules, state: State, action: Pass) -> Finds:
    next_round = state.phase == REFILL and len(state.play.order) == 1  # only a draw was left out
    return in_this_round(state, broken()) if action.seat in state.play.passed and not next_round else None


@cites(ko.PASS_3)
def a_passer_chooses_no_card(rules: KontorRules, state: State, choose: Choose) -> Finds:
    return in_this_round(state, broken()) if state.phase == CHOOSE and choose.seat in state.play.passed else None


@cites(ko.PASS_3)
def a_passer_turns_over_no_card(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    play = state.play
    if not play.passed or state.phase != CHOOSE:
        return None
    for seat, number, _ in reveal.cards:
        if seat in play.passed and play.chosen[seat] == NOT_CHOSEN:
            return in_this_round(state, broken(seat=seat, card=number))
    return None


@cites(ko.PASS_3)
def a_passer_places_no_card(rules: KontorRules, state: State, place: Place) -> Finds:
    play, seat = state.play, place.seat
    return in_this_round(state, broken(card=place.card)) if seat in play.passed and not play.shown[seat] else None


@cites(ko.PASS_5)
def a_passer_pays_no_tax(rules: KontorRules, state: State, action: Pay | Give) -> Finds:
    if action.why != "tax" or action.seat not in state.play.passed:
        return None
    return surely(state, broken(amount=action.amount), places=False)


CHECKS: dict[type, tuple[Check, ...]] = {
    Pass: (
        a_pass_comes_before_any_card,
        who_acted_first_speaks_first,
        nobody_passes_for_no_florin,
        a_passer_does_not_pass_again,
        only_one_passes_in_a_round,
    ),
    Choose: (a_passer_chooses_no_card,),
    Reveal: (a_passer_turns_over_no_card,),
    Place: (a_passer_places_no_card,),
    Pay: (a_passer_pays_no_tax,),
    Give: (a_passer_pays_no_tax,),
    Take: (only_a_pass_earns_that_florin,),
    RefusedAction: (refusal(ko.PASS_4, "alone"),),
}
