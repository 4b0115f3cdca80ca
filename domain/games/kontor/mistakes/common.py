"""Helpers of the mistakes. No mistake uses a check, so that the checks are tested independently."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.clauses import Clause
from domain.games.game import Moment
from domain.games.kontor.rules import KontorRules
from domain.games.kontor.state import Player, State
from domain.games.mistakes import announced, breaks, goes_on, instead, made, one_of, read, refused, stands
from domain.rules import Seat

__all__ = [
    "KontorMoment",
    "a_seat",
    "announced",
    "breaks",
    "clauses_of",
    "goes_on",
    "in_force",
    "instead",
    "made",
    "me",
    "one_of",
    "others",
    "read",
    "refused",
    "stands",
]


KontorMoment = Moment[KontorRules, State]


def clauses_of(checks: Iterable[Any]) -> list[Clause]:
    """The clauses that checks cite."""
    return [check.clause for check in checks]


def in_force(at: KontorMoment, clause: Clause, kind: type) -> bool:
    """Whether the rules of this table check a clause on such actions."""
    return clause in clauses_of(at.rules.checks[kind])


def a_seat(at: KontorMoment) -> Seat:
    """Any seat."""
    return at.rng.randrange(len(at.state.players))


def me(at: KontorMoment) -> Player:
    """The state of the acting seat before the lawful action."""
    return at.state.players[at.action.seat]


def others(state: State, seat: Seat) -> list[Seat]:
    """All other seats."""
    return [other for other in range(len(state.players)) if other != seat]
