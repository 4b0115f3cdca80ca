"""View models of the track check, in either language."""

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
    """How an effect was miscounted: the kind, the item, and the wrong rate instead of its own."""

    kind: str
    item: str
    each: int
    rate: int
    says: str


class CauseView(Struct, frozen=True, kw_only=True):
    """An effect that explains a difference: its figures, every miscount that gives them, and a sentence."""

    line: int
    clause: str
    sources: list[str]
    due: int
    done: int
    ways: list[MiscountView]
    says: str


class TrackChangeView(Struct, frozen=True, kw_only=True):
    """A line that changed the observed value; by which clause, where a rule did it."""

    line: int
    clause: str
    says: str


class DifferenceView(Struct, frozen=True, kw_only=True):
    """An observation that differs from the rules, the lines between which the table left them, and the causes."""

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
    """All observations that differ from the rules, in table order."""

    differences: list[DifferenceView]


def track_check(session: Session, lang: str, viewer: Seat | str | None = EVERYTHING) -> TrackCheck:
    """The track check of a session as a viewer may see it."""
    annotator = Annotator(session.seated, lang)
    seen = replace(session, log=tuple(shown(line, viewer, session.setup) for line in session.log))
    return TrackCheck(differences=[_difference(annotator, difference) for difference in track_differences(seen)])


def _difference(annotator: Annotator, difference: TrackDifference) -> DifferenceView:
    observable = annotator.game.base.observables[difference.look.what]
    owned = observable.key[:1] in OWNED
    facts = {
        "look": annotator.look(difference.look),
        "rules": difference.rules,
        "after": difference.after,
        "before": difference.before,
    }
    head = "left-rules" if difference.after else "left-from-start"
    return DifferenceView(
        told_by=difference.line,
        what=difference.look.what,
        seat=owner_letter(observable, difference.look.key[0], annotator.setup) if owned else None,
        rules=points_of(difference.rules),
        seen=points_of(difference.seen),
        after=difference.after,
        before=difference.before,
        says=annotator.words.fill(annotator.words["headings"][head], facts, annotator.seats),
        causes=[_cause(annotator, cause) for cause in difference.causes],
        changes=[_change(annotator, change) for change in difference.changes],
    )


def _cause(annotator: Annotator, cause: Cause) -> CauseView:
    heads, ways = annotator.words["headings"], [_miscount(annotator.words, way) for way in cause.ways]
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
    """The name of what an effect changes; of points, the name of their source."""
    return annotator.source(source) if what == POINTS and source else annotator.observable_name(what, key)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number)


def _miscount(words: Words, way: Miscount) -> MiscountView:
    facts = {name: getattr(way, name) for name in way.__struct_fields__}
    return MiscountView(
        **facts, says=words.say("causes", way.kind, {**facts, "item": words.name("item", way.item)}, {})
    )


def _change(annotator: Annotator, change: TrackChange) -> TrackChangeView:
    if change.effect is None:
        return TrackChangeView(line=change.line, clause="", says=annotator.line(change.entry))
    effect, by = change.effect, annotator.words.number(change.effect.by)
    of = _of(annotator, effect.what, effect.key, effect.source)
    return TrackChangeView(
        line=change.line, clause=effect.clause, says=f"{of} {by if by.startswith('-') else f'+{by}'}"
    )
