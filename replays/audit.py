"""The audit of a session: every finding with its clause, and the lines where mistakes began."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from domain.rules import UNDETERMINED
from domain.timeline.frame import Frame
from replays.annotation import Annotators
from replays.finding_parts import FrameIndex
from replays.frames import session_warnings
from replays.review.comparison import findings_of
from replays.view_models import FindingView, finding_view, is_consequence
from replays.viewpoint import AS_PLAYED, AnySession, Viewpoint, frames_from, session_of, viewer_text


class FindingFilter(Struct, frozen=True, kw_only=True):
    """Selects findings; a field that is None selects all."""

    line: int | None = None
    seat: str | None = None  # a letter; `-` selects the findings about no seat
    clause: str | None = None
    verdict: str | None = None

    def matches(self, finding: FindingView) -> bool:
        """Whether a finding is selected."""
        pairs = (
            (self.line, finding.line),
            (self.seat, finding.seat or "-"),
            (self.clause, finding.clause),
            (self.verdict, finding.verdict),
        )
        return all(wanted in (None, value) for wanted, value in pairs)


class Root(Struct, frozen=True, kw_only=True):
    """A line where something went wrong, and the later lines with findings that follow from it."""

    line: int
    led_to: list[int]


class Audit(Struct, frozen=True, kw_only=True):
    """The findings of a session in the order of their lines, counted by verdict and by clause."""

    game: str
    sight: str
    ruled: bool
    known: str
    lines: int
    warnings: list[str]
    verdicts: dict[str, int]
    clauses: dict[str, int]
    roots: list[Root]
    findings: list[FindingView]


def audit_of(
    source: AnySession, lang: str = "en", viewpoint: Viewpoint = AS_PLAYED, wanted: FindingFilter | None = None
) -> Audit:
    """The audit of a session, or of the findings a filter selects."""
    session = session_of(source)
    annotators, frames = Annotators(session, lang), frames_from(source, viewpoint)
    index = FrameIndex(frames)
    views = [finding_view(annotators.at(finding.line), finding, index) for finding in findings_of(frames)]
    selected = [view for view in views if wanted is None or wanted.matches(view)]
    return Audit(
        game=session.setup.game,
        sight=viewer_text(viewpoint.viewer, session.setup),
        ruled=viewpoint.ruled,
        known=viewpoint.known,
        lines=len(session.log),
        warnings=session_warnings(session, annotators.now),
        verdicts=dict(Counter(finding.verdict for finding in selected)),
        clauses=dict(Counter(finding.clause for finding in selected)),
        roots=_roots(frames, {finding.root for finding in selected if finding.verdict != UNDETERMINED}),
        findings=selected,
    )


def _roots(frames: list[Frame], wanted: set[int]) -> list[Root]:
    """The wanted root lines, each with all lines that its mistake led to."""
    consequences: dict[int, set[int]] = {}
    for finding in findings_of(frames):
        led_to = consequences.setdefault(finding.root, set())
        if is_consequence(finding):
            led_to.add(finding.line)
    return [Root(line=root, led_to=sorted(consequences[root])) for root in sorted(wanted)]
