"""What the rules say against a record: findings a program can read, roots apart from what followed from them."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.timeline.timeline import Frame
from replays.annotation import Annotators
from replays.frames import session_warnings
from replays.review.comparison import findings_of
from replays.view_models import FindingView, finding_view, is_consequence
from replays.viewpoint import Viewpoint, frames_from, session_of, viewer_text


class FindingFilter(Struct, frozen=True, kw_only=True):
    """Which findings are asked for; what is left open fits all."""

    line: int | None = None
    seat: str | None = None  # a letter, `-` for the table's own
    clause: str | None = None
    verdict: str | None = None

    def fits(self, finding: FindingView) -> bool:
        """Whether a finding is among them."""
        seat = None if self.seat is None else self.seat == (finding.seat or "-")
        asked = (self.line, finding.line), (self.clause, finding.clause), (self.verdict, finding.verdict)
        return seat is not False and all(wanted in (None, there) for wanted, there in asked)


class Root(Struct, frozen=True, kw_only=True):
    """A line where something went wrong, and the lines on which that led to more."""

    line: int
    led_to: list[int]


class Audit(Struct, frozen=True, kw_only=True):
    """The findings of a session, by the line they are about; `roots` leaves out what only followed."""

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
    kept: Session | SessionView, lang: str, viewpoint: Viewpoint, wanted: FindingFilter | None = None
) -> Audit:
    """The audit of a session, of all it has or of what is asked for."""
    session = session_of(kept)
    annotators, frames = Annotators(session, lang), frames_from(kept, viewpoint)
    told = [finding_view(annotators.at(finding.line), finding) for finding in findings_of(frames)]
    found = [finding for finding in told if wanted is None or wanted.fits(finding)]
    return Audit(
        game=session.setup.game,
        sight=viewer_text(viewpoint.viewer, session.setup),
        ruled=viewpoint.ruled,
        known=viewpoint.known,
        lines=len(session.log),
        warnings=session_warnings(session, annotators.now),
        verdicts=dict(Counter(finding.verdict for finding in found)),
        clauses=dict(Counter(finding.clause for finding in found)),
        roots=_roots(frames, {finding.root for finding in found}),
        findings=found,
    )


def _roots(frames: list[Frame], asked: set[int]) -> list[Root]:
    """Every root of what is asked for, with all that followed from it."""
    followed: dict[int, set[int]] = {}
    for finding in findings_of(frames):
        led_to = followed.setdefault(finding.root, set())
        if is_consequence(finding):
            led_to.add(finding.line)
    return [Root(line=root, led_to=sorted(followed[root])) for root in sorted(asked)]
