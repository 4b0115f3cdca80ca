"""Keeps read models up with the events: a page at a time, its rows and its position in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.sessions.application import Sessions
from domain.store.side_tables import EVENTS_TABLE as STORED
from projections.lag import read_position, write_position
from projections.models import ERASURES, EVENTS, MODELS, TABLES, prepare_tables
from projections.snapshot import SessionSnapshot, SnapshotReader, UnreadableSession
from projections.storage import ReadModelStorage, StorageTransaction, placeholders

PAGE = 2000  # events; sessions are read whole, so that most of a page may be in the rows already
LAST = f"SELECT coalesce(max(notification_id), 0) FROM {STORED}"
NEXT = f"""
    SELECT originator_id, max(originator_version), max(notification_id), count(*) FROM (
        SELECT originator_id, originator_version, notification_id FROM {STORED}
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
    """One store's events into its read models.

    A session is read to its newest event when a page first speaks of it; pages that speak of what is in its rows
    already have nothing to do. So each session of a store that is caught up with is read, and folded, once.
    """

    looking = SnapshotReader

    def __init__(self, sessions: Sessions, views: ReadModelStorage, beat: Callable[[], None] = lambda: None):
        self.sessions, self.views, self.beat = sessions, views, beat
        self.glances, self.lasting, self.reached = self.looking(sessions), True, 0
        prepare_tables(views)

    def catch_up(self) -> Iterator[int]:
        """Work through what is new; gives how many events each page held. Whatever is done is then on the disk."""
        if self._is_of_another_store(self.views):
            self._empty()
        self._erase()
        self._disclose()
        self.reached = read_position(self.views)
        while count := self._page():
            yield count
        if not self.lasting:  # the last page did not know that it was
            with self.views.change() as tables:
                tables.rows(TOUCH)
            self.lasting = True

    def rebuild(self) -> Iterator[int]:
        """Throw everything away and make it again; it comes out the same."""
        self._empty(whatever=True)
        yield from self.catch_up()

    def _empty(self, whatever: bool = False) -> None:
        with self.views.change() as tables:
            if whatever or self._is_of_another_store(tables):  # nobody has been here meanwhile
                for name in (*TABLES, "unread", "waiting", "positions"):
                    tables.rows(f"DELETE FROM {name}")
        self.glances = self.looking(self.sessions)

    def _is_of_another_store(self, tables: StorageTransaction | ReadModelStorage) -> bool:
        """Whether what they were made of is gone: a store can be put back from a copy, or made anew, beside them."""
        upto, mark = next(iter(tables.rows(MARKED, (EVENTS,))), (0, ""))
        return bool(mark) and mark not in (_mark(*row) for row in self.sessions.recorder.rows(AT, upto))

    # One page -----------------------------------------------------------------------------------------

    def _page(self) -> int:
        """One page, from where whoever was before us left off."""
        stored = self.sessions.recorder.rows
        new = stored(LAST)[0][0] - self.reached
        if new <= 0:
            return 0
        self.lasting = new <= PAGE  # those on the way need not wait for the disk, each for itself
        with self.views.change(self.lasting) as tables:
            self.reached = read_position(tables)  # others may have been here meanwhile
            page = stored(NEXT, self.reached, PAGE)
            events = sum(count for *_, count in page)
            if page:
                self._renew(tables, {_hex(id): version for id, version, *_ in page}, events < PAGE)
                write_position(tables, page[-1][2], mark=_mark(*page[-1][:2]))
        self.reached = page[-1][2] if page else self.reached
        return events

    def _erase(self) -> None:
        """Rows of sessions in which something was erased are made anew; those not there yet will come."""
        if not self.sessions.recorder.erasures(read_position(self.views, ERASURES)):
            return
        with self.views.change() as tables:
            erased = self.sessions.recorder.erasures(read_position(tables, ERASURES))
            self.glances.forget(session for _, session in erased)
            found = {session.hex for _, session in erased}
            if erased:
                known = sorted(_known(tables, found))
                self._write(tables, known, known, keep=False)
                write_position(tables, erased[-1][0], ERASURES)

    def _disclose(self) -> None:
        """Rows of sessions of which more has become public are made anew."""
        now = {"now": self.sessions.now()}
        if not self.views.rows(DUE, now):
            return
        with self.views.change() as tables:
            due = [session for (session,) in tables.rows(DUE, now)]
            self._write(tables, due, due, keep=True)

    def _renew(self, tables: StorageTransaction, touched: Mapping[str, int], last: bool) -> None:
        """The rows of what was touched, unless they tell of it already; whoever plays now will be seen again."""
        known = _known(tables, touched)
        wanted = [one for one, version in touched.items() if known.get(one, 0) < version]
        self._write(tables, wanted, [one for one in wanted if one in known], keep=last)

    def _write(self, tables: StorageTransaction, wanted: Sequence[str], known: Sequence[str], keep: bool) -> None:
        stale = [(one,) for one in known]
        rows: dict[str, list[tuple]] = {table: [] for table in (*TABLES, "unread", "waiting")}
        for seen in self.glances.of([UUID(one) for one in wanted], keep):
            for table, more in _rows(seen).items():
                rows[table] += more
            self.beat()
        for table in rows:
            if stale:
                tables.each(f"DELETE FROM {table} WHERE session = ?", stale)
        for table, sql in FILL.items():
            tables.each(sql, rows[table])
        tables.each("INSERT INTO unread (session, version, why) VALUES (?, ?, ?)", rows["unread"])
        tables.each("INSERT INTO waiting (session, due) VALUES (?, ?)", rows["waiting"])


def _known(tables: StorageTransaction, sessions: Iterable[str]) -> dict[str, int]:
    """The sessions that have rows, with the version those tell of."""
    asked = list(sessions)
    return dict(tables.rows(KNOWN.format(placeholders(asked)), asked * 2)) if asked else {}


def _rows(seen: SessionSnapshot | UnreadableSession) -> dict[str, list[tuple]]:
    if isinstance(seen, UnreadableSession):
        return {"unread": [(seen.id.hex, seen.version, seen.why)]}
    if seen.discarded:
        return {}
    waiting = {"waiting": [(seen.id.hex, seen.due)] if seen.due else []}
    return {table: more for model in MODELS.values() for table, more in model.rows(seen).items()} | waiting


def _mark(id: Any, version: int) -> str:
    """Names an event, in this store and in no other."""
    return f"{_hex(id)} {version}"


def _hex(id: Any) -> str:
    return id.hex if isinstance(id, UUID) else id
