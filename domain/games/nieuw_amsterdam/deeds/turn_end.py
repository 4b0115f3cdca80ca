"""Deeds that end a turn, a step or the game, and businesses that are given up."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Declare, Done, End, Remove, count_of
from domain.games.nieuw_amsterdam.follow.common import Moved, effect_at, seat_effect
from domain.games.nieuw_amsterdam.follow.income import corn_kept_key, corn_left_key
from domain.games.nieuw_amsterdam.follow.turns import end_turn
from domain.games.nieuw_amsterdam.pieces import NOT_SEEN
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import HUNGER, LOST_POINTS, starvation
from domain.games.nieuw_amsterdam.state import (
    FINAL,
    OVER,
    RANKING,
    SCORING,
    TURN,
    State,
    put_at,
    with_businesses_at,
    with_fact,
)
from domain.numbers import Number, Range, is_surely, least, most, not_below_zero
from domain.rules import Seat, replace


def done(rules: NieuwAmsterdamRules, state: State, action: Done) -> Moved:
    """The turn of the acting seat is over, whatever is left of it."""
    return end_turn(rules, state) if state.phase == TURN and action.seat == state.actor else (state, ())


def use_remove(rules: NieuwAmsterdamRules, state: State, action: Remove) -> State:
    """What a seat owed is settled, or what may be left of it waits."""
    return replace(state, owed=_left_owing(state, action.seat, count_of(action.where)))


def _left_owing(state: State, seat: Seat, removed: int) -> tuple[tuple[Seat, Number], ...]:
    left = []
    for other, due in state.owed:
        if other != seat:
            left.append((other, due))
        elif removed and most(due) > removed:
            left.append((other, not_below_zero(due - removed)))
    return tuple(left)


def shows_corn_kept(state: State, action: Remove, due: Number) -> bool:
    """Whether a seat gives up as many businesses too many as it was seen to have corn too much (NA-PROV-4)."""
    left = state.known.get(corn_left_key(state, action.seat))
    return left is not None and is_surely(due + left.value - count_of(action.where), 0)


def remove(rules: NieuwAmsterdamRules, state: State, action: Remove) -> Moved:
    """Businesses leave the city, and points are lost."""
    seat, city, removed = action.seat, state.city, 0
    owing = dict(state.owed).get(seat, 0)
    if count_of(action.where) > most(owing) and shows_corn_kept(state, action, owing):
        state = with_fact(state, corn_kept_key(state, seat), count_of(action.where) - owing)
    for district, count in action.where:
        city = with_businesses_at(city, district, seat, -count)
        removed += count
    field = "out" if (action.to or rules.removed_go) == "box" else "supply"
    player = state.players[seat]
    estate = replace(player.estate, **{field: getattr(player.estate, field) + removed})
    lost = starvation(state, seat, removed)
    score = state.scores[seat] + lost.by  # a loss stops at nothing; what a table put below it stays there
    if not isinstance(score, int):  # what is lost is as little known as the score, and goes with it
        score = _starved(state.scores[seat], LOST_POINTS * removed)
    scores = put_at(state.scores, seat, score)
    given_up = (*state.removed, *[(seat, district, count) for district, count in action.where])
    players = put_at(state.players, seat, replace(player, estate=estate))
    owed = _left_owing(state, seat, removed)
    state = replace(state, players=players, city=city, scores=scores, removed=given_up, owed=owed)
    seen = [place for place in action.where if place[0] != NOT_SEEN]
    gone = [effect_at(na.PROV_5, "business", (seat, district), -count, seat) for district, count in seen]
    return state, (*gone, seat_effect(na.PROV_5, field, seat, removed), lost)


def _starved(score: Number, lost: int) -> Number:
    """An unknown score after a loss that may have stopped at nothing: then what was lost is not known, either."""
    after = not_below_zero(score - lost)
    return after if least(score) >= lost or isinstance(after, int) else Range(after.least, after.most, HUNGER)


def declare(rules: NieuwAmsterdamRules, state: State, action: Declare) -> Moved:
    """Notes that the table announced an automatic step; the rules carry it out themselves."""
    return replace(state, declared=(*state.declared, action.step)), ()


def end(rules: NieuwAmsterdamRules, state: State, action: End) -> Moved:
    """The table stops, and counts what there is to count."""
    return (state if state.phase in (FINAL, SCORING, RANKING, OVER) else replace(state, phase=FINAL)), ()
