"""Maps events to stored bytes and back: the envelope, canonical JSON, links and upcasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
import orjson
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from msgspec import Struct, convert

from domain.errors import Unsound
from domain.games import GAMES
from domain.store.club_events import CLUB_EVENT_TYPES, ClubEvent
from domain.store.events import EVENT_TYPES, RoleGranted, SessionClosed, SessionEvent, SessionOpened

LOG_PREFIX, CLUB_PREFIX = SessionEvent.LOG, ClubEvent.LOG
FIRST_LINK = "0" * 64  # the link in the first event of a session
MAX_INTEGER = 2**53 - 1  # the largest integer that every reader of JSON keeps exact

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: dict[tuple[str, int], Upcast] = {  # (type, version) -> function to the data of the next version
    ("picture-shown", 1): lambda data: {"line" if name == "claim" else name: value for name, value in data.items()},
    (RoleGranted.TYPE, 1): lambda data: {**data, "plays": False},
    (SessionClosed.TYPE, 1): lambda data: {**data, "same": False},
    (SessionOpened.TYPE, 1): lambda data: {**data, "readings": _all_readings(data), "rules": ""},
}


def _all_readings(opened: Mapping[str, Any]) -> dict[str, str]:
    """The readings in force at a table that stored only those which were not the default."""
    game = GAMES.get(opened["game"])
    return {**(game.first_readings if game else {}), **opened["readings"]}


class Envelope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """The stored form of every event; it never changes. `at` never decreases, `clock` is what a clock set back said."""

    v: int
    log: str
    seq: int
    prev: str
    type: str
    tv: int
    actor: str
    role: str
    at: str
    clock: str
    cmd: str
    req: str
    data: dict[str, Any]


class SealedEvent(Struct, frozen=True, kw_only=True, gc=False):
    """An event in its envelope, with its bytes and their hash. The first two fields are those the library expects."""

    originator_id: UUID
    originator_version: int
    envelope: Envelope
    event: SessionEvent
    raw: bytes
    link: str


def link_hash(raw: bytes) -> str:
    """The hash of an event that the next event contains: SHA-256 of a zero byte and its bytes."""
    return sha256(b"\x00" + raw).hexdigest()


def canonical(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces. Raises ValueError for a value without an exact form in JSON."""
    try:
        _check_plain(value)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return _dump(value)


def _dump(value: Any) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from error


def _check_plain(value: Any) -> None:
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if type(key) is not str or not key.isascii():
                raise ValueError(f"{key!r} cannot be a name")
            if type(inner) is not str:
                _check_plain(inner)
    elif kind is list:
        for inner in value:
            if type(inner) is not str:
                _check_plain(inner)
    elif kind is int:
        if abs(value) > MAX_INTEGER:
            raise ValueError(f"{value} is too large")
    elif kind is not str and kind is not bool and value is not None:
        raise ValueError(f"{value!r} cannot be stored")


def event_data(event: SessionEvent) -> dict[str, Any]:
    """The fields of an event, as the envelope contains them."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data


def seal(session: UUID, name: str, seq: int, prev: str, event: SessionEvent, about: dict[str, str]) -> SealedEvent:
    """Put an event into its envelope; `about` has the actor, the role, the time and the command."""
    data = event_data(event)
    _check_plain(data)
    fields: dict[str, Any] = {
        "v": 1,
        "log": event.LOG + name,
        "seq": seq,
        "prev": prev,
        "type": event.TYPE,
        "tv": event.VERSION,
    }
    fields.update(about, data=data)
    raw = _dump(fields)
    return SealedEvent(
        originator_id=session,
        originator_version=seq,
        envelope=Envelope(**fields),
        event=event,
        raw=raw,
        link=link_hash(raw),
    )


_decode = msgspec.json.Decoder(Envelope).decode


def unseal(raw: bytes) -> SealedEvent:
    """Read an event from its bytes, as the newest version of its type; raises Unsound."""
    if type(raw) is not bytes:  # SQLite stores values of any type in any column
        raise Unsound(why="unreadable", seq=0)
    try:
        envelope = _decode(raw)
        session = _log_id(envelope.log)
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise Unsound(why="unreadable", seq=0) from error
    if envelope.v != 1:
        raise Unsound(why="unreadable", seq=envelope.seq)
    return SealedEvent(
        originator_id=session,
        originator_version=envelope.seq,
        envelope=envelope,
        event=_event(envelope),
        raw=raw,
        link=link_hash(raw),
    )


@lru_cache
def _log_id(log: str) -> UUID:
    """The session or club whose log it is."""
    prefix = CLUB_PREFIX if log.startswith(CLUB_PREFIX) else LOG_PREFIX
    id = UUID(log.removeprefix(prefix))
    if log != f"{prefix}{id}":
        raise ValueError(log)
    return id


def _event(envelope: Envelope) -> SessionEvent:
    kind = EVENT_TYPES.get(envelope.type) or CLUB_EVENT_TYPES.get(envelope.type)
    if kind is None or not envelope.log.startswith(kind.LOG):
        raise Unsound(why="unknown-type", seq=envelope.seq)
    try:
        data = envelope.data if envelope.tv == kind.VERSION else _upcast(envelope, kind.VERSION)
        return convert(data, kind)
    except Unsound:
        raise
    except Exception as error:  # an upcast may raise anything for data that was never written by us
        raise Unsound(why="unreadable", seq=envelope.seq) from error


def _upcast(envelope: Envelope, newest: int) -> dict[str, Any]:
    """The data of an older version of an event as the newest version has them."""
    if not 1 <= envelope.tv < newest:
        raise Unsound(why="newer", seq=envelope.seq)
    data = envelope.data
    for version in range(envelope.tv, newest):
        data = UPCASTS[envelope.type, version](data)
    return data


class SessionMapper(Mapper[UUID]):
    """The library's mapper with our envelope; types come from EVENT_TYPES only, never from a stored class path."""

    def __init__(self) -> None:
        """Without transcoder, compressor or cipher: the stored bytes are the evidence."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """The row of a sealed event."""
        if not isinstance(domain_event, SealedEvent):
            raise TypeError(f"{type(domain_event).__name__} is no sealed event")
        return event_to_row(domain_event)

    def to_domain_event(self, stored_event: StoredEvent) -> SealedEvent:
        """The sealed event of a row."""
        version, topic, raw = stored_event.originator_version, stored_event.topic, stored_event.state
        return event_from_row(session_id(stored_event), version, topic, raw)


def session_id(stored_event: StoredEvent) -> UUID:
    """The session of a row; the library also allows ids that are text."""
    id = stored_event.originator_id
    return id if isinstance(id, UUID) else UUID(id)


def event_to_row(sealed: SealedEvent) -> StoredEvent:
    """The row of a sealed event."""
    return StoredEvent(sealed.originator_id, sealed.originator_version, sealed.event.TYPE, sealed.raw)


def event_from_row(session: UUID, version: int, topic: str, raw: bytes) -> SealedEvent:
    """The sealed event of a row; raises Unsound if the row contradicts the envelope."""
    sealed = unseal(raw)
    envelope = sealed.envelope
    if version != envelope.seq or topic != envelope.type or session.int != sealed.originator_id.int:
        raise Unsound(why="misplaced", seq=version)
    return sealed
