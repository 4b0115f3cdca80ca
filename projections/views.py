"""Where read models are kept: a file beside an SQLite store, a schema inside a PostgreSQL one.

They can be thrown away at any time: everything in them is made of stored events.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import psycopg

SCHEMA = "views"
MADE_BY_ONE = 7_236_547_002  # the lock under which the views are made
POSITIONS = "CREATE TABLE IF NOT EXISTS positions (model text PRIMARY KEY, upto bigint NOT NULL)"


class Cursor(Protocol):
    """What both libraries give."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any: ...


class Views(ABC):
    """Tables that can be asked, and changed in one transaction."""

    @abstractmethod
    def rows(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        """What a question gives."""

    @abstractmethod
    def change(self) -> AbstractContextManager[Cursor]:
        """A transaction: all of it or nothing."""

    @abstractmethod
    def close(self) -> None:
        """Give everything back."""


class SQLiteViews(Views):
    """A file of its own: the store's file has one writer, and that is not us."""

    def __init__(self, path: str):
        self.connection = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA secure_delete=1")  # what is erased is overwritten here too

    def rows(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        """What a question gives."""
        return self.connection.execute(sql, values).fetchall()

    @contextmanager
    def change(self) -> Iterator[Cursor]:
        """A transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection.cursor()
        except BaseException:
            self.connection.rollback()
            raise
        self.connection.commit()

    def close(self) -> None:
        """Give the file back."""
        self.connection.close()


class PostgresViews(Views):
    """A schema beside the events; a role that may not make one has its views as long as it is connected."""

    def __init__(self, url: str):
        self.connection = psycopg.connect(url, autocommit=True)
        self.connection.execute(f"SET search_path = {SCHEMA if self._stands() else 'pg_temp'}")

    def _stands(self) -> bool:
        try:
            with self.connection.transaction():
                self.connection.execute("SELECT pg_advisory_xact_lock(%s)", (MADE_BY_ONE,))
                self.connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        except psycopg.errors.InsufficientPrivilege:
            return False
        return True

    def rows(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        """What a question gives."""
        return self.connection.execute(sql.replace("?", "%s"), values).fetchall()

    @contextmanager
    def change(self) -> Iterator[Cursor]:
        """A transaction, one after the other."""
        with self.connection.transaction():
            self.connection.execute("SELECT pg_advisory_xact_lock(%s)", (MADE_BY_ONE,))
            yield _Percent(self.connection)

    def close(self) -> None:
        """Give the connection back."""
        self.connection.close()


class _Percent:
    def __init__(self, connection: psycopg.Connection):
        self.connection = connection

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The same SQL, with this library's sign for a value."""
        return self.connection.execute(sql.replace("?", "%s"), values)


def views_of(url: str) -> Views:
    """The read models that belong to a store."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite":
        path = Path(rest.removeprefix("/"))
        try:
            return SQLiteViews(str(path.with_name(f"{path.name}.views")))
        except sqlite3.OperationalError:  # where nothing can be written, they last as long as they are asked
            return SQLiteViews(":memory:")
    return PostgresViews(url)
