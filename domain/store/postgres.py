"""The PostgreSQL store, which several service processes share; a database role that can only add and read is enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from struct import pack
from typing import Any, ClassVar, Self
from uuid import UUID

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, ProgrammingError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Format
from psycopg.rows import tuple_row

from domain.errors import NoStore, StoreOutdated, StoreUnsafe
from domain.store.mapper import session_id
from domain.store.side_tables import (
    APPEND_ONLY,
    COPIED,
    EVENTS_TABLE,
    INSERTS,
    NEWEST,
    RECEIPTS,
    TABLES,
    EventStoreFactory,
    SideTables,
    redacted_url,
)
from domain.store.signing.register_tables import REGISTER, REGISTER_HEADS, Row
from domain.store.sqlite import write_database

WRITE_LOCK = 7_236_547_001  # advisory lock under which ids are assigned, so that they are committed in order
FETCH_SIZE = 500  # rows
AWAY = 1.0  # seconds for which no request waits for a server that accepted no connection
MUST_BE_ON = ("fsync", "full_page_writes", "synchronous_commit")

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS {EVENTS_TABLE} (
    originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text NOT NULL, state bytea NOT NULL,
    answer bytea, notification_id bigserial UNIQUE, PRIMARY KEY (originator_id, originator_version));
{TABLES.format(bytes="bytea", number="bigserial PRIMARY KEY", key="bigint PRIMARY KEY")}
CREATE OR REPLACE FUNCTION griffier_without_gaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.originator_version <> 1 + coalesce((SELECT max(originator_version) FROM {EVENTS_TABLE}
        WHERE originator_id = NEW.originator_id), 0) THEN
        RAISE EXCEPTION 'versions have no gaps' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NEW;
END $$;
DO $$ DECLARE earlier regprocedure; BEGIN -- with it, processes of an earlier version would write unsigned commits
    FOR earlier IN SELECT oid FROM pg_proc WHERE proname = 'griffier_append' AND pg_function_is_visible(oid) LOOP
        EXECUTE 'DROP FUNCTION ' || earlier;
    END LOOP;
END $$;
CREATE FUNCTION griffier_append(
    ids uuid[], versions bigint[], topics text[], states bytea[], answers bytea[], heads text,
    numbers bigint[], subjects text[], sizes bigint[], entries text[], signatures text[],
    size bigint, peaks bytea, note text)
    RETURNS void LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({WRITE_LOCK});
    NOTIFY {EVENTS_TABLE};
    INSERT INTO commits (heads) VALUES (heads);
    INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state, answer)
        SELECT * FROM unnest(ids, versions, topics, states, answers);
    INSERT INTO {REGISTER} (number, about, size, entry, signature)
        SELECT * FROM unnest(numbers, subjects, sizes, entries, signatures);
    INSERT INTO {REGISTER_HEADS} (size, peaks, note) SELECT size, peaks, note WHERE size > 0;
END $$;
CREATE OR REPLACE TRIGGER {EVENTS_TABLE}_without_gaps BEFORE INSERT ON {EVENTS_TABLE}
    FOR EACH ROW EXECUTE FUNCTION griffier_without_gaps();
CREATE OR REPLACE FUNCTION griffier_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what is recorded stays'; END $$;
""" + "\n".join(
    f"CREATE OR REPLACE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
    f" FOR EACH STATEMENT EXECUTE FUNCTION griffier_stays();"
    for table in APPEND_ONLY
)
APPEND = (
    "SELECT griffier_append(%s::uuid[], %s::bigint[], %s::text[], %s::bytea[], %s::bytea[], %s::text,"
    " %s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::text[], %s::bigint, %s::bytea, %s::text)"
)


