"""Previews a line before it is written: its sentence, its effects, and the findings it adds and removes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.record.json_convert import kind_of
from domain.record.line_text import write_entry
from domain.record.lines import CORRECTIONS, MAIN, Line, OnBranch, Played, Ruled, Struck
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
from replays.finding_parts import FrameIndex
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
from replays.viewpoint import AnySession, Viewpoint, session_of, snapshot_in, table_of


class ScoreImpact(Struct, frozen=True, kw_only=True):
    """The points of a side before and after a ruling, as ruled."""

    seat: str
    before: Points
    after: Points


class NextLine(Struct, frozen=True, kw_only=True):
    """A further line of the same text; `came` and `went` are the findings it adds and removes."""

    line: int
    text: str
    says: str
    findings: list[FindingView]
    came: list[FindingView] = []
    went: list[FindingView] = []


class Preview(Struct, frozen=True, kw_only=True):
    """A line as it would be recorded; `came` and `went` are findings about earlier lines.

    `then` holds further lines, where one typed text means several.
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
    """The preview of a line for a viewer; raises NotRecorded where it cannot be written."""
    session = session_of(source)
    check_line(session, line)
    if isinstance(line, Ruled):
        may_stand(session.log, line)
    number = len(session.log) + 1
    frame, change, frames = _next_frame(source, session, line, number, viewer)
    annotator = Annotator(session.seated, lang)
    effects, index = () if isinstance(line, Struck) else frame.step.effects, FrameIndex(frames)
    before = table_of(snapshot_in(source, Viewpoint(viewer)).last) if isinstance(line, Played) else None
    return Preview(
        line=number,
        kind=kind_of(line),
        seat=annotator.letter(seat_of(line)),
        text=write_entry(line, session.setup).strip(),
        says=annotator.line(line),
        moment=moment_of(frame, annotator),
        effects=effect_views(annotator, effects, before, table_of(frame)),
        points=points_views(annotator, number, effects),
        findings=_views(annotator, change.findings, index),
        came=_views(annotator, change.came, index),
        went=_views(annotator, change.went, index),
        impact=_impact(source, session, line, viewer),
        then=list(_then(session, line, others, lang, viewer)),
    )


def _then(session: Session, line: Line, others: Sequence[Line], lang: str, viewer: Any) -> Iterator[NextLine]:
    """The previews of further lines, each after those before it."""
    for other in others:
        session, line = record(session, line), other
        preview = preview_line(session, line, lang, viewer)
        yield NextLine(
            line=preview.line,
            text=preview.text,
            says=preview.says,
            findings=preview.findings,
            came=preview.came,
            went=preview.went,
        )


def _views(annotator: Annotator, findings: Sequence[Finding], frames: FrameIndex) -> list[FindingView]:
    return [finding_view(annotator, finding, frames) for finding in findings]


def _next_frame(
    source: AnySession, session: Session, line: Line, number: int, viewer: Any
) -> tuple[Frame, FindingChanges, list[Frame]]:
    """The frame of the line, the findings it changes, and all frames, on its branch."""
    branch = _branch(session, line, number)
    snapshot = snapshot_in(source, Viewpoint(viewer, branch=branch))
    done = line.body if isinstance(line, OnBranch) else line
    if isinstance(done, Played):
        step = Timeline.from_snapshot(session.setup, snapshot.last, snapshot.mark, viewer).try_action(number, done)
        broke = any(finding.verdict == BROKEN for finding in step.findings)
        if not broke and not step.state.known.missing.late:  # else the judgement of an earlier line may change
            frame = Frame(number, line, step, snapshot.mark.rules, number)
            return frame, FindingChanges(number, step.findings), [*snapshot.frames, frame]
    fold = Timeline(session.setup, (*session.log, line), viewer=viewer, branch=branch)
    fold.learn()
    at = fold.at.get(fold.order.standing(number), 0)
    changes = finding_changes(snapshot.frames, fold.frames, number - 1, number)
    return fold.frames[at], changes, fold.frames


def _branch(session: Session, line: Line, number: int) -> str:
    """The branch of a line, or of the line it corrects; empty for the main branch."""
    if not isinstance(line, (OnBranch, *CORRECTIONS)):
        return ""
    order = table_order((*session.log, line))
    standing = order.standing(number)
    branch = branch_of(order.entries[order.place[standing]]) if standing else MAIN
    return "" if branch == MAIN else branch


def _impact(source: AnySession, session: Session, line: Line, viewer: Any) -> list[ScoreImpact]:
    """How a ruling changes the points as ruled; empty for other lines."""
    if not isinstance(line, Ruled):
        return []
    before = snapshot_in(source, Viewpoint(viewer, ruled=True)).last.step.state.scores
    after = audit(session.setup, (*session.log, line), ruled=True, viewer=viewer)[-1].step.state.scores
    both = zip(side_letters(session.setup), before, after, strict=True)
    return [ScoreImpact(seat=seat, before=points_of(one), after=points_of(other)) for seat, one, other in both]
