"""Checks of several colonists on one feature, and their return (MF-MAJ, MF-RETURN, MF-TRACK)."""

from __future__ import annotations

from domain.clauses import cites
from domain.fold import refusal
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist
from domain.games.mayflower.checks.turn import is_late, scored_under
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import State
from domain.numbers import most
from domain.rules import Broken, Check, RefusedAction, broken

Finds = Broken | None


@cites(mf.RETURN_2)
def a_returned_colonist_waits_for_the_next_turn(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    if not is_late(state, colonist) or state.now.posted or scored_under(state, colonist) is not None:
        return None
    back, left = state.now.back.count(colonist.seat), most(state.reserves[colonist.seat])
    return broken(back=back) if back >= left > 0 else None


@cites(mf.RETURN_3)
def a_colonist_is_placed_before_the_feature_is_scored(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    if not is_late(state, colonist) or state.now.posted:
        return None
    feature = scored_under(state, colonist)
    return None if feature is None else broken(feature=feature)


CHECKS: dict[type, tuple[Check, ...]] = {
    Colonist: (a_returned_colonist_waits_for_the_next_turn, a_colonist_is_placed_before_the_feature_is_scored),
    RefusedAction: (refusal(mf.MAJ_4, "several"),),
}