class _Connection(psycopg.Connection[dict[str, Any]]):
    """A connection that collects the warnings of the server."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.warnings: list[str] = []
        self.add_notice_handler(self._keep_warning)

    def _keep_warning(self, notice: psycopg.errors.Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            self.warnings.append(notice.message_primary or "")


class PostgresEventDatastore(PostgresDatastore):
    """A pool of connections to a server whose settings are checked: no acknowledged commit can be lost."""

    def __init__(self, url: str):
        self.url = url
        settings = {key: value for key, value in conninfo_to_dict(url).items() if value is not None}
        address = {key: str(settings.pop(key, "")) for key in ("dbname", "host", "port", "user", "password")}
        super().__init__(
            dbname=address["dbname"],
            host=address["host"],
            port=address["port"],
            user=address["user"],
            password=address["password"],
            pool_size=1,
            max_overflow=4,
            connect_timeout=2.0,
            max_waiting=64,
            idle_in_transaction_session_timeout=30,
        )
        given = self.pool.kwargs if isinstance(self.pool.kwargs, dict) else {}
        self.pool.kwargs = {"connect_timeout": 2, **{k: v for k, v in given.items() if v != ""}, **settings}
        self.pool.connection_class = _Connection
        self.pool.reconnect_timeout = 2.0  # seconds; after that the next caller connects at once
        self.failed_connects, self.away_until = 0, 0.0

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[dict[str, Any]]]:
        """A connection; if it breaks, the idle ones in the pool are closed too.

        While the server accepts none, only a few callers wait for one, and all others are refused at once.
        """
        if time.monotonic() < self.away_until:
            raise OperationalError("the server accepted no connection a moment ago")
        try:
            with super().get_connection() as connection:
                yield connection
        except (OperationalError, InterfaceError):
            failed = self.pool.get_stats().get("connections_errors", 0)
            if failed > self.failed_connects:
                self.failed_connects, self.away_until = failed, time.monotonic() + AWAY
            self.pool.drain()
            raise

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """The function that the pool calls with each new connection: it checks the settings of the server."""
        configure = super().after_connect_func()

        def connected(connection: psycopg.Connection[Any]) -> None:
            configure(connection)
            _check_settings(connection)

        return connected


class PostgresEventRecorder(SideTables, PostgresApplicationRecorder):
    """The library's recorder with our tables, an advisory lock instead of a table lock, and without its retries."""

    shared = True
    datastore: PostgresEventDatastore

    def __init__(self, datastore: PostgresEventDatastore):
        super().__init__(datastore, events_table_name=EVENTS_TABLE)
        self.locked: psycopg.Connection[dict[str, Any]] | None = None  # the connection that holds the write lock

    select_events = PostgresApplicationRecorder.select_events.__wrapped__  # without its retries

    def create_table(self) -> None:
        """Create the tables that are missing, one process at a time; StoreOutdated for a role that may not."""
        try:
            with self.datastore.transaction(commit=True) as curs:
                curs.execute("SELECT pg_advisory_xact_lock(%s)", (WRITE_LOCK,))
                if not self.has_table(curs, NEWEST):
                    curs.execute(SCHEMA, prepare=False)
        except ProgrammingError as error:
            if not isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
                raise
            raise StoreOutdated(url=redacted_url(self.datastore.url)) from error

    def find_table(self) -> None:
        """Raise NoStore if there are no tables, StoreOutdated if some are missing."""
        with self.datastore.transaction(commit=False) as curs:
            if not self.has_table(curs):
                raise NoStore(url=redacted_url(self.datastore.url))
            if not self.has_table(curs, NEWEST):
                raise StoreOutdated(url=redacted_url(self.datastore.url))

    def has_table(self, curs: Any, table: str = EVENTS_TABLE) -> bool:
        """Whether a table exists."""
        curs.execute("SELECT to_regclass(%s) AS found", (table,))
        return curs.fetchone()["found"] is not None

    def insert_events(self, stored_events: Sequence[StoredEvent], **side_rows: Any) -> None:
        """Store events and side rows in one transaction. After a broken connection the caller checks its outcome."""
        columns: Row = _columns(stored_events, side_rows.pop(RECEIPTS, {}))
        columns += (side_rows.pop("commits")[0][0],)
        columns += _register_columns(side_rows.pop(REGISTER, ()), side_rows.pop(REGISTER_HEADS, ()))
        with self._writing_connection() as connection:
            if any(side_rows.values()):
                with connection.pipeline(), connection.transaction(), connection.cursor() as curs:
                    for table, rows in side_rows.items():
                        curs.executemany(INSERTS[table].replace("?", "%s"), rows)
                    curs.execute(APPEND, columns, prepare=True)
            else:  # one statement, one round trip, one commit
                connection.execute(APPEND, columns, prepare=True)

    @contextmanager
    def _writing_connection(self) -> Iterator[psycopg.Connection[dict[str, Any]]]:
        """A connection for writing; raises an error if the commit did not wait for the standby."""
        with nullcontext(self.locked) if self.locked else self.datastore.get_connection() as connection:
            warnings = connection.warnings if isinstance(connection, _Connection) else []
            warnings.clear()
            yield connection
            if warnings:
                raise OperationalError("; ".join(warnings))

    @contextmanager
    def write_lock(self) -> Iterator[None]:
        """Hold the write lock: a process that must load a session first would otherwise always be too late."""
        with self.datastore.get_connection() as connection:
            with connection.transaction():
                connection.execute("SET LOCAL lock_timeout = '5s'")
                connection.execute("SELECT pg_advisory_lock(%s)", (WRITE_LOCK,))
            self.locked = connection
            try:
                yield
            finally:
                self.locked = None
                connection.execute("SELECT pg_advisory_unlock(%s)", (WRITE_LOCK,))

    def confirm(self) -> None:
        """Commit an empty message, which waits for the standby as every commit does."""
        with self._writing_connection() as connection:
            connection.execute("SELECT pg_logical_emit_message(true, 'griffier', '')")

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as curs:
            return curs.execute(sql.replace("?", "%s"), values, prepare=True, binary=True).fetchall()

    def each(self, sql: str, *values: Any) -> Iterator[Row]:
        """The rows of a query, fetched in portions."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as curs:
            curs.execute(sql.replace("?", "%s"), values, prepare=True, binary=True)
            while some := curs.fetchmany(FETCH_SIZE):
                yield from some

    def change(self, *changes: tuple[str, tuple[Any, ...]]) -> int:
        """Execute statements in one transaction; returns how many rows the last one changed."""
        with self.datastore.transaction(commit=True) as curs:
            curs.execute("SELECT pg_advisory_xact_lock(%s)", (WRITE_LOCK,))  # erasures get their numbers in order
            for sql, values in changes:
                changed = curs.execute(sql.replace("?", "%s"), values).rowcount
        return changed

    def copy_to(self, path: Path) -> None:
        """Copy the store, as it is at one moment, to an SQLite file."""
        with psycopg.connect(self.datastore.url) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            write_database(path, ((table, self._all_rows(connection, table)) for table in COPIED))

    def _all_rows(self, connection: psycopg.Connection[Row], table: str) -> Iterator[Row]:
        with connection.cursor(name=f"all_{table}") as curs:
            yield from curs.execute(f"SELECT {', '.join(COPIED[table])} FROM {table} ORDER BY {COPIED[table][0]}")

    def versions(self, sessions: Iterable[UUID]) -> dict[UUID, int]:
        """The newest version of each session, in one query."""
        query = "SELECT originator_id, max(originator_version)"
        query += f" FROM {EVENTS_TABLE} WHERE originator_id = ANY(?) GROUP BY originator_id"
        return dict(self.rows(query, list(sessions)))


class _Column(bytes):
    """An array in PostgreSQL's binary format; psycopg would inspect every value three times to make one."""

    element_oid: ClassVar[int]
    array_oid: ClassVar[int]

    def __new__(cls, values: Sequence[bytes | None]) -> Self:
        """An array of values that are in binary format already."""
        head = pack("!iiIii", 1, None in values, cls.element_oid, len(values), 1)
        return super().__new__(cls, head + b"".join(map(_with_length, values)))


