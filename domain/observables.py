"""Observables: what can be read off the table, and the finding where the table and the rules differ."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from operator import eq
from typing import Any

from msgspec import Struct

from domain.clauses import GR_SEEN
from domain.numbers import NotKnown, Number, Range, between, exact, least, most, narrowed, not_below_zero, rests_on
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
from domain.texts import number_text, read_number


def single_key(state: Any) -> tuple[Key, ...]:
    """The default of `keys`: the observable exists once."""
    return ((),)


def surely_broken(state: Any, key: Key, seen: Any) -> str:
    """The default of `judge_value`: any differing value breaks the clause of its observable."""
    return BROKEN


def no_unread_fact(state: Any, key: Key) -> str:
    """The default of `unread_fact`: the value depends on nothing unread."""
    return ""


def never_pending(state: Any, key: Key) -> bool:
    """The default of `is_pending`: the table never waits for an action that changes the value."""
    return False


class Observable(Struct, frozen=True, kw_only=True):
    """Something that can be read off the table: how to get it, set it, write it and read it."""

    name: str
    key: tuple[str, ...] = ()  # what its key is made of: "seat", "cell", "colour"
    among: Container[str] = ()  # the words a key can have after its seat
    keys: Callable[[Any], Iterable[Key]] = single_key
    get: Callable[[Any, Key], Any]
    set: Callable[[Any, Key, Any], Any]
    text: Callable[[Any, tuple[str, ...]], str] = number_text  # value, letters of the seats -> its text in a record
    read: Callable[[str, tuple[str, ...]], Any] = read_number
    slot_type: str = ""  # the type of slot that shows a value in a sentence; empty: as it is written in a record
    agrees: Callable[[Any, Any], bool] = eq  # the value in the state, a value read -> whether both can be true
    counts: bool = True  # whether it is a number, which can change by an amount
    is_place: bool = False  # whether its number names a place or a token: a sentence says it instead of the change
    on_table: bool = True  # whether it lies on the table; if not, it says how far the turn has gone
    is_memory: bool = False  # whether it is not on the table and counts what was seen, however far the turn has gone
    clause: str = ""  # the clause that a differing value breaks, whichever effect touched the observable
    clause_is_fallback: bool = False  # cite that clause only where no single effect explains the difference
    judge_value: Callable[[Any, Key, Any], str] = surely_broken  # the verdict under that clause; empty: not by it
    set_position: Callable[[Any, Key, Any], Any] | None = None  # sets a value that a position states; None: `set`
    reveal_choice: Callable[[Any, Key, Any], Any] | None = None  # state, key, value read -> the state with the free
    #   choice that the value reveals; with the value None: with the choice of what lies there, if that is free
    alternative: Callable[[Any, Key], Number] | None = None  # another number that people call by the same name
    subtotals: Callable[[Any, Any, Key], tuple[Number, ...]] | None = None  # values counted before they are booked
    values_ahead: Callable[[Any, Any, Key], tuple[Any, ...]] | None = None  # rules, state, key -> values it takes
    #   before the turn is over: one of them read now shows actions that are not recorded yet
    unread_fact: Callable[[Any, Key], str] = no_unread_fact  # a fact not read yet on which the value depends, or ""
    is_pending: Callable[[Any, Key], bool] = never_pending  # whether the table waits for an action that changes it
    other_end: str = ""  # the observable that shows the same piece when it does not lie here
    public_value: Callable[[Any], Any] | None = None  # the value as other seats know it; None: all see it


def points_observable(**more: Any) -> Observable:
    """The points of each side, which every game has; `more` replaces or adds slots. By default each seat is a side."""

    def keys(state: Any) -> tuple[Key, ...]:
        return tuple((side,) for side in range(len(state.scores)))

    def get(state: Any, key: Key) -> Number:
        return state.scores[key[0]]  # type: ignore[no-any-return]

    def put(state: Any, key: Key, value: Number) -> Any:
        return replace(state, scores=(*state.scores[: key[0]], value, *state.scores[key[0] + 1 :]))

    return Observable(**{"name": POINTS, "key": ("seat",), "keys": keys, "get": get, "set": put, **more})


def seen_by(observable: Observable, key: Key, value: Any, viewer: Seat | str | None) -> Any:
    """A value as a viewer may know it."""
    if observable.public_value is None or value is None or key[0] == viewer:
        return value
    return observable.public_value(value)


class Observation(Struct, frozen=True, kw_only=True):
    """A value of an observable as the table reports it: read off it now, or announced about an effect of a line."""

    what: str
    key: Key = ()
    value: Any = None
    by: Any = None
    about: int | None = None
    clause: str = ""
    source: str = ""
    reporting_line: int = 0
    forgotten: bool = False  # whether it says that the effect was due and not carried out

    def is_about(self, effect: Effect) -> bool:
        """Whether this is about that effect; an empty clause or source fits any."""
        return (
            (self.what, self.key) == (effect.what, effect.key)
            and self.clause in ("", effect.clause)
            and self.source in ("", effect.source)
        )


def is_other_count(rules: Rules, before: Any, state: Any, observation: Observation) -> bool:
    """Whether an announced number is true by another way of counting: the observable's alternative, or a subtotal."""
    observable = rules.observables[observation.what]
    if observable.alternative is None and observable.subtotals is None:
        return False
    number = exact(observation.value if observation.by is None else observation.by)
    if number is None or observation.forgotten:
        return False
    other = observable.alternative(state, observation.key) if observable.alternative is not None else None
    if other is not None and narrowed(other, number) is not None:  # which of two unknown numbers is meant stays open
        return True
    return observable.subtotals is not None and _is_subtotal(rules, before, state, observation)


