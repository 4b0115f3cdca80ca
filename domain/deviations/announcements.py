"""Folds a line with the values that players announced about it; a wrong value replaces the effect it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.clauses import GR_SEEN
from domain.deviations.deviation import Deviation, Deviations, done_otherwise, total_of, verdict_of
from domain.facts import MissingFacts
from domain.numbers import Number, Range, exact, least, most, narrowed
from domain.observables import Observation, adjust, is_other_count, surplus_name
from domain.rules import BROKEN, CONTRADICTION, UNDETERMINED, Effect, Facts, Finding, Rules, Step, replace

# Comparing with the effects of a line ---------------------------------------------------------------

TRUE, OPEN = "true", "open"  # an announcement agrees with its line; no effect of the line is about it


def with_announcements(
    rules: Rules,
    before: Any,
    cascade: Callable[[Deviations], Step],
    observations: tuple[Observation, ...],
    late: LateObservations,
) -> tuple[Step, tuple[Observation, ...]]:
    """Folds a line with the values announced of it: its step, and the announcements about none of its effects.

    The line is folded without announcements first. A wrong one replaces the effect it is about, the earliest effect
    first, and the line is folded again, because other announcements may agree with what follows from the deviation.
    """
    deviations: tuple[Deviation, ...] = ()
    plain: Step | None = None
    missing: MissingFacts | None = None if before is None else before.known.missing
    untried = None if missing is None else missing.copy()
    while True:
        if missing is not None and untried is not None:  # the look-ups of the last attempt do not count
            missing.reset(untried)
        step = cascade(Deviations(rules, deviations))
        plain = plain or step
        judged = [(compared(rules, before, step, observation), observation) for observation in observations]
        judged += [(late.compared(rules, before, step, observation), observation) for observation in late.observations]
        wrong = [(outcome, observation) for outcome, observation in judged if isinstance(outcome, Deviation)]
        wrong = [pair for pair in wrong if not _came_of(rules, plain, step, deviations, *pair)]
        step, wrong = _without_choices(rules, step, wrong, bool(deviations))
        if not wrong:
            return step, tuple(observation for outcome, observation in judged if outcome is OPEN)
        deviation, settled = min(wrong, key=lambda pair: _place(step, pair[0]))
        deviations += (deviation,)
        observations = _without(settled, observations)
        late = replace(late, observations=_without(settled, late.observations))


def _without(settled: Observation, observations: tuple[Observation, ...]) -> tuple[Observation, ...]:
    return tuple(observation for observation in observations if observation is not settled)


WrongAnnouncement = tuple[Deviation, Observation]


def _came_of(
    rules: Rules,
    plain: Step,
    step: Step,
    deviations: tuple[Deviation, ...],
    deviation: Deviation,
    observation: Observation,
) -> bool:
    """Whether deviations of other values have changed this one by exactly what its announcement says."""
    if (
        not deviations
        or observation.by is None
        or observation.key in [deviation.observation.key for deviation in deviations]
    ):
        return False
    observable = rules.observables[observation.what]
    due = total_of(effect for effect in step.effects if observation.is_about(effect))
    changed = observable.get(step.state, observation.key) - observable.get(plain.state, observation.key)
    return not is_exactly(changed, 0) and is_exactly(changed, deviation.observation.by - due)


def _without_choices(
    rules: Rules, step: Step, wrong: list[WrongAnnouncement], deviated: bool
) -> tuple[Step, list[WrongAnnouncement]]:
    """The step with what announcements show of a choice or of a deviation already made, and those still wrong.

    An announcement with a clause is about one effect, so it shows no choice; but it may follow from a deviation.
    """
    left = []
    for deviation, observation in wrong:
        observable = rules.observables[observation.what]
        shown = step.state
        if (
            observation.by is None
            and observable.counts
            and is_exactly(observable.get(shown, observation.key), observation.value)
        ):
            continue  # another announcement showed the choice
        if observable.reveal_choice is not None and observable.counts and (deviated or not observation.clause):
            due = total_of(effect for effect in step.effects if observation.is_about(effect))
            announced = (
                observation.value
                if observation.by is None
                else observable.get(shown, observation.key) + deviation.observation.by - due
            )
            shown = observable.reveal_choice(shown, observation.key, announced)
        if shown is step.state:
            left.append((deviation, observation))
        else:
            step = replace(step, state=shown)
    return step, left


class LateObservations(Struct, frozen=True):
    """Announcements about an earlier line that could not be compared yet, and what this line shows of that line."""

    observations: tuple[Observation, ...] = ()
    shown: Step | None = None

    def compared(self, rules: Rules, before: Any, step: Step, observation: Observation) -> Deviation | str:
        """As `compared`; while something is in doubt, an announcement that differs stays open.

        One about an action the table waited for is read off the table after that action; it is true at once if it says
        that its own line changed nothing.
        """
        shown = self.shown
        is_shown = shown is not None and any(observation.is_about(effect) for effect in shown.effects)
        if before is not None and rules.observables[observation.what].is_pending(before, observation.key):
            is_own = is_done(step, observation) and not is_shown
            return TRUE if is_own and _says_unchanged(rules, before, observation) else OPEN
        if shown is None or not is_shown:
            return OPEN
        outcome = compared(rules, None, shown, observation)
        return OPEN if isinstance(outcome, Deviation) and in_doubt(rules, shown.state, observation) else outcome


NONE_LATE = LateObservations()


def is_done(step: Step, observation: Observation) -> bool:
    """Whether a line has an effect on the observable of an announcement, under any key."""
    return any(effect.what == observation.what for effect in step.effects)


def _says_unchanged(rules: Rules, state: Any, observation: Observation) -> bool:
    if observation.by is not None:
        return bool(observation.by == 0)
    return bool(observation.value == rules.observables[observation.what].get(state, observation.key))


def _place(step: Step, deviation: Deviation) -> int:
    fits = [at for at, effect in enumerate(step.effects) if deviation.observation.is_about(effect)]
    return fits[min(deviation.nth, len(fits) - 1)]


def compared(rules: Rules, before: Any, step: Step, observation: Observation) -> Deviation | str:
    """Compares an announcement with a line: TRUE, OPEN, or the deviation of an effect."""
    observable = rules.observables[observation.what]
    if is_other_count(rules, before, step.state, observation):
        return TRUE
    observation = _by_its_clause(rules, step, observation)
    fits = [effect for effect in step.effects if observation.is_about(effect)]
    if (
        not fits
        and observation.clause
        and observation.by
        and observable.counts
        and _is_paid(rules, before, step, observation)
    ):
        return TRUE
    if not fits and (
        observable.unread_fact(step.state, observation.key) or _cites_a_neighbour(rules, step, observation)
    ):
        observation = replace(observation, clause="", source="")  # the clause is unknown, or a wrong one was cited
        fits = [effect for effect in step.effects if observation.is_about(effect)]
    if not fits and observable.is_pending(step.state, observation.key):
        return OPEN
    if not observable.counts:
        return _compared_value(observable, step, observation, fits)
    if not fits:
        return _compared_change(rules, before, step, observation)
    return _compared_sum(rules, before, step, observation, fits)


def _by_its_clause(rules: Rules, step: Step, observation: Observation) -> Observation:
    """An announcement under a clause that covers others, with the covered clause of the line's effect."""
    within = rules.covered_clauses.get(observation.clause, ())
    by = (
        e.clause for e in step.effects if (e.what, e.key) == (observation.what, observation.key) and e.clause in within
    )
    clause = next(by, "")
    return replace(observation, clause=clause) if clause else observation


