"""Simulated mistakes about hands and draws (KO-HAND)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Done, Draw, Place, Reveal
from domain.games.kontor.follow.turns import said_of
from domain.games.kontor.mistakes.common import KontorMoment, breaks, goes_on, instead, one_of
from domain.games.kontor.pieces import CANAL, COIN, GROUP, GROUPS
from domain.games.kontor.state import CHOOSE, PLACE, REFILL, State
from domain.games.kontor.state.hands import may_be_special
from domain.numbers import Number
from domain.observables import Observation
from domain.rules import RefusedAction, Seat


def group_placed(at: KontorMoment) -> int:
    """Docks or canals: what the acting seat placed."""
    cell = at.state.play.placed
    lying = at.state.board.cards[cell]
    return (said_of(at.state, cell) or 0) if lying.down else GROUP[lying.kind]


def left(state: State, seat: Seat, group: int) -> Number:
    """Cards in the pile of a group."""
    return state.canals.count if group else state.piles[state.pile_of[seat]].count


@breaks(ko.HAND_1, Draw)
def another_hand_at_the_beginning_of_a_round(at: KontorMoment) -> WrongPlay | None:
    if at.after.state.phase != CHOOSE:
        return None
    seat, group = at.action.seat, group_placed(at)
    if group == 2 and may_be_special(at.after.state, seat):  # so many may well be among the canals
        return None
    held = at.after.state.players[seat].hand.counts[group]
    look = Observation(what=GROUPS[group], key=(seat,), value=held + 1)
    return WrongPlay(actions=(at.action,), read=(look,), then=goes_on(at))


@breaks(ko.HAND_2, Reveal)
def a_card_that_lies_in_the_harbour(at: KontorMoment) -> WrongPlay | None:
    """One cell is left, and a higher canal fills it: the card that was in no hand is never placed."""
    board, cards = at.state.board, at.state.cards
    if at.rules.boat or len(at.action.cards) != 2 or (board.edges & ~board.taken).bit_count() != 1:
        return None
    low, high = sorted(at.action.cards, key=lambda shown: shown[1])
    if any(cards[number].symbol == COIN for _, number, _ in at.action.cards) or cards[high[1]].kind != CANAL:
        return None
    lying = [card.number for card in board.cards.values() if card.kind == CANAL and 0 < card.number < high[1]]
    number = one_of(at, (number for number in lying if cards[number].symbol != COIN))
    if number is None:
        return None
    return instead(Reveal(cards=((low[0], number, ()), high)), then=(PLACE, (high[0],)))


@breaks(ko.HAND_3, Draw)
def drawn_from_the_other_pile(at: KontorMoment) -> WrongPlay | None:
    seat, other = at.action.seat, 1 - group_placed(at)
    if not left(at.state, seat, other) or at.after.state.result is not None or not at.rules.refill_same_kind:
        return None
    return instead(Draw(seat=seat, pile=GROUPS[other]), then=goes_on(at))


@breaks(ko.HAND_4, Draw)
def drawn_twice(at: KontorMoment) -> WrongPlay | None:
    seat, group = at.action.seat, group_placed(at)
    if left(at.state, seat, group) < 2 or at.after.state.result is not None or at.after.state.phase == REFILL:
        return None
    return instead(at.action, Draw(seat=seat, pile=GROUPS[group]), then=goes_on(at))


@breaks(ko.HAND_5, Place)
def drawn_instead_of_an_exhausted_pile(at: KontorMoment) -> WrongPlay | None:
    seat, after = at.action.seat, at.after.state
    group = GROUP[after.cards[at.action.card].kind]
    if group == 2 or left(after, seat, group) or not left(after, seat, 1 - group):
        return None
    if after.result is not None or after.phase == REFILL:
        return None
    return instead(at.action, Draw(seat=seat, pile=GROUPS[1 - group]), then=goes_on(at))


def late(at: KontorMoment, reason: str) -> WrongPlay | None:
    """The draw is forgotten, and may not be made up."""
    if at.after.state.result is not None:
        return None
    seat = at.action.seat
    denied = RefusedAction(seat=seat, denied=at.action, reason=reason)
    return instead(Done(seat=seat), denied, then=goes_on(at))


@breaks(ko.HAND_6, Draw)
def a_late_draw_refused(at: KontorMoment) -> WrongPlay | None:
    return late(at, "late-draw")


@breaks(ko.CLAIM_3, Draw)
def a_draw_refused_because_the_round_is_over(at: KontorMoment) -> WrongPlay | None:
    return late(at, "round-over") if at.after.state.phase == CHOOSE else None
