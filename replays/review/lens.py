"""The rules lens: folds one record under other readings or variants, and says what that changes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.errors import NotRecorded
from domain.record.lines import Line
from domain.rules import replace
from domain.sessions.session import open_session
from domain.setup import Setup
from domain.timeline.frame import Frame
from domain.timeline.timeline import audit
from replays.annotation import Annotator
from replays.disputes.usual_remedies import other_readings
from replays.reference.rulebooks import question_view
from replays.review.comparison import findings_of
from replays.view_models import Points, points_of, scores_of, winners_of
from replays.viewpoint import AnySession, Viewpoint, session_of, shown, snapshot_in

WINNER, OVER, NOT_OVER, SCORE, FINDINGS, NOTHING = "winner", "over", "not-over", "score", "findings", "nothing"
GRAVEST = (WINNER, OVER, NOT_OVER, SCORE, FINDINGS, NOTHING)
AND = "+"  # joins agreements that are tried together


class AlternativeOutcome(Struct, frozen=True, kw_only=True):
    """The session under another agreement: what that changes, from which line on, and its outcome."""

    agreement: str  # question=reading or a variant's id, or several of them together
    says: str
    changes: str  # winner, over or not-over where only one of them came to an end, score, findings or nothing
    parts_at: int | None
    scores: dict[str, Points]
    winners: list[str]
    came: int  # new findings
    went: int  # findings that disappear


class Lens(Struct, frozen=True, kw_only=True):
    """The outcome as agreed, and that of every other agreement, the gravest change first."""

    scores: dict[str, Points]
    winners: list[str]
    otherwise: list[AlternativeOutcome]
    same: int  # agreements under which nothing changes


def rules_lens(source: AnySession, lang: str, viewpoint: Viewpoint, only: Sequence[str] = ()) -> Lens:
    """The session under every other reading of every question, or under the agreements in `only`.

    Raises NotRecorded where an agreement in `only` is impossible; other impossible agreements are left out.
    """
    session, annotator = session_of(source), Annotator(session_of(source).seated, lang)
    log = tuple(shown(line, viewpoint.viewer, session.setup) for line in session.log)
    here = snapshot_in(source, viewpoint).frames
    agreements = tuple(only) or tuple(other_readings(session.setup, annotator.game.questions))
    tables = [
        (agreement, setup)
        for agreement in agreements
        if (setup := _possible(session.setup, agreement, bool(only))) is not None
    ]
    alternatives = [_alternative(setup, log, viewpoint, annotator, here, agreement) for agreement, setup in tables]
    changed = sorted(
        (agreement for agreement in alternatives if agreement.changes != NOTHING),
        key=lambda agreement: GRAVEST.index(agreement.changes),
    )
    return Lens(
        scores=scores_of(annotator, here[-1].step.state),
        winners=winners_of(annotator, here[-1].step.state),
        otherwise=changed,
        same=len(alternatives) - len(changed),
    )


def _under(setup: Setup, agreement: str) -> Setup:
    """The set-up under other agreements: a reading replaces the agreed one, a variant is added or removed."""
    for part in agreement.split(AND):
        question, _, name = part.partition("=")
        others = tuple(variant for variant in setup.variants if variant != part)
        if name:
            setup = replace(setup, readings={**setup.readings, question: name})
        else:
            setup = replace(setup, variants=others if part in setup.variants else (*others, part))
    return setup


def _possible(setup: Setup, agreement: str, required: bool) -> Setup | None:
    """The set-up under another agreement; None where it is impossible and not required."""
    try:
        return open_session(_under(setup, agreement)).setup
    except NotRecorded:
        if required:
            raise
        return None


def _alternative(
    other: Setup, log: tuple[Line, ...], viewpoint: Viewpoint, annotator: Annotator, here: list[Frame], agreement: str
) -> AlternativeOutcome:
    """The outcome under another agreement."""
    frames = audit(other, log, ruled=viewpoint.ruled)
    came, went = _changed(here, frames)
    return AlternativeOutcome(
        agreement=agreement,
        says=_says(annotator, agreement),
        changes=_gravity(here, frames, bool(came or went), annotator),
        parts_at=next((frame.line for frame, there in zip(here, frames, strict=True) if _differ(frame, there)), None),
        scores=scores_of(annotator, frames[-1].step.state),
        winners=winners_of(annotator, frames[-1].step.state),
        came=came,
        went=went,
    )


def _differ(one: Frame, other: Frame) -> bool:
    scores, others = (list(map(points_of, frame.step.state.scores)) for frame in (one, other))
    return scores != others or len(one.step.findings) != len(other.step.findings)


def _changed(here: list[Frame], there: list[Frame]) -> tuple[int, int]:
    before, after = ({(f.line, f.clause, f.check) for f in findings_of(frames)} for frames in (here, there))
    return len(after - before), len(before - after)


def _gravity(here: list[Frame], there: list[Frame], has_findings: bool, annotator: Annotator) -> str:
    one, other = here[-1].step.state, there[-1].step.state
    if (one.result is None) != (other.result is None):
        return NOT_OVER if other.result is None else OVER
    if winners_of(annotator, one) != winners_of(annotator, other):
        return WINNER
    if scores_of(annotator, one) != scores_of(annotator, other):
        return SCORE
    return FINDINGS if has_findings else NOTHING


def _says(annotator: Annotator, agreement: str) -> str:
    return f" {AND} ".join(_agreement_name(annotator, *part.split("=")) for part in agreement.split(AND))


def _agreement_name(annotator: Annotator, id: str, name: str = "") -> str:
    if not name:
        return annotator.words["variants"][id]["name"]
    question = next(question for question in annotator.game.questions if question.id == id)
    view = question_view(question, annotator.words)
    return f"{view.asks} {next(reading.says for reading in view.readings if reading.id == name)}"
