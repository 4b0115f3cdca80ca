"""Helpers of the mistakes. No mistake uses a check, so that the checks are tested independently."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.game import Moment
from domain.games.mistakes import TablePhase, announced, breaks, goes_on, instead, made, one_of, read, refused, stands
from domain.games.new_haven.actions import Build, Done, Draw, Harvest, Pass, Pick, Refill
from domain.games.new_haven.offers import faces_left
from domain.games.new_haven.pieces import CELLS, COPIES, POOL
from domain.games.new_haven.state import DRAW, FLIP, HARVEST, OVER, REFILL, State
from domain.rules import Seat

ANY_TIME = (Harvest, Build, Done, Pass, Pick, Draw, Refill)
ENOUGH = 10  # buildings in the bag: one more or less then changes nothing about the draws


def after_a_draw(state: State, pool: int, bag: int) -> TablePhase:
    """The next draw, or with none left to make the refill and what comes after it."""
    if state.draws > 1 and pool + bag > 0:  # with nothing left the others lapse
        return DRAW, (state.active,)
    return (REFILL, ()) if pool < POOL and bag and state.free > 1 else after_the_refill(state)


def after_the_refill(state: State) -> TablePhase:
    """The goods tile to be flipped, or the next turn, or the end."""
    if state.wild:
        return FLIP, (state.active,)
    return (HARVEST, (next_seat(state),)) if state.free > 1 else (OVER, ())


def next_seat(state: State, seat: Seat | None = None) -> Seat:
    """The seat to the left."""
    return ((state.active if seat is None else seat) + 1) % len(state.players)


def others(state: State, seat: Seat) -> list[Seat]:
    """All other seats."""
    return [other for other in range(len(state.players)) if other != seat]


def free_cells(state: State) -> list[str]:
    """Spaces that can take a tile."""
    return [cell for cell in CELLS if cell in state.area and cell not in state.board]


def a_tile(at: Moment, seat: Seat, cells: Iterable[str]) -> Harvest | None:
    """A harvest tile on one of these spaces."""
    cell, face = one_of(at, cells), one_of(at, faces_left(at.rules, at.state))
    return Harvest(seat=seat, cell=cell, face=face) if cell and face else None


def copies_of(at: Moment) -> int:
    """How many of each building this table plays with."""
    return COPIES - at.rules.sets_out.get(len(at.state.players), 0)


__all__ = (
    "ANY_TIME",
    "ENOUGH",
    "a_tile",
    "after_a_draw",
    "after_the_refill",
    "announced",
    "breaks",
    "copies_of",
    "free_cells",
    "goes_on",
    "instead",
    "made",
    "next_seat",
    "one_of",
    "others",
    "read",
    "refused",
    "stands",
)
