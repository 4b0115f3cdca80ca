"""Compares a session as played with the session as ruled."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.numbers import is_surely
from domain.rules import Finding, ScoreLine
from domain.sessions.session import Session
from domain.timeline.frame import Frame
from domain.timeline.order import remedies_of, table_order
from domain.timeline.timeline import audit
from replays.viewpoint import is_changed, table_of


class FoldOutcome(Struct, frozen=True):
    """The end of one fold: points, the score lines with their line numbers, the forecast, and the places."""

    scores: tuple[Any, ...]
    lines: tuple[tuple[int, ScoreLine], ...]
    forecast: tuple[ScoreLine, ...]
    places: tuple[tuple[int, ...], ...]
    decided_by: str
    frames: list[Frame]

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that won; empty until the game is over."""
        return self.places[0] if self.places else ()


class Comparison(Struct, frozen=True):
    """A session as played and as ruled; `parts_at` is the first line after which the tables differ."""

    findings: tuple[Finding, ...]
    played: FoldOutcome
    ruled: FoldOutcome
    parts_at: int | None


def findings_of(frames: list[Frame]) -> tuple[Finding, ...]:
    """All findings of these frames, in the order of the lines they are about."""
    return tuple(sorted((f for frame in frames for f in frame.step.findings), key=lambda f: (f.line, f.reporting_line)))


def outcome_of(frames: list[Frame]) -> FoldOutcome:
    """The outcome of a fold."""
    state, rules = table_of(frames[-1]), frames[-1].rules
    lines = tuple(
        (frame.line, effect)
        for frame in frames
        for effect in frame.step.effects
        if isinstance(effect, ScoreLine) and not is_surely(effect.by, 0)
    )
    places, clause = (state.result.places, state.result.clause) if state.result else ((), "")
    return FoldOutcome(state.scores, lines, rules.forecast(rules, state), places, clause, frames)


def compare(session: Session) -> Comparison:
    """Compares a session as played with the session as ruled: one fold, where no ruling changes the table."""
    played = audit(session.setup, session.log)
    ruled = audit(session.setup, session.log, ruled=True) if is_changed(session) else played
    return compare_frames(session, played, ruled)


def compare_frames(session: Session, played: list[Frame], ruled: list[Frame]) -> Comparison:
    """Compares two folds of one session."""
    parts_at = None if played is ruled else first_divergence(session, played, ruled)
    return Comparison(findings_of(played), outcome_of(played), outcome_of(ruled), parts_at)


def first_divergence(session: Session, played: list[Frame], ruled: list[Frame]) -> int | None:
    """The first line after which the tables differ; None where they never do.

    Up to the first line that only one fold counts, tables differ only by a reading that a ruling adopted.
    """
    end = next((at for at, both in enumerate(zip(played, ruled, strict=True)) if _fates_differ(*both)), len(played))
    adopted = min(remedies_of(table_order(session.log)).adopt, default=len(played))
    for frame, other in zip(played[adopted:end], ruled[adopted:end], strict=True):
        if repr(frame.step.state) != repr(other.step.state):
            return frame.line
    return played[end].line if end < len(played) else None


def _fates_differ(one: Frame, other: Frame) -> bool:
    """Whether a line counts in one fold only, or counts differently."""
    return one.fate != other.fate or type(one.entry) is not type(other.entry)
