"""How a mistake is made, in any game: what is done wrongly, and where the table stands afterwards. Asks no check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.clauses import Clause
from domain.games.game import Mistake, Moment, Wrong
from domain.numbers import Range
from domain.observables import Observation
from domain.rules import Action, Effect, RefusedAction, Seat

Making = Callable[[Moment], Wrong | None]


def breaks(clause: Clause, *on: type) -> Callable[[Making], Mistake]:
    """A mistake that must be found under this clause and no other."""

    def named(make: Making) -> Mistake:
        return Mistake(name=make.__name__, clause=clause.id, on=on, make=make)

    return named


def stands(at: Moment) -> tuple[str, tuple[Seat, ...]]:
    """Nothing moved on: the table waits for what it waited for."""
    return at.state.phase, tuple(at.rules.to_act(at.rules, at.state))


def goes_on(at: Moment) -> tuple[str, tuple[Seat, ...]]:
    """The table goes on as after the lawful action."""
    return at.after.state.phase, tuple(at.rules.to_act(at.rules, at.after.state))


def one_of(at: Moment, things: Iterable) -> Any:
    """One at random, or nothing."""
    found = list(things)
    return at.rng.choice(found) if found else None


def instead(*actions: Action | None, then: tuple[str, tuple[Seat, ...]]) -> Wrong | None:
    """These actions; nothing if one of them cannot be done here."""
    return None if None in actions else Wrong(actions=actions, then=then)


def refused(at: Moment, reason: str) -> Wrong:
    """The lawful action is denied; whoever wanted it does something else."""
    denied = RefusedAction(seat=at.action.seat, denied=at.action, reason=reason)
    return Wrong(actions=(denied,), then=stands(at))


def read(at: Moment, what: str, key: tuple, value: Any) -> Wrong:
    """Something is read off the table before the lawful action."""
    return Wrong(read=(Observation(what=what, key=key, value=value),), then=stands(at))


def made(at: Moment, clause: Clause, what: str) -> list[Effect]:
    """The effects of the lawful action under a clause, as far as they are known."""
    found = [effect for effect in at.after.effects if (effect.clause, effect.what) == (clause.id, what)]
    return [effect for effect in found if not isinstance(effect.by, Range)]


def announced(at: Moment, effect: Effect | None, done: Any) -> Wrong | None:
    """The lawful action, and another figure, or another thing, than its effect has."""
    if effect is None or done is None:
        return None
    counts = at.rules.observables[effect.what].counts
    amount = {"by": done} if counts else {"value": done}
    look = Observation(what=effect.what, key=effect.key, clause=effect.clause, source=effect.source, **amount)
    return Wrong(actions=(at.action,), said=(look,), then=goes_on(at))
