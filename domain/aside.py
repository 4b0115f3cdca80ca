"""Lines out of place: a deed the table did not go on from moves its pieces and leaves the order of play as it was."""

from __future__ import annotations

from typing import Any

from domain.numbers import NotKnown
from domain.observables import position, put
from domain.rules import Action, Effect, Rules, replace

ASIDE = "aside"  # the fact a later line tells of a line the table did not go on from


def told_aside(state: Any) -> bool | None:
    """Whether a later line shows that the table did, or did not, go on from the line being folded; None: neither."""
    told = state.known.get((state.line, ASIDE))
    return None if told is None else told.value


def is_out_of_phase(rules: Rules, state: Any, action: Action) -> bool:
    """Whether a deed belongs to other phases than the one the table is in."""
    if rules.out_of_place is not None:
        return rules.out_of_place(rules, state, action)
    phases = rules.phases.get(type(action))
    return phases is not None and state.phase not in phases


def done_aside(rules: Rules, state: Any, action: Action) -> tuple[Any, tuple[Effect, ...]]:
    """The table with the pieces where a deed puts them, and phase, turn and round as they were.

    A deed of another phase moves no pieces, either; what was seen of them is known.
    """
    after, effects = rules.deeds[type(action)].do(rules, state, action)
    if is_out_of_phase(rules, state, action):
        return with_memory_of(rules, replace(state, known=after.known), after), ()
    return with_pieces_of(rules, replace(state, known=after.known), after), effects


def with_memory_of(rules: Rules, state: Any, other: Any) -> Any:
    """A table that remembers what has been seen on another."""
    told = [(one, key) for one in rules.observables.values() if one.remembers for key in one.keys(other)]
    new = {(one.name, key): one.get(other, key) for one, key in told if one.get(other, key) != one.get(state, key)}
    return put(rules, state, new)


def with_pieces_of(rules: Rules, state: Any, other: Any) -> Any:
    """A table with its own order of play, and the pieces as they lie on another."""
    shown = [name for name, observable in rules.observables.items() if observable.lies or observable.remembers]
    here = position(rules, state)
    there = {at: value for at, value in position(rules, other).items() if at[0] in shown}
    return put(rules, state, {at: value for at, value in there.items() if at not in here or _differs(here[at], value)})


def _differs(one: Any, other: Any) -> bool:
    """Whether two values can be told apart, or may be different."""
    try:
        return one != other
    except NotKnown:
        return True
