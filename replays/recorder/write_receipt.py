"""What a writer is told of what was written: the findings that came and went, as far as the writer may know them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from msgspec import Struct

from domain.rules import Finding, Seat
from domain.sessions.receipts import CommandReceipt
from domain.sessions.session_state import FindingChanges as Changed
from domain.sessions.session_state import SessionView, finding_changes
from replays.annotation import Annotator
from replays.view_models import FindingView, finding_view
from replays.viewpoint import Viewpoint


class ReceiptFindings(Struct, frozen=True, kw_only=True):
    """The findings about the lines that were written, those that came up about earlier ones, and how many went.

    All of it holds as it was right after those lines: what came and went among them is not told.
    """

    findings: list[FindingView] = []
    came: list[FindingView] = []
    went: int = 0


def has_receipt_findings(view: SessionView | None, done: CommandReceipt, viewer: Seat | str | None) -> bool:
    """Whether there may be something to tell; where a line is secret, what the writer knows must be found out."""
    if done.findings or done.came or done.went or view is None:
        return True
    return view.setup.help and view.hides(viewer)


def receipt_findings(
    view: SessionView, done: CommandReceipt, count: int, viewer: Seat | str | None, lang: str
) -> ReceiptFindings:
    """What the last `count` lines up to an answer's line changed, for whoever sees so much.

    However often it is asked and whatever was written since, it tells the same: only an erasure takes something away.
    """
    if not view.setup.help:
        return ReceiptFindings()
    annotator, last = Annotator(view.seated, lang), done.line
    if view.hides(viewer, last):
        change = _seen(view, last - count, last, viewer)
        return ReceiptFindings(
            findings=_told(annotator, change.findings), came=_told(annotator, change.came), went=len(change.went)
        )
    snapshot = view.snapshot if view.lines == last else view.seen(Viewpoint(), last)
    found = {_named(one): one for told in snapshot.findings_by_line.values() for one in told}
    own, came = ([found[tuple(name)] for name in names if tuple(name) in found] for names in (done.findings, done.came))
    return ReceiptFindings(findings=_told(annotator, own), came=_told(annotator, came), went=len(done.went))


def _seen(view: SessionView, known: int, last: int, viewer: Seat | str | None) -> Changed:
    """What lines changed from a viewpoint; as long as both snapshots have the same frames, nothing changed."""
    before, after = (view.seen(Viewpoint(viewer), lines) for lines in (known, last))
    both = zip(before.frames, after.frames, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], both))
    return finding_changes(before.frames[same:], after.frames[same:], known, last)


def _told(annotator: Annotator, findings: Iterable[Finding]) -> list[FindingView]:
    return [finding_view(annotator, one) for one in findings]


def _named(found: Finding) -> tuple:
    return found.line, found.clause, found.check, found.seat, found.verdict, found.reporting_line, found.root
