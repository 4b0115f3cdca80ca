"""Track check: a track or a purse is read, and it is not what the rules give. Where did the table leave them, and how?

Single mistakes that explain the difference exactly are tried one by one: each is told of its line and the record is
folded again. What then agrees with the reading is a cause; the fewer findings it leaves in the whole record, other
readings among them, the better it explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from domain.numbers import Number, exact, least, most
from domain.observables import Look
from domain.record.line_text import read_entry
from domain.record.lines import Agreed, Line, Played, Position, Seen
from domain.rules import UNDETERMINED, Effect, Finding, replace
from domain.sessions.session import Session
from domain.timeline.suspects import came_from
from domain.timeline.timeline import Frame, Timeline
from replays.review.error_causes import DOUBLED, MISSED, Cause, TouchingEffect, causes_of, miscount_causes, rates_of

MOST = 40  # causes tried by folding again; whoever needs more needs another reading
FRESH = 2  # what was put there anew may have been put on what the time before left; nothing earlier is still there
READ = ("read_otherwise", "lies_otherwise")


class TrackChange(Struct, frozen=True):
    """A line that changed what was read, and the effect that did; without one its deed did it."""

    line: int
    entry: Line | None
    effect: Effect | None


class TrackDifference(Struct, frozen=True, kw_only=True):
    """A reading that differs, the lines between which the table left the rules, and what may have happened there."""

    look: Look
    told_by: int
    rules: Number
    seen: Number
    after: int  # up to this line it agreed
    before: int  # from this line on it differs
    causes: tuple[Cause, ...]
    changes: tuple[TrackChange, ...]  # all that changed it in between, the latest first


class TestedCause(Struct, frozen=True):
    """A cause as the record bears it out: the readings that agree with it, and how much is still found."""

    cause: Cause
    agree: frozenset[int]
    left: int
    since: int = 0  # the place up to which what it touched agreed


def track_differences(session: Session) -> tuple[TrackDifference, ...]:
    """Every reading of a count that surely differs from the rules, in the order they stand.

    One mistake may show in several of them, so what explains one is tried on all.
    """
    fold = _folded(session)
    found = [(place, one) for place, frame in enumerate(fold.frames) if (one := _otherwise(frame)) is not None]
    causes = {cause: since for place, one in found for cause, since in _candidates(fold, place, one)}
    tried = [replace(_tried(session, fold, cause), since=since) for cause, since in causes.items()]
    tried.sort(key=lambda one: (one.left, -one.cause.likely))
    return tuple(_difference(fold, place, one, tried) for place, one in found)


def with_readings(session: Session, read: Iterable[str]) -> Session:
    """The record with what somebody reads off the table now: `B points 12`."""
    return replace(session, log=(*session.log, *(read_entry(f"= {text}", session.setup) for text in read)))


def _folded(session: Session, *more: Line) -> Timeline:
    fold = Timeline(session.setup, (*session.log, *more))
    fold.learn()
    return fold


def _otherwise(frame: Frame) -> Finding | None:
    """What was found of a reading of a count; nothing where it may agree, or shows what was chosen."""
    entry = frame.entry
    if not isinstance(entry, Seen) or entry.look.about is not None:
        return None
    if not frame.rules.observables[entry.look.what].counts:
        return None
    sure = (one for one in frame.step.findings if one.check in READ and one.verdict != UNDETERMINED)
    return next(sure, None)


def _difference(fold: Timeline, place: int, found: Finding, tried: list[TestedCause]) -> TrackDifference:
    line, look = fold.frames[place].line, fold.frames[place].entry.look
    places, since = _way_back(fold, place, look)
    explaining = [one for one in tried if line in one.agree]
    if explaining and fold.at[explaining[0].cause.line] <= since:  # it went wrong elsewhere, and shows here later
        since = min(since, explaining[0].since)
    return TrackDifference(
        look=look,
        told_by=line,
        rules=found.facts["rules"],
        seen=look.value,
        after=fold.frames[since].line,
        before=line,
        causes=tuple(one.cause for one in explaining),
        changes=tuple(_changes(fold, places, look)),
    )


# Between which lines ---------------------------------------------------------------------------------


def _way_back(fold: Timeline, place: int, look: Look) -> tuple[list[int], int]:
    """The frames since the same was last known, the latest first, and where that was."""
    walked, at, fresh = [], came_from(fold, place), 0
    while at > 0 and fresh < FRESH and not _settles(fold.frames[at].entry, look):
        fresh += any(effect.sets and _of(effect, look) for effect in fold.frames[at].step.effects)
        walked.append(at)
        at = came_from(fold, at)
    return ([*walked, 0] if at == 0 and fresh < FRESH else walked), at


def _settles(entry: Line | None, look: Look) -> bool:
    """Whether a line told what lies there: the fold went on from that, whatever it was."""
    if isinstance(entry, Position):
        return any((what, key) == (look.what, look.key) for what, key, _ in entry.values)
    if isinstance(entry, (Seen, Agreed)):
        return (entry.look.about, entry.look.what, entry.look.key) == (None, look.what, look.key)
    return False


def _of(effect: Effect, look: Look) -> bool:
    return (effect.what, effect.key) == (look.what, look.key)


def _touched(fold: Timeline, places: list[int], look: Look) -> Iterator[TouchingEffect]:
    """The effects of deeds on what was read; of those somebody spoke of, it is known how they were carried out."""
    for frame in (fold.frames[place] for place in places):
        if frame.entry is not None and not isinstance(frame.entry, Played):
            continue
        for effect in reversed(frame.step.effects):
            told = any(one.is_about(effect) for one in fold.looks.get(frame.line, ()))
            if _of(effect, look) and not told:
                yield frame.line, effect


def _changes(fold: Timeline, places: list[int], look: Look) -> Iterator[TrackChange]:
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


def _bounds(fold: Timeline, place: int, look: Look) -> tuple[int, int]:
    value = _value(fold.frames[place], look)
    return least(value), most(value)


# Which mistake ---------------------------------------------------------------------------------------


def _candidates(fold: Timeline, place: int, found: Finding) -> list[tuple[Cause, int]]:
    """What may have happened to what was read, the likeliest first, and since where."""
    look = fold.frames[place].entry.look
    rules, seen = exact(found.facts["rules"]), exact(look.value)
    if rules is None or seen is None:
        return []
    places, since = _way_back(fold, place, look)
    touched = tuple(_touched(fold, places, look))
    rates = rates_of(effect for frame in fold.frames for effect in frame.step.effects)
    known = causes_of(touched, seen - rules, rates)
    figures = {(one.line, one.clause, one.done) for one in known}
    more = [one for one in miscount_causes(touched, seen - rules) if (one.line, one.clause, one.done) not in figures]
    return [(cause, since) for cause in (known + more)[:MOST]]


def _tried(session: Session, fold: Timeline, cause: Cause) -> TestedCause:
    """What is still found once this is told of its line, and with it what its other side then did not give or get."""
    effects = fold.frames[fold.at[cause.line]].step.effects
    look, other = _said(cause, effects), _other_side(cause, effects)
    alone = _folded(session, Seen(look=look))
    if other is None or _moved_with_it(fold, alone, other):
        return _left(session, alone, cause)
    both = _folded(session, Seen(look=look), Seen(look=other))
    return min(_left(session, alone, cause), _left(session, both, cause), key=lambda one: (one.left, -len(one.agree)))


def _said(cause: Cause, effects: tuple[Effect, ...]) -> Look:
    """What would be said of it. Effects that have one name are said as one."""
    look = Look(what=cause.what, key=cause.key, about=cause.line, clause=cause.clause, source=cause.sources[0])
    whole = sum(exact(one.by) or 0 for one in effects if look.is_about(one)) if not look.source else cause.due
    return replace(look, by=whole - cause.due + cause.done)


def _other_side(cause: Cause, effects: tuple[Effect, ...]) -> Look | None:
    """What one gives another gets: forgotten or done twice, it is so on both sides."""
    if not {MISSED, DOUBLED} & {way.kind for way in cause.ways}:
        return None
    others = (one for one in effects if one.clause == cause.clause and exact(one.by) == -cause.due)
    other = next((one for one in others if (one.what, one.key) != (cause.what, cause.key)), None)
    if other is None:
        return None
    sources, due, done = (other.source,), -cause.due, -cause.done
    return _said(replace(cause, what=other.what, key=other.key, sources=sources, due=due, done=done), effects)


def _moved_with_it(fold: Timeline, alone: Timeline, other: Look) -> bool:
    """Whether the rules keep the other side in step by themselves."""
    here, there = (_value(one.frames[one.at[other.about]], other) for one in (fold, alone))
    return exact(here) != exact(there)


def _left(session: Session, fold: Timeline, cause: Cause) -> TestedCause:
    agree = frozenset(frame.line for frame in fold.frames if isinstance(frame.entry, Seen) and not frame.step.findings)
    found = (one for frame in fold.frames for one in frame.step.findings)
    left = sum(one.reporting_line <= len(session.log) and one.verdict != UNDETERMINED for one in found)
    return TestedCause(cause, agree, left)


def _value(frame: Frame, look: Look) -> Any:
    return frame.rules.observables[look.what].get(frame.step.state, look.key)
