"""The side tables of a store, in SQL that both SQLite and PostgreSQL understand.

The last event of a command is stored with its receipt, so that a repeated command gets the same receipt. Each commit
stores the heads of the sessions it wrote, so that a session that lost its end is detected. Texts, names and the salts
of request hashes can be erased: events contain hashes and ids only, so the hash chain stays intact.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID

from eventsourcing.persistence import InfrastructureFactory
from msgspec import Struct

from domain.errors import Unsound
from domain.store.club_tables import CLUB_COPIED, CLUB_INSERTS, CLUB_PEOPLE, CLUB_TABLES, OF_CLUBS, ClubTables
from domain.store.signing.register_tables import (
    NAME_SALTS,
    REGISTER,
    REGISTER_COPIED,
    REGISTER_HEADS,
    REGISTER_INSERTS,
    REGISTER_TABLES,
    Row,
)

EVENTS_TABLE = "session_events"
APPEND_ONLY = (EVENTS_TABLE, "commits", "opened", "erasures", REGISTER, REGISTER_HEADS)
TABLES = """
CREATE TABLE IF NOT EXISTS commits (id {number}, heads text NOT NULL);
CREATE TABLE IF NOT EXISTS opened (
    actor text NOT NULL, key text NOT NULL, session text NOT NULL, PRIMARY KEY (actor, key));
CREATE TABLE IF NOT EXISTS texts (
    session text NOT NULL, hash text NOT NULL, salt {bytes} NOT NULL, text text NOT NULL, PRIMARY KEY (session, hash));
