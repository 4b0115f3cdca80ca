"""Whether a command is the one its key stands for, by what its events say: where the salt that told so is erased."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.errors import NotRecorded
from domain.record.line_text import read_entry, write_entry
from domain.rules import replace
from domain.sessions.commands import (
    CloseAsComputed,
    CloseSession,
    Command,
    CopyLines,
    DiscardSession,
    GrantRole,
    ImportRecord,
    MakeStatement,
    OpenSession,
    RecordLines,
    ReopenSession,
    RevokeRole,
    SetDelay,
    ShowPicture,
    UseGrant,
)
from domain.sessions.session import open_session
from domain.setup import Setup
from domain.store.erasable_texts import ERASED, split_remark
from domain.store.events import (
    LINE_EVENTS,
    DelaySet,
    PictureShown,
    RoleFirstUsed,
    RoleGranted,
    RoleRevoked,
    SeatChanged,
    SessionClosed,
    SessionDiscarded,
    SessionEvent,
    SessionOpened,
    SessionReopened,
    StatementMade,
)
from domain.store.mapper import SealedEvent
from domain.store.people import opening_event, person_names


def is_same_command(command: Command, done: Sequence[SealedEvent], setup: Setup, texts: Mapping[str, str]) -> bool:
    """The same actor, and the same but for what was erased."""
    if any(sealed.envelope.actor != command.actor for sealed in done):
        return False
    try:
        return SAYING[type(command)](command, [sealed.event for sealed in done], setup, texts)
    except NotRecorded:  # what was recorded could be read
        return False


def _lines(command: RecordLines, events: Sequence[SessionEvent], setup: Setup, texts: Mapping[str, str]) -> bool:
    lines = [event for event in events if isinstance(event, LINE_EVENTS)]
    told = [split_remark(read_entry(entry.strip(), setup)) for entry in command.entries]
    return len(lines) == len(told) and all(
        line.entry == write_entry(bare, setup).strip()
        and (isinstance(line, SeatChanged) or bool(line.remark) == bool(remark))
        and texts.get(getattr(line, "remark", ""), remark) == remark  # an erased text cannot be compared
        for line, (bare, remark) in zip(lines, told, strict=True)
    )


def _statement(command: MakeStatement, events: Sequence[SessionEvent], setup: Setup, texts: Mapping[str, str]) -> bool:
    said = events[-1]
    same = isinstance(said, StatementMade) and (said.claim, said.seat) == (command.claim, command.seat)
    return same and texts.get(said.remark, command.text) == command.text


def _table(command: OpenSession, events: Sequence[SessionEvent], laid: Setup, texts: Mapping[str, str]) -> bool:
    if not isinstance(events[0], SessionOpened):
        return False
    wished = open_session(command.setup).setup
    names = wished.names or wished.seats
    if len(names) != len(laid.names):
        return False
    called = tuple(ERASED if was == ERASED else name for was, name in zip(laid.names, names, strict=True))
    told = {word: ERASED if laid.told.get(word) == ERASED else value for word, value in wished.told.items()}
    return _by_name(replace(wished, names=called, told=told)) == _by_name(laid)


def _by_name(setup: Setup) -> SessionOpened:
    return opening_event(setup, {name: name for name in person_names(setup)})


def _one(kind: type[SessionEvent], *fields: str) -> Callable[..., bool]:
    """A command of one event, which says the same in these fields."""

    def same(command: Any, events: Sequence[SessionEvent], *_: object) -> bool:
        event = events[-1]
        told = (_listed(getattr(event, field)) == _listed(getattr(command, field)) for field in fields)
        return isinstance(event, kind) and all(told)

    return same


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


SAYING: dict[type, Callable[..., bool]] = {
    OpenSession: _table,
    ImportRecord: _table,  # and its lines are there to be compared
    RecordLines: _lines,
    CopyLines: _lines,
    MakeStatement: _statement,
    ShowPicture: _one(PictureShown, "line", "seat", "sent"),
    GrantRole: _one(RoleGranted, "role", "seat", "person"),
    RevokeRole: _one(RoleRevoked, "grant"),
    SetDelay: _one(DelaySet, "seconds", "lines"),
    UseGrant: _one(RoleFirstUsed),
    CloseSession: _one(SessionClosed, "stated"),
    CloseAsComputed: _one(SessionClosed, "stated"),
    ReopenSession: _one(SessionReopened),
    DiscardSession: _one(SessionDiscarded),
}
