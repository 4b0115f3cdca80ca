"""Events <-> stored bytes: an envelope that never changes, fixed names, upcasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
import orjson
from eventsourcing.persistence import Mapper, StoredEvent
from msgspec import Struct

from domain.errors import Unsound
from domain.store.events import EVENT_TYPES, SessionClosed, SessionEvent

LOG_PREFIX = "griffier/s/"
FIRST_LINK = "0" * 64  # what the first event of a session follows
MAX_INTEGER = 2**53 - 1  # what every reader of JSON keeps exact

Upcast = Callable[[dict], dict]
UPCASTS: dict[tuple[str, int], Upcast] = {  # (type, version) -> its data as the next version writes it
    ("picture-shown", 1): lambda data: {"line" if name == "claim" else name: value for name, value in data.items()},
    (SessionClosed.TYPE, 1): lambda data: {**data, "same": False},
}


class Envelope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What surrounds every event, fixed from the first day. `at` never goes back; `clock` is kept where it did."""

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
    """An event in its envelope, with its bytes and their hash; the library knows it by the first two fields."""

    originator_id: UUID
    originator_version: int
    envelope: Envelope
    event: SessionEvent
    raw: bytes
    link: str


_START = sha256(b"\x00")  # of every link; to go on from it is quicker than to begin


def link_hash(raw: bytes) -> str:
    """The hash the next event holds of this one."""
    link = _START.copy()
    link.update(raw)
    return link.hexdigest()


def canonical(value: Any) -> bytes:
    """The one way to write this: sorted keys, nothing between. ValueError for what has no exact form in JSON."""
    try:
        _plain(value)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return _dump(value)


def _dump(value: Any) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from error


def _plain(value: Any) -> None:
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if type(key) is not str or not key.isascii():
                raise ValueError(f"{key!r} cannot be a name")
            if type(inner) is not str:
                _plain(inner)
    elif kind is list:
        for inner in value:
            if type(inner) is not str:
                _plain(inner)
    elif kind is int:
        if abs(value) > MAX_INTEGER:
            raise ValueError(f"{value} is too large")
    elif kind is not str and kind is not bool and value is not None:
        raise ValueError(f"{value!r} cannot be stored")


def event_data(event: SessionEvent) -> dict[str, Any]:
    """What an event itself says, within its envelope."""
    return msgspec.to_builtins(event)


def seal(session: UUID, name: str, seq: int, prev: str, event: SessionEvent, about: dict[str, str]) -> SealedEvent:
    """An event in its envelope: who, as what, when, by which command."""
    data = event_data(event)
    _plain(data)
    fields = {"v": 1, "log": LOG_PREFIX + name, "seq": seq, "prev": prev, "type": event.TYPE, "tv": event.VERSION}
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
    """The event out of its bytes, read as the newest version of its type. Unsound says what is wrong with it."""
    if type(raw) is not bytes:  # SQLite keeps whatever it is given
        raise Unsound(why="unreadable", seq=0)
    try:
        envelope = _decode(raw)
        session = _session(envelope.log)
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
def _session(log: str) -> UUID:
    session = UUID(log.removeprefix(LOG_PREFIX))
    if log != f"{LOG_PREFIX}{session}":
        raise ValueError(log)
    return session


def _event(envelope: Envelope) -> SessionEvent:
    kind = EVENT_TYPES.get(envelope.type)
    if kind is None:
        raise Unsound(why="unknown-type", seq=envelope.seq)
    if not 1 <= envelope.tv <= kind.VERSION:
        raise Unsound(why="newer", seq=envelope.seq)
    try:
        data = envelope.data
        if envelope.tv != kind.VERSION:
            for version in range(envelope.tv, kind.VERSION):
                data = UPCASTS[envelope.type, version](data)
        return msgspec.convert(data, kind)
    except Exception as error:  # an upcast may stumble in any way over what was never written so
        raise Unsound(why="unreadable", seq=envelope.seq) from error


class SessionMapper(Mapper[UUID]):
    """The library's mapper, with our envelope and without its hooks: a type is found in EVENTS or nowhere."""

    def __init__(self) -> None:
        """Nothing to transcode, compress or encrypt: the stored bytes are the evidence."""

    def to_stored_event(self, domain_event: SealedEvent) -> StoredEvent:
        """The row of a sealed event."""
        return event_to_row(domain_event)

    def to_domain_event(self, stored_event: StoredEvent) -> SealedEvent:
        """The sealed event of a row."""
        row = (stored_event.originator_id, stored_event.originator_version, stored_event.topic)
        return event_from_row(*row, stored_event.state)


def event_to_row(sealed: SealedEvent) -> StoredEvent:
    """The row of a sealed event."""
    return StoredEvent(sealed.originator_id, sealed.originator_version, sealed.event.TYPE, sealed.raw)


def event_from_row(session: UUID, version: int, topic: str, raw: bytes) -> SealedEvent:
    """The sealed event of a row, which must say the same as its envelope."""
    sealed = unseal(raw)
    if (version, topic) != (sealed.originator_version, sealed.envelope.type) or session.int != sealed.originator_id.int:
        raise Unsound(why="misplaced", seq=version)
    return sealed