def _cites_a_neighbour(rules: Rules, step: Step, observation: Observation) -> bool:
    """Whether the cited clause has no effect on this line, and another clause has the effect that is announced."""
    observable = rules.observables[observation.what]
    every = [effect for effect in step.effects if (effect.what, effect.key) == (observation.what, observation.key)]
    gives = any((effect.what, effect.clause) == (observation.what, observation.clause) for effect in step.effects)
    if not every or gives or observation.source or observation.forgotten or in_doubt(rules, step.state, observation):
        return False
    if not observable.counts or observation.by is None:
        return len(every) == 1
    return (
        exact(observation.by) not in partial_sums(every)
        and (exact(total_of(every)) or 0) * (exact(observation.by) or 0) > 0
    )


def _compared_value(observable: Any, step: Step, observation: Observation, fits: list[Effect]) -> Deviation | str:
    """Compares a value that is no number with the first effect that agrees, else with the last."""
    is_so = verdict_of(observable.get(step.state, observation.key), observation.value, observable.agrees) is None
    if not fits:
        return TRUE if observation.clause and is_so and not observation.forgotten else OPEN
    agreeing = (
        at for at, effect in enumerate(fits) if verdict_of(effect.by, observation.value, observable.agrees) is None
    )
    nth = next(agreeing, None)
    if nth is None and is_so:
        return TRUE
    return Deviation(observation, len(fits) - 1 if nth is None else nth)


