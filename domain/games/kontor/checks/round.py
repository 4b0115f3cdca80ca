"""Checks of the frame of a round (KO-ROUND): order of phases, one card each, revealed together, acting order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Pass, Place, Reveal, Take, TakeBack
from domain.games.kontor.checks.certainty import could_be_placed, surely
from domain.games.kontor.checks.money import is_early
from domain.games.kontor.follow.taxes import in_doubt
from domain.games.kontor.follow.turns import has_nothing, sits_out, turned_late
from domain.games.kontor.state import CHOOSE, NOT_CHOSEN, NOWHERE, OVER, PLACE, REFILL, State, can_place
from domain.games.kontor.state.hands import held_in_all
from domain.games.kontor.state.parts import hiding, may_miss
from domain.numbers import NotKnown
from domain.rules import Broken, Check, Seat, broken, impossible

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


# Phases in order ----------------------------------------------------------------------------------


@cites(ko.ROUND_1)
def a_card_is_revealed_before_it_is_placed(rules: KontorRules, state: State, place: Place) -> Finds:
    if state.phase != CHOOSE or place.seat in state.play.passed or place.seat in state.play.lost:
        return None
    return surely(state, broken(card=place.card), places=False)


@cites(ko.ROUND_1)
def a_card_is_placed_before_the_next_is_drawn(rules: KontorRules, state: State, draw: Draw) -> Finds:
    seat = draw.seat
    if state.phase != PLACE or seat not in state.play.order:
        return None
    if any(state.players[seat].missing) or draw.whose not in (None, seat):
        return None
    return surely(state, broken(), places=False)


@cites(ko.ROUND_1)
def a_card_is_drawn_before_the_income(rules: KontorRules, state: State, take: Take) -> Finds:
    return surely(state, broken(amount=take.amount), places=False) if is_early(rules, state, take) else None


@cites(ko.ROUND_1)
def only_a_card_in_play_is_taken_back(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    play, seat = state.play, back.seat
    in_play = play.shown[seat] or seat in (*play.lost, *hiding(state)) or play.chosen[seat] > NOT_CHOSEN
    by_card = seat in play.passed and not rules.passes_aloud  # the card to pass with (KO-V-MARINS-3)
    if in_play or by_card or state.phase == OVER or has_placed(state, seat):
        return None
    return surely(state, broken(), places=False)


def has_placed(state: State, seat: Seat) -> bool:
    """Whether a seat has placed its card in the round that is, or was just, under way."""
    play = state.play
    return seat in (*play.had, play.just) or (state.phase == REFILL and play.order[:1] == (seat,))


# One card each ------------------------------------------------------------------------------------


def who_plays(state: State) -> list[Seat]:
    """Seats that must play a card in the round that is, or is about to be, under way."""
    passed = state.play.passed if state.phase == CHOOSE else ()
    gone = passed + hiding(state) if state.parts and state.phase == CHOOSE else passed
    return [seat for seat in range(len(state.players)) if seat not in gone and not sits_out(state, seat)]


def not_turned_over(state: State, reveal: Reveal) -> list[Seat]:
    """Seats that play and turn over nothing; after the end no seat has to."""
    passed = len(state.play.passed) if state.phase == CHOOSE else 0
    if state.phase == OVER or len(reveal.cards) + passed >= len(state.players) or turned_late(state, reveal):
        return []
    turned = [seat for seat, _, _ in reveal.cards]
    return [seat for seat in who_plays(state) if seat not in turned]


@cites(ko.ROUND_2)
def who_does_not_pass_plays_a_card(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for seat in not_turned_over(state, reveal):
        if state.phase != CHOOSE or state.play.chosen[seat] == NOT_CHOSEN:
            if not held_in_all(state.players[seat].hand) > 0:
                raise NotKnown("hand")
            if may_miss(state):
                raise NotKnown("purse")
            return surely(state, broken(seat=seat), places=False)
    return None


@cites(ko.ROUND_2)
def nobody_plays_two_cards(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    if len(reveal.cards) < 2:
        return None
    turned: list[Seat] = []
    for seat, number, _ in reveal.cards:
        if seat in turned:
            return broken(seat=seat, card=number)
        turned.append(seat)
    return None


@cites(ko.ROUND_2)
def a_seat_acts_once_in_a_round(rules: KontorRules, state: State, place: Place) -> Finds:
    play, seat = state.play, place.seat
    if play.shown[seat] or not (seat in play.had or (state.phase == REFILL and play.order[:1] == (seat,))):
        return None
    return surely(state, broken(card=place.card), places=False)


@cites(ko.ROUND_2)
def who_has_no_card_sits_out(rules: KontorRules, state: State, action: Pass) -> Finds:
    if rules.empty_hand_passes or not has_nothing(state, action.seat):
        return None
    return surely(state, broken(), places=False)


# All together, and for good -----------------------------------------------------------------------


@cites(ko.ROUND_3)
def all_cards_are_turned_over_together(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for seat in not_turned_over(state, reveal):
        if state.phase == CHOOSE and state.play.chosen[seat] != NOT_CHOSEN:
            return surely(state, broken(seat=seat), places=False)
    return None


@cites(ko.ROUND_3)
def a_choice_is_final(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    if state.phase != CHOOSE:
        return None
    chosen = state.play.chosen
    for seat, number, _ in reveal.cards:
        if seat < len(chosen) and 0 < chosen[seat] != number:
            return broken(seat=seat, card=number, chosen=chosen[seat])
    return None


# Who acts when ------------------------------------------------------------------------------------


def still_to_act(state: State) -> tuple[Seat, ...]:
    """Seats that have not placed the card they turned over."""
    order = state.play.order
    return order if state.phase == PLACE else order[1:] if state.phase == REFILL else ()


def has_begun(state: State) -> bool:
    """Whether the acting seat is in the middle of its turn, its card not placed yet."""
    play = state.play
    return state.phase == PLACE and (play.moved != NOWHERE or play.removed != NOWHERE or play.drawn > 0)


def ahead_of(rules: KontorRules, state: State, seat: Seat) -> Seat | None:
    """The seat that must act before this one and can; None where it is this seat's turn, or it has no turn at all."""
    waiting = still_to_act(state)
    if seat not in waiting or waiting[0] == seat or has_begun(state):
        return None
    for other in waiting[: waiting.index(seat)]:
        if has_to_act(rules, state, other):
            return other
    return None


