"""Storage of the read models: a second file for an SQLite store, a schema of a PostgreSQL store.

Read models can be deleted at any time, because they are computed from stored events. All differences between the two
databases are in this module: statements are written once, with `?` or `:name` for a value.
"""

from __future__ import annotations

import re
import sqlite3
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

import psycopg

SCHEMA = "views"
UPDATE_LOCK = 7_236_547_002  # advisory lock under which the read models are changed
TABLE_NAMES = """
    SELECT relname::text FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid)
    AND relnamespace IN (to_regnamespace(?), pg_my_temp_schema())
"""
LOCK = "SELECT pg_advisory_xact_lock(%s)"
ASYNCHRONOUS = "set_config('synchronous_commit', 'off', true)"  # only for this transaction
STATEMENTS = 128  # prepared statements on a connection

Row = tuple[Any, ...]
Values = Sequence[Any] | Mapping[str, Any]


class ReadModelsMissing(Exception):
    """The tables of the read models do not exist yet."""


class StorageTransaction(ABC):
    """The tables of the read models within one transaction."""

    @abstractmethod
    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """The rows of a statement, including what this transaction has changed."""

    @abstractmethod
    def execute_many(self, sql: str, values: Sequence[Values]) -> None:
        """Execute a statement for each set of values."""

    @abstractmethod
    def names(self) -> list[str]:
        """The names of the existing tables."""


class ReadModelStorage(ABC):
    """The tables of the read models: any thread can query them, one at a time can change them."""

    @abstractmethod
    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """The committed rows of a query."""

    @abstractmethod
    def change(self, lasting: bool = True) -> AbstractContextManager[StorageTransaction]:
        """A transaction; those of other threads and processes wait until it ends.

        If `lasting` is not set, the commit does not wait for the disk: it survives a killed process, but a power cut
        may undo it as a whole, and then it is computed again. The next lasting commit also secures all earlier ones.
        """

    @abstractmethod
    def discard_log(self) -> None:
        """Leave nothing of erased rows in a file beside the tables."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""


class _ReaderPool:
    """Connections for reading, as many as are used at the same time."""

    def __init__(self, connect: Callable[[], Any]):
        self.connect = connect
        self.idle: deque[Any] = deque()

    @contextmanager
    def connection(self) -> Iterator[Any]:
        """A connection; after an error it is closed."""
        try:
            connection = self.idle.pop()
        except IndexError:
            connection = self.connect()
        try:
            yield connection
        except BaseException:
            with suppress(Exception):
                connection.close()
            raise
        self.idle.append(connection)

    def close(self) -> None:
        """Close the idle connections."""
        with suppress(IndexError):
            while True:
                self.idle.pop().close()


# SQLite ---------------------------------------------------------------------------------------------


class SQLiteStorage(ReadModelStorage):
    """A file of its own, because only the session writer may write to the file of the store."""

    def __init__(self, path: str):
        self.path, self.lock = path, RLock()
        self.connection = self._connect()
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA secure_delete=1")  # overwrites what is erased
        self.readers = None if path == ":memory:" else _ReaderPool(self._connect)

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.path, timeout=10, check_same_thread=False, cached_statements=STATEMENTS, isolation_level=None
        )

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """The committed rows of a query."""
        if self.readers is None:
            with self.lock:
                return self.connection.execute(sql, values).fetchall()
        with self.readers.connection() as connection:
            try:
                rows: list[Row] = connection.execute(sql, values).fetchall()
                return rows
            except sqlite3.OperationalError as error:
                if str(error).startswith("no such table"):
                    raise ReadModelsMissing() from error
                raise

    @contextmanager
    def change(self, lasting: bool = True) -> Iterator[StorageTransaction]:
        """A transaction, one at a time."""
        with self.lock:
            self.connection.execute(f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}")
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield _SQLiteTables(self.connection)
                self.connection.execute("COMMIT")
            except BaseException:
                self.connection.rollback()
                raise

    def discard_log(self) -> None:
        """Move the write-ahead log into the file; it waits for readers."""
        with self.lock:
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file."""
        if self.readers is not None:
            self.readers.close()
        with self.lock:
            self.connection.close()


