"""Checks of taxes (KO-TAX): who pays whom, how often, and who may not act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bribe, Buy, Give, Pay, Pick, Place, Second, Take, TakeBack
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.money import is_over, undue
from domain.games.kontor.follow.taxes import in_doubt, owes, placed_card
from domain.games.kontor.pieces import COIN
from domain.games.kontor.state import State, card_of
from domain.numbers import NotKnown, Range, most
from domain.rules import Broken, Check, Seat, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


# Florins paid by hand -----------------------------------------------------------------------------


def is_paid_by_a_player(state: State, pay: Pay) -> bool:
    """Whether the payer of a tax takes part in the round's taxes at all."""
    return pay.why == "tax" and pay.seat not in state.play.passed


def is_unsure(state: State, seat: Seat) -> str:
    """The face that would show whether a seat owes a tax; empty where that is known."""
    other = state.facing[seat]
    number = (state.play.shown[other] or placed_card(state, other)) if other >= 0 else 0
    return f"face {number}" if number and card_of(state, number).symbol is None else ""


def is_of_another_pair(state: State, pay: Pay) -> bool:
    """Whether a seat pays a tax that only the card of another pair can have asked for."""
    seat, facing = pay.seat, state.facing[pay.seat]
    if pay.why != "tax" or seat in state.play.taxed or seat in state.play.passed or shows_a_florin(state, facing):
        return False
    return any(shows_a_florin(state, other) for other in range(len(state.sides)) if other not in (seat, facing))


def shows_a_florin(state: State, seat: Seat) -> bool:
    """Whether the card in play before a seat is known to tax the one it faces."""
    number = state.play.shown[seat] if seat >= 0 else 0
    return bool(number) and card_of(state, number).symbol == COIN


@cites(ko.TAX_1)
def a_tax_goes_to_the_treasury(rules: KontorRules, state: State, give: Give) -> Finds:
    if give.why != "tax" or give.to != state.facing[give.seat] or give.seat not in state.play.taxed:
        return None
    return surely(state, broken(to=give.to), places=False)


@cites(ko.TAX_1)
def only_a_card_with_a_florin_taxes(rules: KontorRules, state: State, pay: Pay) -> Finds:
    if not is_paid_by_a_player(state, pay) or pay.seat in state.play.taxed or state.players[pay.seat].kept > 0:
        return None
    if is_of_another_pair(state, pay) or has_lapsed(state, pay) or is_exempt(state, pay):  # KO-TEAM-6, KO-TAX-3, 4
        return None
    if unsure := is_unsure(state, pay.seat):
        raise NotKnown(unsure)
    return surely(state, broken(amount=pay.amount), places=False)


PRICED = frozenset(deed.__struct_config__.tag for deed in (Bribe, Second, Pick, Buy))  # a bare payment is the price


def is_for_nothing(rules: KontorRules, state: State, pay: Pay) -> bool:
    """Whether florins are paid that no rule asks for: no tax kept back, no price, no florin put back."""
    player = state.players[pay.seat]
    due = most(player.kept) + most(player.undue) > 0 or not PRICED.isdisjoint(rules.optional_deeds)
    return pay.why != "tax" and pay.amount > 0 and not due


@cites(ko.TAX_1)
def nothing_but_a_tax_is_paid(rules: KontorRules, state: State, pay: Pay) -> Finds:
    if not is_for_nothing(rules, state, pay):
        return None
    if unsure := is_unsure(state, pay.seat):
        raise NotKnown(unsure)
    return surely(state, broken(amount=pay.amount), places=False)


@cites(ko.TAX_1)
def a_forgotten_tax_is_asked_for_in_time(rules: KontorRules, state: State, pay: Pay) -> Finds:
    if not is_paid_by_a_player(state, pay) or rules.late_tax == "always" or state.players[pay.seat].kept == 0:
        return None
    in_time = rules.late_tax == "round" and pay.seat in state.play.taxed and not is_over(rules, state)
    return None if in_time else surely(state, broken(amount=pay.amount), places=False)


def has_lapsed(state: State, pay: Pay) -> bool:
    """Whether a seat pays the tax of a card that went back for want of a florin."""
    other, play = state.facing[pay.seat], state.play
    if not is_paid_by_a_player(state, pay) or pay.seat in play.taxed or other not in play.lost:
        return False
    return play.chosen[other] > 0 and card_of(state, play.chosen[other]).symbol == COIN


