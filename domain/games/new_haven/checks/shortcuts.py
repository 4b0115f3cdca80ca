"""The deeds a table waits for: one look tells which checks of order then have nothing to say."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.new_haven.actions import Build, Done, Draw, Goods, Harvest, Pass, Pick, Refill
from domain.games.new_haven.checks import draws, tiles, turn, village
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import BUILD, DRAW, HARVEST, REFILL, SHARE, State, is_later
from domain.rules import Action, Check

TILES: frozenset[Check] = frozenset(
    (
        turn.turns_go_clockwise,
        tiles.one_tile_a_turn,
        tiles.a_goods_tile_replaces_the_harvest_tile,
        tiles.the_resource_is_named_for_the_count,
        tiles.the_goods_tile_was_flipped,
        draws.all_draws_were_made,
        turn.no_tile_after_the_end,
    )
)
BUILDINGS: frozenset[Check] = frozenset(
    (
        tiles.a_tile_comes_first,
        tiles.the_tile_comes_before_the_other_steps,
        tiles.the_resource_is_named_for_the_count,
        turn.nobody_builds_before_the_first_tile,
        turn.the_active_player_builds_before_the_others,
        turn.the_others_share_before_the_draws,
        village.the_others_share_clockwise,
        village.each_has_one_occasion,
        turn.nothing_is_built_after_the_end,
    )
)
DRAWS: frozenset[Check] = frozenset(
    (
        tiles.a_tile_comes_first,
        tiles.the_tile_comes_before_the_other_steps,
        tiles.the_resource_is_named_for_the_count,
        draws.only_the_active_player_draws,
        draws.no_more_draws_than_due,
        turn.nothing_is_built_after_the_end,
    )
)


def its_tile(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> bool:
    """The active seat places a tile."""
    return state.phase == HARVEST and tile.seat == state.active and state.whose and not state.wild


def its_building(rules: NewHavenRules, state: State, action: Build | Done | Pass) -> bool:
    """The active seat builds, or is done; after it the others share, one occasion each."""
    if not state.whose or state.wild:
        return False
    seat = action.seat
    if state.phase != SHARE or seat == state.active:
        return state.phase == BUILD and seat == state.active
    if state.drawn or seat in state.closed or rules.share_limit is not None:
        return False
    return not is_later(state, state.sharer, seat)


def its_draw(rules: NewHavenRules, state: State, draw: Pick | Draw) -> bool:
    """The active seat draws."""
    return state.phase == DRAW and draw.seat == state.active and state.whose and not state.wild


def the_refill(rules: NewHavenRules, state: State, refill: Refill) -> bool:
    """The pool is refilled once all draws were made."""
    return state.phase == REFILL


AWAITED: dict[type[Action], tuple[Callable[..., bool], frozenset[Check]]] = {
    **dict.fromkeys((Harvest, Goods), (its_tile, TILES)),
    **dict.fromkeys((Build, Done, Pass), (its_building, BUILDINGS)),
    **dict.fromkeys((Pick, Draw), (its_draw, DRAWS)),
    Refill: (the_refill, frozenset((draws.the_pool_is_refilled_after_the_draws,))),
}
