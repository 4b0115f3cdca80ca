"""Helpers for tests of the rules: set up a table, play lines given as text, read the findings."""

from domain.record.line_text import read_entry
from domain.sessions.session import Session, open_session, record
from domain.setup import Setup
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of


def table(*variants: str, seats: str = "BY", game: str = "new-haven", **more) -> Session:
    """A table with these seats and variants; readings, faces and the like by name."""
    return open_session(Setup(game=game, seats=tuple(seats), variants=variants, **more))


def play(session: Session, *lines: str) -> Session:
    """Records lines of any kind, given as text without their numbers."""
    for line in lines:
        session = record(session, read_entry(line, session.setup))
    return session


def frames(session: Session, ruled: bool = False):
    """All frames, with the facts known now."""
    return audit(session.setup, session.log, ruled=ruled)


def state(session: Session, ruled: bool = False):
    """The table at the end."""
    return frames(session, ruled)[-1].step.state


def found(session: Session, ruled: bool = False) -> list[tuple[int, str, str]]:
    """Line, clause and verdict of every finding."""
    return [(f.line, f.clause, f.verdict) for f in findings_of(frames(session, ruled))]
