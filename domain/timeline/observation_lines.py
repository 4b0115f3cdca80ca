"""Lines that tell: what was seen, forgotten, settled or taken back, and where the table then stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.clauses import GR_AGREED, GR_SEEN
from domain.deviations.announcements import in_doubt, may_be_chosen, of_nothing
from domain.fold import fold as judged_fold
from domain.fold import follow_announced, follow_on
from domain.numbers import exact, is_surely
from domain.observables import adjust, is_one_mistake, is_other_end, points_line, put, reading
from domain.record.lines import Agreed, Gap, MadeGood, Omitted, OnBranch, Played, Position, Seen, TakenBack
from domain.rules import Facts, Finding, ScoreLine, Step, replace
from domain.timeline.announcement_lines import settle
from domain.timeline.order import Entry
from domain.timeline.suspects import agree, is_suspect, suspects_of, with_cause

if TYPE_CHECKING:
    from domain.timeline.timeline import Timeline


def tell(fold: Timeline, state: Any, entry: Entry) -> Step:
    """The step of a line that tells; of any other nothing follows."""
    if type(entry.body) not in TELLING:
        return Step(state)
    return _scored(state, TELLING[type(entry.body)](fold, state, entry), entry)


def _scored(before: Any, step: Step, entry: Entry) -> Step:
    """A side's score is the sum of its score lines, always: whatever else moved it is told as one."""
    lines = [effect for effect in step.effects if isinstance(effect, ScoreLine)]
    for side, (old, new) in enumerate(zip(before.scores, step.state.scores, strict=True)):
        told = sum((line.by for line in lines if line.key == (side,)), 0)
        if new is not old and not is_surely(new - old - told, 0):
            line = points_line(side, new - old - told, GR_SEEN.id, SOURCES[type(entry.body)])
            step = replace(step, effects=(*step.effects, line))
    return step


def _seen(fold: Timeline, state: Any, entry: Entry) -> Step:
    observation = entry.body.observation
    if observation.about is not None:
        return _of_no_deed(fold, state, entry)
    suspects = suspects_of(fold, observation) if fold.judging else ()
    step = reading(fold.rules, state, observation, suspects)
    new = tuple(with_cause(fold, one) for one in step.findings if not _is_found_already(fold, one))
    step = replace(step, findings=new)
    agree(fold, (observation.what, observation.key))
    return _followed(fold, step if fold.judging else Step(step.state))


def _is_found_already(fold: Timeline, finding: Finding) -> bool:
    """Whether a reading shows only what was found before: by an announcement, or at the other end of a piece's way."""
    if "seen" not in finding.facts:
        return False
    if _was_announced(fold, finding.facts):
        return True
    at = fold.at.get(finding.line)
    found = fold.frames[at].step.findings if at is not None else ()
    same = any(one.clause == finding.clause and _says_the_same(one.facts, finding.facts) for one in found)
    return same or any(is_one_mistake(fold.rules, finding, one) for one in found) or _was_suspected(fold, finding)


def _was_announced(fold: Timeline, read: Facts) -> bool:
    """Whether just this difference was announced of lines that had no such effect, and did not stand."""
    since = fold.agreed_at.get((read["what"], read["key"]), 0)
    found = [one for frame in fold.frames[since:] for one in frame.step.findings if one.check == "said_of_nothing"]
    announced = [
        observation
        for one in found
        for observation in fold.announcements.get(one.line, ())
        if observation.reporting_line == one.reporting_line
    ]
    amounts = [
        observation.by
        for observation in announced
        if (observation.what, observation.key) == (read["what"], read["key"])
    ]
    return bool(amounts) and None not in amounts and is_surely(read["seen"] - read["rules"] - sum(amounts), 0)


def _was_suspected(fold: Timeline, finding: Finding) -> bool:
    """Whether the other end of the piece's way was read otherwise before, with this line among its suspects."""
    later = fold.frames[fold.at.get(finding.line, len(fold.frames)) :]
    found = [one for frame in later for one in frame.step.findings if is_suspect(one, finding.line, finding.clause)]
    return any(is_other_end(fold.rules, replace(one, clause=finding.clause), finding) for one in found)


