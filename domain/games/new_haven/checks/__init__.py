"""The checks of New Haven: short functions that cite one clause each, and here which of them judge which action."""

from __future__ import annotations

from domain.fold import refusal
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import (
    Build,
    Claim,
    Clear,
    Done,
    Draw,
    End,
    Flip,
    Goods,
    Harvest,
    Name,
    Pass,
    Peek,
    Pick,
    Pool,
    Refill,
    Settle,
    Show,
)
from domain.games.new_haven.checks import box, draws, setup, shortcuts, tiles, turn, village
from domain.rules import Action, Check, RefusedAction

SETUP_CHECKS = setup.SETUP_CHECKS
EXPECTED = shortcuts.EXPECTED
_COPIES = (box.the_box_has_six_of_each,)
_TILE = (
    box.a_face_shows_two_or_three_resources,
    turn.turns_go_clockwise,
    tiles.a_tile_goes_on_a_free_space,
    tiles.a_tile_stays_inside_the_area,
    tiles.a_goods_tile_replaces_the_harvest_tile,
    tiles.the_resource_is_named_for_the_count,
    tiles.the_goods_tile_was_flipped,
    draws.all_draws_were_made,
    turn.no_tile_after_the_end,
    tiles.a_pond_takes_no_tile,
)
_FIRST = (tiles.the_tile_comes_before_the_other_steps, tiles.a_tile_comes_first)
_DRAW = (
    *_COPIES,
    *_FIRST,
    turn.the_draws_wait_for_the_others,
    draws.only_the_active_player_draws,
    draws.no_more_draws_than_due,
    turn.nothing_is_built_after_the_end,
)
CHECKS: dict[type[Action], tuple[Check, ...]] = {
    Settle: (*setup.SETTLE, box.the_face_is_in_the_box),
    Clear: (*_COPIES, *setup.CLEAR),
    Pool: (*_COPIES, *setup.POOL),
    Harvest: (*_TILE, tiles.one_tile_a_turn, tiles.a_harvest_tile_comes_from_the_hand, box.the_face_is_in_the_box),
    Goods: (
        *_TILE,
        tiles.a_goods_tile_is_played_once,
        tiles.a_goods_tile_lies_face_down,
        tiles.a_goods_tile_is_one_resource,
    ),
    Name: (tiles.one_resource_is_named,),
    Claim: (setup.this_was_agreed,),
    Build: (
        *_COPIES,
        tiles.the_tile_comes_before_the_other_steps,
        turn.nobody_builds_before_the_first_tile,
        turn.the_active_player_builds_before_the_others,
        village.a_building_comes_from_the_hand,
        village.a_space_takes_one_building,
        village.the_marker_covers_the_price,
        village.the_price_is_the_number_of_the_space,
        village.a_building_touches_its_colour,
        village.face_up_the_numbers_match,
        village.the_others_share_clockwise,
        village.each_has_one_occasion,
        turn.nothing_is_built_after_the_end,
    ),
    Done: (*_FIRST, turn.the_others_wait_for_the_active_player, village.the_others_share_clockwise),
    Pass: (
        *_FIRST,
        turn.the_others_share_before_the_draws,
        turn.the_others_wait_for_the_active_player,
        village.the_others_share_clockwise,
    ),
    Pick: (*_DRAW, draws.draws_come_from_pool_or_bag, draws.the_building_lies_in_the_pool),
    Draw: (*_DRAW, draws.the_first_draw_is_from_the_pool, draws.the_bag_is_not_empty),
    Refill: (
        *_COPIES,
        draws.the_bag_is_not_empty,
        draws.the_pool_is_refilled_after_the_draws,
        draws.the_pool_is_refilled_to_five,
    ),
    Flip: (
        box.a_face_shows_two_or_three_resources,
        tiles.a_goods_tile_is_flipped_when_the_turn_closes,
        tiles.a_goods_tile_is_flipped_left_to_right,
        tiles.a_goods_tile_lies_there,
        tiles.a_thing_shown_stays_the_same,
        box.the_face_is_in_the_box,
    ),
    Peek: (box.draws_are_blind, box.nobody_looks_at_a_goods_tile),
    Show: (setup.six_buildings_are_the_first_hand, tiles.a_thing_shown_stays_the_same),
    End: (
        turn.all_had_the_same_number_of_turns,
        turn.a_game_has_its_number_of_turns,
        tiles.the_goods_tile_was_flipped,
        draws.all_draws_were_made,
        turn.the_game_ends_with_one_free_space,
    ),
    RefusedAction: (
        refusal(nh.HARVEST_4, "matching"),
        refusal(nh.BUILD_5, "adjacency"),
        refusal(nh.BUILD_8, "face-down"),
        refusal(nh.BUILD_9, "number"),
        refusal(nh.BUILD_10, "colours"),
        refusal(nh.SHARE_4, "pass"),
        refusal(nh.DRAW_3, "source"),
        refusal(nh.REBUILD_1, "cover"),
        refusal(nh.REBUILD_3, "split"),
    ),
}
# Checks of variants and readings: the rows that choose them add them.
SIDE_B: dict[type[Action], tuple[Check, ...]] = {
    Settle: (
        setup.only_settlements_are_settled,
        setup.four_ponds_and_four_tiles_are_settled,
        setup.ponds_for_more_players_are_taken_off,
        setup.settlements_are_settled_before_the_first_turn,
    ),
    Clear: (setup.each_clearing_inside_has_a_building, setup.clearings_are_filled_before_the_first_turn),
    Claim: (tiles.who_places_the_tile_claims_the_building,),
}
REBUILD = {Build: (village.a_covering_building_touches_its_colour,)}
CAREFUL = dict.fromkeys((Clear, Pool, Build, Pick, Draw, Refill), (box.whole_sets_were_taken_out,))
CLAIMED_WAITS = {Build: (village.a_claimed_building_waits,)}
MATCHING_LIES_UP = {Build: (village.a_matching_building_lies_face_up,)}
NUMBER_IS_SHOWN = {Build: (village.a_face_down_number_is_shown,)}
NAMED_FOR_THE_COUNT = dict.fromkeys(
    (Build, Done, Pass, Pick, Draw, Harvest, Goods, End), (tiles.the_resource_is_named_for_the_count,)
)