def _is_subtotal(rules: Rules, before: Any, state: Any, observation: Observation) -> bool:
    """Whether a value is one of the subtotals, or a difference the growth of one since `before`."""
    observable, key = rules.observables[observation.what], observation.key
    counted = observable.subtotals(rules, state, key)
    if observation.by is None:
        return exact(observation.value) in [exact(after) for after in counted]
    if before is None:
        return False
    earlier, now, was = (
        observable.subtotals(rules, before, key),
        observable.get(state, key),
        observable.get(before, key),
    )
    pairs = zip(counted, earlier, strict=False)
    return any(exact(after - two) == observation.by and _apart(after, now) > _apart(two, was) for after, two in pairs)


def _apart(one: Number, other: Number) -> int:
    """The distance of two numbers; 0 if it is not known."""
    return abs(exact(one - other) or 0)


def family(rules: Rules, clauses: list[str]) -> str:
    """The first of several clauses if all are the same or one function of `blame` decides; else GR-SEEN: it is open."""
    deciding = {rules.blame.get(clause) for clause in clauses}
    one_decides = len(set(clauses)) == 1 or (len(deciding) == 1 and None not in deciding)
    return clauses[0] if clauses and one_decides else GR_SEEN.id


class Suspect(Struct, frozen=True):
    """A line that touched an observable, with the clause of its effect; empty where the action itself touched it."""

    line: int
    clause: str = ""
    seat: Seat | None = None


def fold_observation(
    rules: Rules, state: Any, observation: Observation, suspects_of: Callable[[], tuple[Suspect, ...]] = tuple
) -> Step:
    """Folds a value read off the table: a finding if it differs, and the state with the value of the table.

    The suspects are looked for only where it differs: that means a walk through the lines since it last agreed.
    """
    observable = rules.observables[observation.what]
    if is_other_count(rules, None, state, observation) or _is_ahead(rules, state, observation):
        return Step(state)
    if observable.reveal_choice is not None:  # a lawful choice that was not announced is no difference
        state = observable.reveal_choice(state, observation.key, observation.value)
    now = observable.get(state, observation.key)
    if observable.counts:
        left = narrowed(now, observation.value)
        agrees, value = left is not None, observation.value if left is None else left
    else:
        agrees, value = _may_agree(observable, now, observation.value), observation.value
    if agrees and isinstance(now, Range) and _by_own_clause(observable, state, observation)[0] == CONTRADICTION:
        agrees = False  # it may have many values, but not this one
    if agrees:
        known = observable.counts and not isinstance(now, Range)
        return Step(state if known else observable.set(state, observation.key, value))
    ahead = _nearest_ahead(rules, state, observation)
    if ahead is not None and observable.counts:
        now, value = ahead, max(0, value - ahead + now)
    suspects = suspects_of()
    finding = _differs(rules, state, observable, observation, now, suspects)
    # the turn may have gone further than we know: then both values can be true
    if finding.verdict == UNDETERMINED and not rests_on(now):
        value = _hull(now, value, finding.facts["needs"]) if observable.counts else now
    put_right = finding.clause in rules.reverted_clauses or (
        len(suspects) == 1 and suspects[0].clause in rules.reverted_clauses
    )
    return Step(state if put_right else observable.set(state, observation.key, value), (finding,))


