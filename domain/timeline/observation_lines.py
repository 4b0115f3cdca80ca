"""The fold of lines that report: values seen, forgotten or agreed, positions, gaps, and moves taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from domain.clauses import GR_AGREED, GR_SEEN
from domain.deviations.announcements import in_doubt, may_be_chosen, of_nothing
from domain.fold import fold as judged_fold
from domain.fold import follow_announced, follow_on
from domain.numbers import Range, exact, is_surely
from domain.observables import adjust, fold_observation, is_one_mistake, is_other_end, points_line, put
from domain.record.lines import Agreed, Gap, Line, MadeGood, Omitted, OnBranch, Played, Position, Seen, TakenBack
from domain.rules import Facts, Finding, ScoreLine, Step, replace
from domain.timeline.announcement_lines import settle_announcements
from domain.timeline.order import Entry
from domain.timeline.suspects import agree, is_suspect, suspects_of, with_cause

if TYPE_CHECKING:
    from domain.timeline.timeline import Timeline


def fold_report(timeline: Timeline, state: Any, entry: Entry) -> Step:
    """The step of a line that reports something; any other line changes nothing."""
    handler = HANDLERS.get(type(entry.body))
    if handler is None:
        return Step(state)
    return _with_score_lines(state, handler(timeline, state, entry.line, entry.body), SOURCES[type(entry.body)])


def _with_score_lines(before: Any, step: Step, source: str) -> Step:
    """The step with a score line for every change of points without one: a score is the sum of its score lines."""
    lines = [effect for effect in step.effects if isinstance(effect, ScoreLine)]
    for side, (old, new) in enumerate(zip(before.scores, step.state.scores, strict=True)):
        scored = sum((line.by for line in lines if line.key == (side,)), 0)
        if new is not old and not is_surely(new - old - scored, 0):
            line = points_line(side, new - old - scored, GR_SEEN.id, source)
            step = replace(step, effects=(*step.effects, line))
    return step


def _seen(timeline: Timeline, state: Any, number: int, line: Seen) -> Step:
    observation = line.observation
    if observation.about is not None:
        return _of_no_deed(timeline, state, number, line)
    step = fold_observation(
        timeline.rules, state, observation, lambda: suspects_of(timeline, observation) if timeline.judging else ()
    )
    new = [finding for finding in step.findings if not _is_found_already(timeline, state, finding)]
    step = replace(step, findings=tuple(with_cause(timeline, finding) for finding in new))
    agree(timeline, (observation.what, observation.key))
    return _followed(timeline, step if timeline.judging else Step(step.state))


def _is_found_already(timeline: Timeline, state: Any, finding: Finding) -> bool:
    """Whether an observation shows only what was found before, by an announcement or elsewhere on the same piece."""
    if "seen" not in finding.facts:
        return False
    if _was_announced(timeline, finding.facts) or _was_put_right(timeline, state, finding.facts):
        return True
    at = timeline.at.get(finding.line)
    found = timeline.frames[at].step.findings if at is not None else ()
    same = any(earlier.clause == finding.clause and _says_the_same(earlier.facts, finding.facts) for earlier in found)
    is_known = same or any(is_one_mistake(timeline.rules, finding, earlier) for earlier in found)
    return is_known or _was_suspected(timeline, finding) or _lies_elsewhere(timeline, finding)


def _was_announced(timeline: Timeline, read: Facts) -> bool:
    """Whether exactly this difference was announced about lines that had no such effect."""
    since = timeline.agreed_at.get((read["what"], read["key"]), 0)
    found = [
        earlier
        for frame in timeline.frames[since:]
        for earlier in frame.step.findings
        if earlier.check == "said_of_nothing"
    ]
    announced = [
        observation
        for earlier in found
        for observation in timeline.announcements.get(earlier.line, ())
        if observation.reporting_line == earlier.reporting_line
    ]
    amounts = [
        observation.by
        for observation in announced
        if (observation.what, observation.key) == (read["what"], read["key"])
    ]
    return bool(amounts) and None not in amounts and is_surely(read["seen"] - read["rules"] - sum(amounts), 0)


def _was_put_right(timeline: Timeline, state: Any, read: Facts) -> bool:
    """Whether a value is the one by the rules, after announcements by which the table gave too much or too little.

    A value that is counted out of others keeps no announcement: there it is the one that was announced.
    """
    since, at = timeline.agreed_at.get((read["what"], read["key"]), 0), (read["what"], read["key"])
    found = [
        earlier.facts for frame in timeline.frames[since:] for earlier in frame.step.findings if "done" in earlier.facts
    ]
    given = [
        exact(facts["done"] - facts["due"])
        for facts in found
        if (facts["what"], facts["key"]) == at and _is_count(facts)
    ]
    if not given or None in given or not sum(given):  # type: ignore[arg-type]
        return False
    observable = timeline.rules.observables[read["what"]]
    is_kept = exact(observable.get(observable.set(state, read["key"], read["seen"]), read["key"])) == exact(
        read["seen"]
    )
    return _off(read) == (-sum(given) if is_kept else sum(given))  # type: ignore[arg-type]


def _is_count(announced: Facts) -> bool:
    return all(isinstance(announced[name], (int, Range)) for name in ("done", "due"))


def _was_suspected(timeline: Timeline, finding: Finding) -> bool:
    """Whether an observation of the same piece elsewhere differed before, with this line among its suspects."""
    later = timeline.frames[timeline.at.get(finding.line, len(timeline.frames)) :]
    found = [
        earlier
        for frame in later
        for earlier in frame.step.findings
        if is_suspect(earlier, finding.line, finding.clause)
    ]
    return any(is_other_end(timeline.rules, replace(earlier, clause=finding.clause), finding) for earlier in found)


def _lies_elsewhere(timeline: Timeline, finding: Finding) -> bool:
    """Whether a piece too many, or missing, was read at the other end before, and one line can explain both."""
    off, lines = _off(finding.facts), {suspect.line for suspect in finding.facts["suspects"]}
    earlier = [reading for frame in timeline.frames for reading in frame.step.findings if "seen" in reading.facts]
    others = [
        reading
        for reading in earlier
        if off and _off(reading.facts) == -off and is_other_end(timeline.rules, reading, finding)
    ]
    return any(lines & {suspect.line for suspect in reading.facts["suspects"]} for reading in others)


def _off(read: Facts) -> int:
    """By how much a reading differs; 0 where that is no number."""
    seen, rules = read["seen"], read["rules"]
    return (exact(seen - rules) or 0) if isinstance(seen, (int, Range)) and isinstance(rules, (int, Range)) else 0


def _says_the_same(announced: Facts, read: Facts) -> bool:
    """Whether an announced difference from the rules is the one that is read."""
    if any(announced.get(name) != read[name] for name in ("what", "key")) or "done" not in announced:
        return False
    done, due, seen, rules = (
        exact(number) for number in (announced["done"], announced["due"], read["seen"], read["rules"])
    )
    if done is None or due is None or seen is None or rules is None:
        return False
    return done - due == seen - rules


def _of_no_deed(timeline: Timeline, state: Any, number: int, line: Seen | Omitted) -> Step:
    """An announcement, which is judged with the line it is about; a finding if that line is no action."""
    about = timeline.order.meant(line.observation.about or 0)
    if about == 0 or (about in timeline.at and isinstance(timeline.frames[timeline.at[about]].entry, Played)):
        return Step(state)
    later = timeline.order.place.get(about, -1) > timeline.order.place[number]
    if later or not timeline.judging:
        return Step(state)
    observation = replace(line.observation, reporting_line=number)
    if may_be_chosen(timeline.rules, state, observation):
        return Step(state)
    return Step(state, (of_nothing(in_doubt(timeline.rules, state, observation), state.line, observation),))


def _position(timeline: Timeline, state: Any, number: int, line: Position) -> Step:
    values = {(name, key): value for name, key, value in line.values}
    agree(timeline, *values)
    return _followed(timeline, Step(put(timeline.rules, state, values)))


def _followed(timeline: Timeline, step: Step) -> Step:
    """The step with what must follow from the table as it was seen, and the announcements that waited for it."""
    if timeline.pending:
        step, waiting = follow_announced(timeline.rules, step, timeline.pending)
        return settle_announcements(timeline, step, waiting, step.state.line, None)
    after, effects = follow_on(timeline.rules, step.state)
    return Step(after, step.findings, effects)


def _gap(timeline: Timeline, state: Any, number: int, line: Gap) -> Step:
    return Step(timeline.rules.after_gap(timeline.rules, state, f"gap {number}"))


def _taken_back(timeline: Timeline, state: Any, number: int, line: TakenBack) -> Step:
    """The state after an earlier line, with everything that is known by now."""
    to = timeline.order.standing(line.to)
    at = timeline.at.get(to)
    then = state if at is None else timeline.frames[at].step.state
    if at is not None and isinstance(branched := timeline.frames[at].entry, OnBranch):
        then = timeline.on_branch(branched.branch, to)
    known = state.known
    for key, fact in then.known.items() if then.known is not known else ():
        known = known.with_fact(key, fact.value, fact.reporting_line)
    return Step(replace(then, known=known, line=number))


def _made_good(timeline: Timeline, state: Any, number: int, line: MadeGood) -> Step:
    """Carries out what was omitted of an effect, once."""
    about = timeline.order.meant(line.observation.about or 0)
    observation = replace(line.observation, about=about)
    at = timeline.at.get(about)
    effects = timeline.frames[at].step.effects if at is not None else ()
    owed = next((effect for effect in effects if observation.is_about(effect)), None)
    once = (observation.about, observation.what, observation.key, observation.clause, observation.source)
    if owed is None or once in timeline.made_good:
        return Step(state)
    timeline.made_good |= {once}
    step = adjust(
        timeline.rules, state, observation.what, observation.key, owed.due - owed.by, owed.clause, "made-good"
    )
    deed = timeline.rules.made_good_by(owed, owed.due - owed.by) if timeline.rules.made_good_by else None
    if deed is None:
        return step
    done = judged_fold(timeline.rules, state, deed, number, judging=timeline.judging)
    return Step(done.state, done.findings, step.effects + done.effects)


def _agreed(timeline: Timeline, state: Any, number: int, line: Agreed) -> Step:
    observation = line.observation
    observable = timeline.rules.observables[observation.what]
    by = observation.by
    if by is None:
        by = observation.value - observable.get(state, observation.key) if observable.counts else observation.value
    agree(timeline, (observation.what, observation.key))
    return adjust(timeline.rules, state, observation.what, observation.key, by, GR_AGREED.id, "agreed")


HANDLERS: dict[type[Line], Callable[..., Step]] = {  # timeline, state, line number, line -> step
    Seen: _seen,
    Omitted: _of_no_deed,
    Position: _position,
    Gap: _gap,
    TakenBack: _taken_back,
    MadeGood: _made_good,
    Agreed: _agreed,
}
SOURCES: dict[type[Line], str] = {  # the source of score lines that a line brings
    Seen: "seen",
    Omitted: "seen",
    Position: "position",
    Gap: "position",
    TakenBack: "taken-back",
    MadeGood: "made-good",
    Agreed: "agreed",
}
