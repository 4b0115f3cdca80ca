"""What a store keeps beside its events, in SQL that SQLite and PostgreSQL both speak.

Every event lies with the answer that was given for it, so that a command sent twice is answered twice and done once.
Each commit tells the heads it left behind, so that a session which lost its end is found out. Texts, people and the
salt under which commands are hashed can be erased: events hold hashes and ids only, and every link stays as it is.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from uuid import UUID

from eventsourcing.persistence import InfrastructureFactory
from msgspec import Struct

from domain.errors import Unsound

EVENTS_TABLE = "session_events"
APPEND_ONLY = (EVENTS_TABLE, "commits", "opened", "erasures")
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
CREATE INDEX IF NOT EXISTS openings ON session_events (originator_id) WHERE originator_version = 1;
"""
INSERTS = {
    "commits": "INSERT INTO commits (heads) VALUES (?)",
    "opened": "INSERT INTO opened (actor, key, session) VALUES (?, ?, ?)",
    "texts": "INSERT INTO texts (session, hash, salt, text) VALUES (?, ?, ?, ?)",
    "pictures": "INSERT INTO pictures (session, hash, picture) VALUES (?, ?, ?) ON CONFLICT (session, hash) DO NOTHING",
    "salts": "INSERT INTO salts (session, salt) VALUES (?, ?)",
    "people": "INSERT INTO people (id, name) VALUES (?, ?)",
}
COPIED = {  # everything but join codes, which end within a day, in an order that keeps the triggers content
    EVENTS_TABLE: ("notification_id", "originator_id", "originator_version", "topic", "state", "answer"),
    "commits": ("id", "heads"),
    "opened": ("actor", "key", "session"),
    "texts": ("session", "hash", "salt", "text"),
    "salts": ("session", "salt"),
    "people": ("id", "name"),
    "erasures": ("id", "session"),
    "boxes": ("id", "game", "faces"),
    "pictures": ("session", "hash", "picture"),
}
NEWEST = "join_uses"  # where this table stands, all of them do
ERASED_IN = "INSERT INTO erasures (session) VALUES (?)"
UNSALTED = "DELETE FROM salts WHERE session=?"
LAST = 2**62  # later than any version or id
RECEIPTS = "answers"  # beside the events themselves: (session, version) -> the answer of the command they end


class JoinCode(Struct, frozen=True, kw_only=True):
    """Where a short code leads until a time (seconds since 1970): to a table, or to a role the opener may give there.

    Only the hash of the code is kept.
    """

    code: str
    until: int
    session: UUID
    opener: str  # the grant by which it was opened
    role: str  # empty: the table's public page
    seat: int | None


class Head(Struct, frozen=True):
    """How far a session was when something was committed."""

    session: UUID
    seq: int
    link: str


def encode_heads(heads: Iterable[Head]) -> str:
    """The heads of one commit, as they are stored."""
    return " ".join(f"{head.session.hex}:{head.seq}:{head.link}" for head in heads)


def decode_heads(text: str) -> Iterator[Head]:
    """And back."""
    for part in text.split():
        try:
            session, seq, link = part.split(":")
            yield Head(UUID(session), int(seq), link)
        except ValueError as error:
            raise Unsound(why="told", seq=0) from error


def redacted_url(url: str) -> str:
    """The address of a store as it may be shown: without a password."""
    return re.sub(r"(?<=[?&])password=[^&]*&?", "", re.sub(r"(?<=://)([^:/@]*):[^@/]*@", r"\1@", url))


