"""Computes what followed from a mistake: what would not be in the record if its line had not been carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from domain.numbers import exact, is_surely
from domain.record.lines import FACTS, VOID, Line, Note, Ruled, unwrapped
from domain.rules import UNDETERMINED, Finding
from domain.sessions.session import Session
from domain.timeline.frame import Frame
from domain.timeline.timeline import audit
from replays.annotation import Annotator
from replays.finding_parts import FrameIndex
from replays.review.comparison import findings_of
from replays.view_models import finding_view
from replays.viewpoint import AnySession, session_of

MOST_ROOTS, MOST_LINES = 20, 8000  # mistakes whose lines are taken out, and lines that are folded for it in all
MOST_EFFECTS = 30  # effects that are listed in words

FindingKey = tuple[int, str, str, int | None]


class KnockOn(Struct, frozen=True, kw_only=True):
    """A later finding that would not be there, and those that follow from it in turn."""

    line: int
    clause: str
    seat: str | None
    title: str
    led_to: list[KnockOn]


class EffectGone(Struct, frozen=True, kw_only=True):
    """A later effect that would not be there, or not like this."""

    line: int
    clause: str
    says: str


class Consequences(Struct, frozen=True, kw_only=True):
    """What followed from the mistake on a line: without it, all of this would not be there."""

    line: int
    reporting_line: int  # the line that was taken out: the mistake's own, or the one that announced a wrong value
    findings: int
    led_to: list[KnockOn]
    effects: list[EffectGone]
    effects_in_all: int
    points: dict[str, int]  # by side: the points that it has from the mistake, or lost by it
    points_in_all: int
    last: int  # the last line on which something would not be there

    @property
    def is_empty(self) -> bool:
        """Whether nothing followed."""
        return not (self.findings or self.effects_in_all or self.points)


class ConsequenceMap(Struct, frozen=True, kw_only=True):
    """The consequences of the mistakes of a session; `whole` says that every mistake was tried."""

    lines: int
    mistakes: list[Consequences]
    whole: bool


def consequences_of(source: AnySession, lang: str, ruled: bool = False, only: int | None = None) -> ConsequenceMap:
    """The consequences of every mistake, or of those on one line. It sees every secret."""
    session = session_of(source)
    log = session.log if ruled else _without_rulings(session.log)
    before = audit(session.setup, log, ruled=True)
    findings = [finding for finding in findings_of(before) if finding.verdict != UNDETERMINED and finding.line]
    roots = {finding.line: finding for finding in reversed(findings) if only in (None, finding.line)}
    able = [(line, finding) for line, finding in sorted(roots.items()) if _taken_out(session, finding)]
    tried = able[: max(1, min(MOST_ROOTS, MOST_LINES // max(1, len(log))))]
    after = {line: without_line(session, log, _taken_out(session, finding)) for line, finding in tried}
    gone = {line: missing_findings(before, frames, line) for line, frames in after.items()}
    annotator, index = Annotator(session.seated, lang), FrameIndex(before)

    def knock_ons(line: int, keys: set[FindingKey]) -> list[KnockOn]:
        by_line = sorted({key[0] for key in keys if key[0] > line})
        made: list[KnockOn] = []
        for later in by_line:
            own = [finding for finding in findings if _key(finding) in keys and finding.line == later]
            if any(_leads_to(gone, other, later) for other in by_line if other < later):
                continue  # it is listed under that one
            inner = gone.get(later, set()) & keys
            for at, finding in enumerate(own):
                view = finding_view(annotator, finding, index)
                led_to = knock_ons(later, inner) if at == 0 else []
                made.append(KnockOn(line=later, clause=view.clause, seat=view.seat, title=view.title, led_to=led_to))
        return made

    mistakes = []
    for line, finding in tried:
        effects = missing_effects(before, after[line], line, annotator)
        points = _points(annotator, before[-1], after[line][-1])
        mistake = Consequences(
            line=line,
            reporting_line=_taken_out(session, finding),
            findings=len(gone[line]),
            led_to=knock_ons(line, gone[line]),
            effects=effects[:MOST_EFFECTS],
            effects_in_all=len(effects),
            points=points,
            points_in_all=sum(map(abs, points.values())),
            last=max([line, *(key[0] for key in gone[line]), *(effect.line for effect in effects)]),
        )
        mistakes.append(mistake)
    return ConsequenceMap(lines=len(log), mistakes=mistakes, whole=len(tried) == len(able))


def follow_ons(consequences: ConsequenceMap) -> set[tuple[int, str]]:
    """The line and clause of every finding that would not be there without an earlier mistake."""

    def below(led_to: list[KnockOn]) -> set[tuple[int, str]]:
        return {pair for one in led_to for pair in ((one.line, one.clause), *below(one.led_to))}

    return {pair for mistake in consequences.mistakes for pair in below(mistake.led_to)}


def without_line(session: Session, log: Sequence[Line], line: int) -> list[Frame]:
    """The audit of a record in which one line was not carried out; its part of the turn stays used."""
    return audit(session.setup, (*log, Ruled(remedy=VOID, line=line)), ruled=True)


def missing_findings(before: list[Frame], after: list[Frame], line: int) -> set[FindingKey]:
    """The findings on later lines that only the first fold has."""
    kept = {_key(finding) for finding in findings_of(after)}
    findings = (finding for finding in findings_of(before) if finding.verdict != UNDETERMINED and finding.line > line)
    return {_key(finding) for finding in findings} - kept


def missing_effects(before: list[Frame], after: list[Frame], line: int, annotator: Annotator) -> list[EffectGone]:
    """The effects on later lines that only the first fold has, in words."""
    kept = Counter(_effects(after, line))
    gone = []
    for frame in before:
        for effect in frame.step.effects if frame.line > line else ():
            key = _effect_key(frame.line, effect)
            if kept[key]:
                kept[key] -= 1
            elif not is_surely(effect.by, 0):
                says = annotator.effect(effect, frame.step.state)
                gone.append(EffectGone(line=frame.line, clause=effect.clause, says=says))
    return gone


def _effects(frames: Iterable[Frame], line: int) -> Iterable[tuple[Any, ...]]:
    return (_effect_key(frame.line, effect) for frame in frames if frame.line > line for effect in frame.step.effects)


def _effect_key(line: int, effect: Any) -> tuple[Any, ...]:
    return line, effect.clause, effect.what, effect.key, repr(effect.by)


def _key(finding: Finding) -> FindingKey:
    return finding.line, finding.clause, finding.check, finding.seat


def _leads_to(gone: dict[int, set[FindingKey]], line: int, later: int) -> bool:
    """Whether a finding on the later line would not be there without the earlier one."""
    return any(key[0] == later for key in gone.get(line, ()))


def _taken_out(session: Session, finding: Finding) -> int:
    """The line that is taken out: that of the finding, or the line that announced its value; 0 where neither can be."""
    for line in (finding.reporting_line, finding.line):
        if 0 < line <= len(session.log) and isinstance(unwrapped(session.log[line - 1]), FACTS):
            return line
    return 0


def _without_rulings(log: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with a note in place of each ruling, so that every line keeps its number."""
    return tuple(Note(text="") if isinstance(line, Ruled) else line for line in log)


def _points(annotator: Annotator, before: Frame, after: Frame) -> dict[str, int]:
    """By side: how many points it has more with the mistake than without, where both are known."""
    points: dict[str, int] = {}
    for side, one, other in zip(annotator.side_letters, before.step.state.scores, after.step.state.scores, strict=True):
        with_it, without_it = exact(one), exact(other)
        if with_it is not None and without_it is not None and with_it != without_it:
            points[side] = with_it - without_it
    return points
