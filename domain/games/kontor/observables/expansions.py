"""Observables of the expansions: export boards and the pile of events."""

from __future__ import annotations

from domain.games.kontor.observables.common import observed
from domain.games.kontor.pieces import GOODS
from domain.games.kontor.state import State
from domain.games.kontor.state.parts import Events, exported, part_of, with_exported, with_part
from domain.numbers import Number, is_surely
from domain.rules import Key, replace
from domain.texts import NUMBER


def _boards(state: State) -> list[Key]:
    return [(side, good) for side in sorted(set(state.sides)) for good in GOODS]


def _on_board(state: State, key: Key) -> Number:
    return exported(state, key[0], GOODS.index(key[1]))


def _set_board(state: State, key: Key, value: Number) -> State:
    """Sets the number on an export board; a number that is already known changes nothing."""
    if value.__class__ is int and is_surely(_on_board(state, key), value):
        return state
    return with_exported(state, key[0], GOODS.index(key[1]), value)


def _left(state: State, key: Key) -> int:
    return part_of(state, Events).left


def _set_left(state: State, key: Key, value: Number) -> State:
    if value.__class__ is not int or value == _left(state, key):
        return state
    return with_part(state, replace(part_of(state, Events), left=value))


EXPORT = observed(
    "export", NUMBER, _boards, key=("side", "good"), among=GOODS, clause_is_fallback=True, get=_on_board, set=_set_board
)
EVENT_PILE = observed("event-pile", NUMBER, get=_left, set=_set_left)
