"""Computes what each remedy would change, by the same fold that carries a ruling out."""

from __future__ import annotations

from msgspec import Struct

from domain.record.line_text import write_entry
from domain.record.lines import Ruled
from domain.rules import Finding
from domain.timeline.disputes import dispute
from domain.timeline.frame import BACK, LEFT, VOID, Frame
from domain.timeline.timeline import audit
from replays.annotation import Annotator
from replays.disputes.usual_remedies import usual_remedies
from replays.review.comparison import findings_of
from replays.view_models import Points, scores_of, winners_of
from replays.viewpoint import AnySession, Viewpoint, session_of, snapshot_in


class RulingOutcome(Struct, frozen=True, kw_only=True):
    """The points and winners under a ruling, and the lines that would newly break a rule."""

    scores: dict[str, Points]
    winners: list[str]
    unlawful: list[int]


class RemedyOption(Struct, frozen=True, kw_only=True):
    """A remedy: the line to sign, its sentence, and its outcome."""

    remedy: str
    entry: str
    says: str
    outcome: RulingOutcome
    changes: bool  # whether points or winners would change
    falls: int  # lines that would no longer count


class RemedyCalculator:
    """Computes the outcomes of rulings on one session."""

    def __init__(self, source: AnySession, lang: str):
        self.session = session_of(source)
        self.annotator = Annotator(self.session.seated, lang)
        self.before = snapshot_in(source, Viewpoint(ruled=True)).frames
        self.known = findings_of(self.before)
        self.now = _outcome(self.before, self.annotator, self.known)

    def impact(self, ruled: Ruled) -> RemedyOption:
        """The outcome of a ruling; signing it gives exactly this."""
        after = audit(self.session.setup, (*self.session.log, ruled), ruled=True)
        outcome = _outcome(after, self.annotator, self.known)
        return RemedyOption(
            remedy=ruled.remedy,
            entry=write_entry(ruled, self.session.setup).strip(),
            says=self.annotator.line(ruled),
            outcome=outcome,
            changes=(outcome.scores, outcome.winners) != (self.now.scores, self.now.winners),
            falls=_fallen(after) - _fallen(self.before),
        )

    def offered(self, claim: int) -> list[RemedyOption]:
        """The usual remedies for a claim, with their outcomes."""
        rulings = usual_remedies(self.session, dispute(self.session.log, claim), self.known)
        return [self.impact(ruled) for ruled in rulings]


def _fallen(frames: list[Frame]) -> int:
    return sum(frame.fate in (VOID, BACK, LEFT) for frame in frames)


def _outcome(frames: list[Frame], annotator: Annotator, known: tuple[Finding, ...]) -> RulingOutcome:
    state = frames[-1].step.state
    before = {(finding.line, finding.clause, finding.check) for finding in known}
    fresh = {
        finding.line for finding in findings_of(frames) if (finding.line, finding.clause, finding.check) not in before
    }
    return RulingOutcome(
        scores=scores_of(annotator, state), winners=winners_of(annotator, state), unlawful=sorted(fresh)
    )
