"""Observables: what can be read off the table, and what happens when the table and the rules differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import eq
from typing import Any

from msgspec import Struct

from domain.clauses import GR_SEEN
from domain.numbers import NotKnown, Number, Range, between, is_surely, least, most, narrowed, not_below_zero
from domain.rules import (
    BROKEN,
    CONTRADICTION,
    POINTS,
    UNDETERMINED,
    Effect,
    Finding,
    Item,
    Key,
    Rules,
    ScoreLine,
    Seat,
    Step,
    replace,
)


class Observable(Struct, frozen=True, kw_only=True):
    """Something that can be read off the table: how to get it, set it, write it and read it."""

    name: str
    key: tuple[str, ...] = ()  # what its key is made of: "seat", "cell", "colour"
    among: tuple[str, ...] = ()  # the words a key can have beside a seat
    keys: Callable[[Any], Iterable[Key]]
    get: Callable[[Any, Key], Any]
    set: Callable[[Any, Key, Any], Any]
    text: Callable[[Any, tuple[str, ...]], str]  # value, letters of the seats
    read: Callable[[str, tuple[str, ...]], Any]
    agrees: Callable[[Any, Any], bool] = eq  # whether the table can look so
    counts: bool = True  # a number, so it can change by so much
    lies: bool = True  # lies on the table; else it only says where in the turn the table is
    clause: str = ""  # what a differing reading cites, whatever touched it


class Look(Struct, frozen=True, kw_only=True):
    """A value seen or announced: now, or about one effect of a line."""

    what: str
    key: Key = ()
    value: Any = None
    by: Any = None
    about: int | None = None
    clause: str = ""
    source: str = ""
    told_by: int = 0

    def is_about(self, effect: Effect) -> bool:
        """Whether this was said of that effect; a clause left out fits any."""
        return (
            (self.what, self.key) == (effect.what, effect.key)
            and self.clause in ("", effect.clause)
            and self.source in ("", effect.source)
        )


def meet_looks(rules: Rules, state: Any, effects: tuple[Effect, ...], looks: tuple[Look, ...]) -> tuple:
    """Where the table did otherwise than the rules, the table's value stands and a finding tells it."""
    if not looks or not effects:
        return state, effects, (), looks
    made, findings, waiting = list(effects), (), []
    for look in looks:
        fits = [at for at, effect in enumerate(made) if look.is_about(effect)]
        if not fits:
            waiting.append(look)
            continue
        meant = made[fits[0]] if len(fits) == 1 or look.source else _summed([made[at] for at in fits])
        state, done, found = _met(rules, state, meant, look)
        at = fits[0] if meant is made[fits[0]] else fits[-1]
        made[at] = done if meant is made[at] else replace(made[at], by=made[at].by + done.by - meant.by)
        findings += found
    return state, tuple(made), findings, tuple(waiting)


def _summed(effects: list[Effect]) -> Effect:
    """Several effects a look does not tell apart are met as one: a total said at once."""
    clauses = {effect.clause for effect in effects if not is_surely(effect.by, 0)}
    total = sum((effect.by for effect in effects), 0)
    clause = clauses.pop() if len(clauses) == 1 else GR_SEEN.id
    return replace(effects[0], clause=clause, by=total, due=total, source="")


def _met(rules: Rules, state: Any, effect: Effect, look: Look) -> tuple[Any, Effect, tuple[Finding, ...]]:
    observable = rules.observables[effect.what]
    now = observable.get(state, effect.key)
    if observable.counts:
        done, value = _counted(now, effect.by, look)
    else:
        done = value = look.value
    verdict = _verdict(effect.by, done, observable.agrees)
    if observable.counts and verdict == UNDETERMINED:
        value = not_below_zero(value)
    if verdict is None and not isinstance(done, Range):
        return observable.set(state, effect.key, value), replace(effect, by=done), ()
    if verdict is None:  # an unsure value that agrees tells nothing new
        return state, effect, ()
    clause = effect.clause
    if verdict == BROKEN and (blame := rules.blame.get(clause)):
        clause = blame(rules, state, effect, done)
    facts = {"what": effect.what, "key": effect.key, "done": done, "due": effect.due, "source": effect.source}
    found = Finding(clause, "done_otherwise", effect.seat, verdict, facts, state.line, look.told_by, state.line)
    if effect.clause not in rules.put_right:
        state = observable.set(state, effect.key, value)
        effect = replace(effect, by=done)
    return state, effect, (found,)


def _counted(now: Number, by: Number, look: Look) -> tuple[Number, Number]:
    """How much was done, and the value after it. What lay there before is `now` less `by`, bound by bound."""
    low, high = least(now) - least(by), most(now) - most(by)
    fact = getattr(now, "fact", "") or getattr(by, "fact", "") or look.what
    before = between(min(low, high), max(low, high), fact)
    if look.by is not None:
        return look.by, before + look.by
    return look.value - before, look.value


def _verdict(due: Any, done: Any, agrees: Callable = eq) -> str | None:
    """Whether what was done is what the rules give; an unsure value that may be right is not wrong."""
    try:
        return None if agrees(due, done) else BROKEN
    except NotKnown:
        return None if isinstance(done, Range) and not isinstance(due, Range) else UNDETERMINED


