"""The actions that the table waits for, and the checks about order that are skipped for them."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.mayflower import actions as act
from domain.games.mayflower.checks import colonist as one
from domain.games.mayflower.checks import draw, end, explorer, majority, place, plain, setup, several_features, turn
from domain.games.mayflower.pieces import AT_LETTER, COPIES
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import COLONIST, DRAW, EXPLORE, PAWNS, PLACE, SCORE, State
from domain.rules import Check

BEGINNINGS = frozenset(
    (
        turn.turns_go_clockwise,
        turn.a_tile_is_laid_before_the_turn_is_over,
        turn.all_is_scored_before_the_next_turn,
        draw.nothing_is_chosen_out_of_several,
        draw.another_tile_is_drawn_for_it,
    )
)
DRAWS = BEGINNINGS | {
    end.no_turn_follows_the_end,
    setup.there_is_a_tile_to_draw,
    setup.a_letter_has_its_copies,
    setup.a_letter_has_one_face,
    setup.nobody_knows_a_tile_before_it_is_drawn,
    draw.one_tile_is_drawn,
    draw.a_tile_is_shown_to_all,
}
TILES = BEGINNINGS | {
    end.no_turn_follows_the_end,
    setup.there_is_a_tile_to_draw,
    setup.a_letter_has_its_copies,
    setup.a_letter_has_one_face,
    turn.one_tile_a_turn,
    draw.the_tile_drawn_is_the_tile_laid,
    place.a_tile_touches_the_map,
    place.a_corner_is_no_contact,
    place.borders_match,
    place.a_cell_takes_one_tile,
    place.the_map_grows_westward,
    place.a_tile_stays_as_it_lies,
    place.a_shifted_tile_lay_there,
}
COLONISTS = frozenset(
    (
        setup.a_colonist_is_of_a_colour_in_play,
        turn.only_whose_turn_it_is_acts,
        turn.a_colonist_waits_for_the_tile,
        turn.a_colonist_comes_before_the_scoring,
        one.one_colonist_a_turn,
        one.a_colonist_is_ones_own,
        one.a_colonist_comes_from_the_reserve,
        one.a_colonist_stands_on_the_tile_just_laid,
        one.a_colonist_has_a_place,
        one.the_tile_shows_the_place,
        one.a_feature_is_free_for_a_colonist,
        majority.a_returned_colonist_waits_for_the_next_turn,
        majority.a_colonist_is_placed_before_the_feature_is_scored,
        plain.a_trapper_is_laid_down,
    )
)
SCORINGS = frozenset((several_features.whose_turn_it_is_says_what_comes_first,))
MOVES = frozenset(
    (
        explorer.the_active_player_moves_the_explorer,
        explorer.an_explorer_moves_once_for_each_scoring,
        explorer.explorers_stay_where_no_tile_is_ahead,
        explorer.an_explorer_moves_one_column_west,
        explorer.the_easternmost_explorer_moves,
        explorer.an_explorer_moves_only_for_a_scoring,
    )
)


def its_draw(rules: MayflowerRules, state: State, draw: act.Draw) -> bool:
    """The active seat draws a tile there is, and shows it, without a new face."""
    letter, stock = draw.letter, state.stock
    return (
        state.phase == DRAW
        and draw.seat == state.active
        and state.whose
        and draw.shown
        and not (draw.known or draw.face)
        and stock.__class__ is int
        and stock > 0
        and (not letter or state.drawn[AT_LETTER[letter]] < COPIES[letter])
    )


def its_tile(rules: MayflowerRules, state: State, tile: act.Place) -> bool:
    """The active seat places the one tile it has drawn where it fits, without a letter or face."""
    if state.phase != PLACE or tile.seat != state.active or not state.whose or state.gap or len(state.hand) != 1:
        return False
    if state.now.laid or tile.source or tile.letter or tile.face:
        return False
    return place.surely_fits(rules, state, tile)


def its_colonist(rules: MayflowerRules, state: State, colonist: act.Colonist) -> bool:
    """The active seat places one colonist of its own on a free feature of the tile it has laid."""
    now = state.now
    if state.phase != COLONIST or colonist.seat != state.active or not state.whose or state.gap:
        return False
    if now.posted or now.scored or colonist.cell or colonist.colour is not None or colonist.lying is not None:
        return False
    reserve = state.reserves[colonist.seat]
    return reserve.__class__ is int and reserve > 0 and one.surely_free(state, colonist)


def no_colonist(rules: MayflowerRules, state: State, skip: act.Skip) -> bool:
    """The active seat places none."""
    return state.phase == COLONIST and skip.seat == state.active and state.whose


def its_scoring(rules: MayflowerRules, state: State, score: act.Score) -> bool:
    """The active seat says what is scored next."""
    return state.phase == SCORE and score.seat == state.active and state.whose


def its_move(rules: MayflowerRules, state: State, explore: act.Explore) -> bool:
    """After a scoring the active seat moves the easternmost explorer, or one of two that are level; one column west."""
    if state.phase != EXPLORE or explore.seat != state.active or not state.whose or explore.column is not None:
        return False
    one, other = state.explorers if explore.pawn == PAWNS[0] else state.explorers[::-1]
    return one.__class__ is int and other.__class__ is int and one <= other


EXPECTED_ACTIONS: dict[type, tuple[Callable[..., bool], frozenset[Check]]] = {
    act.Draw: (its_draw, DRAWS),
    act.Place: (its_tile, TILES),
    act.Colonist: (its_colonist, COLONISTS),
    act.Skip: (no_colonist, frozenset()),
    act.Score: (its_scoring, SCORINGS),
    act.Explore: (its_move, MOVES),
}