class SideTables(ABC):
    """The questions every store answers."""

    shared = False  # whether other processes may write too

    @abstractmethod
    def rows(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        """What a question gives."""

    @abstractmethod
    def each(self, sql: str, *values: Any) -> Iterator[Sequence[Any]]:
        """The same row by row, for whoever reads them all at once and keeps none."""

    @abstractmethod
    def change(self, *changes: tuple[str, tuple]) -> int:
        """All of them or none; how many rows the last one touched."""

    def alone(self) -> AbstractContextManager[None]:
        """While nobody else writes."""
        return nullcontext()

    def confirm(self) -> None:  # noqa: B027
        """Nothing, or an error where what can be read here might still be lost."""

    def events(self, session: UUID, upto: int | None, after: int = 0) -> list[Sequence[Any]]:
        """Version, type and bytes of a session's events."""
        asked = "SELECT originator_version, topic, state FROM session_events WHERE originator_id=?"
        asked += " AND originator_version>? AND originator_version<=? ORDER BY originator_version"
        return self.rows(asked, self.id_of(session), after, LAST if upto is None else upto)

    def answer(self, session: UUID, version: int) -> bytes | None:
        """The answer once given for the command that ended there."""
        asked = "SELECT answer FROM session_events WHERE originator_id=? AND originator_version=?"
        found = self.rows(asked, self.id_of(session), version)
        return bytes(found[0][0]) if found and found[0][0] is not None else None

    def opened(self, actor: str, key: str) -> UUID | None:
        """The session somebody opened under that key."""
        found = self.rows("SELECT session FROM opened WHERE actor=? AND key=?", actor, key)
        return UUID(found[0][0]) if found else None

    def heads(self, session: UUID) -> list[Head]:
        """Every head a commit left of a session, in their order."""
        found = self.rows("SELECT heads FROM commits WHERE heads LIKE ? ORDER BY id", f"%{session.hex}:%")
        return [head for (text,) in found for head in decode_heads(text) if head.session == session]

    def all_heads(self) -> dict[UUID, dict[int, str]]:
        """What all commits told of all sessions."""
        told: dict[UUID, dict[int, str]] = {}
        for (text,) in self.rows("SELECT heads FROM commits ORDER BY id"):
            for head in decode_heads(text):
                told.setdefault(head.session, {})[head.seq] = head.link
        return told

    def texts(self, session: UUID) -> dict[str, str]:
        """What people wrote in a session, by hash."""
        return dict(self.rows("SELECT hash, text FROM texts WHERE session=?", session.hex))

    def salted(self, session: UUID) -> list[tuple[str, bytes, str]]:
        """The same with the salt that proves it."""
        found = self.rows("SELECT hash, salt, text FROM texts WHERE session=? ORDER BY hash", session.hex)
        return [(hash, bytes(salt), text) for hash, salt, text in found]

    def picture(self, session: UUID, hash: str) -> bytes | None:
        """A picture that was shown in a session, unless it was erased."""
        found = self.rows("SELECT picture FROM pictures WHERE session=? AND hash=?", session.hex, hash)
        return bytes(found[0][0]) if found else None

    def pictures(self, session: UUID) -> list[str]:
        """The hashes of all that are kept."""
        return [hash for (hash,) in self.rows("SELECT hash FROM pictures WHERE session=?", session.hex)]

    def names(self, people: Iterable[str]) -> dict[str, str]:
        """How people are called."""
        asked = tuple(people)
        if not asked:
            return {}
        return dict(self.rows(f"SELECT id, name FROM people WHERE id IN ({', '.join('?' * len(asked))})", *asked))

    def person(self, name: str) -> str | None:
        """The person of that name."""
        found = self.rows("SELECT id FROM people WHERE name=? ORDER BY id", name)
        return found[0][0] if found else None

    def keep_box(self, id: str, game: str, faces: str) -> int:
        """Keep what an owner entered of a box, once."""
        return self.change(
            ("INSERT INTO boxes (id, game, faces) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING", (id, game, faces))
        )

    def box(self, id: str) -> tuple[str, str] | None:
        """The game and the faces of a box."""
        found = self.rows("SELECT game, faces FROM boxes WHERE id=?", id)
        return tuple(found[0]) if found else None

    def open_code(self, opened: JoinCode) -> int:
        """Keep a join code."""
        values = (opened.code, opened.until, opened.session.hex, opened.opener, opened.role, opened.seat)
        return self.change(
            ("INSERT INTO join_codes (code, until, session, opener, role, seat) VALUES (?, ?, ?, ?, ?, ?)", values)
        )

    def join_code(self, hash: str, now: int) -> JoinCode | None:
        """The code of this hash, as long as it holds."""
        asked = "SELECT code, until, session, opener, role, seat FROM join_codes WHERE code=? AND until>?"
        for code, until, session, opener, role, seat in self.rows(asked, hash, now):
            return JoinCode(code=code, until=until, session=UUID(session), opener=opener, role=role, seat=seat)
        return None

    def use_code(self, opened: JoinCode, token: str) -> bool:
        """Whether a code that can be used once is used by this token, now or before."""
        at = (opened.code, opened.until)
        insert = "INSERT INTO join_uses (code, until, token) VALUES (?, ?, ?) ON CONFLICT (code, until) DO NOTHING"
        self.change((insert, (*at, token)))
        return self.rows("SELECT token FROM join_uses WHERE code=? AND until=?", *at)[0][0] == token

    def sessions(self) -> Iterator[tuple[UUID, int]]:
        """Every session with its version, the newest last."""
        asked = (
            "SELECT opened.originator_id, (SELECT max(originator_version) FROM session_events AS of_it"
            " WHERE of_it.originator_id = opened.originator_id) FROM session_events AS opened"
            " WHERE opened.originator_version = 1 ORDER BY opened.notification_id"
        )
        return ((_uuid(id), version) for id, version in self.rows(asked))

    def versions(self, sessions: Iterable[UUID]) -> dict[UUID, int]:
        """How far these sessions are."""
        asked = "SELECT max(originator_version) FROM session_events WHERE originator_id=?"
        found = ((session, self.rows(asked, self.id_of(session))[0][0]) for session in sessions)
        return {session: version for session, version in found if version is not None}

    def id_of(self, session: UUID) -> Any:
        """A session's id as this store writes it."""
        return session

    def salt(self, session: UUID) -> bytes:
        """What a session's commands are hashed with; nothing once something was erased in it."""
        found = self.rows("SELECT salt FROM salts WHERE session=?", session.hex)
        return bytes(found[0][0]) if found else b""

    def naming_events(self, topic: str) -> Iterator[tuple[UUID, bytes]]:
        """The opening of every session, and the events of a type that names a person too."""
        asked = "SELECT originator_id, state FROM session_events WHERE originator_version = 1 OR topic = ?"
        return ((_uuid(id), bytes(raw)) for id, raw in self.rows(asked, topic))

    def erase_person(self, name: str, sessions: Iterable[UUID]) -> int:
        """Take a name out of the store, and what a guess at it could be held against."""
        return self._erase(sessions, "DELETE FROM people WHERE name=?", name)

    def erase_text(self, session: UUID, hash: str) -> int:
        """Take a text out of the store, and what a guess at it could be held against."""
        return self._erase([session], "DELETE FROM texts WHERE session=? AND hash=?", session.hex, hash)

    def erase_picture(self, session: UUID, hash: str) -> int:
        """Take a picture out of the store."""
        return self._erase([session], "DELETE FROM pictures WHERE session=? AND hash=?", session.hex, hash)

    def _erase(self, sessions: Iterable[UUID], sql: str, *values: str) -> int:
        """Whoever still has it, in memory or in a read model, can see where something was erased."""
        told = [(tell, (session.hex,)) for session in sessions for tell in (ERASED_IN, UNSALTED)]
        return self.change(*told, (sql, values))

    def erasures(self, after: int = 0) -> list[tuple[int, UUID]]:
        """In which sessions something was erased, by a number that grows."""
        found = self.rows("SELECT id, session FROM erasures WHERE id > ? ORDER BY id", after)
        return [(id, UUID(session)) for id, session in found]


class EventStoreFactory(InfrastructureFactory):
    """What makes a recorder of events, and no other kind."""

    def __init__(self) -> None:
        super().__init__({})

    def aggregate_recorder(self, purpose: str = "events") -> Any:
        """Nothing is snapshot here, and positions are kept elsewhere."""
        raise NotImplementedError(purpose)

    tracking_recorder = process_recorder = aggregate_recorder


def _uuid(id: Any) -> UUID:
    return id if isinstance(id, UUID) else UUID(id)
