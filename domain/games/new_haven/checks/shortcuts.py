"""The actions that the table waits for, and the checks about order that are skipped for them."""

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
        turn.the_others_wait_for_the_active_player,
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
        turn.the_draws_wait_for_the_others,
        draws.only_the_active_player_draws,
        draws.no_more_draws_than_due,
        turn.nothing_is_built_after_the_end,
    )
)


def is_tile_of_the_turn(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> bool:
    """The active seat places a tile."""
    return state.phase == HARVEST and tile.seat == state.active and state.turn_known and not state.wild


def is_building_in_order(rules: NewHavenRules, state: State, action: Build | Done | Pass) -> bool:
    """The active seat builds, or is done; after it the others share, one occasion each."""
    if not state.turn_known or state.wild:
        return False
    seat = action.seat
    if state.phase != SHARE or seat == state.active:
        return state.phase == BUILD and seat == state.active
    if state.drawn or seat in state.closed or rules.share_limit is not None:
        return False
    return not is_later(state, state.sharer, seat)


def is_draw_in_order(rules: NewHavenRules, state: State, draw: Pick | Draw) -> bool:
    """The active seat draws."""
    return state.phase == DRAW and draw.seat == state.active and state.turn_known and not state.wild


def is_refill_in_order(rules: NewHavenRules, state: State, refill: Refill) -> bool:
    """The pool is refilled once all draws were made."""
    return state.phase == REFILL


EXPECTED: dict[type[Action], tuple[Callable[..., bool], frozenset[Check]]] = {
    **dict.fromkeys((Harvest, Goods), (is_tile_of_the_turn, TILES)),
    **dict.fromkeys((Build, Done, Pass), (is_building_in_order, BUILDINGS)),
    **dict.fromkeys((Pick, Draw), (is_draw_in_order, DRAWS)),
    Refill: (is_refill_in_order, frozenset((draws.the_pool_is_refilled_after_the_draws,))),
}
