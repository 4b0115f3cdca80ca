"""Simulated mistakes about passing (KO-PASS)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Pass, Pay, Place, Take
from domain.games.kontor.mistakes.common import KontorMoment, a_seat, breaks, goes_on, instead, one_of, refused
from domain.games.kontor.mistakes.tax import done_before, otherwise
from domain.games.kontor.state import REFILL


@breaks(ko.PASS_1, Choose)
def a_pass_after_a_card_lay_down(at: KontorMoment) -> WrongPlay | None:
    play, seat = at.state.play, at.action.seat
    waiting = [other for other, card in enumerate(play.chosen) if card < 0 and other not in (*play.passed, seat)]
    other = one_of(at, waiting)
    if other is None:
        return None
    return instead(at.action, Pass(seat=other), then=goes_on(at))


@breaks(ko.PASS_1, Place)
def a_pass_after_the_reveal(at: KontorMoment) -> WrongPlay | None:
    other = one_of(at, at.state.play.order[1:])
    if other is None or at.after.state.phase != REFILL:
        return None
    return instead(Pass(seat=other), at.action, then=goes_on(at))


@breaks(ko.PASS_2, Pass)
def no_florin_or_two_for_a_pass(at: KontorMoment) -> WrongPlay | None:
    return otherwise(at, ko.PASS_2, 0, 2) if at.state.treasury > 2 else None


@breaks(ko.PASS_2, Place)
def a_florin_without_a_pass(at: KontorMoment) -> WrongPlay | None:
    seat = a_seat(at)
    player = at.state.players[seat]
    if player.owed or player.lapsed or at.state.treasury < 4:
        return None
    return done_before(at, Take(seat=seat, amount=1, why="pass"))


@breaks(ko.PASS_3, Choose)
def a_card_laid_down_by_a_passer(at: KontorMoment) -> WrongPlay | None:
    seat = one_of(at, at.state.play.passed)
    return done_before(at, None if seat is None else Choose(seat=seat))


@breaks(ko.PASS_3, Choose)
def a_second_pass(at: KontorMoment) -> WrongPlay | None:
    seat = one_of(at, at.state.play.passed)
    return done_before(at, None if seat is None else Pass(seat=seat))


@breaks(ko.PASS_4, Choose)
def the_last_player_may_not_play_alone(at: KontorMoment) -> WrongPlay | None:
    return refused(at, "alone") if at.state.play.passed else None


@breaks(ko.PASS_5, Place)
def a_tax_asked_of_a_passer(at: KontorMoment) -> WrongPlay | None:
    seat = one_of(at, (seat for seat in at.state.play.passed if at.state.players[seat].purse > 0))
    return done_before(at, None if seat is None else Pay(seat=seat, amount=1, why="tax"))
