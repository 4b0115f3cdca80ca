"""Deeds of step 5: businesses and elections; and tiles given up in any step."""

from __future__ import annotations

from functools import cache

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Build, Elect, PassSpecial, PassTile
from domain.games.nieuw_amsterdam.deeds.common import PASSED_ONE, charge, special_used, tile_spent
from domain.games.nieuw_amsterdam.follow.common import Moved, seat_effect
from domain.games.nieuw_amsterdam.pieces import AT_DISTRICT, NOT_SEEN
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import elections, line
from domain.games.nieuw_amsterdam.state import PASSED, State, put_at, scores_with, with_businesses_at
from domain.numbers import not_below_zero
from domain.rules import Effect, Seat, replace


def build(rules: NieuwAmsterdamRules, state: State, action: Build) -> Moved:
    """Businesses go up where they were put, for one wood each."""
    seat, city, built, astray = action.seat, state.city, 0, 0
    tiles, turn, chest, just, tile = tile_spent(state, seat, action.tile)
    for district, count in action.where:
        if district in AT_DISTRICT or district == NOT_SEEN:
            city = with_businesses_at(city, district, seat, count)
        else:
            astray += count
        built += count
    player, paid = charge(na.CITY_2, state.players[seat], seat, "wood", built, action.paid)
    estate = player.estate
    supply, out = not_below_zero(estate.supply - built), estate.out + astray  # in no district it is no business
    player = replace(player, tiles=tiles, turn=turn, estate=replace(estate, supply=supply, out=out))
    state = replace(state, city=city, players=put_at(state.players, seat, player), chest=chest, just=just)
    return state, paid + (tile,)


def elect(rules: NieuwAmsterdamRules, state: State, action: Elect) -> Moved:
    """The acting seat scores the districts where it leads; no other seat scores."""
    seat, players = action.seat, state.players
    tiles, turn, chest, just, tile = tile_spent(state, seat, action.tile)
    alone, shared = elections(rules, state, seat)
    players = put_at(players, seat, replace(players[seat], tiles=tiles, turn=turn))
    state = replace(
        state, scores=scores_with(state, seat, alone.by + shared.by), players=players, chest=chest, just=just
    )
    return state, (alone, shared) + _unscored_others(seat, len(players)) + (tile,)


@cache
def _unscored_others(seat: Seat, players: int) -> tuple[Effect, ...]:
    """No other seat scores (NA-CITY-7)."""
    return tuple(line(na.CITY_7, other, "elections") for other in range(players) if other != seat)


def pass_tile(rules: NieuwAmsterdamRules, state: State, action: PassTile) -> Moved:
    """One coin for a tile given up."""
    seat, player = action.seat, state.players[action.seat]
    tiles, turn, chest, just, tile = tile_spent(state, seat, action.tile, 0, PASSED_ONE)
    player = replace(player, coins=player.coins + 1, tiles=tiles, turn=turn)
    state = replace(state, players=put_at(state.players, seat, player), chest=chest, just=just)
    return state, (_coin_for_a_tile(seat), tile)


@cache
def _coin_for_a_tile(seat: Seat) -> Effect:
    return seat_effect(na.ACT_6, "coins", seat, 1)


def pass_special(rules: NieuwAmsterdamRules, state: State, action: PassSpecial) -> Moved:
    """One coin for a special action given up."""
    seat, player = action.seat, state.players[action.seat]
    special, just = special_used(state, seat, PASSED)
    player = replace(player, coins=player.coins + 1, special=special)
    return replace(state, players=put_at(state.players, seat, player), just=just), _coin_for_a_special(seat)


@cache
def _coin_for_a_special(seat: Seat) -> tuple[Effect, ...]:
    return (seat_effect(na.ACT_9, "coins", seat, 1),)
