"""Direct access to the database of a store, with the rights of its owner."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg

COLUMNS = "notification_id, originator_id, originator_version, topic, state, answer"


class Owner:
    """An owner of the database, who may run any statement."""

    def __init__(self, connection):
        self.connection = connection
        self.mark = "?" if isinstance(connection, sqlite3.Connection) else "%s"

    def do(self, sql: str, *values: object) -> list[tuple]:
        """Executes and commits a statement, and returns its rows."""
        cursor = self.connection.execute(sql.replace("?", self.mark), values)
        return [tuple(row) for row in cursor.fetchall()] if cursor.description else []

    def drop_triggers(self) -> None:
        """Drops the triggers that protect stored rows."""
        if self.mark == "?":
            for (name,) in self.do("SELECT name FROM sqlite_master WHERE type='trigger'"):
                self.do(f"DROP TRIGGER {name}")
            return
        for name, table in self.do("SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal"):
            self.do(f"DROP TRIGGER {name} ON {table}")

    def rows(self, session: UUID) -> list[tuple]:
        """The rows of a session."""
        asked = f"SELECT {COLUMNS} FROM session_events WHERE originator_id=? ORDER BY originator_version"
        return self.do(asked, self.id_of(session))

    def put(self, session: UUID, version: int, *rows: tuple) -> None:
        """Replaces a row by other rows, or by none."""
        where = "originator_id=? AND originator_version=?"
        self.do(f"DELETE FROM session_events WHERE {where}", self.id_of(session), version)
        for row in rows:
            self.do(f"INSERT INTO session_events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", *row)

    def id_of(self, session: UUID) -> str:
        """A session's id as this database writes it."""
        return session.hex if self.mark == "?" else str(session)


@contextmanager
def owner(url: str) -> Iterator[Owner]:
    """Connects as the owner of a database."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    else:
        connection = psycopg.connect(url, autocommit=True)
    try:
        yield Owner(connection)
    finally:
        connection.close()