def _with_length(value: bytes | None) -> bytes:
    return pack("!i", -1) if value is None else pack("!i", len(value)) + value


class _Ids(_Column):
    element_oid, array_oid = 2950, 2951  # uuid and uuid[]


class _Versions(_Column):
    element_oid, array_oid = 20, 1016  # bigint


class _Words(_Column):
    element_oid, array_oid = 25, 1009  # text


class _Blobs(_Column):
    element_oid, array_oid = 17, 1001  # bytea


for _column in (_Ids, _Versions, _Words, _Blobs):
    _members = {"oid": _column.array_oid, "format": Format.BINARY, "dump": lambda self, array: array}
    psycopg.adapters.register_dumper(_column, type(f"{_column.__name__}Dumper", (Dumper,), _members))


def _columns(stored: Sequence[StoredEvent], receipts: Mapping[tuple[Any, int], bytes]) -> tuple[_Column, ...]:
    return (
        _Ids([session_id(event).bytes for event in stored]),
        _Versions([pack("!q", event.originator_version) for event in stored]),
        _Words([event.topic.encode() for event in stored]),
        _Blobs([event.state for event in stored]),
        _Blobs([receipts.get((event.originator_id, event.originator_version)) for event in stored]),
    )


def _register_columns(entries: Sequence[Row], heads: Sequence[Row]) -> Row:
    """The rows of the register as arguments; without any, size 0 stores none."""
    head = heads[0] if heads else (0, b"", "")
    return (
        _Versions([pack("!q", number) for number, *_ in entries]),
        _Words([about.encode() for _, about, *_ in entries]),
        _Versions([pack("!q", size) for _, _, size, *_ in entries]),
        _Words([entry.encode() for *_, entry, _ in entries]),
        _Words([signature.encode() for *_, signature in entries]),
        *head,
    )


class PostgresEventFactory(EventStoreFactory):
    """Creates the recorder of one database."""

    def __init__(self, url: str, writing: bool):
        super().__init__()
        self.url, self.writing = url, writing
        try:
            self.datastore = PostgresEventDatastore(url)
        except psycopg.ProgrammingError as error:
            raise NoStore(url=redacted_url(url)) from error

    def application_recorder(self) -> PostgresEventRecorder:
        """The recorder; a writing process creates the tables first."""
        try:
            with psycopg.connect(self.url, connect_timeout=5) as connection:
                _check_settings(connection)
        except psycopg.OperationalError as error:
            raise NoStore(url=str(error).strip()) from error
        recorder = PostgresEventRecorder(self.datastore)
        if self.writing:
            recorder.create_table()
        else:
            recorder.find_table()
        return recorder

    def close(self) -> None:
        """Close all connections."""
        self.datastore.close()


def _check_settings(connection: psycopg.Connection[Any]) -> None:
    """Raise StoreUnsafe if the server could lose an acknowledged commit."""
    with connection.cursor(row_factory=tuple_row) as curs:
        for setting in MUST_BE_ON:
            row = curs.execute(f"SHOW {setting}").fetchone()
            value = row[0] if row else "off"
            if value == "off":
                raise StoreUnsafe(setting=setting, value=value)
