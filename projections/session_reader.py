"""A session read from its rows in passing: every link is walked, and nothing is kept that only a writer needs."""

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
T, V, E = TypeVar("T"), TypeVar("V"), TypeVar("E")


class TypedEnvelope(Struct, Generic[T, V, E], frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """An envelope whose event is read with it, in one go."""

    v: Literal[1]
    log: str
    seq: int
    prev: str
    type: T
    tv: V
    actor: str
    role: str
    at: str
    clock: str
    cmd: str
    req: str
    data: E


LINE_TYPES = frozenset(kind.TYPE for kind in LINE_EVENTS)
DISPUTING = frozenset("!$")  # what claims, withdrawals and rulings begin with
_DECODERS = {
    kind.TYPE: msgspec.json.Decoder(TypedEnvelope[Literal[kind.TYPE], Literal[kind.VERSION], kind]).decode
    for kind in EVENT_TYPES.values()
}


class StoreUnavailable(Exception):
    """The store did not answer: that says nothing about the session."""


class LazyTexts:
    """What people wrote in a session, asked for once somebody wrote something."""

    def __init__(self, ask: Callable[[], Mapping[str, str]]):
        self.ask, self.found = ask, None

    def get(self, hash: str, erased: str) -> str:
        """A text, or that it was erased."""
        if self.found is None:
            try:
                self.found = self.ask()
            except Exception as error:
                raise StoreUnavailable() from error
        return self.found.get(hash, erased)


class EventPosition(Struct, frozen=True, gc=False):
    """Where an event is stored: its number among all there are, its time, and the event."""

    nth: int
    at: str
    event: SessionEvent


class SessionReader(SessionState):
    """A session that grows with its rows, for whoever only looks on."""

    def __init__(self, id: UUID):
        super().__init__(id)
        self.opening: EventPosition | None = None
        self.lines = 0
        self.sources: dict[int, EventPosition] = {}  # of the lines that dispute or settle something
        self.persons: dict[int, str] = {}  # who took a seat, by the line

    def walk(self, rows: Iterable[Row]) -> list[EventPosition]:
        """The events of these rows, each linked to the one before; Unsound names the first that is not."""
        whose, version, link, at, events = LOG_PREFIX + self.name, self.version, self.link, self.at, []
        for nth, stands, topic, raw in rows:
            found, version = decode_event(topic, raw), version + 1
            if found.seq != version or stands != version or found.log != whose:
                raise Unsound(why="misplaced", seq=version)
            if found.prev != link:
                raise Unsound(why="link", seq=version)
            link, at, event = link_hash(raw), found.at, found.data
            events.append(EventPosition(nth, at, event))
            if topic in LINE_TYPES:
                self.lines += 1
                if event.entry[:1] in DISPUTING:
                    self.sources[self.lines] = EventPosition(nth, at, event)
                elif isinstance(event, SeatChanged):
                    self.persons[self.lines] = event.person
            elif self.opening is None:
                self.opening = EventPosition(nth, at, event)
        self.version, self.link, self.at = version, link, at
        return events

    def read(self, events: Sequence[EventPosition], texts: LazyTexts, names: Mapping[str, str]) -> None:
        """What they tell; lines are read from their texts here."""
        for back, source in enumerate(events, 1 - len(events)):
            self.at = source.at
            try:
                EVENT_HANDLERS[type(source.event)](self, source.event, texts, names)
            except (NotRecorded, StoreUnavailable):
                raise
            except Exception as error:  # it was readable when it was stored: whatever is wrong, it is this event
                raise Unsound(why="unreadable", seq=self.version + back) from error


def decode_event(topic: str, raw: bytes) -> TypedEnvelope:
    """An event in its envelope, as the newest version of its type writes it."""
    try:
        return _DECODERS[topic](raw)
    except (msgspec.MsgspecError, LookupError, ValueError, TypeError, RecursionError):
        pass  # older, newer, or not readable at all
    sealed = unseal(raw)
    envelope = {name: getattr(sealed.envelope, name) for name in sealed.envelope.__struct_fields__}
    if sealed.envelope.type != topic:
        raise Unsound(why="misplaced", seq=sealed.envelope.seq)
    return TypedEnvelope(**{**envelope, "data": sealed.event})
