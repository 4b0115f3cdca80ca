"""Simulated mistakes about stragglers."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist, Explore, Score
from domain.games.mayflower.follow import men_as_read, movable
from domain.games.mayflower.mistakes.common import Moment, announced, breaks, goes_on, instead, made, one_of, refused
from domain.games.mayflower.mistakes.scorings import nothing_pending
from domain.games.mayflower.state import DRAW, EXPLORE, men_on, swept_off


@breaks(mf.SWEEP_1, Explore)
def a_straggler_left_standing(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, mf.SWEEP_1, "men"))
    return announced(at, effect, effect and men_as_read(at.state, effect.key[0])) if nothing_pending(at) else None


@breaks(mf.SWEEP_1, Explore)
def a_straggler_that_does_not_come_back(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, mf.SWEEP_1, "reserve"))
    return announced(at, effect, effect and effect.by - 1)


@breaks(mf.SWEEP_2, Explore)
def a_trapper_taken_for_a_straggler(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, mf.SWEEP_2, "men")), ())


@breaks(mf.SWEEP_2, Explore)
def trappers_back_in_the_reserve(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, mf.SWEEP_2, "reserve")), 1)


@breaks(mf.SWEEP_3, Explore)
def points_for_a_straggler(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, mf.SWEEP_3, "points")), at.rng.randint(1, 4))


@breaks(mf.SWEEP_4, Explore)
def an_emptied_feature_scored(at: Moment) -> WrongPlay | None:
    state, seat = at.after.state, at.action.seat
    emptied = [pending for pending in at.state.now.pending if swept_off(state, pending) and not men_on(state, pending)]
    feature = one_of(at, (pending for pending in emptied if pending not in state.now.scored))
    if feature is None or state.phase != DRAW:
        return None
    then = (EXPLORE, (seat,)) if movable(at.rules, state) else goes_on(at)
    return instead(at.action, Score(seat=seat, features=(feature,)), then=then)


@breaks(mf.SWEEP_6, Colonist)
def an_emptied_feature_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "emptied")
