"""Counts what a table would lose by going back to a line."""

from __future__ import annotations

from msgspec import Struct

from domain.record.lines import OnBranch, Played
from domain.rules import CHANCE, CHOICE, SHOWN
from domain.timeline.order import table_order
from replays.frames import place_of
from replays.viewpoint import AnySession, session_of


class UndoCost(Struct, frozen=True, kw_only=True):
    """What happened after a line: choices, random draws, hidden things shown, and lines in all."""

    line: int
    lines: int
    choices: int
    draws: int
    shown: int


def undo_cost(source: AnySession, line: int) -> UndoCost:
    """The cost of going back to a line."""
    session = session_of(source)
    order = table_order(session.log)
    after = order.entries[place_of(line, order, len(session.log)) :]
    bodies = (entry.body.body if isinstance(entry.body, OnBranch) else entry.body for entry in after)
    kinds = [body.action.KIND for body in bodies if isinstance(body, Played)]
    return UndoCost(
        line=line, lines=len(after), choices=kinds.count(CHOICE), draws=kinds.count(CHANCE), shown=kinds.count(SHOWN)
    )
