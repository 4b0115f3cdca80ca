"""Deviations: what the table did instead of what the rules give, applied while a line is folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import eq
from typing import Any

from msgspec import Struct

from domain.numbers import NotKnown, Number, Range, between, exact, is_surely, least, most, not_below_zero, rests_on
from domain.observables import Observation, blamed, family, is_one_mistake, surplus_line
from domain.rules import BROKEN, UNDETERMINED, Effect, Finding, Moved, Rules, replace


class Deviation(Struct, frozen=True):
    """What the table did instead of one effect of a line: the `nth` of those the announcement is about.

    `observation` holds the amount or value of that effect as announced. For a wrong total of several effects `among`
    holds them all, and the difference becomes an effect of its own.
    """

    observation: Observation
    nth: int
    among: tuple[Effect, ...] = ()


class Deviations:
    """Applies deviations to the effects of a line as they happen."""

    __slots__ = ("counts", "findings", "passed", "rules", "wanted")

    def __init__(self, rules: Rules, wanted: tuple[Deviation, ...]):
        self.rules, self.wanted = rules, wanted
        self.findings: tuple[Finding, ...] = ()
        self.counts = [0] * len(wanted)
        self.passed: list[Effect] = []  # effects already replaced by `listening` rules; their caller passes them again

    def listening(self) -> Rules:
        """The rules, with the deviations applied to every consequence."""
        if not self.wanted:
            return self.rules
        follow = {phase: self._deviating(consequence) for phase, consequence in self.rules.follow.items()}
        return replace(self.rules, follow=follow)

    def _deviating(self, consequence: Callable[..., Moved | None]) -> Callable[..., Moved | None]:
        def happens(_: Rules, state: Any) -> Moved | None:
            after = consequence(self.rules, state)
            if after is None:
                return None
            state, effects = self.applied(after[0], after[1], state)
            self.passed += effects
            return state, effects

        return happens

    def applied(self, state: Any, effects: tuple[Effect, ...], before: Any = None) -> Moved:
        """The table and the effects with deviations; `before`: the table before them, if nothing else changed it."""
        if not self.wanted:
            return state, effects
        made: list[Effect] = []
        left = list(effects)
        for at, effect in enumerate(left):
            again = next((place for place, passed in enumerate(self.passed) if passed is effect), None)
            if again is None:
                was = state
                state, replaced = self._replaced(state, effect, tuple(left), at, before)
                made += replaced
                if state is not was:
                    self._move_along(left, at, was, state)
            else:
                made.append(self.passed.pop(again))
        return state, tuple(made)

    def _move_along(self, effects: list[Effect], changed: int, was: Any, now: Any) -> None:
        """Adds the change of a deviation to later effects: a florin that was not paid did not reach the treasury."""
        seen = {(effects[changed].what, effects[changed].key)}
        for at in range(changed + 1, len(effects)):
            effect = effects[at]
            observable = self.rules.observables[effect.what]
            if effect.sets or not observable.counts or (effect.what, effect.key) in seen:
                continue
            seen.add((effect.what, effect.key))
            by = exact(observable.get(now, effect.key) - observable.get(was, effect.key))
            if by:
                effects[at] = replace(effect, by=effect.by + by)

    def _replaced(
        self, state: Any, effect: Effect, effects: tuple[Effect, ...], at: int, before: Any
    ) -> tuple[Any, list[Effect]]:
        """The table, and what the table did instead of one effect."""
        apart: list[Effect] = []
        for number, deviation in enumerate(self.wanted):
            if not deviation.observation.is_about(effect):
                continue
            self.counts[number] += 1
            if self.counts[number] - 1 != deviation.nth:
                continue
            if deviation.among:
                state, (effect, *more), findings = _surplus(self.rules, state, effect, deviation)
                apart += more
            else:
                lay = None if before is None else _lay_before(self.rules, before, deviation.observation, effects, at)
                state, effect, findings = _effect_as_announced(self.rules, state, effect, deviation.observation, lay)
            self.findings += tuple(new for new in findings if not self._is_found(new))
        return state, [effect, *apart]

    def _is_found(self, finding: Finding) -> bool:
        """Whether the same mistake was found by another effect."""
        return any(is_one_mistake(self.rules, finding, other) for other in self.findings)


def _lay_before(rules: Rules, before: Any, observation: Observation, effects: tuple[Effect, ...], at: int) -> Any:
    """The value without the effect at this place."""
    observable = rules.observables[observation.what]
    now = observable.get(before, observation.key)
    if not observable.counts:
        return now
    about = observation.what, observation.key
    others = (effect for place, effect in enumerate(effects) if place != at and (effect.what, effect.key) == about)
    return sum((effect.by for effect in others), start=now)


def _effect_as_announced(
    rules: Rules, state: Any, effect: Effect, observation: Observation, before: Any
) -> tuple[Any, Effect, tuple[Finding, ...]]:
    """One effect as announced, with a finding where the rules give something else."""
    observable = rules.observables[effect.what]
    now = observable.get(state, effect.key)
    if observable.counts:
        done, value = _counted(now, effect.by, observation, before)
    else:
        done = value = observation.value
    verdict, doubted = verdict_of(effect.by, done, observable.agrees), observable.unread_fact(state, effect.key)
    if verdict == BROKEN and (
        doubted or (observation.by is None and observable.counts and rules.unknown_progress(rules, state))
    ):
        verdict = UNDETERMINED  # of a value: the value before the effect may be different, too
    if observable.counts and verdict == UNDETERMINED:
        value = not_below_zero(value)
    if verdict is None and not isinstance(done, Range):
        return observable.set(state, effect.key, value), replace(effect, by=done), ()
    if verdict is None:  # an inexact value that agrees shows nothing new
        return state, effect, ()
    clause = blamed(rules, state, effect, done) if verdict == BROKEN else effect.clause
    finding = done_otherwise(clause, effect.seat, verdict, state, observation, done, effect.due, effect.source)
    if observable.is_place and exact(value) is not None and exact(value - done + effect.due) is not None:
        finding = replace(finding, facts={**finding.facts, "after": value, "right": value - done + effect.due})
    if effect.clause not in rules.reverted_clauses and not doubted:
        state = observable.set(state, effect.key, value)
        effect = replace(effect, by=done)
    return state, effect, (finding,)


def done_otherwise(
    clause: str, seat: Any, verdict: str, state: Any, observation: Observation, done: Any, due: Any, source: str
) -> Finding:
    """The finding that something was done or counted differently from what the rules give."""
    facts = {"what": observation.what, "key": observation.key, "done": done, "due": due, "source": source}
    return Finding(clause, "done_otherwise", seat, verdict, facts, state.line, observation.reporting_line, state.line)


def _counted(now: Number, by: Number, observation: Observation, before: Number | None) -> tuple[Number, Number]:
    """How much was done, and the value after it; the value before, if not given, is `now` less `by`, bound by bound."""
    if before is None or isinstance(now, int):
        low, high = least(now) - least(by), most(now) - most(by)
        fact = getattr(now, "fact", "") or getattr(by, "fact", "") or observation.what
        before = between(min(low, high), max(low, high), fact)
    if observation.by is not None:
        return observation.by, before + observation.by
    return observation.value - before, observation.value


def verdict_of(due: Any, done: Any, agrees: Callable[[Any, Any], bool] = eq) -> str | None:
    """The verdict on what was done against what is due; None if they agree, or if an inexact value may agree."""
    try:
        return None if agrees(due, done) else UNDETERMINED if rests_on(due) else BROKEN
    except NotKnown:
        return None if isinstance(done, Range) and not isinstance(due, Range) else UNDETERMINED


def _surplus(
    rules: Rules, state: Any, last: Effect, deviation: Deviation
) -> tuple[Any, list[Effect], tuple[Finding, ...]]:
    """A wrong total of several effects: the table gave the difference, or kept it back."""
    observation, among = deviation.observation, deviation.among
    observable, due = rules.observables[observation.what], total_of(among)
    delta = observation.by - due
    done, value = _counted(observable.get(state, observation.key), due, observation, None)
    verdict, doubted = verdict_of(due, done), observable.unread_fact(state, observation.key)
    if verdict is None:
        return state, [last], ()
    if doubted:
        verdict = UNDETERMINED
    clause = _explained(rules, state, among, delta) if verdict == BROKEN else last.clause
    seats = {effect.seat for effect in among}
    seat = last.seat if len(seats) == 1 else None  # it may be the part of another
    finding = done_otherwise(clause, seat, verdict, state, observation, done, due, "")
    if doubted or any(effect.clause in rules.reverted_clauses for effect in among):
        return state, [last], (finding,)
    state = observable.set(state, observation.key, value if verdict == BROKEN else not_below_zero(value))
    if isinstance(delta, Range):
        return state, [replace(last, by=last.by + delta)], (finding,)
    return state, [last, surplus_line(observation.what, observation.key, seat, delta, clause)], (finding,)


def _explained(rules: Rules, state: Any, among: tuple[Effect, ...], delta: Number) -> str:
    """The clause of the one effect that explains a wrong total, else of all of them together, else GR-SEEN."""
    explaining = {}
    for effect in among:
        done = effect.by + delta
        clause = blamed(rules, state, effect, done)
        if clause != effect.clause or (is_surely(done, 0) and not is_surely(effect.by, 0)):
            explaining[clause] = effect
    if len(explaining) == 1:
        return next(iter(explaining))
    every = [effect.clause for effect in among]
    clauses = {effect.clause for effect in among if not is_surely(effect.by, 0)} or set(every)
    if len(clauses) == 1:
        return clauses.pop()
    shared = family(rules, every)
    total = total_of(among)
    return blamed(rules, state, replace(among[0], clause=shared, by=total, due=total, source=""), total + delta)


def total_of(effects: Iterable[Effect]) -> Number:
    """The sum of the amounts of effects."""
    total: Number = sum((effect.by for effect in effects), 0)
    return total
