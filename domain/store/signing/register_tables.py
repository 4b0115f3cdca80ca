"""The tables of the register and of the salts of names, with their queries in SQL that both databases understand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from eventsourcing.persistence import ApplicationRecorder
from msgspec import Struct

Row = tuple[Any, ...]

REGISTER, REGISTER_HEADS, NAME_SALTS = "register", "register_heads", "name_salts"
REGISTER_TABLES = """
CREATE TABLE IF NOT EXISTS name_salts (person text PRIMARY KEY, salt {bytes} NOT NULL);
CREATE TABLE IF NOT EXISTS register (
    number {key}, about text NOT NULL, size bigint NOT NULL, entry text NOT NULL, signature text NOT NULL);
CREATE INDEX IF NOT EXISTS register_by_subject ON register (about, size);
CREATE TABLE IF NOT EXISTS register_heads (size {key}, peaks {bytes} NOT NULL, note text NOT NULL);
"""
REGISTER_INSERTS = {
    NAME_SALTS: "INSERT INTO name_salts (person, salt) VALUES (?, ?)",
    REGISTER: "INSERT INTO register (number, about, size, entry, signature) VALUES (?, ?, ?, ?, ?)",
    REGISTER_HEADS: "INSERT INTO register_heads (size, peaks, note) VALUES (?, ?, ?)",
}
REGISTER_COPIED = {
    NAME_SALTS: ("person", "salt"),
    REGISTER: ("number", "about", "size", "entry", "signature"),
    REGISTER_HEADS: ("size", "peaks", "note"),
}


SELECT_ENTRIES = f"SELECT number, about, size, entry, signature FROM {REGISTER} WHERE"


class RegisterEntry(Struct, frozen=True):
    """A stored entry of the register: its number, what it is about, its text and, for a head, size and signature."""

    number: int
    about: str
    size: int
    text: str
    signature: str


class RegisterTables(ApplicationRecorder):
    """The queries on the register."""

    @abstractmethod
    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""

    @abstractmethod
    def each(self, sql: str, *values: Any) -> Iterator[Row]:
        """The rows of a query, fetched in portions."""

    def register_end(self) -> tuple[int, bytes]:
        """The size of the register and its peaks."""
        rows = self.rows("SELECT size, peaks FROM register_heads ORDER BY size DESC LIMIT 1")
        return (rows[0][0], bytes(rows[0][1])) if rows else (0, b"")

    def register_note(self, size: int) -> str:
        """The signed checkpoint of the register at a size; empty if none was signed there."""
        rows = self.rows("SELECT note FROM register_heads WHERE size=?", size)
        return str(rows[0][0]) if rows else ""

    def newest_note(self) -> str:
        """The newest signed checkpoint of the register; empty if there is none."""
        rows = self.rows("SELECT note FROM register_heads WHERE note <> '' ORDER BY size DESC LIMIT 1")
        return str(rows[0][0]) if rows else ""

    def register_around(self, number: int) -> tuple[int, bytes, int, str]:
        """The register before the commit that stored an entry, and at the first signed checkpoint that covers it.

        Gives size and peaks of the first, size and checkpoint of the second.
        """
        before = self.rows(
            "SELECT size, peaks FROM register_heads WHERE size <= ? ORDER BY size DESC LIMIT 1", number
        ) or [(0, b"")]
        after = self.rows(
            "SELECT size, note FROM register_heads WHERE size > ? AND note <> '' ORDER BY size LIMIT 1", number
        )
        size, text = after[0] if after else (0, "")
        return before[0][0], bytes(before[0][1]), size, text

    def register_between(self, first: int, last: int) -> Iterator[RegisterEntry]:
        """The entries from one number to before another."""
        query = f"{SELECT_ENTRIES} number >= ? AND number < ? ORDER BY number"
        return (RegisterEntry(*row) for row in self.each(query, first, last))

    def register_entries(self, about: str) -> list[RegisterEntry]:
        """The entries about a session, a person or the register itself."""
        return self._entries("about = ? ORDER BY number", about)

    def other_entries(self, session: str) -> list[RegisterEntry]:
        """The entries about a session that are no heads: erasures and cosignatures."""
        return self._entries("about = ? AND size = 0 ORDER BY number", session)

    def head_after(self, session: str, version: int) -> RegisterEntry | None:
        """The first head of a session that covers a version."""
        heads = self._entries("about = ? AND size >= ? ORDER BY size LIMIT 1", session, version)
        return heads[0] if heads else None

    def newest_head(self, session: str) -> RegisterEntry | None:
        """The newest head of a session."""
        heads = self._entries("about = ? AND size > 0 ORDER BY size DESC LIMIT 1", session)
        return heads[0] if heads else None

    def _entries(self, where: str, *values: object) -> list[RegisterEntry]:
        return [RegisterEntry(*row) for row in self.rows(f"{SELECT_ENTRIES} {where}", *values)]

    def heads_with(self, number: int) -> list[RegisterEntry]:
        """The heads of all sessions that the commit of an entry wrote."""
        first = f"coalesce((SELECT max(size) FROM {REGISTER_HEADS} WHERE size <= ?), 0)"
        last = f"(SELECT min(size) FROM {REGISTER_HEADS} WHERE size > ?)"
        return self._entries(f"number >= {first} AND number < {last} AND size > 0 ORDER BY number", number, number)

    def register_checkpoints(self) -> dict[int, str]:
        """The signed checkpoints of the register, by their size."""
        return dict(self.rows("SELECT size, note FROM register_heads ORDER BY size"))

    def name_salts(self, people: Iterable[str]) -> dict[str, bytes]:
        """The salts of the names of people, by the id of the person."""
        ids = tuple(people)
        if not ids:
            return {}
        rows = self.rows(f"SELECT person, salt FROM name_salts WHERE person IN ({', '.join('?' * len(ids))})", *ids)
        return {person: bytes(salt) for person, salt in rows}


def register_changes(rows: Mapping[str, Iterable[Row]]) -> list[tuple[str, Row]]:
    """The rows of the register as statements."""
    return [(REGISTER_INSERTS[table], row) for table, added in rows.items() for row in added]