def _is_ahead(rules: Rules, state: Any, observation: Observation) -> bool:
    """Whether the running turn leads to a number that is read before its lines are recorded."""
    values, number = rules.observables[observation.what].values_ahead, exact(observation.value)
    return values is not None and number is not None and number in map(exact, values(rules, state, observation.key))


def _nearest_ahead(rules: Rules, state: Any, observation: Observation) -> int | None:
    """The number the running turn leads to that a differing one must have been meant for; None if that is today's."""
    observable, seen = rules.observables[observation.what], exact(observation.value)
    now = exact(observable.get(state, observation.key)) if observable.values_ahead is not None else None
    if observable.values_ahead is None or seen is None or now is None:
        return None
    later = map(exact, observable.values_ahead(rules, state, observation.key))
    nearest = min((now, *(number for number in later if number is not None)), key=lambda number: abs(number - seen))
    return None if nearest == now else nearest


def _may_agree(observable: Observable, now: Any, seen: Any) -> bool:
    """Whether both values can be true; values that cannot be compared agree."""
    try:
        return observable.agrees(now, seen)
    except NotKnown:
        return True


def _hull(one: Number, other: Number, fact: str) -> Number:
    """What lies between two numbers, both included."""
    return between(min(least(one), least(other)), max(most(one), most(other)), fact)


def _differs(
    rules: Rules, state: Any, observable: Observable, observation: Observation, now: Any, suspects: tuple[Suspect, ...]
) -> Finding:
    seat = observation.key[0] if observable.key[:1] == ("seat",) else None
    verdict, needs = _by_own_clause(observable, state, observation)
    if (
        needs := rules.unknown_progress(rules, state)
        or rests_on(now)
        or needs
        or observable.unread_fact(state, observation.key)
    ):
        missing = {"needs": needs}
        return Finding(GR_SEEN.id, "read_otherwise", seat, UNDETERMINED, missing, state.line, state.line, state.line)
    facts = {
        "what": observation.what,
        "key": observation.key,
        "seen": observation.value,
        "rules": now,
        "suspects": suspects,
    }
    single = _cause(rules, suspects)
    made = Effect(clause=single.clause, what=observation.what, key=observation.key, by=now, due=now)
    if verdict and not (observable.clause_is_fallback and single.clause):
        clause = blamed(rules, state, replace(made, clause=observable.clause), observation.value)
        return Finding(clause, "lies_otherwise", seat, verdict, facts, state.line, state.line, state.line)
    clause = blamed(rules, state, made, observation.value)
    if clause in ("", GR_SEEN.id):
        return Finding(GR_SEEN.id, "read_otherwise", seat, CONTRADICTION, facts, state.line, state.line, state.line)
    seat = single.seat if seat is None else seat
    return Finding(clause, "read_otherwise", seat, BROKEN, facts, single.line, state.line, single.line)


def _by_own_clause(observable: Observable, state: Any, observation: Observation) -> tuple[str, str]:
    """The verdict on a value under the clause of its observable, and the fact that is missing for it."""
    try:
        return (observable.judge_value(state, observation.key, observation.value) if observable.clause else ""), ""
    except NotKnown as unknown:
        return "", unknown.fact


def _cause(rules: Rules, suspects: tuple[Suspect, ...]) -> Suspect:
    """The only effect that can have gone wrong; of one line they are one if they share a clause or `blame` decides."""
    if len(suspects) == 1:
        return suspects[0]
    clause = family(rules, [suspect.clause for suspect in reversed(suspects)])
    if clause == GR_SEEN.id or len({suspect.line for suspect in suspects}) > 1:
        return Suspect(0)
    seats = {suspect.seat for suspect in suspects}
    return Suspect(suspects[-1].line, clause, seats.pop() if len(seats) == 1 else None)


