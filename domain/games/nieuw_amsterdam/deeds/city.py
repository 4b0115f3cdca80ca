"""Step 5: businesses and elections; and tiles given up in any step."""

from __future__ import annotations

from functools import cache

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Build, Elect, PassSpecial, PassTile
from domain.games.nieuw_amsterdam.deeds.common import charged, given_back, spent, used
from domain.games.nieuw_amsterdam.follow.common import Moved, steady
from domain.games.nieuw_amsterdam.pieces import AT_DISTRICT
from domain.games.nieuw_amsterdam.scoring import elections, line
from domain.games.nieuw_amsterdam.state import PASSED, State, put_at, scored, with_businesses
from domain.numbers import not_below_zero
from domain.rules import Effect, Seat, replace


def build(rules, state: State, action: Build) -> Moved:
    """Businesses go up where they were put, for one wood each."""
    seat, city, built, astray = action.seat, state.city, 0, 0
    player, chest, just = spent(state, action)
    for district, count in action.where:
        if district in AT_DISTRICT:
            city = with_businesses(city, AT_DISTRICT[district], seat, count)
        else:
            astray += count
        built += count
    player, paid = charged(na.CITY_2, player, seat, "wood", built, action.paid)
    estate = player.estate
    supply, out = not_below_zero(estate.supply - built), estate.out + astray  # in no district it is no business
    player = replace(player, estate=replace(estate, supply=supply, out=out))
    state = replace(state, city=city, players=put_at(state.players, seat, player), chest=chest, just=just)
    return state, (*paid, given_back(action))


def elect(rules, state: State, action: Elect) -> Moved:
    """The acting seat scores the districts where it leads, and nobody else does."""
    seat, (player, chest, just) = action.seat, spent(state, action)
    lines = elections(rules, state, seat)
    scores = scored(state, seat, lines[0].by + lines[1].by)
    state = replace(state, scores=scores, players=put_at(state.players, seat, player), chest=chest, just=just)
    return state, (*lines, *_unscored_others(seat, len(state.players)), given_back(action))


@cache
def _unscored_others(seat: Seat, players: int) -> tuple[Effect, ...]:
    """Nobody else scores (NA-CITY-7)."""
    return tuple(line(na.CITY_7, other, "elections") for other in range(players) if other != seat)


def pass_tile(rules, state: State, action: PassTile) -> Moved:
    """One coin for a tile given up."""
    seat, (player, chest, just) = action.seat, spent(state, action)
    players = put_at(state.players, seat, replace(player, coins=player.coins + 1))
    state = replace(state, players=players, chest=chest, just=just)
    return state, (steady(na.ACT_6, "coins", (seat,), 1, seat), given_back(action))


def pass_special(rules, state: State, action: PassSpecial) -> Moved:
    """One coin for a special action given up."""
    seat = action.seat
    player, just = used(state, seat, PASSED)
    players = put_at(state.players, seat, replace(player, coins=player.coins + 1))
    return replace(state, players=players, just=just), (steady(na.ACT_9, "coins", (seat,), 1, seat),)
