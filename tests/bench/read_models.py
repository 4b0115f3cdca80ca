"""Speed of the read models as a ratio in one run: updating them against a raw cursor over the same events."""

from __future__ import annotations

import gc
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson

from domain.sessions.application import Sessions
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.timeline.timeline import Timeline
from projections.models import MODELS
from projections.runner import PAGE, Runner
from projections.session_reader import SessionReader
from projections.snapshot import SnapshotReader
from projections.storage import open_storage
from replays.record_text import read_record
from tests.bench.store import ACTOR, WHOLE_GAME, _postgres, endless

TABLES, LINES, AT_ONCE = 24, 400, 20  # tables, lines at each, lines a table writes before the next one does
ROUNDS = 7
AGAIN = 8  # times the cursor in each round: a short job is less often interrupted than a long one
LEAST = {"SQLite": 0.30, "PostgreSQL": 0.35}
CURSOR = "SELECT notification_id, originator_id, topic, state FROM session_events ORDER BY notification_id"


def views_lines(seconds: float) -> Iterator[str]:
    """The figures, a line for each store."""
    session, _ = read_record(WHOLE_GAME.read_text(encoding="utf-8"))
    folder = Path(tempfile.mkdtemp(prefix="griffier-bench-"))
    try:
        yield catching_up("SQLite", f"sqlite:///{folder}/views.sqlite", session)
        with _postgres(folder) as url:
            yield catching_up("PostgreSQL", url, session) if url else "PostgreSQL: not installed"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def catching_up(name: str, url: str, session: Session) -> str:
    """Every read model made anew beside a raw cursor: rows and position in one commit a page, on the disk at the end.

    Compared are: all events read and decoded, their links walked, and the rows of all models written with the position;
    against: all events read by one cursor, decoded by orjson, and a dict updated. The rules' own time is what it takes
    to read the lines' texts and to fold them, measured in the same run; both figures are printed, with it and without.
    """
    sessions = Sessions(url)
    texts = endless(session)[:LINES]
    _played(sessions, session, texts)
    views = open_storage(url)
    runner = _Timed(sessions, views)
    gc.collect()
    gc.freeze()
    jobs = {"raw": (_cursor(url), AGAIN), "all": (lambda: list(runner.rebuild()), 1)}
    rounds = [_round(jobs) for _ in range(ROUNDS)]
    views.close()
    sessions.close()
    return _told(name, rounds)


def _told(name: str, rounds: list[dict[str, float]]) -> str:
    events = TABLES * (LINES + 2)
    rest = [one["all"] - one["rules"] for one in rounds]
    ratio = statistics.median(one["raw"] / left for one, left in zip(rounds, rest, strict=True))
    whole = statistics.median(one["raw"] / one["all"] for one in rounds)
    a_second = {job: events / statistics.median(one[job] for one in rounds) for job in ("raw", "all")}
    return (
        f"{name}: catching up with {events} events of {TABLES} sessions, {len(MODELS)} read models, pages of {PAGE}:"
        f" {a_second['all']:.0f} a second with the rules; a raw cursor with orjson {a_second['raw']:.0f}:"
        f" {whole:.2f} of it; beyond the rules' own time {ratio:.2f} of it (at least {LEAST[name]:.2f})"
    )


def _round(jobs: dict[str, tuple[Callable[[], Any], int]]) -> dict[str, float]:
    spent = {}
    _Rules.spent = 0.0
    for name, (job, times) in jobs.items():
        start = time.perf_counter()
        for _ in range(times):
            job()
        spent[name] = (time.perf_counter() - start) / times
    return {**spent, "rules": _Rules.spent}


class _Rules:
    """How long the rules took."""

    spent = 0.0

    def __enter__(self) -> None:
        self.start = time.perf_counter()

    def __exit__(self, *raised: object) -> None:
        _Rules.spent += time.perf_counter() - self.start


class _Reading(SessionReader):
    def read(self, *given: Any) -> None:
        with _Rules():
            super().read(*given)


class _Folding(SnapshotReader):
    reader_class = _Reading

    def fold(self, view: SessionView) -> Timeline:
        with _Rules():
            return super().fold(view)


class _Timed(Runner):
    reader_class = _Folding


def _played(sessions: Sessions, session: Session, texts: list[str]) -> None:
    """Sessions recorded at the same time, so that a page holds lines of several."""
    tables = [UUID(sessions.open(session.setup, actor=ACTOR).session) for _ in range(TABLES)]
    for at in range(0, LINES, AT_ONCE):
        for id in tables:
            sessions.record(id, *texts[at : at + AT_ONCE], actor=ACTOR)


def _cursor(url: str) -> Callable[[], dict]:
    return lambda: _bare_postgres(url) if url.startswith("postgres") else _bare_sqlite(url)


def _bare_sqlite(url: str) -> dict:
    import sqlite3

    positions: dict[str, int] = {}
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    for _, session, _, state in connection.execute(CURSOR):
        positions[session] = orjson.loads(state)["seq"]
    connection.close()
    return positions


def _bare_postgres(url: str) -> dict:
    import psycopg

    positions: dict[Any, int] = {}
    with psycopg.connect(url) as connection, connection.cursor("all_events") as cursor:
        cursor.itersize = 5000
        for _, session, _, state in cursor.execute(CURSOR, binary=True):
            positions[session] = orjson.loads(state)["seq"]
    return positions
