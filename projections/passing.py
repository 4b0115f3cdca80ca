"""A session read from its rows in passing: every link is walked, and nothing is kept that only a writer needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.sessions.errors import NotRecorded, Unsound
from domain.sessions.events import EVENTS
from domain.sessions.live import TAKING, Live
from domain.sessions.mapper import ORIGIN, link_of, unseal

Row = Sequence[Any]  # session, number among all events, version, type, bytes
E = TypeVar("E")


class Stored(Struct, Generic[E], frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """An envelope whose event is read with it, in one go."""

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
    data: E


_DECODERS = {kind.TYPE: (kind.VERSION, msgspec.json.Decoder(Stored[kind]).decode) for kind in EVENTS.values()}


class NoAnswer(Exception):
    """The store did not answer: that says nothing about the session."""


class Texts:
    """What people wrote in a session, asked for once somebody wrote something."""

    def __init__(self, ask: Callable[[], Mapping[str, str]]):
        self.ask, self.found = ask, None

    def get(self, hash: str, erased: str) -> str:
        """A text, or that it was erased."""
        if self.found is None:
            try:
                self.found = self.ask()
            except Exception as error:
                raise NoAnswer() from error
        return self.found.get(hash, erased)


class Passing(Live):
    """A session that grows with its rows, for whoever only looks on."""

    def read(self, rows: Iterable[Row], texts: Texts, names: Mapping[str, str]) -> None:
        """What these rows tell; Unsound names the first that is not as it was written."""
        whose = ORIGIN + self.name
        for _, _, version, topic, raw in rows:
            found = stored(topic, raw)
            if found.seq != version or version != self.version + 1 or found.type != topic or found.log != whose:
                raise Unsound(why="misplaced", seq=self.version + 1)
            if found.prev != self.link:
                raise Unsound(why="link", seq=version)
            self.version, self.at, self.link = version, found.at, link_of(raw)
            try:
                TAKING[type(found.data)](self, found.data, texts, names)
            except (NotRecorded, NoAnswer):
                raise
            except Exception as error:  # it was readable when it was stored: whatever is wrong, it is this event
                raise Unsound(why="unreadable", seq=version) from error


def stored(topic: str, raw: bytes) -> Stored:
    """An event in its envelope, as the newest version of its type writes it."""
    try:
        version, decode = _DECODERS[topic]
        found = decode(raw)
    except (msgspec.MsgspecError, LookupError, ValueError, TypeError, RecursionError):
        found = None
    if found is not None and found.tv == version and found.v == 1:
        return found
    sealed = unseal(bytes(raw) if isinstance(raw, memoryview) else raw)  # older, newer, or not readable at all
    envelope = {name: getattr(sealed.envelope, name) for name in sealed.envelope.__struct_fields__}
    return Stored(**{**envelope, "data": sealed.event})


def opening_of(rows: Sequence[Row]) -> Stored:
    """The first of a session's events."""
    return stored(*rows[0][3:])
