"""The embedded store: one SQLite file, one writing process, any number of readers."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
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

from domain.errors import NoStore, ReadOnly, StoreUnsafe
from domain.store.lock import StoreLock
from domain.store.side_tables import (
    APPEND_ONLY,
    COPIED,
    EVENTS_TABLE,
    INSERTS,
    LAST,
    RECEIPTS,
    TABLES,
    EventStoreFactory,
    SideTables,
)

# Set on every connection and read back; the library sets none of them.
PRAGMAS = {"synchronous": 2, "foreign_keys": 1, "trusted_schema": 0, "cell_size_check": 1, "fullfsync": 1}
PRAGMAS["secure_delete"] = 1  # what is erased is overwritten
CHECKPOINT = 8192  # pages: the same few are written again and again, and need to be copied back only once
CACHE = 8192  # KiB for each who reads: lines of one session lie among those of others, on the same pages
STATEMENTS = 128  # kept prepared; the library keeps one

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS {EVENTS_TABLE} (
    notification_id INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, answer BLOB,
    UNIQUE (originator_id, originator_version));
CREATE TRIGGER IF NOT EXISTS {EVENTS_TABLE}_without_gaps BEFORE INSERT ON {EVENTS_TABLE}
    WHEN NEW.originator_version != 1 + coalesce(
        (SELECT max(originator_version) FROM {EVENTS_TABLE} WHERE originator_id = NEW.originator_id), 0)
    BEGIN SELECT RAISE(ABORT, 'versions have no gaps'); END;
{TABLES.format(bytes="BLOB", number="INTEGER PRIMARY KEY AUTOINCREMENT")}
""" + "\n".join(
    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{word} BEFORE {word.upper()} ON {table}"
    f" BEGIN SELECT RAISE(ABORT, 'what is recorded stays'); END;"
    for table in APPEND_ONLY
    for word in ("update", "delete")
)
SAME = {EVENTS_TABLE: "notification_id = NEW.notification_id", "commits": "id = NEW.id", "erasures": "id = NEW.id"}
SAME["opened"] = "actor = NEW.actor AND key = NEW.key"
SCHEMA += "\n".join(  # REPLACE takes rows away without asking the triggers of DELETE
    f"CREATE TRIGGER IF NOT EXISTS {table}_no_replace BEFORE INSERT ON {table}"
    f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {SAME[table]})"
    f" BEGIN SELECT RAISE(ABORT, 'what is recorded stays'); END;"
    for table in APPEND_ONLY
)

INSERT_EVENT = (
    f"INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state, answer) VALUES (?, ?, ?, ?, ?)"
)


class _Pool(SQLiteConnectionPool):
    """Connections that read, each set to be safe."""

    def _create_connection(self) -> SQLiteConnection:
        return SQLiteConnection(connect(self.db_name, writing=False), max_age=self.max_age)


def connect(path: str, writing: bool) -> sqlite3.Connection:
    """A connection on which nothing acknowledged can be lost, or StoreUnsafe."""
    connection = sqlite3.connect(
        path, check_same_thread=False, isolation_level=None, cached_statements=STATEMENTS, timeout=5
    )
    connection.row_factory = sqlite3.Row
    mode = connection.execute("PRAGMA journal_mode=WAL" if writing else "PRAGMA journal_mode").fetchone()[0]
    if mode.lower() != "wal":
        raise StoreUnsafe(setting="journal_mode", value=mode)
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name}={value}")
        found = connection.execute(f"PRAGMA {name}").fetchone()
        if found is not None and found[0] != value:
            raise StoreUnsafe(setting=name, value=found[0])
    if writing:
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")
    else:
        connection.execute("PRAGMA query_only=1")
        connection.execute(f"PRAGMA cache_size=-{CACHE}")
    return connection


class _Immediate(SQLiteTransaction):
    """A transaction that takes the write lock at once, so that what it read still holds when it writes."""

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
            self.connection.rollback()  # a commit that failed may have left it open, and then none could begin again


