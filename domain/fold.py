"""Folds one action: judges it, carries it out and does what the rules make follow. Lists the lawful actions too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

from domain.clauses import Clause
from domain.deviations.announcements import NONE_LATE, LateObservations, with_announcements
from domain.deviations.deviation import Deviations
from domain.deviations.misplacement import do_out_of_place, is_out_of_phase, shown_out_of_place
from domain.facts import Fact, Key, KnownFacts
from domain.numbers import NotKnown, rests_on
from domain.observables import Observation
from domain.rules import (
    BROKEN,
    TABLE,
    UNDETERMINED,
    Action,
    Between,
    Broken,
    Check,
    Effect,
    Finding,
    Offer,
    OneOf,
    Open,
    RefusedAction,
    Rules,
    Seat,
    Step,
    broken,
    nothing_used,
    replace,
)


def judge(rules: Rules, state: Any, action: Action) -> tuple[Finding, ...]:
    """All findings about an action on the table as it is, in clause order."""
    return findings_of(checks_of(rules, state, action), rules, state, action)


def checks_of(rules: Rules, state: Any, action: Action) -> tuple[Check, ...]:
    """The checks that can find something: of an action the table waits for, those that are not about order."""
    plan = rules.plans[type(action)]
    return plan.expected_checks if plan.is_expected(rules, state, action) else plan.checks


def findings_of(checks: tuple[Check, ...], rules: Rules, state: Any, action: Action) -> tuple[Finding, ...]:
    """What these checks find."""
    findings: tuple[Finding, ...] = ()
    for check in checks:
        try:
            if (broke := check(rules, state, action)) is None:
                continue
        except NotKnown as unknown:
            broke = Broken({"needs": unknown.fact}, None, UNDETERMINED)
        findings += (found_by(check, certain(broke), state.line, action.seat),)
    return findings


def certain(broke: Broken) -> Broken:
    """The result of a check, undetermined where it rests on a number that the table has not confirmed."""
    entries = [entry for entry in map(rests_on, broke.facts.values()) if entry]
    if broke.verdict != BROKEN or not entries:
        return broke
    return Broken({"needs": entries[0]}, broke.seat, UNDETERMINED)


def found_by(check: Any, broke: Broken, line: int, actor: Seat | None, reporting_line: int | None = None) -> Finding:
    """The finding for what a check returned; it is against the actor unless the check names a seat."""
    seat = actor if broke.seat is None else None if broke.seat == TABLE else broke.seat
    root = line if broke.root is None else broke.root
    reported = line if reporting_line is None else reporting_line
    return Finding(check.clause.id, check.__name__, seat, broke.verdict, broke.facts, line, reported, root)


def fold(rules: Rules, state: Any, action: Action, line: int, judging: bool = True, announced: bool = False) -> Step:
    """Judges an action on the table as it was, does it, and lets the rules carry out what must follow.

    An action the table waits for is in turn and in its phase: the checks about order are skipped, and the table need
    not catch up with it. Never raises on a readable action and never changes its input.
    """
    findings: tuple[Finding, ...] = ()
    before: tuple[Effect, ...] = ()
    state = replace(state, line=line)
    is_expected, expected_checks, checks, use, do = rules.plans[type(action)]
    if judging and is_expected(rules, state, action):
        if expected_checks:
            findings = findings_of(expected_checks, rules, state, action)
            if findings and shown_out_of_place(state):
                state, effects = do_out_of_place(rules, state, action)
                return Step(state, findings, effects)
    elif is_out_of_place(rules, state, action, announced):
        if judging:
            findings = findings_of(checks, rules, state, action)
        state, effects = do_out_of_place(rules, state, action)
        return Step(state, findings, effects)
    else:
        if judging:
            findings = findings_of(checks, rules, state, action)
        catch_up = rules.catch_up
        state, before = catch_up(rules, state, action)
    if use is not None:
        state = use(rules, state, action)
    state, effects = do(rules, state, action)
    if before:
        effects = before + effects
    follow = rules.follow
    while (consequence := follow.get(state.phase)) and (after := consequence(rules, state)):
        state, more = after
        effects += more
    return Step(state, findings, effects)


def fold_void(rules: Rules, state: Any, action: Action, line: int, judging: bool = True) -> Step:
    """Folds an action that a ruling voids: it uses its part of the turn, moves nothing and is not judged."""
    effects: tuple[Effect, ...] = ()
    state, plan = replace(state, line=line), rules.plans[type(action)]
    if not (judging and plan.is_expected(rules, state, action)):
        if is_out_of_place(rules, state, action):
            return Step(state)
        state, effects = rules.catch_up(rules, state, action)
    state, effects = follow_on(rules, rules.deeds[type(action)].use(rules, state, action), effects)
    return Step(state, (), effects)


def is_out_of_place(rules: Rules, state: Any, action: Action, announced: bool = False) -> bool:
    """Whether an action is out of place, so that phase, turn and round stay as they were.

    It is where it is unlawful and of another phase, unless values were announced of its effects; a later line that
    shows whether the table went on from it decides.
    """
    shown = shown_out_of_place(state)
    if shown is not None:
        return shown
    stray = not announced and type(action) not in rules.moves_out_of_phase and is_out_of_phase(rules, state, action)
    return stray and not lawful(rules, state, action)


def fold_announced(
    rules: Rules,
    state: Any,
    action: Action,
    line: int,
    observations: tuple[Observation, ...],
    late: tuple[Observation, ...],
    judging: bool,
) -> tuple[Step, tuple[Observation, ...]]:
    """Folds an action with the values announced of its line; returns also the announcements about none of its effects.

    The `late` ones were made of an earlier line: they can only be about what this action shows to have happened then.
    """

    def cascade(deviations: Deviations) -> Step:
        if not deviations.wanted:
            return fold(rules, state, action, line, judging, announced=bool(observations))
        return _fold_deviating(rules, state, action, line, deviations, judging)

    shown = None
    if late:
        caught_up, effects = rules.catch_up(rules, replace(state, line=line), action)
        shown = Step(caught_up, (), effects)
    return with_announcements(rules, state, cascade, observations, LateObservations(late, shown))


def _fold_deviating(rules: Rules, state: Any, action: Action, line: int, deviations: Deviations, judging: bool) -> Step:
    """Folds an action, applying deviations to its effects as they happen: what follows starts from the real table."""
    findings: tuple[Finding, ...] = ()
    effects: tuple[Effect, ...] = ()
    state, plan = replace(state, line=line), rules.plans[type(action)]
    checks, use = plan.checks, plan.use
    if judging and plan.is_expected(rules, state, action):
        findings = findings_of(plan.expected_checks, rules, state, action)
    elif is_out_of_place(rules, state, action, announced=True):
        findings = findings_of(checks, rules, state, action) if judging else ()
        state, done = deviations.applied(*do_out_of_place(rules, state, action))
        return Step(state, findings + deviations.findings, done)
    else:
        for check in checks if judging else ():  # each sees the real table, too
            listening = Deviations(rules, deviations.wanted).listening()
            findings += findings_of((check,), listening, state, action)
        state, effects = deviations.applied(*rules.catch_up(deviations.listening(), state, action))
    state, done = plan.do(rules, state if use is None else use(rules, state, action), action)
    state, done = deviations.applied(state, done)
    state, effects = _follow_deviating(rules, state, effects + done, deviations)
    return Step(state, findings + deviations.findings, effects)


def _follow_deviating(
    rules: Rules, state: Any, effects: tuple[Effect, ...], deviations: Deviations
) -> tuple[Any, tuple[Effect, ...]]:
    while (consequence := rules.follow.get(state.phase)) and (after := consequence(rules, state)):
        state, more = deviations.applied(after[0], after[1], state)
        effects += more
    return state, effects


def follow_on(rules: Rules, state: Any, effects: tuple[Effect, ...] = ()) -> tuple[Any, tuple[Effect, ...]]:
    """Carries out what must follow, until nothing more must."""
    follow = rules.follow
    while (consequence := follow.get(state.phase)) is not None:
        after = consequence(rules, state)
        if after is None:
            break
        state = after[0]
        effects += after[1]
    return state, effects


def follow_announced(rules: Rules, before: Step, late: tuple[Observation, ...]) -> tuple[Step, tuple[Observation, ...]]:
    """Carries out what must follow, with the announcements that wait for it; returns also those that still wait."""

    def cascade(deviations: Deviations) -> Step:
        state, effects = _follow_deviating(rules, before.state, before.effects, deviations)
        return Step(state, before.findings + deviations.findings, effects)

    shown = cascade(Deviations(rules, ()))
    return with_announcements(rules, before.state, cascade, (), LateObservations(late, shown))


def set_up(rules: Rules, setup: Any, known: Mapping[Key, Fact], judging: bool = True) -> Step:
    """The set-up of a table as line 0, judged like any other line."""
    state, effects = rules.start(rules, setup, KnownFacts(known))
    findings: tuple[Finding, ...] = ()
    for check in rules.setup_checks if judging else ():
        try:
            broke = check(rules, state, setup)
        except NotKnown as unknown:
            broke = Broken({"needs": unknown.fact}, None, UNDETERMINED)
        if broke is not None:
            findings += (found_by(check, broke, 0, None),)
    return Step(state, findings, effects)


def set_up_announced(
    rules: Rules, start: Step, observations: tuple[Observation, ...]
) -> tuple[Step, tuple[Observation, ...]]:
    """The set-up with the values announced of it; returns also the announcements about none of its effects."""

    def cascade(deviations: Deviations) -> Step:
        state, effects = deviations.applied(start.state, start.effects)
        return Step(state, start.findings + deviations.findings, effects)

    return with_announcements(rules, None, cascade, observations, NONE_LATE)


def options(rules: Rules, state: Any) -> Iterator[Offer]:
    """The lawful actions of a moment: the game's offers without those a check would call broken on the next line."""
    state = replace(state, line=state.line + 1)
    for offer in candidates(rules, state):
        if (judged := allowed(rules, state, offer)) is not None:
            yield judged