def _compared_change(rules: Rules, before: Any, step: Step, observation: Observation) -> str:
    """Compares a number that no effect is about with the value after the line, or with its net change."""
    if observation.forgotten or (observation.clause and in_doubt(rules, step.state, observation)):
        return OPEN
    now = rules.observables[observation.what].get(step.state, observation.key)
    if observation.by is None:
        return TRUE if observation.clause and is_exactly(now, observation.value) else OPEN
    if observation.clause and observation.by == 0:
        return OPEN
    others = [effect for effect in step.effects if (effect.what, effect.key) == (observation.what, observation.key)]
    changes = [net_change(rules, before, step, observation), *([total_of(others)] if others else [])]
    is_so = any(is_exactly(change, observation.by) for change in changes) or exact(observation.by) in partial_sums(
        others
    )
    return TRUE if is_so else OPEN


def _is_paid(rules: Rules, before: Any, step: Step, observation: Observation) -> bool:
    """Whether an amount can be part of what the action itself paid or took; that is one change without effects."""
    others = [effect for effect in step.effects if (effect.what, effect.key) == (observation.what, observation.key)]
    part, whole = exact(observation.by), exact(net_change(rules, before, step, observation) - total_of(others))
    return part is not None and whole is not None and part * whole > 0 and abs(part) <= abs(whole)


def partial_sums(effects: list[Effect]) -> set[int]:
    """The sums of all runs of consecutive effects whose amounts are known."""
    sums: set[int] = set()
    for first in range(len(effects)):
        total = 0
        for effect in effects[first:]:
            by = exact(effect.by)
            if by is None:
                break
            total += by
            sums.add(total)
    return sums


def _compared_sum(
    rules: Rules, before: Any, step: Step, observation: Observation, fits: list[Effect]
) -> Deviation | str:
    """A number, compared with the sum of the effects it is about, and without a clause with the net of the line."""
    total, now = total_of(fits), rules.observables[observation.what].get(step.state, observation.key)
    announced, among = (
        observation.by if observation.by is not None else observation.value,
        tuple(fits) if len(fits) > 1 else (),
    )
    if isinstance(announced, Range) or isinstance(total, Range) or (observation.by is None and isinstance(now, Range)):
        if not observation.clause and before is not None:
            own = _moved_itself(rules, before, step, observation, total)  # else the net of the line may be meant
            if own and observation.by is None:
                return OPEN
            if own and narrowed(total, announced) is None and narrowed(total + own, announced) is not None:
                observation = replace(observation, by=announced - own)
                announced = observation.by
        if among:
            observation = replace(
                observation, by=announced if observation.by is not None else announced - (now - total), value=None
            )
        return Deviation(observation, len(fits) - 1, among)
    if observation.by is not None:
        right = [
            total,
            *([effect.by for effect in fits] if observation.clause else [net_change(rules, before, step, observation)]),
        ]
    else:
        every = [effect for effect in step.effects if (effect.what, effect.key) == (observation.what, observation.key)]
        right = [now]
        if observation.clause:
            right += [
                now - total_of(every[at + 1 :]) for at, effect in enumerate(every) if observation.is_about(effect)
            ]
    if any(is_exactly(value, announced) for value in right):
        return TRUE
    known = [value for value in right if exact(value) is not None]
    delta = min((announced - value for value in known[:2]), key=abs) if known else announced - right[0]
    return Deviation(replace(observation, by=total + delta, value=None), len(fits) - 1, among)


