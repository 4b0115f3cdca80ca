"""Simulated mistakes about the frame of a round (KO-ROUND)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Place, Reveal, Take
from domain.games.kontor.mistakes.common import KontorMoment, a_seat, breaks, goes_on, instead, one_of, stands
from domain.games.kontor.mistakes.placement_common import a_lawful_cell, drawn_next, refills
from domain.games.kontor.offers.possible_cards import may_be_held
from domain.games.kontor.pieces import CANAL, group_of
from domain.games.kontor.state import NOWHERE, REFILL, actor_of, card_of
from domain.rules import Seat


@breaks(ko.ROUND_1, Place)
def a_draw_before_the_placement(at: KontorMoment) -> WrongPlay | None:
    group = group_of(card_of(at.state, at.action.card).kind)
    if at.after.state.phase != REFILL or group not in (0, 1) or any(at.state.players[at.action.seat].missing):
        return None
    early = Draw(seat=at.action.seat, pile="canals" if group else "docks")
    return instead(early, at.action, then=goes_on(at))


@breaks(ko.ROUND_1, Draw)
def income_before_the_draw(at: KontorMoment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    lying = state.board.cards.get(state.play.placed)
    due = state.phase == REFILL and actor_of(state) == seat and lying is not None and lying.kind == CANAL
    if not due or state.treasury < 1 or state.players[seat].owed:
        return None
    return instead(Take(seat=seat, amount=1, why="canal"), at.action, then=goes_on(at))


@breaks(ko.ROUND_2, Reveal)
def two_cards_turned_over(at: KontorMoment) -> WrongPlay | None:
    seat, *_ = one_of(at, at.action.cards)
    shown = {number for _, number, _ in at.action.cards}
    second = one_of(at, (number for number in may_be_held(at.state, seat) if number not in shown))
    if second is None:
        return None
    return instead(Reveal(cards=(*at.action.cards, (seat, second, ()))), then=goes_on(at))


@breaks(ko.ROUND_3, Reveal)
def one_card_turned_over_before_the_others(at: KontorMoment) -> WrongPlay | None:
    first, *rest = at.action.cards
    if not rest or any(at.state.play.chosen[seat] < 0 for seat, _, _ in rest):
        return None
    return instead(Reveal(cards=(first,)), Reveal(cards=tuple(rest)), then=goes_on(at))


def in_between(at: KontorMoment) -> WrongPlay | None:
    """Another seat that has a card in play places it now."""
    state = at.state
    other: Seat | None = one_of(at, state.play.order[1:])
    if other is None or not refills(at, other, state.play.shown[other]):
        return None
    cell = a_lawful_cell(at, other, state.play.shown[other])
    if cell is None:
        return None
    return instead(Place(seat=other, card=state.play.shown[other], cell=cell), then=drawn_next(other))


@breaks(ko.ROUND_4, Place)
def the_lower_number_first(at: KontorMoment) -> WrongPlay | None:
    begun = at.state.play.moved != NOWHERE or at.state.play.removed != NOWHERE
    return in_between(at) if not begun and at.rules.order_clause is ko.ROUND_4 else None


@breaks(ko.ROUND_5, Place)
def a_placement_in_anothers_turn(at: KontorMoment) -> WrongPlay | None:
    return in_between(at) if at.state.play.moved != NOWHERE else None


@breaks(ko.ROUND_6, Place)
def the_next_card_chosen_too_early(at: KontorMoment) -> WrongPlay | None:
    if at.state.play.had or any(not sum(player.hand.counts) for player in at.state.players):
        return None  # once others have acted, one who passed too late may really have passed
    return instead(Choose(seat=a_seat(at)), then=stands(at))
