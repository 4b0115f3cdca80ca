"""Reads and stores how far the read models are behind the events, and when a worker last updated them."""

from __future__ import annotations

import time

from msgspec import Struct

from domain.sessions.application import Sessions
from domain.store.side_tables import EVENTS_TABLE as STORED
from projections.models import BEAT, EVENTS
from projections.storage import ReadModelsMissing, ReadModelStorage, StorageTransaction

FRESH = 15  # seconds without an update after which no worker is assumed to run
SET_POSITION = """
    INSERT INTO positions (model, upto, mark) VALUES (?, ?, ?)
    ON CONFLICT (model) DO UPDATE SET upto = excluded.upto, mark = excluded.mark
"""
GET_POSITION = "SELECT upto FROM positions WHERE model = ?"


class ProjectionLag(Struct, frozen=True, kw_only=True):
    """The state of the read models. Its fields are part of the API."""

    behind: int  # events that are not in the read models yet
    looked: int | None  # whole seconds since a worker last looked for events; none before the first time
    running: bool  # whether a worker updates them
    unread: int  # sessions that cannot be read
    restarts: int = 0
    error: str = ""  # of the last update, if it failed


def read_lag(
    sessions: Sessions, views: ReadModelStorage, looked: int | None = None, restarts: int = 0, error: str = ""
) -> ProjectionLag:
    """The lag according to the store; without a worker in this process, by the heartbeat of another one."""
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
        return int(views.rows("SELECT count(*) FROM unread")[0][0])
    except ReadModelsMissing:
        return 0


def unseen_events(sessions: Sessions, views: ReadModelStorage) -> int:
    """The number of events that are not in the read models yet."""
    query = f"SELECT count(*) FROM {STORED} WHERE notification_id > ?"
    return int(sessions.recorder.rows(query, read_position(views))[0][0])


def read_position(tables: StorageTransaction | ReadModelStorage, model: str = EVENTS) -> int:
    """The number of the last event, or erasure, that the read models contain."""
    try:
        rows = tables.rows(GET_POSITION, (model,))
    except ReadModelsMissing:
        return 0
    return rows[0][0] if rows else 0


def write_position(tables: StorageTransaction, upto: int, model: str = EVENTS, mark: str = "") -> None:
    """Store a position; `mark` identifies its event, to detect that the store was replaced."""
    tables.rows(SET_POSITION, (model, upto, mark))


def write_heartbeat(views: ReadModelStorage) -> None:
    """Store the current time, so that other processes see that a worker runs."""
    with views.change() as tables:
        write_position(tables, int(time.time()), BEAT)
