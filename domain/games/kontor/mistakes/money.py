"""Simulated mistakes about income (KO-MONEY)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Place, Take
from domain.games.kontor.follow.turns import income_to_come
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of
from domain.observables import Observation

EARNING = (Draw, Place)  # the last deed of a turn, after which its income comes


@breaks(ko.MONEY_1, *EARNING)
def another_income(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.MONEY_1, "purse"))
    return announced(at, effect, one_of(at, (0, 2) if at.after.state.treasury else (0,))) if effect else None


@breaks(ko.MONEY_1, *EARNING)
def income_taken_twice(at: KontorMoment) -> WrongPlay | None:
    if not made(at, ko.MONEY_1, "purse") or not at.after.state.treasury or at.after.state.result is not None:
        return None
    return instead(at.action, Take(seat=at.action.seat, why="canal"), then=goes_on(at))


@breaks(ko.MONEY_2, *EARNING)
def a_florin_out_of_nothing(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.MONEY_2, "purse")), 1)


@breaks(ko.MONEY_3, *EARNING)
def income_for_a_dock(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.MONEY_3, "purse"))
    return announced(at, effect, 1) if effect and at.state.treasury else None


@breaks(ko.MONEY_3, *EARNING)
def a_florin_taken_for_a_dock(at: KontorMoment) -> WrongPlay | None:
    if not made(at, ko.MONEY_3, "purse") or not at.after.state.treasury or at.after.state.result is not None:
        return None
    return instead(at.action, Take(seat=at.action.seat, why="canal"), then=goes_on(at))


@breaks(ko.MONEY_4, *EARNING)
def a_florin_gone_from_the_treasury(at: KontorMoment) -> WrongPlay | None:
    """It was right a moment ago, and no deed has touched it since; no income is to come that may have been taken."""
    there = at.after.state.treasury
    if not there or at.after.state.result is not None or income_to_come(at.rules, at.after.state):
        return None
    looks = (Observation(what="treasury", value=there), Observation(what="treasury", value=there - 1))
    return WrongPlay(actions=(at.action,), read=looks, then=goes_on(at))
