"""Checks of several features in one turn: scored one after the other, in a recorded order (MF-MULTI)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations

from domain.clauses import cites
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Score
from domain.games.mayflower.deeds.turn_end import score as scored_in
from domain.games.mayflower.follow import finish_turn, unscored_features
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import COLONIST, EXPLORE, SCORE, Ref, State, find_feature, men_on
from domain.numbers import NotKnown
from domain.rules import Broken, Check, Seat, broken, replace

Finds = Broken | None
MOST_TRIED = 4  # features in one line: more are never completed by one tile in practice
FARMS_FIRST = {"farm": 0, "road": 1, "city": 2}


def waiting(rules: MayflowerRules, state: State) -> tuple[Ref, ...]:
    """What is still to be scored in the running turn."""
    return unscored_features(rules, state) if state.phase in (COLONIST, SCORE, EXPLORE) else ()


@cites(mf.MULTI_2)
def whose_turn_it_is_says_what_comes_first(rules: MayflowerRules, state: State, score: Score) -> Finds:
    if rules.order != "active" or score.seat == state.active or not state.whose:  # MF-I-01
        return None
    return broken(due=state.active) if len(waiting(rules, state)) > 1 else None


@cites(mf.MULTI_2)
def the_order_of_scorings_is_told(rules: MayflowerRules, state: State, score: Score) -> Finds:
    if len(score.features) < 2 or rules.order in ORDERS:
        return None
    if state.gap:
        raise NotKnown(state.gap)
    return broken(features=score.features) if _matters(rules, state, score) else None


def _matters(rules: MayflowerRules, state: State, score: Score) -> bool:
    """Whether another order gives another result."""
    seen = None
    for order in permutations(score.features[:MOST_TRIED]):
        after = _scored(rules, state, replace(score, features=(*order, *score.features[MOST_TRIED:])))
        if seen is not None and after != seen:
            return True
        seen = after
    return False


def _scored(rules: MayflowerRules, state: State, score: Score) -> tuple:
    """What lies on the table when features were scored in an order: points, colonists, explorers."""
    ready = replace(state, phase=SCORE) if state.phase == COLONIST else state
    after = finish_turn(rules, scored_in(rules, ready, score)[0])[0]
    return after.scores, after.men, sorted(after.explorers)


@cites(mf.MULTI_2)
def features_come_in_the_agreed_order(rules: MayflowerRules, state: State, score: Score) -> Finds:
    rank = ORDERS.get(rules.order)
    if rank is None:
        return None
    left = list(waiting(rules, state))
    for feature in score.features if len(left) > 1 else ():
        same = next((pending for pending in left if find_feature(state, pending) == find_feature(state, feature)), None)
        if same is None:
            continue
        first = min(left, key=partial(rank, state))
        if rank(state, first) < rank(state, same):
            return broken(feature=feature, first=first)
        left.remove(same)
    return None


def by_owner(state: State, feature: Ref) -> int:
    """Owner by owner clockwise, beginning with the active player."""
    seats: list[Seat] = [man.seat for man in men_on(state, feature)]
    count = len(state.reserves)
    return min(((seat - state.active) % count for seat in seats), default=count)


def by_kind(state: State, feature: Ref) -> int:
    """Farms, then roads, then cities."""
    return FARMS_FIRST[feature[0]]


ORDERS: dict[str, Callable[[State, Ref], int]] = {"owners": by_owner, "kinds": by_kind}
CHECKS: dict[type, tuple[Check, ...]] = {
    Score: (whose_turn_it_is_says_what_comes_first, the_order_of_scorings_is_told, features_come_in_the_agreed_order)
}
