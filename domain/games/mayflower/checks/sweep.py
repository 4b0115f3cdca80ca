"""Checks of stragglers: which colonists are taken off, and the rest of the turn (MF-SWEEP)."""

from __future__ import annotations

from domain.clauses import cites
from domain.fold import refusal
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Score
from domain.games.mayflower.deeds.turn_end import scored_already
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import State, is_complete, men_on, swept_off
from domain.numbers import Number, least
from domain.rules import Broken, Check, Effect, RefusedAction, broken

Finds = Broken | None


@cites(mf.SWEEP_4)
def an_emptied_feature_is_not_scored(rules: MayflowerRules, state: State, score: Score) -> Finds:
    if rules.empty_features_move or not state.trail.swept:  # MF-I-02: an explorer moves for it all the same
        return None
    for feature in score.features:
        gone = swept_off(state, feature)
        if not gone or men_on(state, feature) or scored_already(state, feature):
            continue
        if is_complete(rules, state, feature):
            return broken(feature=feature, gone=tuple(dict.fromkeys(man.seat for man in gone)))
    return None


CHECKS: dict[type, tuple[Check, ...]] = {
    Score: (an_emptied_feature_is_not_scored,),
    RefusedAction: (refusal(mf.SWEEP_6, "emptied"),),
}


def blame_reserve(rules: MayflowerRules, state: State, effect: Effect, done: Number) -> str:
    """MF-SWEEP-2 for a reserve with more colonists than were swept: trappers were taken, too."""
    lying = effect.what == "reserve" and any(man.seat == effect.key[0] for man in state.men)
    return mf.SWEEP_2.id if lying and least(done) > least(effect.by) else effect.clause


BLAME = {mf.SWEEP_1.id: blame_reserve}
