"""As played beside as ruled: findings, scores, and where the two part."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.numbers import is_surely
from domain.rules import Finding, ScoreLine
from domain.sessions.session import Session
from domain.sessions.timeline import Frame, audit


class Standing(Struct, frozen=True):
    """One fold's outcome: score lines by seat, banked and if it ended now, and who won."""

    scores: tuple[Any, ...]
    lines: tuple[tuple[int, ScoreLine], ...]
    forecast: tuple[ScoreLine, ...]
    winners: tuple[int, ...]


class Compared(Struct, frozen=True):
    """Both folds of one record."""

    findings: tuple[Finding, ...]
    played: Standing
    ruled: Standing
    parts_at: int | None


def findings_of(frames: list[Frame]) -> tuple[Finding, ...]:
    """All findings, by the line they are about."""
    return tuple(sorted((f for frame in frames for f in frame.step.findings), key=lambda f: (f.line, f.told_by)))


def standing(session: Session, frames: list[Frame]) -> Standing:
    """Where a fold ends."""
    state = frames[-1].step.state
    lines = tuple(
        (frame.line, effect)
        for frame in frames
        for effect in frame.step.effects
        if isinstance(effect, ScoreLine) and not is_surely(effect.by, 0)
    )
    rules = frames[-1].rules
    winners = state.result.places[0] if state.result and state.result.places else ()
    return Standing(state.scores, lines, rules.forecast(rules, state), winners)


def compare(session: Session) -> Compared:
    """As played and as ruled, with everything the record tells now."""
    played = audit(session.setup, session.log)
    ruled = audit(session.setup, session.log, ruled=True)
    return Compared(findings_of(played), standing(session, played), standing(session, ruled), _parting(played, ruled))


def _parting(played: list[Frame], ruled: list[Frame]) -> int | None:
    for one, other in zip(played, ruled, strict=True):
        if one.fate != other.fate or repr(one.step.state) != repr(other.step.state):
            return one.line
    return None
