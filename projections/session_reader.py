"""Reads a session from its stored rows for the read models, with its hash chain checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.errors import NotRecorded, Unsound
from domain.sessions.session_state import EVENT_HANDLERS, SessionState
from domain.store.events import EVENT_TYPES, LINE_EVENTS, SeatChanged, SessionEvent
from domain.store.mapper import LOG_PREFIX, link_hash, unseal

Row = Sequence[Any]  # number among all events, version, type, bytes
Type = TypeVar("Type")
Version = TypeVar("Version")
Data = TypeVar("Data")


class TypedEnvelope(
    Struct, Generic[Type, Version, Data], frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False
):
    """An envelope with its event as `data`, so that both are decoded at once."""

    v: Literal[1]
    log: str
    seq: int
    prev: str
    type: Type
    tv: Version
    actor: str
    role: str
    at: str
    clock: str
    cmd: str
    req: str
    data: Data


DISPUTE_MARKS = frozenset("!$")  # the first characters of claims, withdrawals and rulings
Stored = TypedEnvelope[str, int, SessionEvent]


def _decoder(kind: Any) -> Callable[[bytes], Stored]:
    """A decoder that accepts only the newest version of one type of event."""
    envelope: Any = TypedEnvelope
    return msgspec.json.Decoder(envelope[Literal[kind.TYPE], Literal[kind.VERSION], kind]).decode


_DECODERS = {kind.TYPE: _decoder(kind) for kind in EVENT_TYPES.values()}


class StoreUnavailable(Exception):
    """The store did not answer, so nothing is known about the session."""


class LazyTexts:
    """The erasable texts of a session, loaded when the first one is needed."""

    def __init__(self, load: Callable[[], Mapping[str, str]]):
        self.load = load
        self.texts: Mapping[str, str] | None = None

    def get(self, hash: str, erased: str) -> str:
        """A text by its hash; `erased` if it is missing."""
        if self.texts is None:
            try:
                self.texts = self.load()
            except Exception as error:
                raise StoreUnavailable() from error
        return self.texts.get(hash, erased)


class EventPosition(Struct, frozen=True, gc=False):
    """An event with its number among all events of the store, and its time."""

    nth: int
    at: str
    event: SessionEvent


class SessionReader(SessionState):
    """A session state that is built from rows, without what only a writer needs."""

    def __init__(self, id: UUID):
        super().__init__(id)
        self.opening: EventPosition | None = None
        self.lines = 0
        self.sources: dict[int, EventPosition] = {}  # of the lines that belong to a dispute
        self.persons: dict[int, str] = {}  # line -> id of the person who took a seat

    def verify(self, rows: Iterable[Row]) -> list[EventPosition]:
        """Decode the events of these rows and check their links; raises Unsound at the first wrong one."""
        log, version, link, at = LOG_PREFIX + self.name, self.version, self.link, self.at
        events: list[EventPosition] = []
        for nth, row_version, topic, raw in rows:
            envelope, version = decode_event(topic, raw), version + 1
            if envelope.seq != version or row_version != version or envelope.log != log:
                raise Unsound(why="misplaced", seq=version)
            if envelope.prev != link:
                raise Unsound(why="link", seq=version)
            link, at, event = link_hash(raw), envelope.at, envelope.data
            position = EventPosition(nth, at, event)
            events.append(position)
            if isinstance(event, LINE_EVENTS):
                self.lines += 1
                if event.entry[:1] in DISPUTE_MARKS:
                    self.sources[self.lines] = position
                elif isinstance(event, SeatChanged):
                    self.persons[self.lines] = event.person
            elif self.opening is None:
                self.opening = position
        self.version, self.link, self.at = version, link, at
        return events

    def read(self, events: Sequence[EventPosition], texts: LazyTexts, names: Mapping[str, str]) -> None:
        """Apply these events to the state."""
        for back, source in enumerate(events, 1 - len(events)):
            self.at = source.at
            try:
                EVENT_HANDLERS[type(source.event)](self, source.event, texts, names)
            except (NotRecorded, StoreUnavailable):
                raise
            except Exception as error:  # it was readable when it was stored, so this event was changed
                raise Unsound(why="unreadable", seq=self.version + back) from error


def decode_event(topic: str, raw: bytes) -> Stored:
    """Decode an event, as the newest version of its type; raises Unsound."""
    try:
        return _DECODERS[topic](raw)
    except (msgspec.MsgspecError, LookupError, ValueError, TypeError, RecursionError):
        pass  # an older version, a newer one, or unreadable: unseal decides
    sealed = unseal(raw)
    envelope = {name: getattr(sealed.envelope, name) for name in sealed.envelope.__struct_fields__}
    if sealed.envelope.type != topic:
        raise Unsound(why="misplaced", seq=sealed.envelope.seq)
    return Stored(**{**envelope, "data": sealed.event})
