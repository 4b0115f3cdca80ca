"""Updates the read models with new events: page by page, rows and position in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.sessions.application import Sessions
from domain.sessions.roles import practice_day
from domain.store.club_tables import OF_CLUBS
from domain.store.side_tables import EVENTS_TABLE as STORED
from projections.lag import read_position, write_position
from projections.models import ERASURES, EVENTS, MODELS, TABLES, prepare_tables
from projections.snapshot import SessionSnapshot, SnapshotReader, UnreadableSession
from projections.storage import ReadModelStorage, Row, StorageTransaction, placeholders

PAGE = 2000  # events; a session is read to its end, so most events of a page may be in the rows already
LAST = f"SELECT coalesce(max(notification_id), 0) FROM {STORED}"
NEXT = f"""
    SELECT originator_id, max(originator_version), max(notification_id), count(*),
        max(CASE WHEN {OF_CLUBS} THEN 1 ELSE 0 END) FROM (
        SELECT originator_id, originator_version, notification_id, topic FROM {STORED}
        WHERE notification_id > ? ORDER BY notification_id LIMIT ?) AS page
    GROUP BY originator_id ORDER BY 3
"""
KNOWN = """
    SELECT session, version FROM listing WHERE session IN ({0})
    UNION ALL SELECT session, version FROM unread WHERE session IN ({0})
"""
AT = f"SELECT originator_id, originator_version FROM {STORED} WHERE notification_id = ?"
MARKED = "SELECT upto, mark FROM positions WHERE model = ?"
DUE = "SELECT session FROM waiting WHERE due <= :now ORDER BY session"
TOUCH = "UPDATE positions SET upto = upto"
FILL = {
    table: f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders(columns)})"
    for table, columns in TABLES.items()
}


class Runner:
    """Updates the read models of one store.

    A session is read to its newest event when the first of its events is on a page; later events that are in its rows
    already need no work. So a rebuild reads and folds each session once.
    """

    reader_class = SnapshotReader

    def __init__(self, sessions: Sessions, views: ReadModelStorage, on_progress: Callable[[], None] = lambda: None):
        self.sessions, self.views, self.on_progress = sessions, views, on_progress
        self.snapshots, self.lasting, self.position = self.reader_class(sessions), True, 0
        prepare_tables(views)

    def catch_up(self) -> Iterator[int]:
        """Process all new events; yields the number of events of each page. At the end everything is on the disk."""
        if self._is_of_another_store(self.views):
            self._clear()
        self._erase()
        self._disclose()
        self.position = read_position(self.views)
        while count := self._page():
            yield count
        if not self.lasting:  # the last page was committed without waiting for the disk
            with self.views.change() as tables:
                tables.rows(TOUCH)
            self.lasting = True

    def rebuild(self) -> Iterator[int]:
        """Delete all rows and compute them again; the result is the same."""
        self._clear(always=True)
        yield from self.catch_up()

    def _clear(self, always: bool = False) -> None:
        with self.views.change() as tables:
            if always or self._is_of_another_store(tables):  # unless another process cleared them meanwhile
                for name in (*TABLES, "unread", "waiting", "positions"):
                    tables.rows(f"DELETE FROM {name}")
        self.snapshots = self.reader_class(self.sessions)

    def _is_of_another_store(self, tables: StorageTransaction | ReadModelStorage) -> bool:
        """Whether the store is not the one the rows were computed from: it may have been restored or created again."""
        upto, mark = next(iter(tables.rows(MARKED, (EVENTS,))), (0, ""))
        return bool(mark) and mark not in (_mark(*row) for row in self.sessions.recorder.rows(AT, upto))

    # One page -----------------------------------------------------------------------------------------

    def _page(self) -> int:
        """Process one page after the stored position; returns its number of events."""
        stored = self.sessions.recorder.rows
        new: int = stored(LAST)[0][0] - self.position
        if new <= 0:
            return 0
        self.lasting = new <= PAGE  # only the last page waits for the disk
        with self.views.change(self.lasting) as tables:
            self.position = read_position(tables)  # another process may have advanced it
            page = stored(NEXT, self.position, PAGE)
            events: int = sum(count for *_, count, _ in page)
            sessions = {_hex(id): version for id, version, _, _, of_club in page if not of_club}
            if page:
                self._update(tables, sessions, events < PAGE)
                write_position(tables, page[-1][2], mark=_mark(*page[-1][:2]))
        self.position = page[-1][2] if page else self.position
        return events

    def _erase(self) -> None:
        """Compute the rows of sessions again in which something was erased."""
        if not self.sessions.recorder.erasures(read_position(self.views, ERASURES)):
            return
        with self.views.change() as tables:
            erased = self.sessions.recorder.erasures(read_position(tables, ERASURES))
            self.snapshots.forget(session for _, session in erased)
            sessions = {session.hex for _, session in erased}
            if erased:
                known = sorted(_known(tables, sessions))
                self._write(tables, known, known, keep=False)
                write_position(tables, erased[-1][0], ERASURES)
        self.views.discard_log()

    def _disclose(self) -> None:
        """Compute the rows of sessions again of which more has become public."""
        now = {"now": self.sessions.now()}
        if not self.views.rows(DUE, now):
            return
        with self.views.change() as tables:
            due = [session for (session,) in tables.rows(DUE, now)]
            self._write(tables, due, due, keep=True)

    def _update(self, tables: StorageTransaction, versions: Mapping[str, int], last: bool) -> None:
        """Compute the rows of sessions with new events, unless they contain them already."""
        known = _known(tables, versions)
        stale = [session for session, version in versions.items() if known.get(session, 0) < version]
        self._write(tables, stale, [session for session in stale if session in known], keep=last)

    def _write(self, tables: StorageTransaction, sessions: Sequence[str], known: Sequence[str], keep: bool) -> None:
        """Replace the rows of sessions; `known` are those that have rows."""
        old = [(session,) for session in known]
        rows: dict[str, list[Row]] = {table: [] for table in (*TABLES, "unread", "waiting")}
        for snapshot in self.snapshots.read([UUID(session) for session in sessions], keep):
            for table, more in _rows(snapshot).items():
                rows[table] += more
            self.on_progress()
        for table in rows:
            if old:
                tables.execute_many(f"DELETE FROM {table} WHERE session = ?", old)
        for table, sql in FILL.items():
            tables.execute_many(sql, rows[table])
        tables.execute_many("INSERT INTO unread (session, version, why) VALUES (?, ?, ?)", rows["unread"])
        tables.execute_many("INSERT INTO waiting (session, due) VALUES (?, ?)", rows["waiting"])


def _known(tables: StorageTransaction, sessions: Iterable[str]) -> dict[str, int]:
    """The versions of the sessions that have rows."""
    ids = list(sessions)
    return dict(tables.rows(KNOWN.format(placeholders(ids)), ids * 2)) if ids else {}


def _rows(snapshot: SessionSnapshot | UnreadableSession) -> dict[str, list[Row]]:
    if isinstance(snapshot, UnreadableSession):
        return {"unread": [(snapshot.id.hex, snapshot.version, snapshot.why)]}
    if snapshot.discarded or practice_day(snapshot.grants.values()):  # practice counts in no list and no figure
        return {}
    waiting = {"waiting": [(snapshot.id.hex, snapshot.due)] if snapshot.due else []}
    return {table: more for model in MODELS.values() for table, more in model.rows(snapshot).items()} | waiting


def _mark(id: Any, version: int) -> str:
    """A text that identifies an event in this store."""
    return f"{_hex(id)} {version}"


def _hex(id: Any) -> str:
    return id.hex if isinstance(id, UUID) else id
