"""Helpers of the mistakes. No mistake uses a check, so that the checks are tested independently."""

from __future__ import annotations

from domain.games import game
from domain.games.game import WrongPlay
from domain.games.mistakes import announced, breaks, goes_on, instead, made, one_of, read, refused, stands
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import TURN, Player, State
from domain.rules import Action, Seat

Moment = game.Moment[NieuwAmsterdamRules, State]

__all__ = [
    "Moment",
    "a_seat",
    "announced",
    "breaks",
    "goes_on",
    "in_turn",
    "instead",
    "made",
    "me",
    "one_of",
    "others",
    "read",
    "refused",
    "stands",
]


def a_seat(at: Moment) -> Seat:
    """Any seat."""
    return at.rng.randrange(len(at.state.players))


def me(at: Moment) -> Player:
    """The state of the acting seat before the lawful action."""
    return at.state.players[at.action.seat]


def others(state: State, seat: Seat) -> list[Seat]:
    """All other seats."""
    return [other for other in range(len(state.players)) if other != seat]


def in_turn(at: Moment, *actions: Action) -> WrongPlay | None:
    """These actions instead of the lawful one, where the round goes on after it; whose turn it is stays the same."""
    return instead(*actions, then=goes_on(at)) if at.after.state.phase == TURN else None
