"""Roue libre: whose turn it is, and what its taxes ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Give, Pass, Pay, Place, Reveal, Take, TakeBack
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.money import undue
from domain.games.kontor.checks.round import has_placed, only_a_card_in_play_is_taken_back
from domain.games.kontor.checks.tax import is_for_nothing
from domain.games.kontor.deeds.wheel import skips_of
from domain.games.kontor.follow.turns import has_nothing
from domain.games.kontor.state import CHOOSE, PLACE, REFILL, State, actor_of, can_place
from domain.games.kontor.state.parts import Wheel, part_of
from domain.games.kontor.variants.boards import Finds
from domain.numbers import NotKnown
from domain.rules import Action, Check, Seat, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

# Each in turn -------------------------------------------------------------------------------------


def due_next(rules: KontorRules, state: State) -> list[Seat]:
    """Whose turn it is, after those who have to miss theirs; first a seat that has still to place a card."""
    if state.phase == PLACE and state.play.order and can_place(rules, state, state.play.order[0]):
        return [state.play.order[0]]
    count = len(state.players)
    seat = (state.play.order[0] + 1) % count if state.play.order else state.first
    found = []
    for step in range(count):
        player = (seat + step) % count
        if has_nothing(state, player):
            continue
        found.append(player)
        if not skips_of(state, player):
            break
    return found


def out_of_turn(rules: KontorRules, state: State, seat: Seat) -> tuple[Seat, bool] | None:
    """Whose turn it is if not this seat's, and whether this seat has to miss one."""
    if state.phase not in (CHOOSE, PLACE, REFILL):
        return None
    due, wheel = due_next(rules, state), part_of(state, Wheel)
    if not due or (seat == due[-1] and not skips_of(state, seat)):
        return None
    if seat in wheel.doubted or due[-1] in wheel.doubted:
        raise NotKnown("purse")
    missed = seat in due[:-1] or (state.phase == CHOOSE and wheel.round == state.round and seat in wheel.missed)
    return due[-1], missed or bool(skips_of(state, seat) and seat == due[-1])


def acts_now(state: State, action: Action) -> bool:
    """Whether a seat goes on with the card it has played; a card taken back from the harbour is KO-PLACE-4."""
    if type(action) is TakeBack and (action.why == "tax" or has_placed(state, action.seat)):
        return True
    return state.phase == PLACE and actor_of(state) == action.seat and type(action) in (Place, TakeBack)


def _turn(rules: KontorRules, state: State, action: Action, seat: Seat, missing: bool) -> Finds:
    if acts_now(state, action) or (found := out_of_turn(rules, state, seat)) is None or found[1] != missing:
        return None
    return surely(state, broken(seat=seat, due=found[0]) if not missing else broken(seat=seat))


@cites(ko.V_ROUE_6)
def each_plays_in_turn(rules: KontorRules, state: State, action: Pass | Place | TakeBack) -> Finds:
    return _turn(rules, state, action, action.seat, missing=False)


@cites(ko.V_ROUE_7)
def who_must_miss_a_turn_does_not_play(rules: KontorRules, state: State, action: Pass | Place | TakeBack) -> Finds:
    return _turn(rules, state, action, action.seat, missing=True)


@cites(ko.V_ROUE_6)
def each_reveals_in_turn(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    return _turn(rules, state, reveal, reveal.cards[0][0], missing=False) if reveal.cards else None


@cites(ko.V_ROUE_7)
def who_must_miss_a_turn_reveals_nothing(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    return _turn(rules, state, reveal, reveal.cards[0][0], missing=True) if reveal.cards else None


@cites(ko.V_ROUE_6)
def one_card_is_played_in_a_turn(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    more = [(seat, card) for seat, card, _ in reveal.cards[1:] if seat < len(state.players)]
    return broken(seat=more[0][0], card=more[0][1]) if more else None


@cites(ko.V_ROUE_6)
def a_card_is_played_before_the_next_is_drawn(rules: KontorRules, state: State, draw: Draw) -> Finds:
    early = state.phase == PLACE and actor_of(state) == draw.seat and not any(state.players[draw.seat].missing)
    return surely(state, broken()) if early and draw.whose in (None, draw.seat) else None


@cites(ko.V_ROUE_6)
def no_turn_is_passed(rules: KontorRules, state: State, action: Pass) -> Finds:
    """A check only of tables that agreed to it (KO-I-61)."""
    return None if rules.wheel_passes else broken()


# Taxes --------------------------------------------------------------------------------------------


@cites(ko.V_ROUE_7)
def only_a_card_with_a_florin_taxes_opponents(rules: KontorRules, state: State, pay: Pay) -> Finds:
    if is_for_nothing(rules, state, pay):
        return surely(state, broken(amount=pay.amount))
    if pay.why != "tax" or state.players[pay.seat].kept > 0:
        return None
    if part_of(state, Wheel).doubted:
        raise NotKnown("purse")
    return surely(state, broken(amount=pay.amount))


@cites(ko.V_ROUE_7)
def only_who_is_relieved_takes_that_florin(rules: KontorRules, state: State, take: Take) -> Finds:
    """No seat is: a seat that cannot pay misses a turn."""
    return broken(amount=take.amount) if take.why == "relief" and undue(rules, state, take) else None


@cites(ko.V_ROUE_7)
def a_tax_of_the_wheel_goes_to_the_treasury(rules: KontorRules, state: State, give: Give) -> Finds:
    if give.why != "tax" or (give.seat not in state.play.taxed and give.to == state.facing[give.seat]):  # KO-TAX-5
        return None
    return surely(state, broken(to=give.to))


@cites(ko.V_ROUE_7)
def no_card_is_taken_back_for_a_tax(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    return broken() if back.why == "tax" else None


@cites(ko.V_ROUE_6)
def a_card_taken_back_was_played_in_the_turn(rules: KontorRules, state: State, back: TakeBack) -> Finds:
    if back.why == "tax" or out_of_turn(rules, state, back.seat) is not None:  # found by its own check
        return None
    return only_a_card_in_play_is_taken_back(rules, state, back)


CHECKS: dict[type, tuple[Check, ...]] = {
    Reveal: (one_card_is_played_in_a_turn, each_reveals_in_turn, who_must_miss_a_turn_reveals_nothing),
    Pass: (each_plays_in_turn, no_turn_is_passed, who_must_miss_a_turn_does_not_play),
    Place: (each_plays_in_turn, who_must_miss_a_turn_does_not_play),
    Draw: (a_card_is_played_before_the_next_is_drawn,),
    Pay: (only_a_card_with_a_florin_taxes_opponents,),
    Give: (a_tax_of_the_wheel_goes_to_the_treasury,),
    Take: (only_who_is_relieved_takes_that_florin,),
    TakeBack: (
        each_plays_in_turn,
        who_must_miss_a_turn_does_not_play,
        a_card_taken_back_was_played_in_the_turn,
        no_card_is_taken_back_for_a_tax,
    ),
}