def is_exempt(state: State, pay: Pay) -> bool:
    """Whether a seat pays a tax that is asked of neither of the two, since neither had a florin."""
    return is_paid_by_a_player(state, pay) and is_relieved(state, pay.seat)


@cites(ko.TAX_3)
def a_lapsed_tax_is_not_paid(rules: KontorRules, state: State, pay: Pay) -> Finds:
    return surely(state, broken(amount=pay.amount), places=False) if has_lapsed(state, pay) else None


@cites(ko.TAX_4)
def who_is_relieved_pays_nothing(rules: KontorRules, state: State, pay: Pay) -> Finds:
    return surely(state, broken(amount=pay.amount), places=False) if is_exempt(state, pay) else None


@cites(ko.TAX_5)
def nobody_gives_florins_away(rules: KontorRules, state: State, give: Give) -> Finds:
    seat, sides = give.seat, state.sides
    if give.to >= len(sides) or give.to == seat or sides[give.to] == sides[seat]:
        return None
    if give.why == "tax" and (give.to != state.facing[seat] or seat in (*state.play.taxed, *state.play.passed)):
        return None
    broke = broken(to=give.to, amount=give.amount)
    return surely(state, broke, places=False) if give.why == "tax" else broke


@cites(ko.TAX_8)
def a_tax_is_paid_once_in_a_round(rules: KontorRules, state: State, pay: Pay) -> Finds:
    if not is_paid_by_a_player(state, pay) or pay.seat not in state.play.taxed or state.players[pay.seat].kept > 0:
        return None
    return surely(state, broken(amount=pay.amount), places=False)


# Cards taken back ---------------------------------------------------------------------------------


def is_relieved(state: State, seat: Seat) -> bool:
    """Whether a seat owed a tax that is not asked of it, since neither of the two could pay."""
    play, other = state.play, state.facing[seat]
    if seat in play.taxed or seat in play.lost or other < 0:
        return False
    if not owes(state, seat, other):
        return False
    for payer in (seat, other):
        purse = state.players[payer].purse
        if isinstance(purse, Range):
            raise NotKnown(purse.fact)
    return True


@cites(ko.TAX_2)
def who_cannot_pay_does_not_act(rules: KontorRules, state: State, place: Place) -> Finds:
    if state.play.shown[place.seat]:
        if doubt := in_doubt(state, place.seat):
            raise NotKnown(doubt)
        return None
    if place.seat not in state.play.lost:
        return None
    return surely(state, broken(card=place.card), places=False)


@cites(ko.TAX_2)
def a_card_taken_back_for_a_tax_goes_into_the_hand(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    return broken(to=back.to) if back.why == "tax" and back.to else None


@cites(ko.TAX_4)
def who_is_relieved_plays_on(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    number = state.play.shown[back.seat]
    if back.why != "tax" or not number or not is_relieved(state, back.seat):
        return None
    return surely(state, broken(card=number), places=False)


@cites(ko.TAX_4)
def only_who_is_relieved_takes_that_florin(rules: KontorRules, state: State, take: Take) -> Finds:
    return broken(amount=take.amount) if take.why == "relief" and undue(rules, state, take) else None


@cites(ko.TAX_7)
def who_can_pay_must_pay(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    number = state.play.shown[back.seat]
    if back.why != "tax" or not number:
        return None
    if back.seat in state.play.taxed:
        return surely(state, broken(card=number), places=False)
    if unsure := is_unsure(state, back.seat):
        raise NotKnown(unsure)
    return None


CHECKS: dict[type, tuple[Check, ...]] = {
    Pay: (
        nothing_but_a_tax_is_paid,
        only_a_card_with_a_florin_taxes,
        a_forgotten_tax_is_asked_for_in_time,
        a_lapsed_tax_is_not_paid,
        who_is_relieved_pays_nothing,
        a_tax_is_paid_once_in_a_round,
    ),
    Give: (a_tax_goes_to_the_treasury, nobody_gives_florins_away),
    TakeBack: (a_card_taken_back_for_a_tax_goes_into_the_hand, who_is_relieved_plays_on, who_can_pay_must_pay),
    Take: (only_who_is_relieved_takes_that_florin,),
    Place: (who_cannot_pay_does_not_act,),
}
