"""Simulated mistakes about drunken sailors (KO-V-MARINS)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Layout, Pass, Reveal
from domain.games.kontor.mistakes.common import KontorMoment, a_seat, announced, breaks, instead, made, one_of
from domain.games.kontor.mistakes.setup import laid_out
from domain.games.kontor.state import CHOOSE
from domain.games.kontor.state.parts import Passing, part_of


@breaks(ko.V_MARINS_1, Layout)
def no_pass_card_taken(at: KontorMoment) -> WrongPlay | None:
    if at.rules.passes_aloud:
        return None
    what, wrong = ("specials", 0) if part_of(at.state, Passing).special else ("docks", 3)
    return laid_out(at, ko.V_MARINS_1, what, (a_seat(at),), wrong)


@breaks(ko.V_MARINS_2, Choose)
def a_pass_said_aloud(at: KontorMoment) -> WrongPlay | None:
    state = at.state
    if at.rules.passes_aloud or max(state.play.chosen) >= 0 or state.play.passed:
        return None
    others = tuple(seat for seat in range(len(state.players)) if seat != at.action.seat)
    return instead(Pass(seat=at.action.seat), then=(CHOOSE, others))


@breaks(ko.V_MARINS_3, Reveal)
def no_florin_for_a_tavern(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_MARINS_3, "purse"))
    return announced(at, effect, 0) if effect and effect.by else None
