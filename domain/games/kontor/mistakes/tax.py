"""Simulated mistakes about taxes (KO-TAX); purses rarely run empty in random play, so no seat loses a round."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Give, Pay, Place, Reveal, Take, TakeBack
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of, stands
from domain.games.kontor.state import State
from domain.rules import Action, Seat


def otherwise(at: KontorMoment, clause: Clause, *wrong: int) -> WrongPlay | None:
    """Another number of florins than this clause gives or takes."""
    effect = one_of(at, made(at, clause, "purse"))
    if effect is None or not isinstance(effect.by, int):
        return None
    purse = at.after.state.players[effect.key[0]].purse - effect.by
    return announced(at, effect, one_of(at, (by for by in wrong if purse + by >= 0)))


@breaks(ko.TAX_1, Reveal)
def no_tax_or_two_florins(at: KontorMoment) -> WrongPlay | None:
    return otherwise(at, ko.TAX_1, 0, -2)


@breaks(ko.TAX_6, Reveal)
def a_passer_charged(at: KontorMoment) -> WrongPlay | None:
    return otherwise(at, ko.TAX_6, -1)


# Florins by hand, in addition to the placement -------------------------------------------------


def done_before(at: KontorMoment, action: Action | None) -> WrongPlay | None:
    """Something is done before the lawful action."""
    return instead(action, at.action, then=goes_on(at))


def seats(state: State, taxed: bool) -> list[Seat]:
    """Seats with florins that had a tax to pay in this round, or had none."""
    out = (*state.play.passed, *state.play.lost)
    found = [seat for seat in range(len(state.players)) if (seat in state.play.taxed) == taxed and seat not in out]
    return [seat for seat in found if state.players[seat].purse > 0 and state.players[seat].kept == 0]


@breaks(ko.TAX_1, Place)
def a_tax_paid_to_the_opponent(at: KontorMoment) -> WrongPlay | None:
    seat = one_of(at, seats(at.state, taxed=True))
    if seat is None or at.state.treasury < 1:
        return None
    return done_before(at, Give(seat=seat, to=at.state.facing[seat], amount=1, why="tax"))


@breaks(ko.TAX_1, Place)
def a_tax_not_owed(at: KontorMoment) -> WrongPlay | None:
    seat = one_of(at, seats(at.state, taxed=False))
    if seat is None or len(at.state.players) > 2:
        return None
    return done_before(at, Pay(seat=seat, amount=1, why="tax"))


@breaks(ko.TAX_5, Place)
def a_florin_given_away(at: KontorMoment) -> WrongPlay | None:
    state = at.state
    seat = one_of(at, (seat for seat, player in enumerate(state.players) if player.purse > 0))
    if seat is None:
        return None
    to = one_of(at, (other for other, side in enumerate(state.sides) if side != state.sides[seat]))
    return done_before(at, Give(seat=seat, to=to, amount=1))


@breaks(ko.TAX_8, Place)
def a_tax_paid_twice(at: KontorMoment) -> WrongPlay | None:
    seat = one_of(at, seats(at.state, taxed=True))
    return done_before(at, None if seat is None else Pay(seat=seat, amount=1, why="tax"))


@breaks(ko.TAX_4, Place)
def relief_not_due(at: KontorMoment) -> WrongPlay | None:
    seat = at.action.seat
    player = at.state.players[seat]
    if player.owed or player.lapsed or at.state.treasury < 4:
        return None
    return done_before(at, Take(seat=seat, amount=1, why="relief"))


# Cards taken back ---------------------------------------------------------------------------------


@breaks(ko.TAX_7, Place)
def a_round_given_up_instead_of_a_florin(at: KontorMoment) -> WrongPlay | None:
    play = at.state.play
    seat = one_of(at, (seat for seat in play.order[1:] if seat in play.taxed))
    return instead(None if seat is None else TakeBack(seat=seat, why="tax"), then=stands(at))
