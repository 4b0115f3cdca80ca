"""What a value read off the table shows to have been done already, where the rules leave the order open."""

from __future__ import annotations

from domain.games.new_haven.follow import draws_due
from domain.games.new_haven.pieces import KINDS
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    FLIP,
    GATHER,
    REFILL,
    SHARE,
    State,
    hand_without,
    is_among_known,
    marker,
    markers_with,
    players_with,
    with_player,
)
from domain.games.new_haven.values import set_clearing, set_hand_size
from domain.numbers import Number, Range, exact, is_surely, not_below_zero
from domain.rules import Key, replace

# Step 6: it may come before the pool is refilled or the goods tile is flipped ------------------------


def may_have_drawn(state: State) -> bool:
    """Whether the last draw of the turn is made, or may be."""
    perhaps = state.phase == DRAW and isinstance(state.draws, Range) and not state.draws.least
    return perhaps or state.phase in (REFILL, FLIP)


def draws_ahead(rules: NewHavenRules, state: State, key: Key) -> tuple[Number, ...]:
    """The draws that are due if the others have shared, which is not recorded yet."""
    return (draws_due(rules, state),) if state.phase in (GATHER, BUILD, SHARE) else ()


def marker_shown(state: State, key: Key, value: Number | None) -> State:
    """A marker read on 0 after the last draw has been put back already."""
    if value is None or not is_surely(value, 0) or not may_have_drawn(state):
        return state
    return state if is_surely(marker(state, key[0]), 0) else replace(state, markers=markers_with(state, key[0], 0))


def tiles_shown(state: State, key: Key, value: Number | None) -> State:
    """One tile more in the hand after the last draw: the new tile has been drawn already."""
    more = _more(value, state.players[key[0]].tiles)
    return _tile_drawn(state) if key[0] == state.active and more == state.played else state


def supply_shown(state: State, key: Key, value: Number | None) -> State:
    """One tile less in the supply after the last draw: the new tile has been drawn already."""
    return _tile_drawn(state) if _more(value, state.supply) == -state.played else state


def _more(value: Number | None, now: Number) -> int | None:
    """By how much a value that was read is more than expected; None where that is not known."""
    read, expected = exact(value), exact(now)
    return None if read is None or expected is None else read - expected


def _tile_drawn(state: State) -> State:
    played, player = state.played, state.players[state.active]
    if not may_have_drawn(state) or state.goods_turn or state.tiles_replaced or not played:
        return state
    players = players_with(state, state.active, replace(player, tiles=player.tiles + played))
    return replace(state, players=players, supply=not_below_zero(state.supply - played), tiles_replaced=played)


# A clearing's building that was not claimed: it is missing from the hand, and lies where it lay --------


def counted_hand(state: State, key: Key, size: Number) -> State:
    """A hand counted again; one short, it lacks the building that was due from a clearing this turn."""
    building, hand = state.claimed, state.players[key[0]].hand
    if key[0] == state.active and building in hand.known and _more(size, hand.size) == -1:
        return replace(_without(state, building), claimed="", unclaimed=building)
    return set_hand_size(state, key, size)


def clearing_shown(state: State, key: Key, value: str | None) -> State:
    """The building that a hand was counted to lack lies on its clearing: that is no second mistake."""
    if value is None or (key[0], value) != (state.placed, state.unclaimed):
        return state
    return left_clearing(state, key, value)


def left_clearing(state: State, key: Key, seen: str) -> State:
    """A clearing as it was seen; the building that still lies there is not behind the screen."""
    if key[0] == state.placed and seen in KINDS:
        if seen == state.unclaimed:  # the count had put it into the bag
            state = replace(state, bag=not_below_zero(state.bag - 1), unclaimed="")
        elif seen == state.claimed:
            state = replace(_without(state, seen), claimed="")
    return set_clearing(state, key, seen)


def _without(state: State, building: str) -> State:
    hand = state.players[state.active].hand
    return with_player(state, state.active, hand=hand_without(hand, building, is_among_known(hand, building)))