def has_to_act(rules: KontorRules, state: State, seat: Seat) -> bool:
    """Whether a seat has a card to place and a cell for it; asks where it may have lost the round to a tax."""
    if not could_be_placed(rules, state, seat) and not (seat in hiding(state) and can_place(rules, state, seat)):
        return False
    if doubt := in_doubt(state, seat):
        raise NotKnown(doubt)
    return True


@cites(ko.ROUND_4)
def the_higher_number_acts_first(rules: KontorRules, state: State, place: Place) -> Finds:
    other = ahead_of(rules, state, place.seat) if rules.order_clause is ko.ROUND_4 else None
    if other is None:
        return None
    shown = state.play.shown
    return surely(state, broken(due=other, card=shown[place.seat], higher=shown[other]))


@cites(ko.ROUND_4)
def no_two_cards_have_one_number(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    if len(reveal.cards) < 2 or rules.equal_numbers == "seat":
        return None
    turned: dict[int, Seat] = {}
    for seat, number, _ in reveal.cards:
        if turned.setdefault(number, seat) != seat:
            return impossible(seat=seat, card=number, other=turned[number])
    return None


@cites(ko.ROUND_5)
def a_turn_is_finished_before_the_next(rules: KontorRules, state: State, place: Place) -> Finds:
    order, shown = state.play.order, state.play.shown
    if state.phase != PLACE or place.seat not in order[1:] or not has_begun(state):
        return None
    if shown[place.seat] > shown[order[0]]:  # whose turn it was: who came before has been found
        return None
    return surely(state, broken(due=order[0]))


@cites(ko.ROUND_6)
def a_round_ends_when_all_have_acted(rules: KontorRules, state: State, action: Choose | Reveal) -> Finds:
    if state.phase == CHOOSE or (type(action) is Reveal and turned_late(state, action)):
        return None
    for seat in still_to_act(state):
        if has_to_act(rules, state, seat):
            return surely(state, broken(due=seat))
    return None


CHECKS: dict[type, tuple[Check, ...]] = {
    Pass: (who_has_no_card_sits_out,),
    Choose: (a_round_ends_when_all_have_acted,),
    Reveal: (
        who_does_not_pass_plays_a_card,
        nobody_plays_two_cards,
        all_cards_are_turned_over_together,
        a_choice_is_final,
        no_two_cards_have_one_number,
        a_round_ends_when_all_have_acted,
    ),
    Place: (
        a_card_is_revealed_before_it_is_placed,
        a_seat_acts_once_in_a_round,
        the_higher_number_acts_first,
        a_turn_is_finished_before_the_next,
    ),
    Draw: (a_card_is_placed_before_the_next_is_drawn,),
    TakeBack: (only_a_card_in_play_is_taken_back,),
    Take: (a_card_is_drawn_before_the_income,),
}
