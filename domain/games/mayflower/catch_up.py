"""Brings turn and phase to where an action shows the table to be."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.mayflower.actions import Colonist, Discard, Draw, End, Explore, Pass, Place, Retrieve, Score, Skip
from domain.games.mayflower.deeds.colonists import retrieved_colonist, scored_with
from domain.games.mayflower.deeds.turn_end import scored_already
from domain.games.mayflower.follow import (
    after_forced_move,
    end_turn,
    finish_turn,
    make_unrecorded_move,
    reopen_turn,
    score_feature,
    unscored_features,
    wait_for_move,
)
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.scoring import unseen_at_the_end
from domain.games.mayflower.state import (
    CLOSED,
    COLONIST,
    DRAW,
    EXPLORE,
    FINAL,
    GAP,
    MID_TURN,
    PAWNS,
    PLACE,
    SCORE,
    State,
    is_surely_unfinished,
    men_on,
    swept_off,
)
from domain.numbers import Range
from domain.rules import Action, Effect, Seat, replace

Moved = tuple[State, tuple[Effect, ...]]


def catch_up(rules: MayflowerRules, state: State, action: Action) -> Moved:
    """The table with the turn and the phase that an action shows, and the effects of what it skips."""
    kind = type(action)
    if kind in WAITS.get(state.phase, ()) and action.seat == state.active and state.whose and kind is not Explore:
        return state, ()  # the most frequent case
    bring_to = CATCHING_UP.get(kind)
    if bring_to is None or state.phase in CLOSED:
        return state, ()
    if not state.whose or state.phase == GAP:
        state = _after_gap(state, action)
    return bring_to(rules, state, action)


def _after_gap(state: State, action: Action) -> State:
    """The table after a gap, with the turn of the seat that acts and the phase of its action."""
    if type(action) not in STANDS:
        return state
    phase = STANDS[type(action)] if state.phase == GAP else state.phase
    now = replace(state.now, seat=action.seat, over=phase == DRAW)
    return replace(state, phase=phase, active=action.seat, whose=True, now=now)


def _begun_by(rules: MayflowerRules, state: State, seat: Seat) -> Moved:
    """The table where a seat begins its turn: the turn of another seat is over then."""
    effects: tuple[Effect, ...] = ()
    if state.phase in MID_TURN and seat != state.active:
        if state.phase == PLACE:  # the tile in hand was not placed, so the turn is lost
            state = end_turn(rules, state)
        else:
            state, effects = finish_turn(rules, state)
    if state.phase == DRAW and seat != state.active:
        now = state.now if state.now.over else replace(state.now, over=True)
        state = replace(state, active=seat, now=now)
    return state, effects


def _catch_up_draw(rules: MayflowerRules, state: State, action: Draw | Pass) -> Moved:
    return _begun_by(rules, state, action.seat)


def _catch_up_place(rules: MayflowerRules, state: State, action: Place) -> Moved:
    """A new tile begins a turn; a lying tile that is shifted does not."""
    return (state, ()) if action.source else _begun_by(rules, state, action.seat)


def _catch_up_colonist(rules: MayflowerRules, state: State, action: Colonist | Skip | Discard) -> Moved:
    return state, ()


def _catch_up_score(rules: MayflowerRules, state: State, action: Score) -> Moved:
    """A scoring ends the choice of a colonist; one after the turn shows that the turn was not over.

    The scoring of a feature that is not complete shows neither.
    """
    due = [feature for feature in action.features if not is_surely_unfinished(rules, state, feature)]
    if state.phase == COLONIST:
        return (replace(state, phase=SCORE) if due else state), ()
    if state.phase != DRAW or not state.now.over or not state.now.laid:
        return state, ()
    more = [feature for feature in due if not scored_already(state, feature)]
    on = any(men_on(state, part) or swept_off(state, part) for part in more)
    return (reopen_turn(rules, state) if on else state), ()


def _catch_up_explore(rules: MayflowerRules, state: State, action: Explore) -> Moved:
    """An explorer that moves shows that the only feature was scored."""
    if state.phase == EXPLORE:
        return after_forced_move(rules, state, PAWNS.index(action.pawn)) or (state, ())
    if state.phase not in (COLONIST, SCORE):
        return state, ()
    due = unscored_features(rules, state)
    return score_feature(rules, replace(state, phase=SCORE), due[0]) if len(due) == 1 else (state, ())


def _catch_up_retrieve(rules: MayflowerRules, state: State, action: Retrieve) -> Moved:
    """A colonist taken back shows that the complete feature it stood on was scored."""
    man = retrieved_colonist(state, action)
    feature = scored_with(rules, state, man) if man is not None else None
    return (state, ()) if feature is None else score_feature(rules, replace(state, phase=SCORE), feature)


def _catch_up_end(rules: MayflowerRules, state: State, action: End) -> Moved:
    """The end of the game finishes the running turn."""
    if state.phase in (COLONIST, SCORE, EXPLORE):
        state, effects = finish_turn(rules, state)
        return replace(state, phase=FINAL), effects
    return state, ()


CATCHING_UP: dict[type, Callable[..., Moved]] = {
    Draw: _catch_up_draw,
    Pass: _catch_up_draw,
    Place: _catch_up_place,
    Discard: _catch_up_colonist,
    Colonist: _catch_up_colonist,
    Skip: _catch_up_colonist,
    Score: _catch_up_score,
    Explore: _catch_up_explore,
    Retrieve: _catch_up_retrieve,
    End: _catch_up_end,
}
WAITS = {DRAW: (Draw,), PLACE: (Place,), COLONIST: (Skip, Colonist), SCORE: (Score,), EXPLORE: (Explore,)}
STANDS = {
    Draw: DRAW,
    Pass: DRAW,
    Place: PLACE,
    Discard: PLACE,
    Colonist: COLONIST,
    Skip: COLONIST,
    Score: SCORE,
    Explore: EXPLORE,
}
__all__ = ("catch_up", "make_unrecorded_move", "to_act", "unknown_progress", "wait_for_move")


def to_act(rules: MayflowerRules, state: State) -> tuple[Seat, ...]:
    """The seats the table waits for."""
    return (state.active,) if state.phase in WAITS else ()


def unknown_progress(rules: MayflowerRules, state: State) -> str:
    """The fact that would tell how far the game has gone, or an empty text.

    It is missing after a gap, while the number of tiles left is unknown, and at the end if a colonist stands on a tile
    that was not wholly seen or on one next to it.
    """
    if state.gap:
        return state.gap
    if state.phase in CLOSED and (fact := unseen_at_the_end(state)):
        return fact
    stock = state.stock
    return stock.fact if stock.__class__ is Range and stock.least <= 0 <= stock.most else ""
