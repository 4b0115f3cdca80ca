"""Sessions for the tests: records of the library, as read and as the store holds them in memory."""

from pathlib import Path
from uuid import UUID

from domain.games import GAMES
from domain.sessions.session import Session
from domain.sessions.session_state import SessionState, SessionView
from replays.record_text import read_record

LIBRARY = Path("replays/library")
NEW_HAVEN = LIBRARY / "new-haven" / "samples" / "a-table-with-everything.record"


def samples(game: str) -> list[Path]:
    """A game's samples and its shortest whole game."""
    whole = sorted((LIBRARY / game / "games").glob("*.record"))[:1]
    return [*sorted((LIBRARY / game / "samples").glob("*.record")), *whole]


SAMPLES = [path for game in GAMES for path in samples(game)]


def named(path: Path) -> str:
    """A record by its game and its name."""
    return f"{path.parts[2]}/{path.stem}"


def read(path: Path) -> Session:
    """Reads a record."""
    return read_record(path.read_text(encoding="utf-8"))[0]


def hot(session: Session) -> SessionView:
    """The session as the store holds it in memory."""
    live = SessionState(UUID(int=1))
    live.setup, live.closed = session.setup, session.closed
    for line in session.log:
        grow(live, line)
    return live.view()


def grow(live: SessionState, line) -> object:
    """Adds a line, and returns the findings it changes."""
    live._add(line)
    return live.judge_lines(len(live.log) - 1)
