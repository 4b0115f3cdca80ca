"""Checks of completed roads, cities and farms: when they are scored (MF-ROAD, MF-CITY, MF-FARM)."""

from __future__ import annotations

from domain.clauses import Clause, cites
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Score
from domain.games.mayflower.checks.figures import scored_figure
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import CLOSED, KINDS, Ref, State, find_feature, is_complete, unrecorded_tiles
from domain.numbers import NotKnown
from domain.rules import Broken, Check, broken, impossible

Finds = Broken | None


def _unfinished(rules: MayflowerRules, state: State, score: Score, kind: str) -> Finds:
    """Finds a feature of a kind that is scored though it is not complete, or does not exist."""
    if state.phase in CLOSED:
        return None
    for feature in score.features:
        if feature[0] != kind:
            continue
        if not is_there(state, feature):
            return impossible(feature=feature)
        if not is_complete(rules, state, feature):
            if gap := unrecorded_tiles(state):  # one of them may complete it
                raise NotKnown(gap)
            return broken(feature=feature)
    return None


def is_there(state: State, feature: Ref) -> bool:
    """Whether the land shows such a feature; raises NotKnown where the tile was not seen."""
    tile = state.land.tile(feature[1])
    found = find_feature(state, feature)
    if found is not None:
        return KINDS[found[1].kind] == feature[0]
    if tile is None and state.gap:
        raise NotKnown(state.gap)
    if tile is not None and (tile.face is None or tile.face.unseen):
        raise NotKnown(f"face {feature[1]}")
    return False


@cites(mf.ROAD_1)
def a_road_is_closed_when_it_is_scored(rules: MayflowerRules, state: State, score: Score) -> Finds:
    return _unfinished(rules, state, score, "road")


@cites(mf.CITY_1)
def a_city_is_walled_when_it_is_scored(rules: MayflowerRules, state: State, score: Score) -> Finds:
    return _unfinished(rules, state, score, "city")


@cites(mf.FARM_1)
def a_farm_is_surrounded_when_it_is_scored(rules: MayflowerRules, state: State, score: Score) -> Finds:
    return _unfinished(rules, state, score, "farm")


CHECKS: dict[type, tuple[Check, ...]] = {
    Score: (
        a_road_is_closed_when_it_is_scored,
        a_city_is_walled_when_it_is_scored,
        a_farm_is_surrounded_when_it_is_scored,
    )
}
FIGURES: tuple[Clause, ...] = (mf.ROAD_2, mf.ROAD_3, mf.CITY_2, mf.CITY_3, mf.FARM_2, mf.MAJ_3, mf.EXPLORER_5)
BLAME = {clause.id: scored_figure for clause in FIGURES}
