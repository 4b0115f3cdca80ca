"""The track check: finds where a table left the rules when a count read off it differs from the computed one.

It tries single mistakes that explain the difference, one by one: it announces each on its line and folds the record
again. A mistake after which the observation agrees is a cause; the fewer findings it leaves, the better it explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from domain.numbers import Number, exact, least, most
from domain.observables import Observation
from domain.record.line_text import read_entry
from domain.record.lines import Agreed, Line, Played, Position, Seen
from domain.rules import UNDETERMINED, Effect, Finding, replace
from domain.sessions.session import Session
from domain.timeline.frame import Frame
from domain.timeline.suspects import came_from
from domain.timeline.timeline import Timeline
from replays.review.error_causes import DOUBLED, MISSED, Cause, TouchingEffect, causes_of, miscount_causes, rates_of

MAX_CAUSES = 40  # causes tried by folding again; beyond that, another observation helps more
MAX_RESETS = 2  # a value that is set anew may keep a remainder of the one before, but of none earlier
OBSERVATION_CHECKS = ("read_otherwise", "lies_otherwise")


class TrackChange(Struct, frozen=True):
    """A line that changed the observed value, and its effect; None where the action itself did it."""

    line: int
    entry: Line | None
    effect: Effect | None


class TrackDifference(Struct, frozen=True, kw_only=True):
    """An observation that differs, the lines between which the table left the rules, and the possible causes."""

    look: Observation
    line: int  # the line of the observation
    rules: Number
    seen: Number
    after: int  # the last line up to which it agreed
    before: int  # the line from which it differs
    causes: tuple[Cause, ...]
    changes: tuple[TrackChange, ...]  # all changes in between, the latest first


class TestedCause(Struct, frozen=True):
    """A cause after folding with it: the lines of observations that agree then, and how many findings are left."""

    cause: Cause
    agree: frozenset[int]
    left: int
    since: int = 0  # the last place at which the value it touched agreed


def track_differences(session: Session) -> tuple[TrackDifference, ...]:
    """All observations of a count that surely differ from the rules, in table order.

    One mistake may show in several observations, so every cause is tested against all.
    """
    fold = _folded(session)
    differing = [
        (place, finding) for place, frame in enumerate(fold.frames) if (finding := _differing(frame)) is not None
    ]
    causes = {cause: since for place, finding in differing for cause, since in _candidates(fold, place, finding)}
    tested = [replace(_tested(session, fold, cause), since=since) for cause, since in causes.items()]
    tested.sort(key=lambda finding: (finding.left, -finding.cause.likely))
    return tuple(_difference(fold, place, finding, tested) for place, finding in differing)


def with_observations(session: Session, read: Iterable[str]) -> Session:
    """The session with values read off the table now, as `B points 12`."""
    return replace(session, log=(*session.log, *(read_entry(f"= {text}", session.setup) for text in read)))


def _folded(session: Session, *more: Line) -> Timeline:
    fold = Timeline(session.setup, (*session.log, *more))
    fold.learn()
    return fold


def _differing(frame: Frame) -> Finding | None:
    """The finding about an observed count; None where the count may agree."""
    entry = frame.entry
    if not isinstance(entry, Seen) or entry.observation.about is not None:
        return None
    if not frame.rules.observables[entry.observation.what].counts:
        return None
    sure = (
        finding
        for finding in frame.step.findings
        if finding.check in OBSERVATION_CHECKS and finding.verdict != UNDETERMINED
    )
    return next(sure, None)


def _difference(fold: Timeline, place: int, finding: Finding, tested: list[TestedCause]) -> TrackDifference:
    line, look = fold.frames[place].line, _look_at(fold, place)
    places, since = _places_back(fold, place, look)
    explaining = [cause for cause in tested if line in cause.agree]
    if explaining and fold.at[explaining[0].cause.line] <= since:  # the mistake is earlier and shows here later
        since = min(since, explaining[0].since)
    return TrackDifference(
        look=look,
        line=line,
        rules=finding.facts["rules"],
        seen=look.value,
        after=fold.frames[since].line,
        before=line,
        causes=tuple(cause.cause for cause in explaining),
        changes=tuple(_changes(fold, places, look)),
    )


# Between which lines ---------------------------------------------------------------------------------


def _places_back(fold: Timeline, place: int, look: Observation) -> tuple[list[int], int]:
    """The places back to where the value was last known, the latest first, and that place."""
    walked, at, resets = [], came_from(fold, place), 0
    while at > 0 and resets < MAX_RESETS and not _settles(fold.frames[at].entry, look):
        resets += any(effect.sets and _of(effect, look) for effect in fold.frames[at].step.effects)
        walked.append(at)
        at = came_from(fold, at)
    return ([*walked, 0] if at == 0 and resets < MAX_RESETS else walked), at


def _settles(entry: Line | None, look: Observation) -> bool:
    """Whether a line states this value: the fold continues from the stated one."""
    if isinstance(entry, Position):
        return any((what, key) == (look.what, look.key) for what, key, _ in entry.values)
    if isinstance(entry, (Seen, Agreed)):
        return (entry.observation.about, entry.observation.what, entry.observation.key) == (None, look.what, look.key)
    return False


def _of(effect: Effect, look: Observation) -> bool:
    return (effect.what, effect.key) == (look.what, look.key)


def _touched(fold: Timeline, places: list[int], look: Observation) -> Iterator[TouchingEffect]:
    """The effects of actions on the observed value, without those that were announced: their figures are known."""
    for frame in (fold.frames[place] for place in places):
        if frame.entry is not None and not isinstance(frame.entry, Played):
            continue
        for effect in reversed(frame.step.effects):
            announced = any(announcement.is_about(effect) for announcement in fold.announcements.get(frame.line, ()))
            if _of(effect, look) and not announced:
                yield frame.line, effect


def _changes(fold: Timeline, places: list[int], look: Observation) -> Iterator[TrackChange]:
    """The lines that changed the observed value, the latest first."""
    for place in places:
        frame = fold.frames[place]
        effects = [effect for effect in reversed(frame.step.effects) if _of(effect, look) and exact(effect.by) != 0]
        yield from (TrackChange(frame.line, frame.entry, effect) for effect in effects)
        if (
            not effects
            and isinstance(frame.entry, Played)
            and _bounds(fold, place, look) != _bounds(fold, place - 1, look)
        ):
            yield TrackChange(frame.line, frame.entry, None)


def _bounds(fold: Timeline, place: int, look: Observation) -> tuple[int, int]:
    value = _value(fold.frames[place], look)
    return least(value), most(value)


# Which mistake ---------------------------------------------------------------------------------------


def _candidates(fold: Timeline, place: int, finding: Finding) -> list[tuple[Cause, int]]:
    """The causes to test for an observation, the likeliest first, each with the last place that agreed."""
    look = _look_at(fold, place)
    rules, seen = exact(finding.facts["rules"]), exact(look.value)
    if rules is None or seen is None:
        return []
    places, since = _places_back(fold, place, look)
    touched = tuple(_touched(fold, places, look))
    rates = rates_of(effect for frame in fold.frames for effect in frame.step.effects)
    known = causes_of(touched, seen - rules, rates)
    figures = {(cause.line, cause.clause, cause.done) for cause in known}
    more = [
        cause
        for cause in miscount_causes(touched, seen - rules)
        if (cause.line, cause.clause, cause.done) not in figures
    ]
    return [(cause, since) for cause in (known + more)[:MAX_CAUSES]]


def _tested(session: Session, fold: Timeline, cause: Cause) -> TestedCause:
    """The cause after folding with it announced, and with its counterpart announced where that explains more."""
    effects = fold.frames[fold.at[cause.line]].step.effects
    look, other = _announcement(cause, effects), _counterpart(cause, effects)
    alone = _folded(session, Seen(observation=look))
    if other is None or _follows_by_itself(fold, alone, other):
        return _after_folding(session, alone, cause)
    both = _folded(session, Seen(observation=look), Seen(observation=other))
    return min(
        _after_folding(session, alone, cause),
        _after_folding(session, both, cause),
        key=lambda tested: (tested.left, -len(tested.agree)),
    )


def _announcement(cause: Cause, effects: tuple[Effect, ...]) -> Observation:
    """The announcement of a cause; effects of one name are announced together."""
    look = Observation(what=cause.what, key=cause.key, about=cause.line, clause=cause.clause, source=cause.sources[0])
    whole = sum(exact(effect.by) or 0 for effect in effects if look.is_about(effect)) if not look.source else cause.due
    return replace(look, by=whole - cause.due + cause.done)


def _counterpart(cause: Cause, effects: tuple[Effect, ...]) -> Observation | None:
    """The announcement of the opposite effect: what one side gives, another gets, so both are missed or doubled."""
    if not {MISSED, DOUBLED} & {way.kind for way in cause.ways}:
        return None
    others = (effect for effect in effects if effect.clause == cause.clause and exact(effect.by) == -cause.due)
    other = next((effect for effect in others if (effect.what, effect.key) != (cause.what, cause.key)), None)
    if other is None:
        return None
    sources, due, done = (other.source,), -cause.due, -cause.done
    return _announcement(replace(cause, what=other.what, key=other.key, sources=sources, due=due, done=done), effects)


def _follows_by_itself(fold: Timeline, alone: Timeline, other: Observation) -> bool:
    """Whether the rules change the counterpart by themselves."""
    line = other.about or 0
    here, there = (_value(timeline.frames[timeline.at[line]], other) for timeline in (fold, alone))
    return exact(here) != exact(there)


def _after_folding(session: Session, fold: Timeline, cause: Cause) -> TestedCause:
    agree = frozenset(frame.line for frame in fold.frames if isinstance(frame.entry, Seen) and not frame.step.findings)
    findings = (finding for frame in fold.frames for finding in frame.step.findings)
    left = sum(finding.reporting_line <= len(session.log) and finding.verdict != UNDETERMINED for finding in findings)
    return TestedCause(cause, agree, left)


def _look_at(fold: Timeline, place: int) -> Observation:
    """The observation at a place."""
    entry = fold.frames[place].entry
    if not isinstance(entry, Seen):
        raise TypeError(f"no value was observed at place {place}")
    return entry.observation


def _value(frame: Frame, look: Observation) -> Any:
    return frame.rules.observables[look.what].get(frame.step.state, look.key)
