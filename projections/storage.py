"""Where read models are kept: a file beside an SQLite store, a schema inside a PostgreSQL one.

They can be thrown away at any time: everything in them is made of stored events. What the two databases say differently
is said here and nowhere else: statements are written once, with `?` or `:name` for a value.
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
MADE_BY_ONE = 7_236_547_002  # the lock under which the views are made
OURS = """
    SELECT relname::text FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid)
    AND relnamespace IN (to_regnamespace(?), pg_my_temp_schema())
"""
ALONE = "SELECT pg_advisory_xact_lock(%s)"
ASYNCHRONOUS = "set_config('synchronous_commit', 'off', true)"  # for this transaction
STATEMENTS = 128  # kept prepared on a connection

Values = Sequence[Any] | Mapping[str, Any]


class ReadModelsMissing(Exception):
    """There are no read models yet."""


class StorageTransaction(ABC):
    """The tables within one transaction."""

    @abstractmethod
    def rows(self, sql: str, values: Values = ()) -> list[Sequence[Any]]:
        """What a question gives, with all that this transaction has changed."""

    @abstractmethod
    def each(self, sql: str, values: Sequence[Values]) -> None:
        """One statement for every set of values; nothing for none."""

    @abstractmethod
    def names(self) -> list[str]:
        """The tables there are."""


class ReadModelStorage(ABC):
    """Tables that any thread can ask, and that are changed by one at a time, in one transaction."""

    @abstractmethod
    def rows(self, sql: str, values: Values = ()) -> list[Sequence[Any]]:
        """What a question gives: only what is committed."""

    @abstractmethod
    def change(self, lasting: bool = True) -> AbstractContextManager[StorageTransaction]:
        """A transaction: all of it or nothing. Whoever comes meanwhile waits, in this process and in others.

        One that need not last survives a kill, but only the next that must is waited for until it is on the disk, with
        all that came before. A power cut may take it back, whole: then it is made again.
        """

    @abstractmethod
    def close(self) -> None:
        """Give everything back."""


class _Readers:
    """Connections to read with, as many as read at once."""

    def __init__(self, connect: Callable[[], Any]):
        self.connect, self.idle = connect, deque()

    @contextmanager
    def one(self) -> Iterator[Any]:
        """A connection; one that caused trouble is not used again."""
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
        """Give back what lies ready."""
        with suppress(IndexError):
            while True:
                self.idle.pop().close()


# SQLite ---------------------------------------------------------------------------------------------


class SQLiteStorage(ReadModelStorage):
    """A file of its own: the store's file has one writer, and that is not us."""

    def __init__(self, path: str):
        self.path, self.turn = path, RLock()
        self.connection = self._connect()
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA secure_delete=1")  # what is erased is overwritten here too
        self.readers = None if path == ":memory:" else _Readers(self._connect)

    def _connect(self) -> sqlite3.Connection:
        options = {"timeout": 10, "check_same_thread": False, "cached_statements": STATEMENTS}
        return sqlite3.connect(self.path, isolation_level=None, **options)

    def rows(self, sql: str, values: Values = ()) -> list[Sequence[Any]]:
        """What a question gives."""
        if self.readers is None:
            with self.turn:
                return self.connection.execute(sql, values).fetchall()
        with self.readers.one() as connection:
            try:
                return connection.execute(sql, values).fetchall()
            except sqlite3.OperationalError as error:
                if str(error).startswith("no such table"):
                    raise ReadModelsMissing() from error
                raise

    @contextmanager
    def change(self, lasting: bool = True) -> Iterator[StorageTransaction]:
        """A transaction."""
        with self.turn:
            self.connection.execute(f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}")
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield _SQLiteTables(self.connection)
                self.connection.execute("COMMIT")
            except BaseException:
                self.connection.rollback()
                raise

    def close(self) -> None:
        """Give the file back."""
        if self.readers is not None:
            self.readers.close()
        with self.turn:
            self.connection.close()


