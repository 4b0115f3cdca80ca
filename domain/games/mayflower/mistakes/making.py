"""What a mistake needs to know of the table. Nothing here, nor in any mistake, asks a check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.clauses import Clause
from domain.games.game import Mistake, Moment, Wrong
from domain.games.mayflower.actions import Colonist, Draw
from domain.games.mayflower.pieces import COPIES, LETTERS
from domain.games.mayflower.state import ROLE_ON, TRAPPER, State, copies_drawn
from domain.observables import Look
from domain.rules import Action, Effect, Refused, Seat

Making = Callable[[Moment], Wrong | None]


def breaks(clause: Clause, *on: type) -> Callable[[Making], Mistake]:
    """A mistake that must be found under this clause and no other."""

    def named(make: Making) -> Mistake:
        return Mistake(name=make.__name__, clause=clause.id, on=on, make=make)

    return named


# Where the table stands afterwards ----------------------------------------------------------------


def stands(at: Moment) -> tuple[str, tuple[Seat, ...]]:
    """Nothing moved on: the table waits for what it waited for."""
    return at.state.phase, tuple(at.rules.to_act(at.rules, at.state))


def goes_on(at: Moment) -> tuple[str, tuple[Seat, ...]]:
    """The table goes on as after the lawful action."""
    return at.after.state.phase, tuple(at.rules.to_act(at.rules, at.after.state))


# What lies on the table ---------------------------------------------------------------------------


def one_of(at: Moment, things: Iterable) -> Any:
    """One at random, or nothing."""
    found = list(things)
    return at.rng.choice(found) if found else None


def a_seat(at: Moment) -> Seat:
    """Any seat."""
    return at.rng.randrange(len(at.state.reserves))


def others(state: State, seat: Seat) -> list[Seat]:
    """Everybody else."""
    return [other for other in range(len(state.reserves)) if other != seat]


# What is done wrongly -----------------------------------------------------------------------------


def instead(*actions: Action | None, then: tuple[str, tuple[Seat, ...]]) -> Wrong | None:
    """These actions; nothing if one of them cannot be done here."""
    return None if None in actions else Wrong(actions=actions, then=then)


def refused(at: Moment, reason: str) -> Wrong:
    """The lawful action is denied; whoever wanted it does something else."""
    denied = Refused(seat=at.action.seat, denied=at.action, reason=reason)
    return Wrong(actions=(denied,), then=stands(at))


def read(at: Moment, what: str, key: tuple, value: Any) -> Wrong:
    """Something is read off the table before the lawful action."""
    return Wrong(read=(Look(what=what, key=key, value=value),), then=stands(at))


def made(at: Moment, clause: Clause, what: str) -> list[Effect]:
    """The effects of the lawful action under a clause."""
    return [effect for effect in at.after.effects if (effect.clause, effect.what) == (clause.id, what)]


def announced(at: Moment, effect: Effect | None, done: Any) -> Wrong | None:
    """The lawful action, and another figure, or another thing, than its effect has."""
    if effect is None or done is None:
        return None
    counts = at.rules.observables[effect.what].counts
    amount = {"by": done} if counts else {"value": done}
    look = Look(what=effect.what, key=effect.key, clause=effect.clause, source=effect.source, **amount)
    return Wrong(actions=(at.action,), said=(look,), then=goes_on(at))


# Tiles and colonists ------------------------------------------------------------------------------


def left(state: State) -> list[str]:
    """Letters of which not all copies have been seen."""
    return [letter for letter in LETTERS if copies_drawn(state, letter) < COPIES[letter]]


def drawn_by(at: Moment, seat: Seat) -> Draw | None:
    """A draw by this seat, if there is a tile to be drawn."""
    return Draw(seat=seat, letter=at.rng.choice(left(at.state))) if at.state.stock > 1 else None


def to_the_left(at: Moment) -> Seat:
    """Whoever comes after the one who acts."""
    return (at.action.seat + 1) % len(at.state.reserves)


def waits_for(phase: str, seat: Seat) -> tuple[str, tuple[Seat, ...]]:
    """The table waits for one seat."""
    return phase, (seat,)


def parts_of(state: State, cell: str, kinds: str = "CRPF") -> list[tuple[str, str, int]]:
    """Role, port and number of colonists of each part of a tile."""
    tile = state.land.tile(cell)
    found = []
    for number, part in enumerate(tile.face.parts):
        if part.kind in kinds:
            port = part.ports[0] if part.ports else ("()" if part.kind == "P" else "")
            found.append((ROLE_ON[part.kind], port, state.land.root(tile.node + number)[1].men))
    return found


def a_trapper(at: Moment, state: State, cell: str) -> Colonist | None:
    """A trapper on a plain nobody is in."""
    port = one_of(at, (port for _, port, men in parts_of(state, cell, "P") if not men))
    return None if port is None else Colonist(seat=at.action.seat, role=TRAPPER, port=port)


def quiet(at: Moment) -> bool:
    """Whether the lawful action has nothing scored, so that another one in its place does not either."""
    return not at.after.effects and not at.state.now.pending
