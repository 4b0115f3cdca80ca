"""A line before it is written: how it is understood, what would come of it, and what of earlier findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.record.json_convert import kind_of
from domain.record.line_text import write_entry
from domain.record.lines import MAIN, MENDINGS, Line, OnBranch, Played, Ruled, Struck
from domain.record.value_text import side_letters
from domain.rules import BROKEN, Finding
from domain.sessions.session import Session, check_line, record
from domain.sessions.session_state import FindingChanges, finding_changes
from domain.setup import EVERYTHING
from domain.timeline.disputes import may_stand
from domain.timeline.frame import Frame
from domain.timeline.order import branch_of, table_order
from domain.timeline.timeline import Timeline, audit
from replays.annotation import Annotator
from replays.frames import GameMoment, moment_of, seat_of
from replays.view_models import (
    EffectView,
    FindingView,
    Points,
    PointsView,
    effect_views,
    finding_view,
    points_of,
    points_views,
)
from replays.viewpoint import AnySession, Viewpoint, session_of, snapshot_in


class ScoreImpact(Struct, frozen=True, kw_only=True):
    """What a ruling would make of a seat's points, as ruled."""

    seat: str
    before: Points
    after: Points


class NextLine(Struct, frozen=True, kw_only=True):
    """A further line that is written together with the first; `came` and `went` are what it changes after those."""

    line: int
    text: str
    says: str
    findings: list[FindingView]
    came: list[FindingView] = []
    went: list[FindingView] = []


class Preview(Struct, frozen=True, kw_only=True):
    """A line as it would be recorded. `came` and `went` are findings of earlier lines; nothing was written.

    `then` are the lines after it, where one typed text means several.
    """

    line: int
    kind: str
    seat: str | None
    text: str
    says: str
    moment: GameMoment
    effects: list[EffectView]
    points: list[PointsView]
    findings: list[FindingView]
    came: list[FindingView]
    went: list[FindingView]
    impact: list[ScoreImpact]
    then: list[NextLine] = []


def preview_line(
    source: AnySession, line: Line, lang: str, viewer: Any = EVERYTHING, others: Sequence[Line] = ()
) -> Preview:
    """What a line would come to, for whoever sees so much; NotRecorded where it could not be written."""
    session = session_of(source)
    check_line(session, line)
    if isinstance(line, Ruled):
        may_stand(session.log, line)
    number = len(session.log) + 1
    frame, change = _foreseen(source, session, line, number, viewer)
    annotator = Annotator(session.seated, lang)
    effects = () if isinstance(line, Struck) else frame.step.effects
    return Preview(
        line=number,
        kind=kind_of(line),
        seat=annotator.letter(seat_of(line)),
        text=write_entry(line, session.setup).strip(),
        says=annotator.line(line),
        moment=moment_of(frame, annotator),
        effects=effect_views(annotator, effects),
        points=points_views(annotator, number, effects),
        findings=_told(annotator, change.findings),
        came=_told(annotator, change.came),
        went=_told(annotator, change.went),
        impact=_impact(source, session, line, viewer),
        then=list(_then(session, line, others, lang, viewer)),
    )


def _then(session: Session, line: Line, others: Sequence[Line], lang: str, viewer: Any) -> Iterator[NextLine]:
    """Further lines, each after those before it."""
    for other in others:
        session, line = record(session, line), other
        seen = preview_line(session, line, lang, viewer)
        yield NextLine(
            line=seen.line, text=seen.text, says=seen.says, findings=seen.findings, came=seen.came, went=seen.went
        )


def _told(annotator: Annotator, findings: Sequence[Finding]) -> list[FindingView]:
    return [finding_view(annotator, finding) for finding in findings]


def _foreseen(
    source: AnySession, session: Session, line: Line, number: int, viewer: Any
) -> tuple[Frame, FindingChanges]:
    """The frame a line would make, and what it would change, in the way on which it stands."""
    branch = _branch(session, line, number)
    snapshot = snapshot_in(source, Viewpoint(viewer, branch=branch))
    done = line.body if isinstance(line, OnBranch) else line
    if isinstance(done, Played):
        step = Timeline.ahead(session.setup, snapshot.last, snapshot.mark, viewer).deed(number, done)
        broke = any(finding.verdict == BROKEN for finding in step.findings)
        if not broke and not step.state.known.missing.late:  # else an earlier line may be judged otherwise now
            return Frame(number, line, step, snapshot.mark.rules, number), FindingChanges(number, step.findings)
    fold = Timeline(session.setup, (*session.log, line), viewer=viewer, branch=branch)
    fold.learn()
    at = fold.at.get(fold.order.standing(number), 0)
    return fold.frames[at], finding_changes(snapshot.frames, fold.frames, number - 1, number)


def _branch(session: Session, line: Line, number: int) -> str:
    """The branch a line would stand on, or mends a line of; none where it is of the first way."""
    if not isinstance(line, (OnBranch, *MENDINGS)):
        return ""
    order = table_order((*session.log, line))
    standing = order.standing(number)
    branch = branch_of(order.entries[order.place[standing]]) if standing else MAIN
    return "" if branch == MAIN else branch


def _impact(source: AnySession, session: Session, line: Line, viewer: Any) -> list[ScoreImpact]:
    """How the score as ruled would change for whoever sees so much; only a ruling is asked so."""
    if not isinstance(line, Ruled):
        return []
    before = snapshot_in(source, Viewpoint(viewer, ruled=True)).last.step.state.scores
    after = audit(session.setup, (*session.log, line), ruled=True, viewer=viewer)[-1].step.state.scores
    both = zip(side_letters(session.setup), before, after, strict=True)
    return [ScoreImpact(seat=seat, before=points_of(one), after=points_of(other)) for seat, one, other in both]