class SQLiteEventDatastore(SQLiteDatastore):
    """Readers have a small pool; writing has one connection, for one thread at a time."""

    def __init__(self, path: str, writing: bool):
        super().__init__(path)
        self.pool = _Pool(db_name=path)
        self.writing = SQLiteConnection(connect(path, writing=True), max_age=None) if writing else None
        self.turn = threading.Lock()

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """A transaction of the writer, or of a reader."""
        if not commit:
            with super().transaction(commit=False) as cursor:
                yield cursor
            return
        if self.writing is None:
            raise ReadOnly()
        with self.turn, _Immediate(self.writing, commit=True) as cursor, cursor:
            yield cursor

    def empty_log(self) -> None:
        """Into the file with it, so that nothing erased stays in the log, as far as nobody is reading it."""
        with self.turn:
            self.writing.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Give everything back."""
        super().close()
        if getattr(self, "writing", None) is not None:
            with self.turn:
                self.writing.close()


class SQLiteEventRecorder(SideTables, SQLiteApplicationRecorder):
    """The library's recorder with our tables: events and what lies beside them in one transaction."""

    def __init__(self, datastore: SQLiteEventDatastore):
        super().__init__(datastore, events_table_name=EVENTS_TABLE)

    def create_table(self) -> None:
        """Everything the store needs, if it is not there."""
        self.datastore.writing._sqlite_conn.executescript(f"BEGIN IMMEDIATE;{SCHEMA}COMMIT;")

    def _insert_events(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **beside: Any) -> None:
        answers = beside.get(RECEIPTS, {})
        keyed = ((one, (one.originator_id, one.originator_version)) for one in stored_events)
        c.executemany(INSERT_EVENT, [(k[0].hex, k[1], one.topic, one.state, answers.get(k)) for one, k in keyed])
        for table, sql in INSERTS.items():
            if rows := beside.get(table):
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
        """What was stored from an id on; the library asks for a row id, which here has a name and never comes back."""
        first = (start or 0) - (start is not None and inclusive_of_start)
        where, values = "notification_id > ? AND notification_id <= ?", [first, stop or LAST]
        if topics:
            where += f" AND topic IN ({', '.join('?' * len(topics))})"
        asked = f"SELECT {', '.join(COPIED[EVENTS_TABLE][:5])} FROM {EVENTS_TABLE} WHERE {where} ORDER BY 1 LIMIT ?"
        found = self.rows(asked, *values, *topics, limit)
        return [
            Notification(id=id, originator_id=UUID(session), originator_version=version, topic=topic, state=state)
            for id, session, version, topic, state in found
        ]

    def rows(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        """What a question gives."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None  # plain tuples; rows by name would cost a third more
            c.execute(sql, values)
            return c.fetchall()

    def each(self, sql: str, *values: Any) -> Iterator[Sequence[Any]]:
        """The same, one after the other."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(sql, values)
            yield from c.sqlite_cursor

    def change(self, *changes: tuple[str, tuple]) -> int:
        """All of them or none; how many rows the last one touched."""
        with self.datastore.transaction(commit=True) as c:
            for sql, values in changes:
                c.execute(sql, values)
            touched = c.sqlite_cursor.rowcount
        self.datastore.empty_log()
        return touched

    def id_of(self, session: UUID) -> str:
        """Ids are written without dashes here."""
        return session.hex

    def copy_to(self, path: Path) -> None:
        """A copy of the database as it is at one moment, while it is being written."""
        with closing(sqlite3.connect(path)) as target, closing(connect(self.datastore.pool.db_name, False)) as source:
            source.backup(target)  # in one step: many would begin anew after every commit
            target.execute("PRAGMA journal_mode=WAL")


def filled(path: Path, tables: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> None:
    """A new database file out of another store's rows."""
    with closing(connect(str(path), writing=True)) as target:
        target.executescript(SCHEMA)
        target.execute("BEGIN IMMEDIATE")
        for table, rows in tables:
            columns = COPIED[table]
            sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            target.executemany(sql, ([v.hex if isinstance(v, UUID) else v for v in row] for row in rows))
        target.commit()


class SQLiteEventFactory(EventStoreFactory):
    """Makes the recorder of one file."""

    def __init__(self, path: str, writing: bool):
        super().__init__()
        self.lock = None
        try:
            if writing:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                self.lock = StoreLock(path)
            elif not Path(path).is_file():
                raise NoStore(url=path)
            self.datastore = SQLiteEventDatastore(path, writing)
        except (OSError, sqlite3.Error) as error:
            self._let_go()
            raise NoStore(url=path) from error

    def application_recorder(self) -> SQLiteEventRecorder:
        """The recorder, with its tables made by whoever writes."""
        recorder = SQLiteEventRecorder(self.datastore)
        try:
            if self.lock is not None:
                recorder.create_table()
            recorder.rows(f"SELECT 1 FROM {EVENTS_TABLE} LIMIT 1")  # whatever is wrong with it is said at once
        except (sqlite3.Error, PersistenceError) as error:
            self.close()
            raise NoStore(url=self.datastore.pool.db_name) from error
        return recorder

    def close(self) -> None:
        """Let the next one write."""
        self.datastore.close()
        self._let_go()

    def _let_go(self) -> None:
        if self.lock is not None:
            self.lock.release()
