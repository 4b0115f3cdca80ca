"""What a mistake needs to know of the table. Nothing here, nor in any mistake, asks a check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.clauses import Clause
from domain.games.game import Mistake, Moment, Wrong
from domain.games.new_haven.actions import Build, Done, Draw, Harvest, Pass, Pick, Refill
from domain.games.new_haven.offers import faces_left
from domain.games.new_haven.pieces import CELLS, COPIES, POOL
from domain.games.new_haven.state import DRAW, FLIP, HARVEST, OVER, REFILL, State
from domain.observables import Observation
from domain.rules import Action, Effect, Seat

ANY_TIME = (Harvest, Build, Done, Pass, Pick, Draw, Refill)
MANY = 10  # so many in the bag that one more or less changes nothing of the draws
Making = Callable[[Moment], Wrong | None]


def breaks(clause: Clause, *on: type, besides: tuple[Clause, ...] = ()) -> Callable[[Making], Mistake]:
    """A mistake that must be found under this clause, and under no other but those it cannot but break, too."""

    def named(make: Making) -> Mistake:
        more = tuple(other.id for other in besides)
        return Mistake(name=make.__name__, clause=clause.id, besides=more, on=on, make=make)

    return named


# Where the table stands afterwards ----------------------------------------------------------------


def stands(at: Moment) -> tuple[str, tuple[Seat, ...]]:
    """Nothing moved on: the table waits for what it waited for."""
    return at.state.phase, tuple(at.rules.to_act(at.rules, at.state))


def goes_on(at: Moment) -> tuple[str, tuple[Seat, ...]]:
    """The table goes on as after the lawful action."""
    return at.after.state.phase, tuple(at.rules.to_act(at.rules, at.after.state))


def after_a_draw(state: State, pool: int, bag: int) -> tuple[str, tuple[Seat, ...]]:
    """The next draw, or with none left to make the refill and what comes after it."""
    if state.draws > 1:
        return DRAW, (state.active,)
    return (REFILL, ()) if pool < POOL and bag and state.free > 1 else after_the_refill(state)


def after_the_refill(state: State) -> tuple[str, tuple[Seat, ...]]:
    """The goods tile to be flipped, or the next turn, or the end."""
    if state.wild:
        return FLIP, (state.active,)
    return (HARVEST, (next_seat(state),)) if state.free > 1 else (OVER, ())


def next_seat(state: State, seat: Seat | None = None) -> Seat:
    """Who sits at the left."""
    return ((state.active if seat is None else seat) + 1) % len(state.players)


def others(state: State, seat: Seat) -> list[Seat]:
    """Everybody else."""
    return [other for other in range(len(state.players)) if other != seat]


# What lies on the table ---------------------------------------------------------------------------


def one_of(at: Moment, things: Iterable) -> Any:
    """One at random, or nothing."""
    found = list(things)
    return at.rng.choice(found) if found else None


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


# What is done wrongly -----------------------------------------------------------------------------


def instead(*actions: Action | None, then: tuple[str, tuple[Seat, ...]]) -> Wrong | None:
    """These actions; nothing if one of them cannot be done here."""
    return None if None in actions else Wrong(actions=actions, then=then)


def read(at: Moment, what: str, key: tuple, value: Any) -> Wrong:
    """Something is read off the table before the lawful action."""
    return Wrong(read=(Observation(what=what, key=key, value=value),), then=stands(at))


def made(at: Moment, clause: Clause, what: str) -> list[Effect]:
    """The effects of the lawful action under a clause."""
    return [effect for effect in at.after.effects if (effect.clause, effect.what) == (clause.id, what)]


def announced(at: Moment, effect: Effect | None, done: int | None) -> Wrong | None:
    """The lawful action, and another figure than its effect has."""
    if effect is None or done is None:
        return None
    look = Observation(what=effect.what, key=effect.key, by=done, clause=effect.clause, source=effect.source)
    return Wrong(actions=(at.action,), said=(look,), then=goes_on(at))
