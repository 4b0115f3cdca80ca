"""Whether a broken line shows that the one broken before it was out of place, and the table never went on from that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.aside import ASIDE, done_aside
from domain.fold import fold as folded
from domain.rules import BROKEN, CONTRADICTION, Step, replace
from domain.sessions import lines as kinds
from domain.sessions.order import Entry

if TYPE_CHECKING:
    from domain.sessions.timeline import Fold

MOST_LINES = 30  # between the two; later nobody goes back to where the table was


def left_aside(fold: Fold, step: Step, entry: Entry) -> Step:
    """The step, with the line known that the table did not go on from.

    A line is such a line where it broke a rule, and it and all after it are lawful at the table it found.
    """
    at = fold.at.get(fold.last_broken)
    if not at or not any(finding.verdict == BROKEN for finding in step.findings):
        return step
    broken, later = fold.frames[at], fold.frames[at + 1 :]
    if len(later) > MOST_LINES or not isinstance(broken.entry, kinds.Played) or broken.fate:
        return step
    before = fold.frames[at - 1].step.state
    state = replace(before, line=broken.line, known=before.known.apart())
    state, _ = done_aside(fold.rules, state, broken.entry.action)
    for frame in later:
        if isinstance(frame.entry, LEADING):
            return step
        if isinstance(frame.entry, kinds.Played) and (state := _lawful(fold, state, frame.entry, frame.line)) is None:
            return step
    if _lawful(fold, state, entry.body, entry.line) is None:
        return step
    known = step.state.known.tell((broken.line, ASIDE), True, entry.line)
    return replace(step, state=replace(step.state, known=known))


LEADING = (kinds.Position, kinds.Gap, kinds.TakenBack, kinds.OnBranch)  # lines that put the table somewhere


def _lawful(fold: Fold, state: Any, played: kinds.Played, line: int) -> Any:
    """The table after a line; nothing where it breaks a rule."""
    step = folded(fold.rules, state, played.action, line)
    return None if any(found.verdict in (BROKEN, CONTRADICTION) for found in step.findings) else step.state
