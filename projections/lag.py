"""How far behind the read models are: events not seen yet, and when somebody last looked."""

from __future__ import annotations

import time

from msgspec import Struct

from domain.sessions.application import Sessions
from domain.store.side_tables import EVENTS_TABLE as STORED
from projections.models import BEAT, EVENTS
from projections.storage import NotMade, Tables, Views

FRESH = 15  # seconds without a look after which nobody keeps them up
REACH = """
    INSERT INTO positions (model, upto, mark) VALUES (?, ?, ?)
    ON CONFLICT (model) DO UPDATE SET upto = excluded.upto, mark = excluded.mark
"""
REACHED = "SELECT upto FROM positions WHERE model = ?"


class Lag(Struct, frozen=True, kw_only=True):
    """How the read models stand."""

    behind: int  # events they have not seen yet
    looked: int | None  # whole seconds since somebody looked for new ones; none before the first look
    running: bool  # whether somebody keeps them up
    unread: int  # sessions nobody can read
    restarts: int = 0
    error: str = ""  # of the last attempt, where that failed


def lag_of(sessions: Sessions, views: Views, looked: int | None = None, restarts: int = 0, error: str = "") -> Lag:
    """How far they are, by the store itself; where this process keeps nothing up, by what another one told."""
    if looked is None and (beat := position(views, BEAT)):
        looked = max(0, int(time.time()) - beat)
    return Lag(
        behind=behind(sessions, views),
        looked=looked,
        running=looked is not None and looked < FRESH and not error,
        unread=_unread(views),
        restarts=restarts,
        error=error,
    )


def _unread(views: Views) -> int:
    try:
        return views.rows("SELECT count(*) FROM unread")[0][0]
    except NotMade:
        return 0


def behind(sessions: Sessions, views: Views) -> int:
    """How many events the read models have not seen yet."""
    asked = f"SELECT count(*) FROM {STORED} WHERE notification_id > ?"
    return sessions.recorder.rows(asked, position(views))[0][0]


def position(tables: Tables | Views, model: str = EVENTS) -> int:
    """How far the read models are."""
    try:
        found = tables.rows(REACHED, (model,))
    except NotMade:
        return 0
    return found[0][0] if found else 0


def reach(tables: Tables, upto: int, model: str = EVENTS, mark: str = "") -> None:
    """So far they are now; by its mark that place is known again."""
    tables.rows(REACH, (model, upto, mark))


def tell_beat(views: Views) -> None:
    """Somebody looks."""
    with views.change() as tables:
        reach(tables, int(time.time()), BEAT)