def _says_the_same(announced: Facts, read: Facts) -> bool:
    """Whether an announced difference from the rules is the one that is read."""
    if any(announced.get(name) != read[name] for name in ("what", "key")) or "done" not in announced:
        return False
    numbers = [exact(value) for value in (announced["done"], announced["due"], read["seen"], read["rules"])]
    return None not in numbers and numbers[0] - numbers[1] == numbers[2] - numbers[3]


def _of_no_deed(fold: Timeline, state: Any, entry: Entry) -> Step:
    """What is said of a line is met inside its fold; of a line that did nothing nothing can be said."""
    about = fold.order.meant(entry.body.observation.about)
    if about == 0 or (about in fold.at and isinstance(fold.frames[fold.at[about]].entry, Played)):
        return Step(state)
    later = fold.order.place.get(about, -1) > fold.order.place[entry.line]
    if later or not fold.judging:
        return Step(state)
    observation = replace(entry.body.observation, reporting_line=entry.line)
    if may_be_chosen(fold.rules, state, observation):
        return Step(state)
    return Step(state, (of_nothing(in_doubt(fold.rules, state, observation), state.line, observation),))


def _position(fold: Timeline, state: Any, entry: Entry) -> Step:
    values = {(name, key): value for name, key, value in entry.body.values}
    agree(fold, *values)
    return _followed(fold, Step(put(fold.rules, state, values)))


def _followed(fold: Timeline, step: Step) -> Step:
    """What must follow from the table as it was seen, with what was said of it before."""
    if fold.carried:
        step, waiting = follow_announced(fold.rules, step, fold.carried)
        return settle(fold, step, waiting, step.state.line, None)
    after, effects = follow_on(fold.rules, step.state)
    return Step(after, step.findings, effects)


def _gap(fold: Timeline, state: Any, entry: Entry) -> Step:
    return Step(fold.rules.after_gap(fold.rules, state, f"gap {entry.line}"))


def _taken_back(fold: Timeline, state: Any, entry: Entry) -> Step:
    """The table of that line, which is not to come yet; what people know they keep."""
    to = fold.order.standing(entry.body.to)
    at = fold.at.get(to)
    then = state if at is None else fold.frames[at].step.state
    if at is not None and isinstance(beside := fold.frames[at].entry, OnBranch):
        then = fold.on_branch(beside.branch, to)
    known = state.known
    for key, fact in then.known.items() if then.known is not known else ():
        known = known.with_fact(key, fact.value, fact.reporting_line)
    return Step(replace(then, known=known, line=entry.line))


def _made_good(fold: Timeline, state: Any, entry: Entry) -> Step:
    """What an effect still owes, once."""
    observation = replace(entry.body.observation, about=fold.order.meant(entry.body.observation.about))
    at = fold.at.get(observation.about)
    effects = fold.frames[at].step.effects if at is not None else ()
    owed = next((effect for effect in effects if observation.is_about(effect)), None)
    once = (observation.about, observation.what, observation.key, observation.clause, observation.source)
    if owed is None or once in fold.made_good:
        return Step(state)
    fold.made_good |= {once}
    step = adjust(fold.rules, state, observation.what, observation.key, owed.due - owed.by, owed.clause, "made-good")
    deed = fold.rules.made_good_by(owed, owed.due - owed.by) if fold.rules.made_good_by else None
    if deed is None:
        return step
    done = judged_fold(fold.rules, state, deed, entry.line, judging=fold.judging)
    return Step(done.state, done.findings, step.effects + done.effects)


def _agreed(fold: Timeline, state: Any, entry: Entry) -> Step:
    observation = entry.body.observation
    observable = fold.rules.observables[observation.what]
    by = observation.by
    if by is None:
        by = observation.value - observable.get(state, observation.key) if observable.counts else observation.value
    agree(fold, (observation.what, observation.key))
    return adjust(fold.rules, state, observation.what, observation.key, by, GR_AGREED.id, "agreed")


TELLING = {
    Seen: _seen,
    Omitted: _of_no_deed,
    Position: _position,
    Gap: _gap,
    TakenBack: _taken_back,
    MadeGood: _made_good,
    Agreed: _agreed,
}
SOURCES = {
    Seen: "seen",
    Omitted: "seen",
    Position: "position",
    Gap: "position",
    TakenBack: "taken-back",
    MadeGood: "made-good",
    Agreed: "agreed",
}
