"""What the simulated mistakes of every game share: how one is made, and where the table stands after it.

No mistake asks a check: the simulation knows on its own what must be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.clauses import Clause
from domain.games.game import Mistake, Moment, Wrong
from domain.numbers import Range
from domain.observables import Observation
from domain.rules import Action, Effect, RefusedAction, Seat

MakeMistake = Callable[[Moment], Wrong | None]
Place = tuple[str, tuple[Seat, ...]]  # a phase, and the seats the table waits for


def breaks(clause: Clause, *on: type, besides: tuple[Clause, ...] = ()) -> Callable[[MakeMistake], Mistake]:
    """Makes a function a mistake of these lawful actions that the audit must find under this clause.

    `besides` lists the clauses that the same action cannot but break as well.
    """

    def named(make: MakeMistake) -> Mistake:
        more = tuple(other.id for other in besides)
        return Mistake(name=make.__name__, clause=clause.id, besides=more, on=on, make=make)

    return named


def stands(at: Moment) -> Place:
    """The place of the table before the lawful action: it waits for what it waited for."""
    return at.state.phase, tuple(at.rules.to_act(at.rules, at.state))


def goes_on(at: Moment) -> Place:
    """The place of the table after the lawful action."""
    after = at.after.state
    return after.phase, tuple(at.rules.to_act(at.rules, after))


def one_of(at: Moment, things: Iterable) -> Any:
    """One of these things at random; None where there are none."""
    found = list(things)
    return at.rng.choice(found) if found else None


def instead(*actions: Action | None, then: Place) -> Wrong | None:
    """These actions in place of the lawful one; None where one of them cannot be done."""
    done = tuple(action for action in actions if action is not None)
    return Wrong(actions=done, then=then) if len(done) == len(actions) else None


def refused(at: Moment, reason: str) -> Wrong:
    """The table denies the lawful action, and its seat does something else."""
    denied = RefusedAction(seat=at.action.seat, denied=at.action, reason=reason)
    return Wrong(actions=(denied,), then=stands(at))


def read(at: Moment, what: str, key: tuple, value: Any) -> Wrong:
    """A value read off the table before the lawful action."""
    return Wrong(read=(Observation(what=what, key=key, value=value),), then=stands(at))


def made(at: Moment, clause: Clause, what: str) -> list[Effect]:
    """The effects of the lawful action under a clause, where their amount is known."""
    found = [effect for effect in at.after.effects if (effect.clause, effect.what) == (clause.id, what)]
    return [effect for effect in found if not isinstance(effect.by, Range)]


def announced(at: Moment, effect: Effect | None, done: Any) -> Wrong | None:
    """The lawful action, announced with another value than its effect has."""
    if effect is None or done is None:
        return None
    counts = at.rules.observables[effect.what].counts
    amount = {"by": done} if counts else {"value": done}
    look = Observation(what=effect.what, key=effect.key, clause=effect.clause, source=effect.source, **amount)
    return Wrong(actions=(at.action,), said=(look,), then=goes_on(at))