class _SQLiteTables(StorageTransaction):
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        return self.connection.execute(sql, values).fetchall()

    def execute_many(self, sql: str, values: Sequence[Values]) -> None:
        self.connection.executemany(sql, values)

    def names(self) -> list[str]:
        return [name for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]


# PostgreSQL -----------------------------------------------------------------------------------------


class PostgresStorage(ReadModelStorage):
    """A schema of its own; for a role that may not create one, temporary tables."""

    def __init__(self, url: str):
        self.url, self.lock = url, RLock()
        self.connection = psycopg.connect(url, autocommit=True)
        self.path = SCHEMA if self._has_schema() else "pg_temp"
        self.connection.close()
        self.connection = self._connect()
        self.readers = None if self.path == "pg_temp" else _ReaderPool(self._connect)

    def _connect(self) -> psycopg.Connection[Row]:
        connection = psycopg.connect(self.url, autocommit=True, connect_timeout=2)
        connection.execute(f"SET search_path = {self.path}")
        return connection

    def _has_schema(self) -> bool:
        """Create the schema if it is missing; returns whether it exists then."""
        try:
            with self.connection.transaction():
                self.connection.execute("SELECT pg_advisory_xact_lock(%s)", (UPDATE_LOCK,))
                self.connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        except psycopg.errors.InsufficientPrivilege:
            return False
        return True

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """The committed rows of a query; it is repeated on a new connection, because idle ones may be broken."""
        if self.readers is None:
            with self.lock:
                return self.connection.execute(psycopg_sql(sql), values).fetchall()
        try:
            return self._rows(self.readers, sql, values)
        except psycopg.OperationalError:
            self.readers.close()
            return self._rows(self.readers, sql, values)

    def _rows(self, readers: _ReaderPool, sql: str, values: Values) -> list[Row]:
        with readers.connection() as connection:
            try:
                rows: list[Row] = connection.execute(psycopg_sql(sql), values).fetchall()
                return rows
            except psycopg.errors.UndefinedTable as error:
                raise ReadModelsMissing() from error

    @contextmanager
    def change(self, lasting: bool = True) -> Iterator[StorageTransaction]:
        """A transaction, one at a time."""
        with self.lock:
            if self.connection.closed and self.readers is not None:
                self.connection = self._connect()
            with self.connection.transaction():
                self.connection.execute(LOCK if lasting else f"{LOCK}, {ASYNCHRONOUS}", (UPDATE_LOCK,))
                yield _PostgresTables(self.connection)

    def discard_log(self) -> None:
        """Nothing: the server sees to its own files."""

    def close(self) -> None:
        """Close all connections."""
        if self.readers is not None:
            self.readers.close()
        with self.lock:
            self.connection.close()


class _PostgresTables(StorageTransaction):
    def __init__(self, connection: psycopg.Connection[Row]):
        self.connection = connection

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        cursor = self.connection.execute(psycopg_sql(sql), values)
        return cursor.fetchall() if cursor.description else []

    def execute_many(self, sql: str, values: Sequence[Values]) -> None:
        if values:
            self.connection.cursor().executemany(psycopg_sql(sql), values)

    def names(self) -> list[str]:
        return [name for (name,) in self.rows(TABLE_NAMES, (SCHEMA,))]


_VALUE = re.compile(r"\?|(?<!:):([a-z_]+)")


@lru_cache(maxsize=512)
def psycopg_sql(sql: str) -> str:
    """The statement with the placeholders of psycopg."""
    return _VALUE.sub(lambda match: f"%({match[1]})s" if match[1] else "%s", sql.replace("%", "%%"))


def open_storage(url: str) -> ReadModelStorage:
    """The storage of the read models of a store."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite":
        path = Path(rest.removeprefix("/"))
        try:
            return SQLiteStorage(str(path.with_name(f"{path.name}.views")))
        except sqlite3.OperationalError:  # a folder without write permission
            return SQLiteStorage(":memory:")
    return PostgresStorage(url)


def placeholders(values: Iterable[Any]) -> str:
    """One placeholder for each value, separated by commas."""
    return ", ".join("?" for _ in values)
