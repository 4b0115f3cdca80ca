"""Track check: a track or a purse is read, and it is not what the rules give. Where did the table leave them, and how?

Single mistakes that explain the difference exactly are tried one by one: each is told of its line and the record is
folded again; what then agrees with the reading is a cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.numbers import Range, least, most
from domain.observables import Look
from domain.rules import Effect, ScoreLine
from domain.sessions.lines import Seen
from domain.sessions.looks import OWNED, owner_letter
from domain.sessions.session import Session
from domain.sessions.timeline import Fold, Frame
from replays.annotate import Teller

MISSED, LEFT_OUT, RATE, TWICE, DOUBLED = KINDS = ("missed", "left-out", "rate", "twice", "doubled")
MOST = 40  # causes tried by folding again; whoever needs more needs another reading


class Cause(Struct, frozen=True, kw_only=True):
    """One mistake that explains a difference: of which effect, of which of its items, and what was done instead.

    Effects of one line that no reading could tell apart are one cause: `sources` names them all.
    """

    kind: str
    line: int
    clause: str
    sources: tuple[str, ...]
    item: str
    due: int
    done: int


class Difference(Struct, frozen=True, kw_only=True):
    """A reading that differs, the lines between which the table left the rules, and what may have happened there."""

    look: Look
    told_by: int
    rules: int
    seen: int
    after: int  # up to this line it agreed
    before: int  # from this line on it differs
    causes: tuple[Cause, ...]


def differences(session: Session) -> tuple[Difference, ...]:
    """Every reading of a count that differs from the rules, in the order they were told."""
    frames = _folded(session)
    places = [place for place, frame in enumerate(frames) if _reads_a_count(frame)]
    return tuple(found for place in places if (found := _difference(session, frames, place)) is not None)


def checked(session: Session, look: Look) -> Difference | None:
    """One reading more: what it would tell, if anything."""
    log = (*session.log, Seen(look=look))
    longer = Session(setup=session.setup, log=log, closed=session.closed)
    found = [one for one in differences(longer) if one.told_by == len(log)]
    return found[0] if found else None


def _folded(session: Session, *more: Any) -> list[Frame]:
    fold = Fold(session.setup, (*session.log, *more))
    fold.learn()
    return fold.frames


def _reads_a_count(frame: Frame) -> bool:
    entry = frame.entry
    if not isinstance(entry, Seen) or entry.look.about is not None:
        return False
    return frame.rules.observables[entry.look.what].counts


def _difference(session: Session, frames: list[Frame], place: int) -> Difference | None:
    look = frames[place].entry.look
    by_rules, seen = exact(_value(frames[place - 1], look)), exact(look.value)
    if by_rules is None or seen is None or by_rules == seen:
        return None
    since = _agreed(frames, place, look)
    tried = _candidates(frames[since + 1 : place], look, seen - by_rules)
    causes = [cause for cause in list(tried)[:MOST] if _explains(session, look, frames[place].line, cause)]
    return Difference(
        look=look,
        told_by=frames[place].line,
        rules=by_rules,
        seen=seen,
        after=frames[since].line,
        before=frames[place].line,
        causes=tuple(causes),
    )


def _value(frame: Frame, look: Look) -> Any:
    return frame.rules.observables[look.what].get(frame.step.state, look.key)


def exact(value: Any) -> int | None:
    if isinstance(value, Range):
        return least(value) if least(value) == most(value) else None
    return value if isinstance(value, int) else None


def _agreed(frames: list[Frame], place: int, look: Look) -> int:
    """The last place where the same thing was read: whatever it showed, the fold went on from there."""
    for before in range(place - 1, 0, -1):
        if _reads_a_count(frames[before]) and _same(frames[before].entry.look, look):
            return before
    return 0


def _same(one: Look, other: Look) -> bool:
    return (one.what, one.key) == (other.what, other.key)


# What may have happened ------------------------------------------------------------------------------


def _candidates(frames: list[Frame], look: Look, by: int) -> Iterator[Cause]:
    """Single mistakes that come to the difference, the likeliest first; of alike ones, the latest."""
    effects = [(frame.line, one) for frame in reversed(frames) for one in reversed(frame.step.effects)]
    touching = [(line, one) for line, one in effects if (one.what, one.key) == (look.what, look.key)]
    rates = rates_of(touching)
    found = [cause for line, one in touching for cause in mistakes(line, one, rates) if _may_come_to(cause, by)]
    return iter(sorted(_grouped(found), key=lambda cause: KINDS.index(cause.kind)))


def _may_come_to(cause: Cause, by: int) -> bool:
    """A loss stops at nothing, so that folding alone can tell what it comes to."""
    return cause.done - cause.due == by or (cause.due < 0 and (cause.done - cause.due) * by > 0)


def _grouped(causes: list[Cause]) -> list[Cause]:
    """Alike causes of one line as one."""
    alike: dict[tuple, list[str]] = {}
    for one in causes:
        alike.setdefault((one.kind, one.line, one.clause, one.item, one.due, one.done), []).extend(one.sources)
    return [
        Cause(kind=kind, line=line, clause=clause, sources=tuple(dict.fromkeys(sources)), item=item, due=due, done=done)
        for (kind, line, clause, item, due, done), sources in alike.items()
    ]


def mistakes(line: int, effect: Effect, rates: dict[str, set[int]]) -> Iterator[Cause]:
    due = exact(effect.by)
    if not due:
        return

    def cause(kind: str, done: int, item: str = "") -> Cause:
        told = {"line": line, "clause": effect.clause, "sources": (effect.source,)}
        return Cause(kind=kind, item=item, due=due, done=done, **told)

    yield cause(MISSED, 0)
    yield cause(DOUBLED, due * 2)
    if isinstance(effect, ScoreLine):
        yield from _of_items(effect, due, rates, cause)


def _of_items(effect: ScoreLine, due: int, rates: dict[str, set[int]], cause: Any) -> Iterator[Cause]:
    several = len(effect.items) > 1
    for item in effect.items:
        count, each = exact(item.count), exact(item.each)
        if not count or not each:
            continue
        if several:
            yield cause(LEFT_OUT, due - count * each, item.name)
            yield cause(TWICE, due + count * each, item.name)
        for rate in sorted((rates[effect.clause] - {each}) or {each - 1, each + 1}):
            yield cause(RATE, due + count * (rate - each), item.name)


def rates_of(touching: list[tuple[int, Effect]]) -> dict[str, set[int]]:
    """What a clause gives for one, in all its items: a table may take one for another."""
    rates: dict[str, set[int]] = {}
    for _, effect in touching:
        known = rates.setdefault(effect.clause, set())
        for item in effect.items if isinstance(effect, ScoreLine) else ():
            if (each := exact(item.each)) is not None:
                known.add(each)
    return rates


def _explains(session: Session, look: Look, told_by: int, cause: Cause) -> bool:
    """Whether the reading agrees once this is told of its line."""
    said = Look(
        what=look.what, key=look.key, by=cause.done, about=cause.line, clause=cause.clause, source=cause.sources[0]
    )
    frames = _folded(session, Seen(look=said))
    place = next(at for at, frame in enumerate(frames) if frame.line == told_by)
    return exact(_value(frames[place - 1], look)) == exact(look.value)


# In words --------------------------------------------------------------------------------------------


class ToldCause(Struct, frozen=True, kw_only=True):
    """A cause as a program reads it, with its sentence."""

    kind: str
    line: int
    clause: str
    sources: list[str]
    item: str
    due: int
    done: int
    says: str


class ToldDifference(Struct, frozen=True, kw_only=True):
    """A reading that differs: whose and of what, what the rules give, where the table left them, and how."""

    told_by: int
    what: str
    seat: str | None
    rules: int
    seen: int
    after: int
    before: int
    says: str
    causes: list[ToldCause]


class TrackCheck(Struct, frozen=True, kw_only=True):
    """Every reading that differs from the rules, the first one first."""

    differences: list[ToldDifference]


def track_checked(session: Session, lang: str) -> TrackCheck:
    """What the readings of a record tell, in a language."""
    teller = Teller(session.setup, lang)
    return TrackCheck(differences=[_told(teller, one) for one in differences(session)])


def _told(teller: Teller, found: Difference) -> ToldDifference:
    observable = teller.game.base.observables[found.look.what]
    owned = observable.key[:1] in OWNED
    facts = {"look": teller.look(found.look), "rules": found.rules, "after": found.after, "before": found.before}
    return ToldDifference(
        told_by=found.told_by,
        what=found.look.what,
        seat=owner_letter(observable, found.look.key[0], teller.setup) if owned else None,
        rules=found.rules,
        seen=found.seen,
        after=found.after,
        before=found.before,
        says=teller.words.fill(teller.words["headings"]["left-rules"], facts, teller.seats),
        causes=[_told_cause(teller, cause) for cause in found.causes],
    )


def _told_cause(teller: Teller, cause: Cause) -> ToldCause:
    fields = {name: getattr(cause, name) for name in cause.__struct_fields__}
    source = " / ".join(teller.source(one) for one in cause.sources)
    facts = {**fields, "source": source or cause.clause}
    says = teller.words.fill(teller.words["causes"][cause.kind], facts, teller.seats)
    return ToldCause(**{**fields, "sources": list(cause.sources)}, says=says)
