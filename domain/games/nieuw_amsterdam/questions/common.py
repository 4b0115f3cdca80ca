"""Helpers that define a question and its readings."""

from __future__ import annotations

from collections.abc import Mapping

from domain.clauses import Clause
from domain.rules import Check, replace
from domain.variants import Question, Variant


def reading(
    name: str, follows: str = "", why: str = "", more: Mapping[type, tuple[Check, ...]] | None = None, **sets: object
) -> Variant:
    """One answer: the slots it sets, the checks it adds, the text it follows; `why` if no record can show it."""
    return Variant(id=name, sets=sets, adds={"checks": more} if more else {}, follows=follows, why=why)


def question(id: str, clause: Clause, *readings: Variant) -> Question:
    """A question about a clause; its readings are named after it."""
    named = tuple(replace(reading, id=f"{id}={reading.id}") for reading in readings)
    return Question(id=id, clause=clause.id, readings=named)
