"""Simulated mistakes about completed roads, cities and farms."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Score, Skip
from domain.games.mayflower.mistakes.common import Moment, announced, breaks, instead, made, one_of, stands
from domain.games.mayflower.mistakes.scorings import SCORINGS, unshared_effects
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.state import KINDS, Ref, State, filled_around, find_feature, require_feature

BEFORE_SCORING = (Skip,)


def unfinished(at: Moment, role: str, kind: str) -> list[Ref]:
    """Features with colonists that are surely not complete."""
    rules, state = at.rules, at.state
    refs = [(kind, man.cell, man.port) for man in state.men if man.role == role]
    refs = [ref for ref in refs if (found := find_feature(state, ref)) is not None and KINDS[found[1].kind] == kind]
    if kind == "farm":
        return [ref for ref in refs if filled_around(rules, state.land, ref[1]) < 8]
    return [ref for ref in refs if kind == "plain" or require_feature(state, ref).open]


def scored_early(at: Moment, feature: Ref | None) -> WrongPlay | None:
    """A feature is scored though the turn has nothing to score: the choice of a colonist goes on."""
    if feature is None or at.after.state.now.scored or not at.state.stock:
        return None
    return instead(Score(seat=at.action.seat, features=(feature,)), then=stands(at))


@breaks(mf.ROAD_1, *BEFORE_SCORING)
def an_open_road_scored(at: Moment) -> WrongPlay | None:
    return scored_early(at, one_of(at, unfinished(at, "robber", "road")))


@breaks(mf.CITY_1, *BEFORE_SCORING)
def an_open_city_scored(at: Moment) -> WrongPlay | None:
    return scored_early(at, one_of(at, unfinished(at, "merchant", "city")))


@breaks(mf.FARM_1, *BEFORE_SCORING)
def a_farm_scored_with_a_gap(at: Moment) -> WrongPlay | None:
    return scored_early(at, one_of(at, unfinished(at, "farmer", "farm")))


# Figures ------------------------------------------------------------------------------------------


@breaks(mf.ROAD_1, *SCORINGS)
def a_closed_road_left_out(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, unshared_effects(at, mf.ROAD_2)), 0)


@breaks(mf.CITY_1, *SCORINGS)
def a_walled_city_left_out(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, unshared_effects(at, mf.CITY_2)), 0)


@breaks(mf.ROAD_2, *SCORINGS)
def a_tile_of_the_road_forgotten(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in unshared_effects(at, mf.ROAD_2) if effect.by > 1))
    return announced(at, effect, effect and effect.by - 1)


@breaks(mf.ROAD_3, *SCORINGS)
def a_relay_forgotten(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in unshared_effects(at, mf.ROAD_3) if effect.by))
    return announced(at, effect, effect and effect.by - 2)


@breaks(mf.ROAD_3, *SCORINGS)
def a_relay_of_another_road(at: Moment) -> WrongPlay | None:
    effect = one_of(at, unshared_effects(at, mf.ROAD_3))
    return announced(at, effect, effect and effect.by + 2)


@breaks(mf.ROAD_4, *SCORINGS)
def a_branch_counted(at: Moment) -> WrongPlay | None:
    """A road that stops at the crossing of this turn's tile, and another one that stops there."""
    state = at.after.state
    effect = one_of(at, unshared_effects(at, mf.ROAD_2))
    if effect is None:
        return None
    own = set(effect.items[0].of)
    branches = [tiles for tiles in roads_to_the_crossing(state) if tiles - own and own - tiles]
    other = one_of(at, branches) if any(tiles == own for tiles in roads_to_the_crossing(state)) else None
    return announced(at, effect, other and effect.by + len(other - own))


def roads_to_the_crossing(state: State) -> list[set[str]]:
    """The tiles of each road that stops at a crossing on the tile of the turn."""
    return [set(feature.cells) for part, _, feature in state.land.parts(state.now.cell) if part.end == "x"]


@breaks(mf.CITY_2, *SCORINGS)
def a_point_too_many_for_the_city(at: Moment) -> WrongPlay | None:
    effect = one_of(at, unshared_effects(at, mf.CITY_2))
    return announced(at, effect, effect and effect.by + 1)


@breaks(mf.CITY_3, *SCORINGS)
def a_shield_forgotten(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in unshared_effects(at, mf.CITY_3) if effect.by))
    return announced(at, effect, effect and effect.by - 2)


@breaks(mf.CITY_4, *SCORINGS)
def a_small_city_at_half_the_rate(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in unshared_effects(at, mf.CITY_2) if effect.by == 4))
    return announced(at, effect, 2) if at.state.stock else None


@breaks(mf.FARM_2, *SCORINGS)
def a_farm_for_eight(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, mf.FARM_2, "points")), at.rng.choice((7, 8, 10)))


def _by_an_edge(at: Moment, source: str) -> bool:
    """Whether the tile of the turn touches the farm by an edge."""
    farm = source.partition(":")[2]
    return at.after.state.now.cell in [near[0] for near in SPOTS[farm].near]


@breaks(mf.FARM_1, *SCORINGS)
def a_surrounded_farm_left_out(at: Moment) -> WrongPlay | None:
    farms = made(at, mf.FARM_2, "points")
    return announced(at, one_of(at, (line for line in farms if _by_an_edge(at, line.source))), 0)


@breaks(mf.FARM_3, *SCORINGS)
def a_farm_completed_by_a_corner_left_out(at: Moment) -> WrongPlay | None:
    farms = made(at, mf.FARM_2, "points")
    return announced(at, one_of(at, (line for line in farms if not _by_an_edge(at, line.source))), 0)
