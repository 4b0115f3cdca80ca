"""Deeds of the set-up: settlements, clearings, the first pool."""

from __future__ import annotations

from domain.games.new_haven.actions import Clear, Pool, Settle
from domain.games.new_haven.pieces import TURNS, is_face
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import Moved, State, Tile, copies_with, difference, faces_with, out_of_step, with_tile
from domain.rules import replace


def settle(rules: NewHavenRules, state: State, settle: Settle) -> Moved:
    """Ponds and tiles on the settlements; a pond taken off leaves a free space, or a dead one (NH-I-13).

    What lies there already is only said once more.
    """
    fresh = [(cell, lying) for cell, lying in settle.places if state.board.get(cell) != settled(rules, lying)]
    for cell, lying in fresh:
        state = with_tile(state, cell, settled(rules, lying))
    if fresh and isinstance(state.free, int) and state.free != TURNS[rules.side] * len(state.players) + 1:
        state = out_of_step(state)
    return replace(state, faces=faces_with(state, *(lying for _, lying in fresh if is_face(lying)))), ()


def settled(rules: NewHavenRules, lying: str) -> Tile | None:
    """What lies on a settlement, as a tile on the board."""
    if lying.startswith("off"):
        return None if rules.bare_settlements_are_free else Tile("dead")
    if lying.startswith("pond"):
        return Tile("pond", lying[5:])
    return Tile("unseen") if lying == "?" else Tile("tile", lying)


def clear(rules: NewHavenRules, state: State, clear: Clear) -> Moved:
    """What lies on the clearings; a clearing not named is empty."""
    fresh = newly_lying(state, clear)
    bag = state.bag + len(state.clearings) - len(clear.buildings)
    return replace(state, clearings=dict(clear.buildings), bag=bag, copies=copies_with(state, *fresh)), ()


def newly_lying(state: State, clear: Clear) -> list[str]:
    """Buildings on the clearings that are not known to lie there."""
    return [building for cell, building in clear.buildings if state.clearings.get(cell) != building]


def fill_pool(rules: NewHavenRules, state: State, pool: Pool) -> Moved:
    """The first pool, or what lies in it."""
    fresh = difference(pool.buildings, state.pool)
    bag = state.bag + len(state.pool) - len(pool.buildings)
    return replace(state, pool=pool.buildings, bag=bag, copies=copies_with(state, *fresh)), ()
