"""The SQLite store: one file, one writing process, any number of readers."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.persistence import Notification, OperationalError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from domain.errors import NoStore, ReadOnly, StoreOutdated, StoreUnsafe
from domain.store.lock import StoreLock
from domain.store.mapper import session_id
from domain.store.side_tables import (
    APPEND_ONLY,
    COPIED,
    EVENTS_TABLE,
    INSERTS,
    LAST,
    NEWEST,
    RECEIPTS,
    TABLES,
    EventStoreFactory,
    SideTables,
)
from domain.store.signing.register_tables import REGISTER, REGISTER_HEADS, Row

# Set on every connection and read back, because the library sets none of them.
PRAGMAS = {
    "synchronous": 2,
    "foreign_keys": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "fullfsync": 1,
    "secure_delete": 1,  # overwrites what is erased
}
CHECKPOINT = 8192  # pages; many commits change the same few pages, which a checkpoint copies back once
CACHE = 8192  # KiB for each reader; the lines of several sessions share pages
STATEMENTS = 128  # prepared statements on a connection

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS {EVENTS_TABLE} (
    notification_id INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, answer BLOB,
    UNIQUE (originator_id, originator_version));
CREATE TRIGGER IF NOT EXISTS {EVENTS_TABLE}_without_gaps BEFORE INSERT ON {EVENTS_TABLE}
    WHEN NEW.originator_version != 1 + coalesce(
        (SELECT max(originator_version) FROM {EVENTS_TABLE} WHERE originator_id = NEW.originator_id), 0)
    BEGIN SELECT RAISE(ABORT, 'versions have no gaps'); END;
{TABLES.format(bytes="BLOB", number="INTEGER PRIMARY KEY AUTOINCREMENT", key="INTEGER PRIMARY KEY")}
""" + "\n".join(
    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{word} BEFORE {word.upper()} ON {table}"
    f" BEGIN SELECT RAISE(ABORT, 'what is recorded stays'); END;"
    for table in APPEND_ONLY
    for word in ("update", "delete")
)
SAME = {EVENTS_TABLE: "notification_id = NEW.notification_id", "commits": "id = NEW.id", "erasures": "id = NEW.id"}
SAME["opened"] = "actor = NEW.actor AND key = NEW.key"
SAME |= {REGISTER: "number = NEW.number", REGISTER_HEADS: "size = NEW.size"}
SCHEMA += "\n".join(  # REPLACE deletes rows without firing the triggers for DELETE
    f"CREATE TRIGGER IF NOT EXISTS {table}_no_replace BEFORE INSERT ON {table}"
    f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {SAME[table]})"
    f" BEGIN SELECT RAISE(ABORT, 'what is recorded stays'); END;"
    for table in APPEND_ONLY
)

INSERT_EVENT = (
    f"INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state, answer) VALUES (?, ?, ?, ?, ?)"
)


class _Pool(SQLiteConnectionPool):
    """Connections for reading, with our settings."""

    def _create_connection(self) -> SQLiteConnection:
        return SQLiteConnection(connect(self.db_name, writing=False), max_age=self.max_age)


def connect(path: str, writing: bool) -> sqlite3.Connection:
    """A connection on which no acknowledged commit can be lost; raises StoreUnsafe if a setting is not accepted."""
    connection = sqlite3.connect(
        path, check_same_thread=False, isolation_level=None, cached_statements=STATEMENTS, timeout=5
    )
    connection.row_factory = sqlite3.Row
    mode = connection.execute("PRAGMA journal_mode=WAL" if writing else "PRAGMA journal_mode").fetchone()[0]
    if mode.lower() != "wal":
        raise StoreUnsafe(setting="journal_mode", value=mode)
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name}={value}")
        row = connection.execute(f"PRAGMA {name}").fetchone()
        if row is not None and row[0] != value:
            raise StoreUnsafe(setting=name, value=row[0])
    if writing:
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")
    else:
        connection.execute("PRAGMA query_only=1")
        connection.execute(f"PRAGMA cache_size=-{CACHE}")
    return connection


class _Immediate(SQLiteTransaction):
    """A transaction that takes the write lock first, so that what it reads is still valid when it writes."""

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise OperationalError(error) from error
        return cursor

    def __exit__(self, *raised: Any) -> None:
        try:
            super().__exit__(*raised)
        finally:
            self.connection.rollback()  # a failed commit may leave it open, which would block the next one


