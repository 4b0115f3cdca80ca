"""The track check in words, in either language."""

from __future__ import annotations

from msgspec import Struct

from domain.record.value_text import OWNED, owner_letter
from domain.rules import POINTS, Key, Seat, replace
from domain.sessions.session import Session
from domain.setup import EVERYTHING
from domain.words import Words
from replays.annotation import Annotator
from replays.review.error_causes import Cause, Miscount
from replays.review.trackcheck import TrackChange, TrackDifference, track_differences
from replays.view_models import Points, points_of
from replays.viewpoint import shown


class MiscountView(Struct, frozen=True, kw_only=True):
    """How an effect came to another figure: of which item, and at which rate instead of its own."""

    kind: str
    item: str
    each: int
    rate: int
    says: str


class CauseView(Struct, frozen=True, kw_only=True):
    """An effect that explains a difference, the figure it came to, every way to come to it, and its sentence."""

    line: int
    clause: str
    sources: list[str]
    due: int
    done: int
    ways: list[MiscountView]
    says: str


class TrackChangeView(Struct, frozen=True, kw_only=True):
    """A line that changed what was read; where a rule did it, by which clause."""

    line: int
    clause: str
    says: str


class DifferenceView(Struct, frozen=True, kw_only=True):
    """A reading that differs: whose and of what, what the rules give, where the table left them, and how."""

    told_by: int
    what: str
    seat: str | None
    rules: Points
    seen: Points
    after: int
    before: int
    says: str
    causes: list[CauseView]
    changes: list[TrackChangeView]


class TrackCheck(Struct, frozen=True, kw_only=True):
    """Every reading that differs from the rules, the first one first."""

    differences: list[DifferenceView]


def track_check(session: Session, lang: str, viewer: Seat | str | None = EVERYTHING) -> TrackCheck:
    """What the readings of a record tell, in a language, whoever may see so much of it."""
    annotator = Annotator(session.seated, lang)
    seen = replace(session, log=tuple(shown(line, viewer, session.setup) for line in session.log))
    return TrackCheck(differences=[_told(annotator, one) for one in track_differences(seen)])


def _told(annotator: Annotator, found: TrackDifference) -> DifferenceView:
    observable = annotator.game.base.observables[found.look.what]
    owned = observable.key[:1] in OWNED
    facts = {"look": annotator.look(found.look), "rules": found.rules, "after": found.after, "before": found.before}
    head = "left-rules" if found.after else "left-from-start"
    return DifferenceView(
        told_by=found.told_by,
        what=found.look.what,
        seat=owner_letter(observable, found.look.key[0], annotator.setup) if owned else None,
        rules=points_of(found.rules),
        seen=points_of(found.seen),
        after=found.after,
        before=found.before,
        says=annotator.words.fill(annotator.words["headings"][head], facts, annotator.seats),
        causes=[_told_cause(annotator, cause) for cause in found.causes],
        changes=[_told_change(annotator, one) for one in found.changes],
    )


def _told_cause(annotator: Annotator, cause: Cause) -> CauseView:
    heads, ways = annotator.words["headings"], [_told_way(annotator.words, way) for way in cause.ways]
    facts = {
        "line": cause.line,
        "clause": cause.clause,
        "of": heads["or"].join(_of(annotator, cause.what, cause.key, source) for source in cause.sources),
        "due": _signed(cause.due),
        "done": _signed(cause.done),
        "ways": heads["or"].join(way.says for way in ways),
    }
    return CauseView(
        line=cause.line,
        clause=cause.clause,
        sources=list(cause.sources),
        due=cause.due,
        done=cause.done,
        ways=ways,
        says=annotator.words.say("causes", "cause" if cause.line else "cause-laid", facts, annotator.seats),
    )


def _of(annotator: Annotator, what: str, key: Key, source: str) -> str:
    """What an effect is called: points by where they come from."""
    return annotator.source(source) if what == POINTS and source else annotator.observable_name(what, key)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number)


def _told_way(words: Words, way: Miscount) -> MiscountView:
    facts = {name: getattr(way, name) for name in way.__struct_fields__}
    return MiscountView(
        **facts, says=words.say("causes", way.kind, {**facts, "item": words.name("item", way.item)}, {})
    )


def _told_change(annotator: Annotator, one: TrackChange) -> TrackChangeView:
    if one.effect is None:
        return TrackChangeView(line=one.line, clause="", says=annotator.line(one.entry))
    effect, by = one.effect, annotator.words.number(one.effect.by)
    of = _of(annotator, effect.what, effect.key, effect.source)
    return TrackChangeView(line=one.line, clause=effect.clause, says=f"{of} {by if by.startswith('-') else f'+{by}'}")
