"""The findings in the receipt of a write, as far as the writer may see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from msgspec import Struct

from domain.rules import Finding, Seat
from domain.sessions.commands import CommandReceipt
from domain.sessions.session_state import FindingChanges, SessionView, finding_changes
from domain.timeline.frame import Frame
from replays.annotation import Annotator
from replays.finding_parts import FrameIndex
from replays.view_models import FindingView, finding_view
from replays.viewpoint import Viewpoint


class ReceiptFindings(Struct, frozen=True, kw_only=True):
    """The findings about the written lines, the new ones about earlier lines, and the number of those that went.

    All of it as it was right after those lines.
    """

    findings: list[FindingView] = []
    came: list[FindingView] = []
    went: int = 0


def has_receipt_findings(view: SessionView | None, done: CommandReceipt, viewer: Seat | str | None) -> bool:
    """Whether the receipt may hold findings; with secret lines, only the writer's own fold can tell."""
    if done.findings or done.came or done.went or view is None:
        return True
    return view.setup.help and view.hides(viewer)


def receipt_findings(
    view: SessionView, done: CommandReceipt, count: int, viewer: Seat | str | None, lang: str
) -> ReceiptFindings:
    """The findings that the last `count` lines up to the receipt's line changed, as the viewer may see them.

    The answer stays the same whatever is written later; only an erasure removes something.
    """
    if not view.setup.help:
        return ReceiptFindings()
    annotator, last = Annotator(view.seated, lang), done.line
    if view.hides(viewer, last):
        change, frames = _changes_seen_by(view, last - count, last, viewer)
        return ReceiptFindings(
            findings=_views(annotator, change.findings, frames),
            came=_views(annotator, change.came, frames),
            went=len(change.went),
        )
    snapshot = view.snapshot if view.lines == last else view.seen(Viewpoint(), last)
    by_identity = {
        _identity(finding): finding for findings in snapshot.findings_by_line.values() for finding in findings
    }
    own, came = (
        [by_identity[tuple(name)] for name in names if tuple(name) in by_identity]
        for names in (done.findings, done.came)
    )
    frames = snapshot.frames
    return ReceiptFindings(
        findings=_views(annotator, own, frames), came=_views(annotator, came, frames), went=len(done.went)
    )


def _changes_seen_by(
    view: SessionView, known: int, last: int, viewer: Seat | str | None
) -> tuple[FindingChanges, list[Frame]]:
    """The findings that lines changed for a viewer, and all frames; those that both snapshots share are skipped."""
    before, after = (view.seen(Viewpoint(viewer), lines) for lines in (known, last))
    both = zip(before.frames, after.frames, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], both))
    return finding_changes(before.frames[same:], after.frames[same:], known, last), after.frames


def _views(annotator: Annotator, findings: Iterable[Finding], frames: Sequence[Frame]) -> list[FindingView]:
    index = FrameIndex(frames)
    return [finding_view(annotator, finding, index) for finding in findings]


def _identity(finding: Finding) -> tuple:
    return (
        finding.line,
        finding.clause,
        finding.check,
        finding.seat,
        finding.verdict,
        finding.reporting_line,
        finding.root,
    )
