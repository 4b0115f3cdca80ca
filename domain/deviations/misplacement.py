"""Misplaced actions: after them, phase, turn and round stay as they were."""

from __future__ import annotations

from typing import Any

from domain.facts import Key
from domain.numbers import NotKnown
from domain.observables import position, put
from domain.rules import Action, Effect, Rules, replace

OUT_OF_PLACE = "aside"  # fact of a line that a later line shows: True if the table did not go on from it
CLOSING = "closing"  # fact of a line that a later line shows: it closed the turn, and draws before it were forgotten


def shown_out_of_place(state: Any) -> bool | None:
    """Whether a later line shows that the line being folded was out of place; None where no line shows either."""
    fact = state.known.get((state.line, OUT_OF_PLACE))
    return None if fact is None else bool(fact.value)


def is_conclusion(key: Key) -> bool:
    """Whether a fact about a line is concluded from how a later line fits the table: it may not follow any more."""
    return key[-1] in (OUT_OF_PLACE, CLOSING)


def is_out_of_phase(rules: Rules, state: Any, action: Action) -> bool:
    """Whether an action belongs to another phase than the one the table is in."""
    if rules.out_of_place is not None:
        return rules.out_of_place(rules, state, action)
    phases = rules.phases.get(type(action))
    return phases is not None and state.phase not in phases


def do_out_of_place(rules: Rules, state: Any, action: Action) -> tuple[Any, tuple[Effect, ...]]:
    """The table after an action out of place: its pieces are moved, phase, turn and round stay.

    An action of another phase does not move pieces either; only what it showed of them is remembered.
    """
    after, effects = rules.deeds[type(action)].do(rules, state, action)
    if is_out_of_phase(rules, state, action):
        return with_memory_of(rules, replace(state, known=after.known), after), ()
    return with_pieces_of(rules, replace(state, known=after.known), after), effects


def with_memory_of(rules: Rules, state: Any, other: Any) -> Any:
    """A table with what is remembered on another, such as which faces were seen."""
    memories = [observable for observable in rules.observables.values() if observable.is_memory]
    there = {(memory.name, key): memory.get(other, key) for memory in memories for key in memory.keys(other)}
    here = {(memory.name, key): memory.get(state, key) for memory in memories for key in memory.keys(other)}
    new = {at: value for at, value in there.items() if value != here[at]}
    return put(rules, state, new)


def with_pieces_of(rules: Rules, state: Any, other: Any) -> Any:
    """A table with its own phase, turn and round, and the pieces where they lie on another."""
    shown = [name for name, observable in rules.observables.items() if observable.on_table or observable.is_memory]
    here = position(rules, state)
    there = {at: value for at, value in position(rules, other).items() if at[0] in shown}
    return put(rules, state, {at: value for at, value in there.items() if at not in here or _differs(here[at], value)})


def _differs(one: Any, other: Any) -> bool:
    """Whether two values are different, or may be."""
    try:
        return bool(one != other)
    except NotKnown:
        return True