def may_act(rules: Rules, state: Any, like: Action | None = None) -> bool:
    """Whether any action is lawful now, or any by the same seat that uses the same part of its turn; lists nothing."""
    state = replace(state, line=state.line + 1)
    for offer in candidates(rules, state):
        matches = like is None or _is_alike(rules, state, offer.example, like)
        if matches and _first_allowed(rules, state, offer.example, _listed(offer)) is not None:
            return True
    return False


def _is_alike(rules: Rules, state: Any, example: Action, action: Action) -> bool:
    """Whether an action is by the same seat and of the same kind as an example, or of its phase and in its place."""
    if example.seat != action.seat:
        return False
    use = rules.deeds[type(action)].use
    is_alternative = use is not nothing_used and rules.deeds[type(example)].use is use
    return type(example) is type(action) or (is_alternative and not is_out_of_phase(rules, state, action))


def candidates(rules: Rules, state: Any) -> Iterator[Offer]:
    """The actions that a game offers to be judged: everything that may be lawful now."""
    for offering in rules.offers.get(state.phase, ()):
        yield from offering(rules, state)


def allowed(rules: Rules, state: Any, offer: Offer) -> Offer | None:
    """An offer with those values that no check calls broken; None where there are none.

    The values of a field are judged with the other fields as in the example, so an offer whose fields depend on each
    other has to be several offers.
    """
    listed = _listed(offer)
    example = _first_allowed(rules, state, offer.example, listed)
    if example is None:
        return None
    fields = dict(offer.open)
    for name, values in listed.items():
        now = getattr(example, name)
        kept = [value for value in values if value == now or lawful(rules, state, replace(example, **{name: value}))]
        if len(kept) < len(values):
            field = offer.open[name]
            fields[name] = (
                Between(kept[0], kept[-1]) if isinstance(field, Between) else OneOf(tuple(kept), tuple(values))
            )
    return offer if example is offer.example and fields == offer.open else Offer(example, fields)


