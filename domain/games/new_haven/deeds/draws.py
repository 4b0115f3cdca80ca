"""Deeds of step 5: drawing buildings and refilling the pool."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.new_haven.actions import Draw, Pick, Refill
from domain.games.new_haven.deeds.common import placed_with
from domain.games.new_haven.follow import is_still_due
from domain.games.new_haven.pieces import POOL as POOL_SIZE
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import DRAW, FLIP, REFILL, Moved, Player, State, copies_with, hand_with, players_with
from domain.numbers import Number, least, not_below_zero
from domain.rules import Seat, replace


def use_draw(rules: NewHavenRules, state: State, action: Pick | Draw) -> State:
    """One draw fewer to make."""
    draws, drawn = _draws_after(rules, state, action)
    return state if drawn == state.drawn else replace(state, draws=draws, drawn=drawn)


def _draws_after(rules: NewHavenRules, state: State, action: Pick | Draw) -> tuple[Number, int]:
    """The draws of the turn still to be made, and those made, after one more."""
    if action.seat != state.active or not (state.phase == DRAW or is_still_due(rules, state)):
        return state.draws, state.drawn
    return not_below_zero(state.draws - 1), state.drawn + 1


def pick(rules: NewHavenRules, state: State, action: Pick) -> Moved:
    """A building leaves the pool in plain sight."""
    building, pool, copies = action.building, state.pool, state.copies
    if building in pool and not action.elsewhere:
        pool = _take(pool, building)
    else:
        copies = copies_with(state, building)
        if "?" in pool and not action.elsewhere:
            pool = _take(pool, "?")
        elif not action.elsewhere:
            pool, copies = _take_unknown(pool, copies)
    draws, drawn = _draws_after(rules, state, action)
    players = _with_building(state, action.seat, building)
    return replace(state, pool=pool, copies=copies, players=players, draws=draws, drawn=drawn), ()


def _with_building(state: State, seat: Seat, building: str | None) -> tuple[Player, ...]:
    """All seats' areas, with one more building behind a screen."""
    player = state.players[seat]
    return players_with(state, seat, replace(player, hand=hand_with(player.hand, building)))


def _take_unknown(pool: tuple[str, ...], copies: Mapping[str, int]) -> tuple[tuple[str, ...], Mapping[str, int]]:
    """The pool without one building that is not known; those left count as not seen yet."""
    left = {kind: count - pool.count(kind) for kind, count in copies.items()}
    return ("?",) * (len(pool) - 1), left


def _take(pool: tuple[str, ...], building: str) -> tuple[str, ...]:
    at = pool.index(building)
    return (*pool[:at], *pool[at + 1 :])


def draw(rules: NewHavenRules, state: State, action: Draw) -> Moved:
    """A building out of the bag, seen only if it was shown."""
    building = action.building
    if building is None and (fact := state.known.get((state.line, "building"))):
        building = fact.value
    copies = state.copies if building is None else copies_with(state, building)
    placements = placed_with(state, "hand", action.seat, action.building or "??")
    draws, drawn = _draws_after(rules, state, action)
    players, bag = _with_building(state, action.seat, building), not_below_zero(state.bag - 1)
    return replace(state, bag=bag, copies=copies, players=players, placements=placements, draws=draws, drawn=drawn), ()


def use_refill(rules: NewHavenRules, state: State, action: Refill) -> State:
    """The pool is complete: the turn goes on."""
    return replace(state, phase=FLIP) if state.phase == REFILL else state


def over_full(state: State, action: Refill) -> int:
    """How many of the buildings stand for unseen ones that were drawn from the bag before."""
    return min(state.pool.count("?"), max(0, len(state.pool) + len(action.buildings) - POOL_SIZE))


def refill(rules: NewHavenRules, state: State, action: Refill) -> Moved:
    """The buildings fill the empty circles, or show what unseen buildings of the pool are."""
    pool, late = state.pool, over_full(state, action)
    for _ in range(late):
        pool = _take(pool, "?")
    fresh = len(action.buildings) - (0 if state.pool_may_lack else late)  # after a gap it held fewer than it seemed
    bag, copies = not_below_zero(state.bag - fresh), copies_with(state, *action.buildings)
    may_lack = state.pool_may_lack and not least(bag)  # it is full, unless the bag has run out
    phase, pool = FLIP if state.phase == REFILL else state.phase, pool + action.buildings
    return replace(state, phase=phase, pool=pool, pool_may_lack=may_lack, bag=bag, copies=copies), ()