class SQLiteEventDatastore(SQLiteDatastore):
    """A small pool of connections for readers, and one connection for writing, used by one thread at a time."""

    def __init__(self, path: str, writing: bool):
        super().__init__(path)
        self.pool = _Pool(db_name=path)
        self.writer = SQLiteConnection(connect(path, writing=True), max_age=None) if writing else None
        self.writer_lock = threading.Lock()

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """A transaction on the writing connection if `commit` is set, else on a reading one."""
        if not commit:
            with super().transaction(commit=False) as cursor:
                yield cursor
            return
        with self.writer_lock, _Immediate(self.writing_connection, commit=True) as cursor, cursor:
            yield cursor

    @property
    def writing_connection(self) -> SQLiteConnection:
        """The connection for writing; raises ReadOnly if there is none."""
        if self.writer is None:
            raise ReadOnly()
        return self.writer

    def truncate_log(self) -> None:
        """Move the write-ahead log into the file, so that nothing erased stays in it, unless a reader uses it."""
        with self.writer_lock:
            self.writing_connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close all connections."""
        super().close()
        writer: SQLiteConnection | None = getattr(self, "writer", None)  # not set if connecting failed
        if writer is not None:
            with self.writer_lock:
                writer.close()


class SQLiteEventRecorder(SideTables, SQLiteApplicationRecorder):
    """The library's recorder, which stores events and rows of the side tables in one transaction."""

    datastore: SQLiteEventDatastore

    def __init__(self, datastore: SQLiteEventDatastore):
        super().__init__(datastore, events_table_name=EVENTS_TABLE)

    def create_table(self) -> None:
        """Create all tables that do not exist yet."""
        self.datastore.writing_connection._sqlite_conn.executescript(f"BEGIN IMMEDIATE;{SCHEMA}COMMIT;")

    def _insert_events(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **side_rows: Any) -> None:
        receipts = side_rows.get(RECEIPTS, {})
        c.executemany(INSERT_EVENT, [_event_row(event, receipts) for event in stored_events])
        for table, sql in INSERTS.items():
            if rows := side_rows.get(table):
                c.executemany(sql, rows)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        """The events from a notification id on; the library would use SQLite's rowid, which can be used twice."""
        first = (start or 0) - (start is not None and inclusive_of_start)
        where = "notification_id > ? AND notification_id <= ?"
        if topics:
            where += f" AND topic IN ({', '.join('?' * len(topics))})"
        query = f"SELECT {', '.join(COPIED[EVENTS_TABLE][:5])} FROM {EVENTS_TABLE} WHERE {where} ORDER BY 1 LIMIT ?"
        rows = self.rows(query, first, stop or LAST, *topics, limit)
        return [
            Notification(id=id, originator_id=UUID(session), originator_version=version, topic=topic, state=state)
            for id, session, version, topic, state in rows
        ]

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None  # plain tuples; named rows cost a third more
            c.execute(sql, values)
            rows: list[Row] = c.fetchall()
            return rows

    def each(self, sql: str, *values: Any) -> Iterator[Row]:
        """The rows of a query, one after the other."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(sql, values)
            yield from c.sqlite_cursor

    def change(self, *changes: tuple[str, tuple[Any, ...]]) -> int:
        """Execute statements in one transaction; returns how many rows the last one changed."""
        with self.datastore.transaction(commit=True) as c:
            for sql, values in changes:
                c.execute(sql, values)
            changed = c.sqlite_cursor.rowcount
        self.datastore.truncate_log()
        return changed

    def id_of(self, session: UUID) -> str:
        """The id of a session as SQLite stores it: without dashes."""
        return session.hex

    def copy_to(self, path: Path) -> None:
        """Copy the database as it is at one moment, while it is being written."""
        with closing(sqlite3.connect(path)) as target, closing(connect(self.datastore.pool.db_name, False)) as source:
            source.backup(target)  # in one step: several steps would start again after every commit
            target.execute("PRAGMA journal_mode=WAL")


def _event_row(event: StoredEvent, receipts: Mapping[tuple[Any, int], bytes]) -> Row:
    session, version = session_id(event), event.originator_version
    return session.hex, version, event.topic, event.state, receipts.get((session, version))


def write_database(path: Path, tables: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> None:
    """Create a database file from the rows of another store."""
    with closing(connect(str(path), writing=True)) as target:
        target.executescript(SCHEMA)
        target.execute("BEGIN IMMEDIATE")
        for table, rows in tables:
            columns = COPIED[table]
            sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            target.executemany(sql, ([v.hex if isinstance(v, UUID) else v for v in row] for row in rows))
        target.commit()


class SQLiteEventFactory(EventStoreFactory):
    """Creates the recorder of one file."""

    def __init__(self, path: str, writing: bool):
        super().__init__()
        self.lock: StoreLock | None = None
        try:
            if writing:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                self.lock = StoreLock(path)
            elif not Path(path).is_file():
                raise NoStore(url=path)
            self.datastore = SQLiteEventDatastore(path, writing)
        except (OSError, sqlite3.Error) as error:
            self._release_lock()
            raise NoStore(url=path) from error

    def application_recorder(self) -> SQLiteEventRecorder:
        """The recorder; a writing process creates the tables first."""
        recorder = SQLiteEventRecorder(self.datastore)
        try:
            if self.lock is not None:
                recorder.create_table()
            recorder.rows(f"SELECT 1 FROM {EVENTS_TABLE} LIMIT 1")  # a damaged file raises its error now
            complete = recorder.rows("SELECT 1 FROM sqlite_master WHERE name=?", NEWEST)
        except (sqlite3.Error, PersistenceError) as error:
            self.close()
            raise NoStore(url=self.datastore.pool.db_name) from error
        if not complete:
            self.close()
            raise StoreOutdated(url=self.datastore.pool.db_name)
        return recorder

    def close(self) -> None:
        """Close the file and release its lock."""
        self.datastore.close()
        self._release_lock()

    def _release_lock(self) -> None:
        if self.lock is not None:
            self.lock.release()
