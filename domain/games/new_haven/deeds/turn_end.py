"""Deeds of step 6, of pieces shown later, and of the end."""

from __future__ import annotations

from domain.games.new_haven.actions import End, Flip, Show
from domain.games.new_haven.follow import close_turn
from domain.games.new_haven.pieces import NOT_SEEN
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    MID_TURN,
    OVER,
    SCORING,
    Moved,
    State,
    Tile,
    copies_with,
    faces_with,
    hand_with,
    learn,
    learn_face,
    may_match,
    placement_of,
    with_player,
    with_tile,
)
from domain.games.new_haven.state.hidden_homes import number_shown
from domain.games.new_haven.state.hidden_tiles import with_hidden, with_last_hidden
from domain.numbers import least, not_below_zero
from domain.rules import Effect, replace


def flip(rules: NewHavenRules, state: State, action: Flip) -> Moved:
    """The goods tile shows what is printed on it, and where it lies if that was not seen."""
    if state.wild == NOT_SEEN and state.hidden:
        return _flip_hidden(state, action), ()
    if action.cell == NOT_SEEN:
        action = replace(action, cell=state.wild)
    lying = state.board.get(action.cell)
    if lying is None or lying.kind not in ("wild", "goods"):
        return state, ()
    was = lying.face if lying.kind == "wild" else lying.was
    if lying.kind == "wild" or "?" in lying.face:
        state = replace(state, faces=faces_with(state, action.face))
    state = with_tile(state, action.cell, Tile("goods", action.face, was))
    state = learn_face(state, action.cell, action.face)
    return (replace(state, wild="") if state.wild == action.cell else state), ()


def _flip_hidden(state: State, action: Flip) -> State:
    line, was = state.hidden[-1].line, state.hidden[-1].tile.face
    flipped = Tile("goods", action.face, was)
    state = replace(state, faces=faces_with(state, action.face), wild="")
    if "?" not in action.face:
        state = learn(state, line, "face", action.face)
    if action.cell == NOT_SEEN:
        return with_last_hidden(state, flipped)
    state = learn(state, line, "cell", action.cell)
    return with_tile(with_hidden(state, state.hidden[:-1]), action.cell, flipped)


def show(rules: NewHavenRules, state: State, action: Show) -> Moved:
    """A fact about an earlier line: from now on in this replay, from that line on in an audit."""
    if action.of == 0:
        return learn(state, 0, f"hand {action.seat}", tuple(sorted(action.pieces))), ()
    where, piece = placement_of(state, action.of), action.pieces[0] if len(action.pieces) == 1 else ""
    if not where or "?" not in where[-1] or not may_match(where[-1], piece):  # it tells nothing new, or what cannot be
        return state, ()
    if where[0] == "space":
        state = learn(state, action.of, "face", piece)
        lying = state.board.get(where[1])
        if lying is not None and lying.kind in ("tile", "goods") and "?" in lying.face:
            state = with_tile(state, where[1], replace(lying, face=piece))
        return state, ()
    fresh = (action.of, "building") not in state.known
    state = learn(state, action.of, "building", piece)
    if where[0] == "village" and where[2] == NOT_SEEN:
        return number_shown(state, where[1], action.of, int(piece[1])), ()
    return (_shown_building(state, where, piece) if fresh else state), ()


def _shown_building(state: State, where: tuple, piece: str) -> State:
    hand = state.players[where[1]].hand
    if where[0] == "hand":
        if not least(hand.unseen):
            return state
        hand = hand_with(replace(hand, unseen=not_below_zero(hand.unseen - 1)), piece)
        return replace(with_player(state, where[1], hand=hand), copies=copies_with(state, piece))
    village = state.players[where[1]].village
    home = village.get(where[2])
    if home is None or home.number is not None or home.colour != piece[0]:
        return state
    village = {**village, where[2]: replace(home, number=int(piece[1]))}
    return with_player(state, where[1], village=village)


def end(rules: NewHavenRules, state: State, action: End) -> Moved:
    """The table stops: what was open in the turn is closed, and points are counted."""
    if state.phase == OVER:
        return state, ()
    effects: tuple[Effect, ...] = ()
    if state.phase in MID_TURN:
        state, effects = close_turn(rules, state)
    return replace(state, phase=SCORING), effects
