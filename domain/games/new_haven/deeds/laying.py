"""Laying the table: settlements, clearings, the first pool."""

from __future__ import annotations

from domain.games.new_haven.actions import Clear, Pool, Settle
from domain.games.new_haven.pieces import TURNS, is_face
from domain.games.new_haven.state import State, Tile, copies_with, faces_with, strayed, with_tile
from domain.rules import Effect, replace

Moved = tuple[State, tuple[Effect, ...]]


def settle(rules, state: State, settle: Settle) -> Moved:
    """Ponds and tiles on the settlements; a pond taken off leaves a free space, or a dead one (NH-I-13)."""
    for cell, lying in settle.places:
        state = with_tile(state, cell, settled(rules, lying))
    if isinstance(state.free, int) and state.free != TURNS[rules.side] * len(state.players) + 1:
        state = strayed(state)
    return replace(state, faces=faces_with(state, *(lying for _, lying in settle.places if is_face(lying)))), ()


def settled(rules, lying: str) -> Tile | None:
    """What lies on a settlement, as a tile on the board."""
    if lying.startswith("off"):
        return None if rules.bare_settlements_are_free else Tile("dead")
    if lying.startswith("pond"):
        return Tile("pond", lying[5:])
    return Tile("unseen") if lying == "?" else Tile("tile", lying)


def clear(rules, state: State, clear: Clear) -> Moved:
    """What lies on the clearings; a clearing not named is empty."""
    state = replace(state, clearings=dict(clear.buildings), bag=state.bag + len(state.clearings) - len(clear.buildings))
    return replace(state, copies=copies_with(state, *(building for _, building in clear.buildings))), ()


def fill_pool(rules, state: State, pool: Pool) -> Moved:
    """The pool as it lies."""
    state = replace(state, pool=pool.buildings, bag=state.bag + len(state.pool) - len(pool.buildings))
    return replace(state, copies=copies_with(state, *pool.buildings)), ()
