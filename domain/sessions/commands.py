"""What can be asked of a stored session, under which key, and when two commands are the same."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import ClassVar
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.errors import TooLong, Unreadable
from domain.rules import replace
from domain.setup import Setup

LONGEST = 256  # signs of a key, an actor or a name
LARGEST = 1 << 22  # bytes of one command; an exported line must stay far below what is read as one


class Command(Struct, frozen=True, kw_only=True):
    """A wish of an actor, under a key of its own: sent twice, it happens once.

    Whoever shows a token instead is told apart by its hash, and acts as what that was granted.
    """

    KIND: ClassVar[str]  # part of every stored request hash, so it never changes

    actor: str = ""
    key: str
    token: str = ""
    session: UUID | None = None
    expected: int | None = None  # the version its sender saw; None: whatever it is now


class OpenSession(Command, frozen=True, kw_only=True):
    """Lay a table."""

    KIND = "Open"

    setup: Setup


class ImportRecord(OpenSession, frozen=True, kw_only=True):
    """Lay a table for a record that is brought whole; `text` is the hash of it, so that another is another."""

    KIND = "Bring"

    text: str


class RecordLines(Command, frozen=True, kw_only=True):
    """Write lines of any kind, as their texts: all of them or none."""

    KIND = "Record"

    entries: tuple[str, ...]


class CopyLines(RecordLines, frozen=True, kw_only=True):
    """Write the lines of a record kept elsewhere, as they stand there."""

    KIND = "Copy"


class MakeStatement(Command, frozen=True, kw_only=True):
    """Say something about a claim, for oneself or for a seat."""

    KIND = "Speak"

    claim: int
    text: str
    seat: int | None = None


class ShowPicture(Command, frozen=True, kw_only=True):
    """Show a picture of a line, as it may be kept; `sent` is the hash of what it was made from."""

    KIND = "Show"

    line: int
    sent: str
    seat: int | None = None
    picture: bytes = b""


class GrantRole(Command, frozen=True, kw_only=True):
    """Let somebody act at this table; `proof` is the hash of the token that shows it."""

    KIND = "GrantRole"

    role: str
    person: str = ""
    seat: int | None = None
    proof: str = ""


class RevokeRole(Command, frozen=True, kw_only=True):
    """Take that back."""

    KIND = "RevokeRole"

    grant: str


class SetDelay(Command, frozen=True, kw_only=True):
    """Let those who only look on see a line after so many seconds, and so many other lines."""

    KIND = "SetDelay"

    seconds: int
    lines: int = 0


class UseGrant(Command, frozen=True, kw_only=True):
    """Use a grant for the first time, only to read."""

    KIND = "Arrive"


class CloseSession(Command, frozen=True, kw_only=True):
    """Finish the record, with the points the table itself counted."""

    KIND = "Close"

    stated: tuple[int | None, ...] = ()


class CloseAsComputed(CloseSession, frozen=True, kw_only=True):
    """Finish the record with the computed points, which the table took as its result instead of counting."""

    KIND = "CloseAsComputed"


class ReopenSession(Command, frozen=True, kw_only=True):
    """Go on with a finished record."""

    KIND = "Reopen"


class DiscardSession(Command, frozen=True, kw_only=True):
    """Give up a table at which nothing was recorded."""

    KIND = "Discard"


def request_hash(command: Command, salt: bytes) -> str:
    """Whether two commands are the same: everything but the key, the token and the version that was seen.

    The salt can be erased with what a person wrote, so that nobody can try out what that may have been.
    """
    check_length(command.actor)
    check_length(command.key)
    bare = replace(command, key="", token="", expected=None)
    if isinstance(bare, GrantRole):  # its token is made anew each time it is asked for
        bare = replace(bare, proof="")
    if isinstance(bare, ShowPicture):  # what was sent tells it apart already
        bare = replace(bare, picture=b"")
    encoded = _storable(bare, command.key)
    return sha256(salt + command.KIND.encode() + encoded).hexdigest()


_encode = msgspec.json.Encoder(order="deterministic").encode
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def _storable(bare: Command, key: str) -> bytes:
    """A command as bytes; Unreadable where it holds a sign that not every store can keep in a text."""
    try:
        encoded, named = _encode(bare), _encode(key)
    except UnicodeEncodeError as error:
        raise Unreadable(text=ascii(error.object[error.start]), like="…") from error
    if b"\\u0000" in encoded + named and (_NUL.search(encoded) or _NUL.search(named)):
        raise Unreadable(text=ascii("\0"), like="…")
    if len(encoded) > LARGEST:
        raise TooLong(text=_start(max(getattr(bare, "entries", ()), key=len, default="")), most=LARGEST)
    return encoded


def check_length(word: str) -> None:
    """A key, an actor or a name must fit into an index of every store."""
    if len(word) > LONGEST:
        raise TooLong(text=_start(word), most=LONGEST)


def _start(text: str) -> str:
    return ascii(text[:40])[1:-1] + "…"
