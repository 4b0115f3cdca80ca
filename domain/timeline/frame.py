"""A frame: the table after one line, and what the fold carries on to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.observables import Observation
from domain.record.lines import Line
from domain.rules import Key, Rules, Step

VOID, BACK, ADJUSTED, LEFT = "void", "back", "adjusted", "left"  # what a ruling made of a line


class Frame(Struct, frozen=True, gc=False):
    """The table after a line. `written` is the log line its text comes from, `fate` what a ruling made of it."""

    line: int
    entry: Line | None
    step: Step
    rules: Rules
    written: int = 0
    fate: str = ""


class Mark(Struct, frozen=True, gc=False):
    """What a fold carries from one frame to the next, apart from the table."""

    agreed_at: Mapping[tuple[str, Key], int]  # observable -> the frame in which table and rules last agreed on it
    made_good: frozenset[tuple[Any, ...]]  # omitted effects that were carried out later
    last_broken: int  # the line of the last finding that is no consequence
    after_end: bool  # whether the game was over already before that line
    pending: tuple[Observation, ...]  # announcements that wait for a later line
    readings: Mapping[str, str]
    rules: Rules
