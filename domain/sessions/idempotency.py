"""Recognizes a repeated command: by the salted hash of the request or, after an erasure, by its stored events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from domain.errors import KeyUsedTwice, NotRecorded, TooLong, Unreadable
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Line, Ruled
from domain.rules import replace
from domain.sessions.commands import (
    LARGEST,
    AgreeToArbiter,
    CloseAsComputed,
    CloseSession,
    Command,
    CopyLines,
    DiscardSession,
    GrantPlayingArbiter,
    GrantRole,
    ImportRecord,
    MakeStatement,
    NoteHandsRead,
    OpenClubSession,
    OpenSession,
    PendingCommand,
    RecordLines,
    ReopenSession,
    RevokeRole,
    SetDelay,
    ShowNames,
    ShowPicture,
    StoredReceipt,
    UseGrant,
    check_length,
    decode_receipt,
    excerpt,
)
from domain.sessions.session import open_session
from domain.sessions.session_state import SessionState
from domain.setup import Setup
from domain.store.erasable_texts import ERASED, split_remark
from domain.store.events import (
    LINE_EVENTS,
    ArbiterAgreed,
    DelaySet,
    HandsRead,
    NamesShown,
    PictureShown,
    RoleFirstUsed,
    RoleGranted,
    RoleRevoked,
    SeatChanged,
    SessionClosed,
    SessionDiscarded,
    SessionEvent,
    SessionOpened,
    SessionPlaced,
    SessionReopened,
    StatementMade,
)
from domain.store.mapper import SealedEvent, event_from_row
from domain.store.people import opening_event, person_names
from domain.store.side_tables import SideTables

_encode = msgspec.json.Encoder(order="deterministic").encode
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def request_hash(command: Command, salt: bytes) -> str:
    """A hash that equal commands share: of everything except the key, the token and the expected version.

    The salt is erased together with a text of the session, so that guesses at that text cannot be checked.
    """
    check_length(command.actor)
    check_length(command.key)
    bare = replace(command, key="", token="", expected=None)
    if isinstance(bare, GrantRole):  # each request generates another token
        bare = replace(bare, proof="")
    if isinstance(bare, ShowPicture):  # `sent` identifies the picture
        bare = replace(bare, picture=b"")
    encoded = _storable(bare, command.key)
    return sha256(salt + command.KIND.encode() + encoded).hexdigest()


def _storable(bare: Command, key: str) -> bytes:
    """A command as JSON; raises Unreadable if it contains a character that not every store accepts."""
    try:
        encoded, encoded_key = _encode(bare), _encode(key)
    except UnicodeEncodeError as error:
        raise Unreadable(text=ascii(error.object[error.start]), like="…") from error
    if b"\\u0000" in encoded + encoded_key and (_NUL.search(encoded) or _NUL.search(encoded_key)):
        raise Unreadable(text=ascii("\0"), like="…")
    if len(encoded) > LARGEST:
        raise TooLong(text=excerpt(max(getattr(bare, "entries", ()), key=len, default="")), most=LARGEST)
    return encoded


def first_receipt(
    store: SideTables, state: SessionState, command: Command, req: str, batch: Sequence[PendingCommand]
) -> StoredReceipt | None:
    """The receipt of the command that used this key first; raises KeyUsedTwice if that was another command."""
    used, version = state.keys[command.key]
    sent = (p for p in batch if p.sealed and p.sealed[-1].originator_id == state.id)
    first = next((p for p in sent if p.command.key == command.key), None)
    if used != req if state.salt else not _is_repeated(store, state, command, first):
        raise KeyUsedTwice(key=command.key)
    return first.receipt if first else decode_receipt(store.receipt(state.id, version))


def _is_repeated(store: SideTables, state: SessionState, command: Command, first: PendingCommand | None) -> bool:
    """Compare a command with its events: after an erasure the session has no salt to hash the command with."""
    if first is not None and first.decision is not None:
        texts = {text.hash: text.text for text in first.decision.texts}
        return is_same_command(command, first.sealed, state.setup, texts)
    _, version = state.keys[command.key]
    stored = (event_from_row(state.id, *row) for row in store.events(state.id, version))
    sealed = [event for event in stored if event.envelope.cmd == command.key]
    return is_same_command(command, sealed, state.setup, store.texts(state.id))


def is_same_command(command: Command, sealed: Sequence[SealedEvent], setup: Setup, texts: Mapping[str, str]) -> bool:
    """Whether a command would produce these events, by the same actor; erased texts and names match any."""
    if any(event.envelope.actor != command.actor for event in sealed):
        return False
    try:
        return COMPARISONS[type(command)](command, [event.event for event in sealed], setup, texts)
    except NotRecorded:  # the stored command could be read, this one cannot
        return False


def _same_lines(command: RecordLines, events: Sequence[SessionEvent], setup: Setup, texts: Mapping[str, str]) -> bool:
    stored = [event for event in events if isinstance(event, LINE_EVENTS)]
    lines = [split_remark(read_entry(entry.strip(), setup)) for entry in command.entries]
    return len(stored) == len(lines) and all(
        event.entry in (write_entry(bare, setup).strip(), _with_names_noted(bare, setup))
        and (isinstance(event, SeatChanged) or bool(event.remark) == bool(remark))
        and texts.get(getattr(event, "remark", ""), remark) == remark  # an erased text cannot be compared
        for event, (bare, remark) in zip(stored, lines, strict=True)
    )


def _with_names_noted(line: Line, setup: Setup) -> str:
    """The entry under which a ruling is stored whose arbiter had asked for the names."""
    return write_entry(replace(line, named=True), setup).strip() if isinstance(line, Ruled) else ""


def _same_statement(
    command: MakeStatement, events: Sequence[SessionEvent], setup: Setup, texts: Mapping[str, str]
) -> bool:
    event = events[-1]
    if not isinstance(event, StatementMade) or (event.claim, event.seat) != (command.claim, command.seat):
        return False
    return texts.get(event.remark, command.text) == command.text


def _same_setup(command: OpenSession, events: Sequence[SessionEvent], stored: Setup, texts: Mapping[str, str]) -> bool:
    if not isinstance(events[0], SessionOpened):
        return False
    setup = open_session(command.setup).setup
    names = setup.names or setup.seats
    if len(names) != len(stored.names):
        return False
    kept = tuple(ERASED if was == ERASED else name for was, name in zip(stored.names, names, strict=True))
    facts = {word: ERASED if stored.details.get(word) == ERASED else value for word, value in setup.details.items()}
    return _with_names_as_ids(replace(setup, names=kept, details=facts)) == _with_names_as_ids(stored)


def _same_placing(
    command: OpenClubSession, events: Sequence[SessionEvent], stored: Setup, texts: Mapping[str, str]
) -> bool:
    placed = events[1] if len(events) > 1 else None
    is_there = isinstance(placed, SessionPlaced) and placed.club == command.club
    return is_there and _same_setup(command, events, stored, texts)


def _with_names_as_ids(setup: Setup) -> SessionOpened:
    return opening_event(setup, {name: name for name in person_names(setup)}, setup.house_rules)


def _same_fields(kind: type[SessionEvent], *fields: str) -> Callable[..., bool]:
    """A comparison for commands that produce one event, which has these fields of the command."""

    def same(command: Any, events: Sequence[SessionEvent], *_: object) -> bool:
        event = events[-1]
        pairs = ((getattr(event, field), getattr(command, field)) for field in fields)
        return isinstance(event, kind) and all(_as_list(one) == _as_list(other) for one, other in pairs)

    return same


def _as_list(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


COMPARISONS: dict[type[Command], Callable[..., bool]] = {
    OpenSession: _same_setup,
    OpenClubSession: _same_placing,
    ImportRecord: _same_setup,  # its lines are compared by the commands that copy them
    RecordLines: _same_lines,
    CopyLines: _same_lines,
    MakeStatement: _same_statement,
    ShowPicture: _same_fields(PictureShown, "line", "seat", "sent"),
    GrantRole: _same_fields(RoleGranted, "role", "seat", "person"),
    GrantPlayingArbiter: _same_fields(RoleGranted, "role", "seat", "person"),
    AgreeToArbiter: _same_fields(ArbiterAgreed, "grant"),
    NoteHandsRead: _same_fields(HandsRead, "line"),
    RevokeRole: _same_fields(RoleRevoked, "grant"),
    SetDelay: _same_fields(DelaySet, "seconds", "lines"),
    UseGrant: _same_fields(RoleFirstUsed),
    ShowNames: _same_fields(NamesShown),
    CloseSession: _same_fields(SessionClosed, "stated"),
    CloseAsComputed: _same_fields(SessionClosed, "stated"),
    ReopenSession: _same_fields(SessionReopened),
    DiscardSession: _same_fields(SessionDiscarded),
}