def blamed(rules: Rules, state: Any, effect: Effect, done: Any) -> str:
    """The clause that a wrong figure breaks: that of its effect, unless `blame` shows another."""
    blame = rules.blame.get(effect.clause)
    try:
        return effect.clause if blame is None else blame(rules, state, effect, done)
    except NotKnown:
        return effect.clause


def is_other_end(rules: Rules, one: Finding, other: Finding) -> bool:
    """Whether two findings are about one piece that was not moved, one where it lies and one where it belongs."""
    ends = [finding.facts.get("what", "") for finding in (one, other)]
    if one.clause != other.clause or "" in ends or (one.seat != other.seat and None not in (one.seat, other.seat)):
        return False
    return any(rules.observables[end].other_end == away for end, away in (ends, ends[::-1]))


def is_omitted_with(rules: Rules, finding: Finding, other: Finding) -> bool:
    """Whether an effect was omitted only because another one was."""
    return other.check == "done_otherwise" and other.clause in rules.omitted_with.get(finding.clause, ())


def points_off(finding: Finding) -> int | None:
    """By how many points a seat has more than the rules give, as far as a finding says that."""
    facts = finding.facts
    if facts.get("what") != POINTS or finding.verdict == UNDETERMINED:
        return None
    done, due = (facts.get("done"), facts.get("due")) if "done" in facts else (facts.get("seen"), facts.get("rules"))
    return exact(done - due) if done is not None and due is not None else None


def is_another_players(finding: Finding, other: Finding) -> bool:
    """Whether two findings of one line say that points of one scoring went to the wrong player."""
    off, part = points_off(finding), [each.facts.get("source", "").partition(":")[2] for each in (finding, other)]
    if not off or points_off(other) != -off or finding.facts["key"] == other.facts["key"]:
        return False
    return "" in part or part[0] == part[1]


def is_one_mistake(rules: Rules, finding: Finding, other: Finding) -> bool:
    """Whether two findings of a line are about the same mistake."""
    same = is_other_end(rules, finding, other) or is_omitted_with(rules, finding, other)
    return same or is_another_players(finding, other)


def position(rules: Rules, state: Any) -> dict[tuple[str, Key], Any]:
    """The values of all observables of a state."""
    return {(o.name, key): o.get(state, key) for o in rules.observables.values() for key in o.keys(state)}


def put(rules: Rules, state: Any, values: Mapping[tuple[str, Key], Any]) -> Any:
    """The state with these values, set in the order in which the game lists its observables."""
    order = {name: place for place, name in enumerate(rules.observables)}
    for (name, key), value in sorted(values.items(), key=lambda item: order[item[0][0]]):
        observable = rules.observables[name]
        state = (observable.set_position or observable.set)(state, key, value)
    return state


def adjust(rules: Rules, state: Any, what: str, key: Key, by: Any, clause: str, source: str) -> Step:
    """A change by agreement or by an arbiter, as an effect; a count never falls below zero."""
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
    return _ranked(rules, Step(observable.set(state, key, after), (), (made,)))


def _ranked(rules: Rules, step: Step) -> Step:
    """The step with the places counted again where the game is over."""
    if step.state.result is None or step.state.phase != "over":
        return step
    ranked = rules.follow["ranking"](rules, step.state)
    if ranked is None:
        return step
    state, effects = ranked
    same = state.winners == step.state.winners
    return Step(state, step.findings, step.effects if same else step.effects + effects)


def points_line(side: int, by: Number, clause: str, source: str) -> ScoreLine:
    """The score line of points that come from no scoring: a ruling, an agreement, an observation."""
    items = (Item(source, 1, by),)
    return ScoreLine(clause=clause, what=POINTS, key=(side,), seat=side, by=by, due=by, source=source, items=items)


def surplus_line(what: str, key: Key, seat: Seat | None, by: Number, clause: str) -> Effect:
    """The effect of something that the table gave, or kept back, without a rule."""
    if what == POINTS:
        return replace(points_line(key[0], by, clause, surplus_name(by)), due=0)
    return Effect(clause=clause, what=what, key=key, seat=seat, by=by, due=0, source=surplus_name(by))


def surplus_name(by: Any) -> str:
    """The name of the source of such an effect."""
    return "withheld" if isinstance(by, (int, Range)) and most(by) < 0 else "given"
