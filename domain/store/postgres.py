"""The shared store: PostgreSQL, for several service processes and a role that can only add and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from struct import pack
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Format
from psycopg.rows import tuple_row

from domain.errors import NoStore, StoreUnsafe
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
from domain.store.sqlite import filled

ONE_AT_A_TIME = 7_236_547_001  # the lock under which ids are drawn, so that they are committed in order
AT_ONCE = 500  # rows that are made at once of what has come
MUST_BE_ON = ("fsync", "full_page_writes", "synchronous_commit")

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS {EVENTS_TABLE} (
    originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text NOT NULL, state bytea NOT NULL,
    answer bytea, notification_id bigserial UNIQUE, PRIMARY KEY (originator_id, originator_version));
{TABLES.format(bytes="bytea", number="bigserial PRIMARY KEY")}
CREATE OR REPLACE FUNCTION griffier_without_gaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.originator_version <> 1 + coalesce((SELECT max(originator_version) FROM {EVENTS_TABLE}
        WHERE originator_id = NEW.originator_id), 0) THEN
        RAISE EXCEPTION 'versions have no gaps' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION griffier_append(
    ids uuid[], versions bigint[], topics text[], states bytea[], answers bytea[], heads text)
    RETURNS void LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({ONE_AT_A_TIME});
    NOTIFY {EVENTS_TABLE};
    INSERT INTO commits (heads) VALUES (heads);
    INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state, answer)
        SELECT * FROM unnest(ids, versions, topics, states, answers);
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
APPEND = "SELECT griffier_append(%s::uuid[], %s::bigint[], %s::text[], %s::bytea[], %s::bytea[], %s::text)"


class PostgresEventDatastore(PostgresDatastore):
    """Connections that are asked first whether they can lose anything."""

    def __init__(self, url: str):
        self.url = url
        given = {key: value for key, value in conninfo_to_dict(url).items() if value is not None}
        named = {key: given.pop(key, "") for key in ("dbname", "host", "port", "user", "password")}
        super().__init__(
            **named,
            pool_size=1,
            max_overflow=4,
            connect_timeout=2.0,
            max_waiting=64,
            idle_in_transaction_session_timeout=30,
        )
        self.pool.kwargs = {**{key: value for key, value in self.pool.kwargs.items() if value != ""}, **given}
        self.pool.kwargs.setdefault("connect_timeout", 2)
        self.pool.reconnect_timeout = 2.0  # after that whoever needs a connection tries again at once

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection]:
        """A connection; when one breaks, those that lie ready are not trusted either."""
        try:
            with super().get_connection() as connection:
                yield connection
        except (OperationalError, InterfaceError):
            self.pool.drain()
            raise

    def after_connect_func(self) -> Callable[[psycopg.Connection], None]:
        """Every new connection: safe settings, and a commit that only waited is no commit."""
        configure = super().after_connect_func()

        def connected(connection: psycopg.Connection) -> None:
            configure(connection)
            _is_safe(connection)
            connection.warned = []
            connection.add_notice_handler(lambda notice: _keep_warning(connection, notice))

        return connected


def _keep_warning(connection: Any, notice: psycopg.errors.Diagnostic) -> None:
    if notice.severity_nonlocalized == "WARNING":
        connection.warned.append(notice.message_primary)


class PostgresEventRecorder(SideTables, PostgresApplicationRecorder):
    """The library's recorder with our tables, an advisory lock in place of the table's, and no retries of its own."""

    shared = True

    def __init__(self, datastore: PostgresEventDatastore):
        super().__init__(datastore, events_table_name=EVENTS_TABLE)
        self.held: psycopg.Connection | None = None  # the one with the lock, while nobody else may write

    select_events = PostgresApplicationRecorder.select_events.__wrapped__

    def create_table(self) -> None:
        """Everything the store needs, made by one process at a time."""
        with self.datastore.transaction(commit=True) as curs:
            curs.execute("SELECT pg_advisory_xact_lock(%s)", (ONE_AT_A_TIME,))
            if not self.stands(curs, NEWEST):
                curs.execute(SCHEMA, prepare=False)

    def find_table(self) -> None:
        """NoStore where nobody has ever written."""
        with self.datastore.transaction(commit=False) as curs:
            if not self.stands(curs):
                raise NoStore(url=redacted_url(self.datastore.url))

    def stands(self, curs: Any, table: str = EVENTS_TABLE) -> bool:
        """Whether the tables are there."""
        curs.execute("SELECT to_regclass(%s) AS found", (table,))
        return curs.fetchone()["found"] is not None

    def insert_events(self, stored_events: Sequence[StoredEvent], **beside: Any) -> None:
        """All in one transaction, sent in one go. Whether a broken commit took effect is for the caller to look up."""
        columns = _columns(stored_events, beside.pop(RECEIPTS, {}))
        ((heads,),) = beside.pop("commits")
        with self._writing() as connection:
            if any(beside.values()):
                with connection.pipeline(), connection.transaction(), connection.cursor() as curs:
                    for table, rows in beside.items():
                        curs.executemany(INSERTS[table].replace("?", "%s"), rows)
                    curs.execute(APPEND, (*columns, heads), prepare=True)
            else:  # one statement, one trip, one commit
                connection.execute(APPEND, (*columns, heads), prepare=True)

    @contextmanager
    def _writing(self) -> Iterator[psycopg.Connection]:
        """A connection to write with. A wait for a standby that was cancelled ends in a commit others may not have."""
        with nullcontext(self.held) if self.held else self.datastore.get_connection() as connection:
            connection.warned.clear()
            yield connection
            if connection.warned:
                raise OperationalError("; ".join(connection.warned))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While nobody else writes: whoever has nothing in memory would never catch up with those who have."""
        with self.datastore.get_connection() as connection:
            with connection.transaction():
                connection.execute("SET LOCAL lock_timeout = '5s'")
                connection.execute("SELECT pg_advisory_lock(%s)", (ONE_AT_A_TIME,))
            self.held = connection
            try:
                yield
            finally:
                self.held = None
                connection.execute("SELECT pg_advisory_unlock(%s)", (ONE_AT_A_TIME,))

    def confirm(self) -> None:
        """A commit of nothing, which waits for the standby as every commit does."""
        with self._writing() as connection:
            connection.execute("SELECT pg_logical_emit_message(true, 'griffier', '')")

    def rows(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        """What a question gives."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as curs:
            return curs.execute(sql.replace("?", "%s"), values, prepare=True, binary=True).fetchall()

    def each(self, sql: str, *values: Any) -> Iterator[Sequence[Any]]:
        """The same, one after the other."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as curs:
            curs.execute(sql.replace("?", "%s"), values, prepare=True, binary=True)
            while some := curs.fetchmany(AT_ONCE):
                yield from some

    def change(self, *changes: tuple[str, tuple]) -> int:
        """All of them or none; how many rows the last one touched."""
        with self.datastore.transaction(commit=True) as curs:
            # Erasures are numbered as committed, too.
            curs.execute("SELECT pg_advisory_xact_lock(%s)", (ONE_AT_A_TIME,))
            for sql, values in changes:
                touched = curs.execute(sql.replace("?", "%s"), values).rowcount
        return touched

    def copy_to(self, path: Path) -> None:
        """A copy of everything at one moment, as a file the embedded store can open."""
        with psycopg.connect(self.datastore.url) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            filled(path, ((table, self._all(connection, table)) for table in COPIED))

    def _all(self, connection: psycopg.Connection, table: str) -> Iterator[Sequence[Any]]:
        with connection.cursor(name=f"all_{table}") as curs:
            yield from curs.execute(f"SELECT {', '.join(COPIED[table])} FROM {table} ORDER BY {COPIED[table][0]}")

    def versions(self, sessions: Iterable[UUID]) -> dict[UUID, int]:
        """How far these sessions are, asked at once."""
        asked = (
            f"SELECT originator_id, max(originator_version) FROM {EVENTS_TABLE} WHERE originator_id = ANY(?) GROUP BY 1"
        )
        return dict(self.rows(asked, list(sessions)))


class _Column(bytes):
    """An array as PostgreSQL itself writes one: the library looks at every value three times before it does."""

    def __new__(cls, values: Sequence[bytes | None]) -> _Column:
        """Of values that are written already."""
        head = pack("!iiIii", 1, None in values, cls.one, len(values), 1)
        return super().__new__(cls, head + b"".join(map(_measured, values)))


def _measured(value: bytes | None) -> bytes:
    return pack("!i", -1) if value is None else pack("!i", len(value)) + value


class _Ids(_Column):
    one, many = 2950, 2951  # uuid and uuid[], by the numbers PostgreSQL knows them by


class _Versions(_Column):
    one, many = 20, 1016  # bigint


class _Words(_Column):
    one, many = 25, 1009  # text


class _Blobs(_Column):
    one, many = 17, 1001  # bytea


for _column in (_Ids, _Versions, _Words, _Blobs):
    _as_it_is = {"oid": _column.many, "format": Format.BINARY, "dump": lambda self, array: array}
    psycopg.adapters.register_dumper(_column, type(f"{_column.__name__}Dumper", (Dumper,), _as_it_is))


def _columns(stored: Sequence[StoredEvent], answers: Mapping[tuple[UUID, int], bytes]) -> tuple[_Column, ...]:
    return (
        _Ids([one.originator_id.bytes for one in stored]),
        _Versions([pack("!q", one.originator_version) for one in stored]),
        _Words([one.topic.encode() for one in stored]),
        _Blobs([one.state for one in stored]),
        _Blobs([answers.get((one.originator_id, one.originator_version)) for one in stored]),
    )


class PostgresEventFactory(EventStoreFactory):
    """Makes the recorder of one database."""

    def __init__(self, url: str, writing: bool):
        super().__init__()
        self.url, self.writing = url, writing
        try:
            self.datastore = PostgresEventDatastore(url)
        except psycopg.ProgrammingError as error:
            raise NoStore(url=redacted_url(url)) from error

    def application_recorder(self) -> PostgresEventRecorder:
        """The recorder; its tables are made by the first process that may."""
        try:
            with psycopg.connect(self.url, connect_timeout=5) as connection:
                _is_safe(connection)
        except psycopg.OperationalError as error:
            raise NoStore(url=str(error).strip()) from error
        recorder = PostgresEventRecorder(self.datastore)
        if self.writing:
            recorder.create_table()
        else:
            recorder.find_table()
        return recorder

    def close(self) -> None:
        """Give the connections back."""
        self.datastore.close()


def _is_safe(connection: psycopg.Connection) -> None:
    with connection.cursor(row_factory=tuple_row) as curs:
        for setting in MUST_BE_ON:
            (value,) = curs.execute(f"SHOW {setting}").fetchone()
            if value == "off":
                raise StoreUnsafe(setting=setting, value=value)