class _SQLiteTables(StorageTransaction):
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection

    def rows(self, sql: str, values: Values = ()) -> list[Sequence[Any]]:
        return self.connection.execute(sql, values).fetchall()

    def each(self, sql: str, values: Sequence[Values]) -> None:
        self.connection.executemany(sql, values)

    def names(self) -> list[str]:
        return [name for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]


# PostgreSQL -----------------------------------------------------------------------------------------


class PostgresStorage(ReadModelStorage):
    """A schema beside the events; a role that may not make one has its views as long as it is connected."""

    def __init__(self, url: str):
        self.url, self.turn = url, RLock()
        self.connection = psycopg.connect(url, autocommit=True)
        self.path = SCHEMA if self._stands() else "pg_temp"
        self.connection.close()
        self.connection = self._connect()
        self.readers = None if self.path == "pg_temp" else _Readers(self._connect)

    def _connect(self) -> psycopg.Connection:
        connection = psycopg.connect(self.url, autocommit=True, connect_timeout=5)
        connection.execute(f"SET search_path = {self.path}")
        return connection

    def _stands(self) -> bool:
        try:
            with self.connection.transaction():
                self.connection.execute("SELECT pg_advisory_xact_lock(%s)", (MADE_BY_ONE,))
                self.connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        except psycopg.errors.InsufficientPrivilege:
            return False
        return True

    def rows(self, sql: str, values: Values = ()) -> list[Sequence[Any]]:
        """What a question gives; connections that lay ready may have died meanwhile, fresh ones have not."""
        if self.readers is None:
            with self.turn:
                return self.connection.execute(psycopg_sql(sql), values).fetchall()
        try:
            return self._rows(sql, values)
        except psycopg.OperationalError:
            self.readers.close()
            return self._rows(sql, values)

    def _rows(self, sql: str, values: Values) -> list[Sequence[Any]]:
        with self.readers.one() as connection:
            try:
                return connection.execute(psycopg_sql(sql), values).fetchall()
            except psycopg.errors.UndefinedTable as error:
                raise ReadModelsMissing() from error

    @contextmanager
    def change(self, lasting: bool = True) -> Iterator[StorageTransaction]:
        """A transaction, one after the other."""
        with self.turn:
            if self.connection.closed and self.readers is not None:
                self.connection = self._connect()
            with self.connection.transaction():
                self.connection.execute(ALONE if lasting else f"{ALONE}, {ASYNCHRONOUS}", (MADE_BY_ONE,))
                yield _PostgresTables(self.connection)

    def close(self) -> None:
        """Give the connections back."""
        if self.readers is not None:
            self.readers.close()
        with self.turn:
            self.connection.close()


class _PostgresTables(StorageTransaction):
    def __init__(self, connection: psycopg.Connection):
        self.connection = connection

    def rows(self, sql: str, values: Values = ()) -> list[Sequence[Any]]:
        found = self.connection.execute(psycopg_sql(sql), values)
        return found.fetchall() if found.description else []

    def each(self, sql: str, values: Sequence[Values]) -> None:
        if values:
            self.connection.cursor().executemany(psycopg_sql(sql), values)

    def names(self) -> list[str]:
        return [name for (name,) in self.rows(OURS, (SCHEMA,))]


_VALUE = re.compile(r"\?|(?<!:):([a-z_]+)")


@lru_cache(maxsize=512)
def psycopg_sql(sql: str) -> str:
    """The same SQL, with this library's sign for a value."""
    return _VALUE.sub(lambda found: f"%({found[1]})s" if found[1] else "%s", sql.replace("%", "%%"))


def open_storage(url: str) -> ReadModelStorage:
    """The read models that belong to a store."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite":
        path = Path(rest.removeprefix("/"))
        try:
            return SQLiteStorage(str(path.with_name(f"{path.name}.views")))
        except sqlite3.OperationalError:  # where nothing can be written, they last as long as they are asked
            return SQLiteStorage(":memory:")
    return PostgresStorage(url)


def placeholders(values: Iterable[Any]) -> str:
    """So many signs for a value."""
    return ", ".join("?" for _ in values)
