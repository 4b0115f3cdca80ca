"""How far behind the read models are: events not seen yet, and when somebody last looked."""

from __future__ import annotations

import time

from msgspec import Struct

from domain.sessions.application import Sessions
from domain.store.side_tables import EVENTS_TABLE as STORED
from projections.models import BEAT, EVENTS
from projections.storage import ReadModelsMissing, ReadModelStorage, StorageTransaction

FRESH = 15  # seconds without a look after which nobody keeps them up
REACH = """
    INSERT INTO positions (model, upto, mark) VALUES (?, ?, ?)
    ON CONFLICT (model) DO UPDATE SET upto = excluded.upto, mark = excluded.mark
"""
REACHED = "SELECT upto FROM positions WHERE model = ?"


class ProjectionLag(Struct, frozen=True, kw_only=True):
    """How the read models stand."""

    behind: int  # events they have not seen yet
    looked: int | None  # whole seconds since somebody looked for new ones; none before the first look
    running: bool  # whether somebody keeps them up
    unread: int  # sessions nobody can read
    restarts: int = 0
    error: str = ""  # of the last attempt, where that failed


def read_lag(
    sessions: Sessions, views: ReadModelStorage, looked: int | None = None, restarts: int = 0, error: str = ""
) -> ProjectionLag:
    """How far they are, by the store itself; where this process keeps nothing up, by what another one told."""
    if looked is None and (beat := read_position(views, BEAT)):
        looked = max(0, int(time.time()) - beat)
    return ProjectionLag(
        behind=unseen_events(sessions, views),
        looked=looked,
        running=looked is not None and looked < FRESH and not error,
        unread=_unread(views),
        restarts=restarts,
        error=error,
    )


def _unread(views: ReadModelStorage) -> int:
    try:
        return views.rows("SELECT count(*) FROM unread")[0][0]
    except ReadModelsMissing:
        return 0


def unseen_events(sessions: Sessions, views: ReadModelStorage) -> int:
    """How many events the read models have not seen yet."""
    asked = f"SELECT count(*) FROM {STORED} WHERE notification_id > ?"
    return sessions.recorder.rows(asked, read_position(views))[0][0]


def read_position(tables: StorageTransaction | ReadModelStorage, model: str = EVENTS) -> int:
    """How far the read models are."""
    try:
        found = tables.rows(REACHED, (model,))
    except ReadModelsMissing:
        return 0
    return found[0][0] if found else 0


def write_position(tables: StorageTransaction, upto: int, model: str = EVENTS, mark: str = "") -> None:
    """So far they are now; by its mark that place is known again."""
    tables.rows(REACH, (model, upto, mark))


def write_heartbeat(views: ReadModelStorage) -> None:
    """Somebody looks."""
    with views.change() as tables:
        write_position(tables, int(time.time()), BEAT)