def _moved_itself(rules: Rules, before: Any, step: Step, observation: Observation, total: Number) -> int:
    """How much the action of a line moved without an effect, as far as that is known."""
    get = rules.observables[observation.what].get
    was, now = get(before, observation.key), get(step.state, observation.key)
    low, high = least(now) - least(was) - least(total), most(now) - most(was) - most(total)
    return low if low == high else 0


def net_change(rules: Rules, before: Any, step: Step, observation: Observation) -> Number:
    """By how much a line changed an observable in all, payments included."""
    observable = rules.observables[observation.what]
    now: Number = observable.get(step.state, observation.key)
    if before is None:
        return now
    was: Number = observable.get(before, observation.key)
    low, high = least(now) - least(was), most(now) - most(was)
    return low if low == high else now - was  # a value that is not known moved by what its bounds moved


def is_exactly(number: Number, value: Number) -> bool:
    """Whether two numbers are both known, and the same."""
    return exact(number) is not None and exact(number) == exact(value)


# Announcements about no effect of the line -----------------------------------------------------------


def in_doubt(rules: Rules, state: Any, observation: Observation) -> str:
    """The unknown fact that decides whether the announced effect happened or may still happen, or nothing."""
    return rules.unknown_progress(rules, state) or rules.observables[observation.what].unread_fact(
        state, observation.key
    )


def may_be_chosen(rules: Rules, state: Any, observation: Observation) -> bool:
    """Whether the player was free to choose this place for the effect."""
    shows = rules.observables[observation.what].reveal_choice
    return shows is not None and shows(state, observation.key, None) is not state


def of_nothing(needs: str, line: int, observation: Observation) -> Finding:
    """The finding for an announcement of an effect that the line did not have; undetermined if a fact is missing."""
    facts: Facts = {"what": observation.what, "key": observation.key, "said": observation.clause or "-"}
    if needs:
        facts = {"needs": needs}
    verdict = UNDETERMINED if needs else CONTRADICTION
    return Finding(
        GR_SEEN.id,
        "said_of_nothing",
        None,
        verdict,
        facts,
        line,
        observation.reporting_line,
        observation.reporting_line,
    )


def fold_gift(rules: Rules, before: Any, step: Step, observation: Observation) -> Step:
    """The step with a gift under a clause that gives this seat nothing: the clause is broken, the gift stands."""
    observable, state = rules.observables[observation.what], step.state
    seat = observation.key[0] if observable.key[:1] == ("seat",) else None
    due, by = observable.get(state, observation.key), observation.value
    if observable.counts:
        every = [effect for effect in step.effects if (effect.what, effect.key) == (observation.what, observation.key)]
        moved_by_action = not every and before is not None
        due = net_change(rules, before, step, observation) if moved_by_action else 0
        by = (
            observation.by - due
            if observation.by is not None
            else observation.value - observable.get(state, observation.key)
        )
    done = due + by if observable.counts else by
    finding = done_otherwise(observation.clause, seat, BROKEN, state, observation, done, due, observation.source)
    made = adjust(rules, state, observation.what, observation.key, by, observation.clause, surplus_name(by))
    undue = 0 if observable.counts else due
    effects = tuple(
        replace(effect, due=undue) if effect.clause == observation.clause else effect for effect in made.effects
    )
    return Step(made.state, (*step.findings, finding), (*step.effects, *effects))