CREATE TABLE IF NOT EXISTS erasures (id {number}, session text NOT NULL);
CREATE TABLE IF NOT EXISTS salts (session text PRIMARY KEY, salt {bytes} NOT NULL);
CREATE TABLE IF NOT EXISTS people (id text PRIMARY KEY, name text NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS people_by_name ON people (name);
CREATE TABLE IF NOT EXISTS boxes (id text PRIMARY KEY, game text NOT NULL, faces text NOT NULL);
CREATE TABLE IF NOT EXISTS pictures (
    session text NOT NULL, hash text NOT NULL, picture {bytes} NOT NULL, PRIMARY KEY (session, hash));
CREATE TABLE IF NOT EXISTS join_codes (
    code text NOT NULL, until bigint NOT NULL, session text NOT NULL, opener text NOT NULL, role text NOT NULL,
    seat integer, PRIMARY KEY (code, until));
CREATE TABLE IF NOT EXISTS join_uses (
    code text NOT NULL, until bigint NOT NULL, token text NOT NULL, PRIMARY KEY (code, until));
CREATE TABLE IF NOT EXISTS line_notes (
    session text NOT NULL, note text NOT NULL, line integer NOT NULL, writer text NOT NULL, role text NOT NULL,
    seat integer, audience text NOT NULL, text text NOT NULL, at text NOT NULL, PRIMARY KEY (session, note));
CREATE TABLE IF NOT EXISTS note_marks (
    session text NOT NULL, note text NOT NULL, mark text NOT NULL, PRIMARY KEY (session, note));
CREATE TABLE IF NOT EXISTS embeds (session text PRIMARY KEY, at text NOT NULL);
CREATE INDEX IF NOT EXISTS openings ON session_events (originator_id) WHERE originator_version = 1;
"""
TABLES += REGISTER_TABLES + CLUB_TABLES
INSERTS = {
    "commits": "INSERT INTO commits (heads) VALUES (?)",
    "opened": "INSERT INTO opened (actor, key, session) VALUES (?, ?, ?)",
    "texts": "INSERT INTO texts (session, hash, salt, text) VALUES (?, ?, ?, ?)",
    "pictures": "INSERT INTO pictures (session, hash, picture) VALUES (?, ?, ?) ON CONFLICT (session, hash) DO NOTHING",
    "salts": "INSERT INTO salts (session, salt) VALUES (?, ?)",
    "people": "INSERT INTO people (id, name) VALUES (?, ?)",
    **CLUB_INSERTS,
    **REGISTER_INSERTS,
}
COPIED = {  # all tables but join codes, which expire within a day, in an order that the triggers accept
    EVENTS_TABLE: ("notification_id", "originator_id", "originator_version", "topic", "state", "answer"),
    "commits": ("id", "heads"),
    "opened": ("actor", "key", "session"),
    "texts": ("session", "hash", "salt", "text"),
    "salts": ("session", "salt"),
    "people": ("id", "name"),
    "erasures": ("id", "session"),
    "boxes": ("id", "game", "faces"),
    "pictures": ("session", "hash", "picture"),
    "line_notes": ("session", "note", "line", "writer", "role", "seat", "audience", "text", "at"),
    "note_marks": ("session", "note", "mark"),
    "embeds": ("session", "at"),
    **CLUB_COPIED,
    **REGISTER_COPIED,
}
NEWEST = "note_marks"  # the table added last: if it exists, all do
INSERT_ERASURE = "INSERT INTO erasures (session) VALUES (?)"
DELETE_SALT = "DELETE FROM salts WHERE session=?"
LAST = 2**62  # larger than any version or id
RECEIPTS = "answers"  # argument of insert_events: (session, version) -> receipt of the command that ends there


class JoinCode(Struct, frozen=True, kw_only=True):
    """A short code that gives access to a session until a time (seconds since 1970), as a spectator or with a role.

    `code` is the hash of the code; the code itself is not stored.
    """

    code: str
    until: int
    session: UUID
    opener: str  # the grant of the person who created it
    role: str  # empty: only the public page
    seat: int | None


class LineNote(Struct, frozen=True, kw_only=True):
    """A note about a line, beside the record: neither its events nor its evidence nor its exports contain it."""

    note: str
    line: int
    writer: str  # the grant of the person who wrote it
    role: str
    seat: int | None
    audience: str
    text: str
    at: str
    mark: str = ""  # what its writer thinks of the line, in one word


class Head(Struct, frozen=True):
    """The last event of a session at a commit."""

    session: UUID
    seq: int
    link: str


def encode_heads(heads: Iterable[Head]) -> str:
    """The heads of one commit, as text."""
    return " ".join(f"{head.session.hex}:{head.seq}:{head.link}" for head in heads)


def decode_heads(text: str) -> Iterator[Head]:
    """The heads in a stored text; raises Unsound if it cannot be read."""
    for part in text.split():
        try:
            session, seq, link = part.split(":")
            yield Head(UUID(session), int(seq), link)
        except ValueError as error:
            raise Unsound(why="told", seq=0) from error


def redacted_url(url: str) -> str:
    """The address of a store without its password."""
    return re.sub(r"(?<=[?&])password=[^&]*&?", "", re.sub(r"(?<=://)([^:/@]*):[^@/]*@", r"\1@", url))


class SideTables(ClubTables):
    """A recorder of events with the queries on the side tables, which both databases share."""

    shared = False  # whether other processes may write too

    @abstractmethod
    def change(self, *changes: tuple[str, tuple[Any, ...]]) -> int:
        """Execute statements in one transaction; returns how many rows the last one changed."""

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """Copy the store, as it is at one moment, to an SQLite file."""

    def write_lock(self) -> AbstractContextManager[None]:
        """Hold a lock under which no other process writes."""
        return nullcontext()

    def confirm(self) -> None:
        """Raise an error if something that can be read here might still be lost."""

    def events(self, session: UUID, upto: int | None, after: int = 0) -> list[Row]:
        """Version, type and bytes of the events of a session."""
        query = "SELECT originator_version, topic, state FROM session_events WHERE originator_id=?"
        query += " AND originator_version>? AND originator_version<=? ORDER BY originator_version"
        return self.rows(query, self.id_of(session), after, LAST if upto is None else upto)

    def receipt(self, session: UUID, version: int) -> bytes:
        """The stored receipt of the command whose last event has this version; raises Unsound if it is missing."""
        query = "SELECT answer FROM session_events WHERE originator_id=? AND originator_version=?"
        rows = self.rows(query, self.id_of(session), version)
        if not rows or rows[0][0] is None:
            raise Unsound(why="missing", seq=version)
        return bytes(rows[0][0])

    def answers(self, session: UUID) -> list[tuple[int, bytes]]:
        """The stored receipts of a session, by the version of the last event of their command."""
        query = "SELECT originator_version, answer FROM session_events WHERE originator_id=? AND answer IS NOT NULL"
        return [(version, bytes(answer)) for version, answer in self.rows(f"{query} ORDER BY 1", self.id_of(session))]

    def opened(self, actor: str, key: str) -> UUID | None:
        """The session that an actor opened under a key."""
        rows = self.rows("SELECT session FROM opened WHERE actor=? AND key=?", actor, key)
        return UUID(rows[0][0]) if rows else None

    def heads(self, session: UUID) -> list[Head]:
        """Every head that the commits stored of a session, in order."""
        rows = self.rows("SELECT heads FROM commits WHERE heads LIKE ? ORDER BY id", f"%{session.hex}:%")
        return [head for (text,) in rows for head in decode_heads(text) if head.session == session]

    def all_heads(self) -> dict[UUID, dict[int, str]]:
        """The links that the commits stored of all sessions, by their sequence number."""
        heads: dict[UUID, dict[int, str]] = {}
        for (text,) in self.rows("SELECT heads FROM commits ORDER BY id"):
            for head in decode_heads(text):
                heads.setdefault(head.session, {})[head.seq] = head.link
        return heads

    def texts(self, session: UUID) -> dict[str, str]:
        """The texts that people wrote in a session, by hash."""
        return dict(self.rows("SELECT hash, text FROM texts WHERE session=?", session.hex))

    def salted(self, session: UUID) -> list[tuple[str, bytes, str]]:
        """The texts of a session with their hashes and salts."""
        rows = self.rows("SELECT hash, salt, text FROM texts WHERE session=? ORDER BY hash", session.hex)
        return [(hash, bytes(salt), text) for hash, salt, text in rows]

    def picture(self, session: UUID, hash: str) -> bytes | None:
        """A picture of a session; None if it was erased."""
        rows = self.rows("SELECT picture FROM pictures WHERE session=? AND hash=?", session.hex, hash)
        return bytes(rows[0][0]) if rows else None

    def pictures(self, session: UUID) -> list[str]:
        """The hashes of all stored pictures of a session."""
        return [hash for (hash,) in self.rows("SELECT hash FROM pictures WHERE session=?", session.hex)]

    def keep_box(self, id: str, game: str, faces: str) -> int:
        """Store the faces of an owner's box, unless it is stored already."""
        return self.change(
            ("INSERT INTO boxes (id, game, faces) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING", (id, game, faces))
        )

    def box(self, id: str) -> tuple[str, str] | None:
        """The game and the faces of a box."""
        rows = self.rows("SELECT game, faces FROM boxes WHERE id=?", id)
        return (rows[0][0], rows[0][1]) if rows else None

    def open_code(self, opened: JoinCode) -> int:
        """Store a join code."""
        values = (opened.code, opened.until, opened.session.hex, opened.opener, opened.role, opened.seat)
        return self.change(
            ("INSERT INTO join_codes (code, until, session, opener, role, seat) VALUES (?, ?, ?, ?, ?, ?)", values)
        )

    def join_code(self, hash: str, now: int) -> JoinCode | None:
        """The join code with this hash, unless it has expired."""
        query = "SELECT code, until, session, opener, role, seat FROM join_codes WHERE code=? AND until>?"
        for code, until, session, opener, role, seat in self.rows(query, hash, now):
            return JoinCode(code=code, until=until, session=UUID(session), opener=opener, role=role, seat=seat)
        return None

    def use_code(self, opened: JoinCode, token: str) -> bool:
        """Use a one-time code; returns whether this token used it, now or before."""
        at = (opened.code, opened.until)
        insert = "INSERT INTO join_uses (code, until, token) VALUES (?, ?, ?) ON CONFLICT (code, until) DO NOTHING"
        self.change((insert, (*at, token)))
        return bool(self.rows("SELECT token FROM join_uses WHERE code=? AND until=?", *at)[0][0] == token)

    def keep_note(self, session: UUID, note: LineNote) -> int:
        """Store a note about a line, unless it is stored already."""
        columns = COPIED["line_notes"]
        insert = f"INSERT INTO line_notes ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        values = (session.hex, *(getattr(note, column) for column in columns[1:]))
        mark = "INSERT INTO note_marks (session, note, mark) VALUES (?, ?, ?) ON CONFLICT (session, note) DO NOTHING"
        marks = [(mark, (session.hex, note.note, note.mark))] if note.mark else []
        return self.change(*marks, (f"{insert} ON CONFLICT (session, note) DO NOTHING", values))

    def notes(self, session: UUID) -> list[LineNote]:
        """The notes about the lines of a session, of every audience, by line and time."""
        columns = COPIED["line_notes"][1:]
        select = f"SELECT {', '.join(columns)}, coalesce(mark, '') FROM line_notes LEFT JOIN note_marks"
        rows = self.rows(f"{select} USING (session, note) WHERE session=? ORDER BY line, at, note", session.hex)
        return [LineNote(**dict(zip((*columns, "mark"), row, strict=True))) for row in rows]

    def erase_note(self, session: UUID, note: str) -> int:
        """Erase a note about a line; nothing else refers to it."""
        named = (session.hex, note)
        return self.change(
            ("DELETE FROM note_marks WHERE session=? AND note=?", named),
            ("DELETE FROM line_notes WHERE session=? AND note=?", named),
        )

    def allow_embedding(self, session: UUID, at: str) -> int:
        """Let pages of other sites frame the replay of a session."""
        insert = "INSERT INTO embeds (session, at) VALUES (?, ?) ON CONFLICT (session) DO NOTHING"
        return self.change((insert, (session.hex, at)))

    def forbid_embedding(self, session: UUID) -> int:
        """Let no other site frame the replay of a session any more."""
        return self.change(("DELETE FROM embeds WHERE session=?", (session.hex,)))

    def may_embed(self, session: UUID) -> bool:
        """Whether pages of other sites may frame the replay of a session."""
        return bool(self.rows("SELECT 1 FROM embeds WHERE session=?", session.hex))

    def sessions(self) -> Iterator[tuple[UUID, int]]:
        """Every session with its version, the newest last."""
        query = (
            "SELECT opened.originator_id, (SELECT max(originator_version) FROM session_events AS of_it"
            " WHERE of_it.originator_id = opened.originator_id) FROM session_events AS opened"
            f" WHERE opened.originator_version = 1 AND NOT {OF_CLUBS} ORDER BY opened.notification_id"
        )
        return ((_uuid(id), version) for id, version in self.rows(query))

    def versions(self, sessions: Iterable[UUID]) -> dict[UUID, int]:
        """The newest version of each session."""
        query = "SELECT max(originator_version) FROM session_events WHERE originator_id=?"
        newest = ((session, self.rows(query, self.id_of(session))[0][0]) for session in sessions)
        return {session: version for session, version in newest if version is not None}

    def id_of(self, session: UUID) -> Any:
        """The id of a session as this database stores it."""
        return session

    def salt(self, session: UUID) -> bytes:
        """The salt of the request hashes of a session; empty after an erasure in it."""
        rows = self.rows("SELECT salt FROM salts WHERE session=?", session.hex)
        return bytes(rows[0][0]) if rows else b""

    def naming_events(self, topic: str) -> Iterator[tuple[UUID, bytes]]:
        """The first event of every session, and all events of this type."""
        query = "SELECT originator_id, state FROM session_events WHERE originator_version = 1 OR topic = ?"
        return ((_uuid(id), bytes(raw)) for id, raw in self.rows(query, topic))

    def erase_person(self, person: str, sessions: Iterable[UUID], *more: tuple[str, Row]) -> int:
        """Erase the name of a person, and the salts with which a guess at it could be checked."""
        salt = (f"DELETE FROM {NAME_SALTS} WHERE person=?", (person,))
        table = CLUB_PEOPLE if self.rows(f"SELECT 1 FROM {CLUB_PEOPLE} WHERE id=?", person) else "people"
        return self._erase(sessions, f"DELETE FROM {table} WHERE id=?", person, more=(*more, salt))

    def erase_text(self, session: UUID, hash: str, *more: tuple[str, Row]) -> int:
        """Erase a text, and the salt with which a guess at it could be checked."""
        return self._erase([session], "DELETE FROM texts WHERE session=? AND hash=?", session.hex, hash, more=more)

    def erase_picture(self, session: UUID, hash: str, *more: tuple[str, Row]) -> int:
        """Erase a picture."""
        return self._erase([session], "DELETE FROM pictures WHERE session=? AND hash=?", session.hex, hash, more=more)

    def _erase(self, sessions: Iterable[UUID], sql: str, *values: str, more: Iterable[tuple[str, Row]]) -> int:
        """Erase something, and note its sessions for other processes and read models that still hold it.

        `more` are statements of the same transaction: the entry about it in the register.
        """
        noted = [(statement, (session.hex,)) for session in sessions for statement in (INSERT_ERASURE, DELETE_SALT)]
        return self.change(*noted, *more, (sql, values))

    def erasures(self, after: int = 0) -> list[tuple[int, UUID]]:
        """The sessions in which something was erased, with a growing number."""
        rows = self.rows("SELECT id, session FROM erasures WHERE id > ? ORDER BY id", after)
        return [(id, UUID(session)) for id, session in rows]


class EventStoreFactory(InfrastructureFactory):
    """A factory for a recorder of events only: we take no snapshots, and read models track their own position."""

    def __init__(self) -> None:
        super().__init__({})

    def aggregate_recorder(self, purpose: str = "events") -> NoReturn:
        """Raises an error: this store keeps events only."""
        raise NotImplementedError(purpose)

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> NoReturn:
        """Raises an error: this store keeps events only."""
        raise NotImplementedError

    def process_recorder(self) -> NoReturn:
        """Raises an error: this store keeps events only."""
        raise NotImplementedError


def _uuid(id: Any) -> UUID:
    return id if isinstance(id, UUID) else UUID(id)
