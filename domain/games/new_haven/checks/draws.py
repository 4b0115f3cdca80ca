"""Checks of step 5: drawing buildings and refilling the pool."""

from __future__ import annotations

from domain.clauses import GR_COUNT, cites
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Draw, End, Goods, Harvest, Pick, Refill
from domain.games.new_haven.checks.turn import closes_the_turn
from domain.games.new_haven.deeds.draws import over_full
from domain.games.new_haven.follow import draws_due, draws_owed, is_still_due
from domain.games.new_haven.pieces import POOL
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    FLIP,
    GATHER,
    HARVEST,
    OVER,
    REFILL,
    SHARE,
    State,
    closes_its_turn,
    is_full,
)
from domain.numbers import NotKnown, Range, is_surely, most
from domain.rules import Broken, broken, impossible


@cites(nh.DRAW_1)
def only_the_active_player_draws(rules: NewHavenRules, state: State, draw: Pick | Draw) -> Broken | None:
    if draw.seat == state.active or not state.turn_known or state.phase == OVER:
        return None
    if state.phase == DRAW and isinstance(state.draws, Range) and is_full(state):  # or the game was over: NH-END-3
        raise NotKnown(state.draws.fact)
    return broken(due=state.active)


@cites(nh.DRAW_1)
def no_more_draws_than_due(rules: NewHavenRules, state: State, draw: Pick | Draw) -> Broken | None:
    if draw.seat != state.active:
        return None
    if state.phase == DRAW:
        return None
    none_due = state.phase in (GATHER, BUILD, SHARE) and is_surely(draws_due(rules, state), 0)
    if not none_due and (state.phase not in (REFILL, FLIP) or is_still_due(rules, state)):
        return None
    return broken(draws=state.drawn + 1, due=state.drawn)


@cites(nh.DRAW_1)
def all_draws_were_made(rules: NewHavenRules, state: State, action: Harvest | Goods | End) -> Broken | None:
    if state.phase in (REFILL, FLIP) or not closes_the_turn(state, action):
        return None
    if type(action) is End and not is_full(state):  # the game was broken off: NH-END-1
        return None
    owed = draws_owed(rules, state)
    if rules.last_turn != "whole" and state.free <= 1:  # the last turn breaks off (NH-I-05)
        return None
    return broken(seat=state.active, owed=owed) if owed > 0 else None


@cites(nh.DRAW_2)
def the_first_draw_is_from_the_pool(rules: NewHavenRules, state: State, draw: Draw) -> Broken | None:
    first = state.phase in (HARVEST, GATHER, BUILD, SHARE) or (state.phase == DRAW and not state.drawn)
    return broken() if first and draw.seat == state.active and state.pool and not state.pool_may_lack else None


@cites(nh.DRAW_3)
def draws_come_from_pool_or_bag(rules: NewHavenRules, state: State, pick: Pick) -> Broken | None:
    return broken(building=pick.building) if pick.elsewhere else None


@cites(GR_COUNT)
def the_building_lies_in_the_pool(rules: NewHavenRules, state: State, pick: Pick) -> Broken | None:
    if pick.elsewhere or pick.building in state.pool or "?" in state.pool:
        return None
    return impossible(building=pick.building)


@cites(GR_COUNT)
def the_bag_is_not_empty(rules: NewHavenRules, state: State, draw: Draw | Refill) -> Broken | None:
    wanted, there = len(draw.buildings) if type(draw) is Refill else 1, most(state.bag)
    if there >= wanted or (type(draw) is Refill and there >= wanted - over_full(state, draw)):
        return None
    return impossible(wanted=wanted, there=state.bag)


@cites(nh.DRAW_4)
def the_pool_is_refilled_after_the_draws(rules: NewHavenRules, state: State, refill: Refill) -> Broken | None:
    early = state.phase in (GATHER, BUILD, SHARE) or (state.phase == DRAW and draws_owed(rules, state) > 0)
    return broken(step=state.phase) if early and len(state.pool) < POOL and not closes_its_turn(state) else None


@cites(nh.DRAW_4)
def the_pool_is_refilled_to_five(rules: NewHavenRules, state: State, refill: Refill) -> Broken | None:
    missing = max(0, POOL - len(state.pool))
    fresh = len(refill.buildings)
    if missing <= fresh <= missing + state.pool.count("?"):  # unseen buildings may not have been there
        return None
    if fresh == missing or (fresh < missing and state.bag <= fresh) or (state.pool_may_lack and fresh > missing):
        return None
    return broken(refilled=fresh, missing=missing)
