"""Helpers for many sessions: a club that plays, disputes and rules."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from domain.record.line_text import write_entry
from domain.sessions.application import Sessions
from domain.sessions.session import Session
from domain.setup import Setup
from projections.models import TABLES
from projections.storage import ReadModelStorage
from replays.record_text import read_record

LIBRARY = Path(__file__).parents[2] / "replays" / "library"
OWNER = "ann"
TABLE = Setup(game="new-haven", seats=("B", "Y"), names=("Anna", "Ben"), faces="stand-in")
OPENING = "- pool T5 T6 R5 W4 W6"


def everything(views: ReadModelStorage) -> dict[str, list]:
    """Every row of every model."""
    return {table: sorted(views.rows(f"SELECT * FROM {table}"), key=repr) for table in (*TABLES, "unread")}


def a_table(names=("Anna", "Ben"), **details: str) -> Setup:
    """A table of New Haven."""
    return Setup(game="new-haven", seats=("B", "Y"), names=names, faces="stand-in", details=details)


def open_session(sessions: Sessions, setup: Setup = TABLE) -> UUID:
    """Opens a session; its owner is also an arbiter."""
    id = UUID(sessions.open(setup, actor=OWNER).session)
    sessions.grant(id, "arbiter", person=OWNER, actor=OWNER)
    return id


def record(sessions: Sessions, id: UUID, *lines: str) -> None:
    """Records lines as the owner or as the arbiter."""
    sessions.record(id, *lines, actor=OWNER)


def library() -> Iterator[Session]:
    """The sample sessions of every game."""
    for file in sorted(LIBRARY.glob("*/samples/a-table-with-everything.record")):
        yield read_record(file.read_text(encoding="utf-8"))[0]


def texts_of(session: Session) -> list[str]:
    """The lines of a record as text."""
    return [write_entry(line, session.setup).strip() for line in session.log]


def played(sessions: Sessions) -> list[UUID]:
    """Records the samples of the library."""
    ids = []
    for session in library():
        ids.append(open_session(sessions, session.setup))
        record(sessions, ids[-1], *texts_of(session))
    return ids
