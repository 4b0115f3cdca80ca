"""What the simulated mistakes of every game share: how one is made, and which phase comes after it.

No mistake calls a check: it states itself which clause must be found broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.clauses import Clause
from domain.games.game import Mistake, Moment, WrongPlay
from domain.numbers import Range
from domain.observables import Observation
from domain.rules import Action, Effect, RefusedAction, Seat

MakeMistake = Callable[[Moment], WrongPlay | None]
TablePhase = tuple[str, tuple[Seat, ...]]  # a phase, and the seats that must act in it


def breaks(clause: Clause, *on: type, besides: tuple[Clause, ...] = ()) -> Callable[[MakeMistake], Mistake]:
    """Makes a function a mistake of these lawful actions that the audit must find under this clause.

    `besides` lists the clauses that the same action always breaks as well.
    """

    def named(make: MakeMistake) -> Mistake:
        more = tuple(other.id for other in besides)
        return Mistake(name=make.__name__, clause=clause.id, besides=more, on=on, make=make)

    return named


def stands(at: Moment) -> TablePhase:
    """The phase before the lawful action: the same seats must still act."""
    return at.state.phase, tuple(at.rules.to_act(at.rules, at.state))


def goes_on(at: Moment) -> TablePhase:
    """The phase after the lawful action, and the seats that must act then."""
    after = at.after.state
    return after.phase, tuple(at.rules.to_act(at.rules, after))


def one_of(at: Moment, things: Iterable) -> Any:
    """One of these things at random; None where there are none."""
    choices = list(things)
    return at.rng.choice(choices) if choices else None


def instead(*actions: Action | None, then: TablePhase) -> WrongPlay | None:
    """These actions in place of the lawful one; None where one of them cannot be done."""
    done = tuple(action for action in actions if action is not None)
    return WrongPlay(actions=done, then=then) if len(done) == len(actions) else None


def refused(at: Moment, reason: str) -> WrongPlay:
    """The table denies the lawful action, and its seat does something else."""
    denied = RefusedAction(seat=at.action.seat, denied=at.action, reason=reason)
    return WrongPlay(actions=(denied,), then=stands(at))


def read(at: Moment, what: str, key: tuple, value: Any) -> WrongPlay:
    """A value read off the table before the lawful action."""
    return WrongPlay(read=(Observation(what=what, key=key, value=value),), then=stands(at))


def made(at: Moment, clause: Clause, what: str) -> list[Effect]:
    """The effects of the lawful action under a clause, where their amount is known."""
    effects = [effect for effect in at.after.effects if (effect.clause, effect.what) == (clause.id, what)]
    return [effect for effect in effects if not isinstance(effect.by, Range)]


def announced(at: Moment, effect: Effect | None, done: Any) -> WrongPlay | None:
    """The lawful action, announced with another value than its effect has."""
    if effect is None or done is None:
        return None
    counts = at.rules.observables[effect.what].counts
    amount = {"by": done} if counts else {"value": done}
    look = Observation(what=effect.what, key=effect.key, clause=effect.clause, source=effect.source, **amount)
    return WrongPlay(actions=(at.action,), announced=(look,), then=goes_on(at))