def _listed(offer: Offer) -> dict[str, Sequence[Any]]:
    """The values of the open fields that can be judged one by one, where there are several."""
    return {name: values for name, field in offer.open.items() if len(values := listed_in(field)) > 1}


def listed_in(field: Open) -> Sequence[Any]:
    """The values of an open field that can be judged one by one; none for a split or a random draw."""
    if isinstance(field, OneOf):
        return field.values
    return range(field.least, field.most + 1) if isinstance(field, Between) else ()


def _first_allowed(rules: Rules, state: Any, example: Action, listed: Mapping[str, Sequence[Any]]) -> Action | None:
    """The example, or the first action with other listed values that no check calls broken."""
    if lawful(rules, state, example):
        return example
    one_changed = (replace(example, **{name: value}) for name, values in listed.items() for value in values)
    several = product(*listed.values()) if len(listed) > 1 else ()
    all_changed = (replace(example, **dict(zip(listed, values, strict=True))) for values in several)
    return next((action for action in chain(one_changed, all_changed) if lawful(rules, state, action)), None)


def lawful(rules: Rules, state: Any, action: Action) -> bool:
    """Whether no check calls an action broken; an undetermined one is lawful."""
    return unbroken(checks_of(rules, state, action), rules, state, action)


def unbroken(checks: tuple[Check, ...], rules: Rules, state: Any, action: Action) -> bool:
    """Whether none of these checks calls an action broken; stops at the first that does."""
    for check in checks:
        try:
            broke = check(rules, state, action)
        except NotKnown:
            continue
        if broke is not None and certain(broke).verdict != UNDETERMINED:
            return False
    return True


def masked(action: Action, viewer: Seat | str | None) -> Action:
    """An action as a viewer may read it: secret fields of other seats are None."""
    if isinstance(action, RefusedAction):
        return replace(action, denied=masked(action.denied, viewer))
    if action.SECRET and viewer != action.seat:
        return replace(action, **dict.fromkeys(action.hides()))
    return action


def refusal(clause: Clause, reason: str) -> Check:
    """A check for a clause that permits something: refusing a lawful action for this reason breaks it."""

    def a_lawful_action_is_not_refused(rules: Rules, state: Any, refused: RefusedAction) -> Broken | None:
        if refused.reason == reason and lawful(rules, state, refused.denied):
            return broken(seat=TABLE, reason=reason)
        return None

    a_lawful_action_is_not_refused.clause = clause  # type: ignore[attr-defined]
    return a_lawful_action_is_not_refused