def unmet(rules: Rules, state: Any, looks: tuple[Look, ...]) -> tuple[Finding, ...]:
    """What was said of an effect the line did not have cannot have been, if we know how far the line led."""
    return tuple(_of_nothing(rules.unsure(rules, state), state.line, look) for look in looks)


def _of_nothing(needs: str, line: int, look: Look) -> Finding:
    facts = {"needs": needs} if needs else {"what": look.what, "key": look.key, "said": look.clause or "-"}
    verdict = UNDETERMINED if needs else CONTRADICTION
    return Finding(GR_SEEN.id, "said_of_nothing", None, verdict, facts, line, look.told_by, look.told_by)


class Suspect(Struct, frozen=True):
    """A line that touched an observable, with the clause of its effect; a deed has none."""

    line: int
    clause: str = ""
    seat: Seat | None = None


def reading(rules: Rules, state: Any, look: Look, suspects: tuple[Suspect, ...]) -> Step:
    """A value read now; the table's stands."""
    observable = rules.observables[look.what]
    now = observable.get(state, look.key)
    if observable.counts:
        left = narrowed(now, look.value)
        agrees, value = left is not None, look.value if left is None else left
    else:
        agrees, value = observable.agrees(now, look.value), look.value
    if agrees:
        known = observable.counts and not isinstance(now, Range)
        return Step(state if known else observable.set(state, look.key, value))
    found = _differs(rules, state, observable, look, now, suspects)
    if found.verdict == UNDETERMINED:  # the table may be further on than we know: either can be true here
        value = _hull(now, value, found.facts["needs"]) if observable.counts else now
    put_right = len(suspects) == 1 and suspects[0].clause in rules.put_right
    return Step(state if put_right else observable.set(state, look.key, value), (found,))


def _hull(one: Number, other: Number, fact: str) -> Number:
    """What lies between two numbers, both included."""
    return between(min(least(one), least(other)), max(most(one), most(other)), fact)


def _differs(rules: Rules, state: Any, observable: Observable, look: Look, now: Any, suspects: tuple) -> Finding:
    seat = look.key[0] if observable.key[:1] == ("seat",) else None
    if needs := rules.unsure(rules, state):
        facts = {"needs": needs}
        return Finding(GR_SEEN.id, "read_otherwise", seat, UNDETERMINED, facts, state.line, state.line, state.line)
    facts = {"what": look.what, "key": look.key, "seen": look.value, "rules": now, "suspects": suspects}
    if observable.clause:
        return Finding(observable.clause, "lies_otherwise", seat, BROKEN, facts, state.line, state.line, state.line)
    single = suspects[0] if len(suspects) == 1 else Suspect(0)
    if not single.clause:
        return Finding(GR_SEEN.id, "read_otherwise", seat, CONTRADICTION, facts, state.line, state.line, state.line)
    clause = _blamed(rules, state, look, now, single.clause)
    seat = single.seat if seat is None else seat
    return Finding(clause, "read_otherwise", seat, BROKEN, facts, single.line, state.line, single.line)


def _blamed(rules: Rules, state: Any, look: Look, now: Any, clause: str) -> str:
    blame = rules.blame.get(clause)
    if blame is None:
        return clause
    made = Effect(clause=clause, what=look.what, key=look.key, by=now, due=now)
    return blame(rules, state, made, look.value)


def position(rules: Rules, state: Any) -> dict[tuple[str, Key], Any]:
    """Everything that can be read off the table."""
    return {(o.name, key): o.get(state, key) for o in rules.observables.values() for key in o.keys(state)}


def put(rules: Rules, state: Any, values: Mapping[tuple[str, Key], Any]) -> Any:
    """The table with these values on it, in the order a game lists its observables."""
    order = {name: place for place, name in enumerate(rules.observables)}
    for (name, key), value in sorted(values.items(), key=lambda item: order[item[0][0]]):
        state = rules.observables[name].set(state, key, value)
    return state


def adjust(rules: Rules, state: Any, what: str, key: Key, by: Any, clause: str, source: str) -> Step:
    """A change the table or an arbiter made outside the rules, told as an effect; a count stops at nothing."""
    observable = rules.observables[what]
    if not observable.counts:
        made = Effect(clause=clause, what=what, key=key, by=by, due=by, source=source, sets=True)
        return Step(observable.set(state, key, by), (), (made,))
    before = observable.get(state, key)
    after = before + by if what == POINTS else not_below_zero(before + by)
    if isinstance(after, int) and isinstance(before, int):
        by = after - before
    if what == POINTS:
        made = points_line(key[0], by, clause, source)
    else:
        made = Effect(clause=clause, what=what, key=key, by=by, due=by, source=source)
    return Step(observable.set(state, key, after), (), (made,))


def points_line(side: int, by: Number, clause: str, source: str) -> ScoreLine:
    """Points that came otherwise than by scoring: a ruling, an agreement, a reading."""
    items = (Item(source, 1, by),)
    return ScoreLine(clause=clause, what=POINTS, key=(side,), seat=side, by=by, due=by, source=source, items=items)
