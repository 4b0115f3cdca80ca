"""Helpers of the mistakes. No mistake uses a check, so that the checks are tested independently."""

from __future__ import annotations

from domain.games import game
from domain.games.mayflower.actions import Colonist, Draw
from domain.games.mayflower.pieces import COPIES, LETTERS
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import ROLE_ON, TRAPPER, State, copies_drawn
from domain.games.mistakes import announced, breaks, goes_on, instead, made, one_of, read, refused, stands
from domain.rules import Seat

Moment = game.Moment[MayflowerRules, State]

__all__ = [
    "Moment",
    "a_seat",
    "a_trapper",
    "announced",
    "breaks",
    "drawn_by",
    "goes_on",
    "instead",
    "made",
    "next_seat_of",
    "one_of",
    "others",
    "parts_of",
    "read",
    "refused",
    "scores_nothing",
    "stands",
    "undrawn_letters",
    "waits_for",
]


def a_seat(at: Moment) -> Seat:
    """Any seat."""
    return at.rng.randrange(len(at.state.reserves))


def others(state: State, seat: Seat) -> list[Seat]:
    """All other seats."""
    return [other for other in range(len(state.reserves)) if other != seat]


# Tiles and colonists ------------------------------------------------------------------------------


def undrawn_letters(state: State) -> list[str]:
    """Letters of which not all copies have been seen."""
    return [letter for letter in LETTERS if copies_drawn(state, letter) < COPIES[letter]]


def drawn_by(at: Moment, seat: Seat) -> Draw | None:
    """A draw by this seat, if there is a tile to be drawn."""
    return Draw(seat=seat, letter=at.rng.choice(undrawn_letters(at.state))) if at.state.stock > 1 else None


def next_seat_of(at: Moment) -> Seat:
    """The seat after the one that acts."""
    return (at.action.seat + 1) % len(at.state.reserves)


def waits_for(phase: str, seat: Seat) -> tuple[str, tuple[Seat, ...]]:
    """The table waits for one seat."""
    return phase, (seat,)


def parts_of(state: State, cell: str, kinds: str = "CRPF") -> list[tuple[str, str, int]]:
    """Role, port and number of colonists of each part of a tile."""
    found = []
    for part, _, feature in state.land.parts(cell):
        if part.kind in kinds:
            port = part.ports[0] if part.ports else ("()" if part.kind == "P" else "")
            found.append((ROLE_ON[part.kind], port, feature.men))
    return found


def a_trapper(at: Moment, state: State, cell: str) -> Colonist | None:
    """A trapper on a plain without colonists, if there is one."""
    port = one_of(at, (port for _, port, men in parts_of(state, cell, "P") if not men))
    return None if port is None else Colonist(seat=at.action.seat, role=TRAPPER, port=port)


def scores_nothing(at: Moment) -> bool:
    """Whether the lawful action scores nothing, so that another one in its place scores nothing either."""
    return not at.after.effects and not at.state.now.pending
