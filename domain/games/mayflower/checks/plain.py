"""Checks of plains and trappers (MF-PLAIN)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist, Retrieve, Score
from domain.games.mayflower.deeds.colonists import retrieved_colonist
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import CLOSED, TRAPPER, State
from domain.rules import Broken, Check, broken

Finds = Broken | None


@cites(mf.PLAIN_2)
def plains_wait_for_the_end(rules: MayflowerRules, state: State, score: Score) -> Finds:
    for feature in score.features if state.phase not in CLOSED else ():
        if feature[0] == "plain":
            return broken(feature=feature)
    return None


@cites(mf.PLAIN_3)
def a_trapper_stays_to_the_end(rules: MayflowerRules, state: State, retrieve: Retrieve) -> Finds:
    man = retrieved_colonist(state, retrieve)
    return broken(cell=man.cell) if man is not None and man.role == TRAPPER else None


@cites(mf.PLAIN_4)
def a_trapper_is_laid_down(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    return broken() if colonist.lying is False and colonist.role == TRAPPER else None


CHECKS: dict[type, tuple[Check, ...]] = {
    Colonist: (a_trapper_is_laid_down,),
    Score: (plains_wait_for_the_end,),
    Retrieve: (a_trapper_stays_to_the_end,),
}
