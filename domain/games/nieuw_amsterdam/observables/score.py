"""The observable of points, whose value is unknown where a loss may have stopped at zero."""

from __future__ import annotations

from typing import Any

from domain.games.nieuw_amsterdam.scoring import HUNGER
from domain.games.nieuw_amsterdam.state import State, put_at
from domain.numbers import Number
from domain.rules import Key, replace


def score(state: State, key: Key) -> Number:
    return state.scores[key[0]]


def after_hunger(state: State, key: Key) -> str:
    """The unknown fact behind a score that may have stopped at nothing."""
    return HUNGER if getattr(score(state, key), "fact", "") == HUNGER else ""


def set_score(state: State, key: Key, value: Number) -> State:
    return replace(state, scores=put_at(state.scores, key[0], value))


def stopped_at_nothing(state: State, key: Key, value: Any) -> State:
    """A marker at 0 after a loss announced to go below it: it stopped there, no further difference (NA-PROV-7)."""
    points = score(state, key)
    below = points.__class__ is int and points < 0 and value.__class__ is int and not value
    return set_score(state, key, value) if below else state
