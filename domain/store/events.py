"""The events of a session: what is stored, with fixed type names and versions. They hold facts, no results of rules."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from domain.setup import HOUSE_RULES


class SessionEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """An event of a session. A published schema never changes: a new version gets an upcast from the old one."""

    TYPE: ClassVar[str]
    VERSION: ClassVar[int] = 1
    LOG: ClassVar[str] = "griffier/s/"  # how the name of the log begins that holds the event


class BoxFace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of pieces of a kind that have one face."""

    kind: str
    face: str
    copies: int


class OwnerBox(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pieces that an owner entered for a box, as a list: keys of stored JSON are ASCII, faces may not be."""

    id: str
    faces: list[BoxFace]


class SessionOpened(SessionEvent, frozen=True, kw_only=True):
    """A session was opened, with its whole set-up. People are given by their ids, the house rules by their hash.

    Version 1 held only the readings that were not the default, and no version of the rules.
    """

    TYPE = "session-opened"
    VERSION = 2

    game: str
    seats: list[str]
    people: list[str]  # a person's id for each seat; empty for a seat without a name
    first: int
    variants: list[str]
    readings: dict[str, str]  # of every question of the game
    rules: str  # the version of the rules; empty where it was not stored
    faces: str
    box: OwnerBox | None  # the whole catalogue of an owner's box, because the fold needs it
    help: bool
    text: str
    told: dict[str, str]

    @property
    def remark(self) -> str:
        """The hash of the house rules, an erasable text like those of lines."""
        return self.told.get(HOUSE_RULES, "")


class SessionPlaced(SessionEvent, frozen=True, kw_only=True):
    """The session was set up in a club, to which its players belong; its id."""

    TYPE = "session-placed"

    club: str


class LineRecorded(SessionEvent, frozen=True, kw_only=True):
    """A line was recorded; `remark` is the hash of the text that a person wrote in it."""

    TYPE = "line-recorded"

    entry: str
    remark: str


class RulingApplied(SessionEvent, frozen=True, kw_only=True):
    """A ruling was recorded, with what its arbiter was shown and the version of the rules."""

    TYPE = "ruling-applied"

    entry: str
    remark: str
    rules: str
    findings: list[str]  # on the line in question: line, clause, check and verdict
    before: list[str]  # each side's points as ruled, without this ruling
    after: list[str]


class SeatChanged(SessionEvent, frozen=True, kw_only=True):
    """Another person took a seat; the line, and the id of the person."""

    TYPE = "seat-changed"

    entry: str
    person: str


class DelaySet(SessionEvent, frozen=True, kw_only=True):
    """The public delay was set: a line becomes public after these seconds and after this number of further lines."""

    TYPE = "delay-set"

    seconds: int
    lines: int


class StatementMade(SessionEvent, frozen=True, kw_only=True):
    """A statement about a claim was made. It is no line of the record, because nothing happened at the table."""

    TYPE = "statement-made"

    claim: int
    seat: int | None
    remark: str


class PictureShown(SessionEvent, frozen=True, kw_only=True):
    """A picture of a line was shown: the hash of the stored picture and that of the uploaded file."""

    TYPE = "picture-shown"
    VERSION = 2  # version 1 called the line `claim`

    line: int
    seat: int | None
    picture: str
    sent: str


class RoleGranted(SessionEvent, frozen=True, kw_only=True):
    """A role was granted; `token` is the hash of the token that proves it.

    `plays` says that this arbiter also plays at the table; for any other arbiter the owner states the contrary.
    """

    TYPE = "role-granted"
    VERSION = 2  # version 1 did not say who plays

    grant: str
    role: str
    seat: int | None
    person: str
    token: str
    plays: bool


class RoleFirstUsed(SessionEvent, frozen=True, kw_only=True):
    """A grant was used for the first time, to write or to read."""

    TYPE = "role-first-used"

    grant: str


class NamesShown(SessionEvent, frozen=True, kw_only=True):
    """An arbiter asked for the names of the seats before a dispute was decided."""

    TYPE = "names-shown"

    grant: str


class ArbiterAgreed(SessionEvent, frozen=True, kw_only=True):
    """A seat agreed that an arbiter who plays at the table may see all hands."""

    TYPE = "arbiter-agreed"

    grant: str
    seat: int


class HandsRead(SessionEvent, frozen=True, kw_only=True):
    """An arbiter read the record with all hands, up to a line."""

    TYPE = "hands-read"

    grant: str
    line: int


class RoleRevoked(SessionEvent, frozen=True, kw_only=True):
    """A grant was revoked."""

    TYPE = "role-revoked"

    grant: str


class SessionClosed(SessionEvent, frozen=True, kw_only=True):
    """The record was closed: the points that the players stated, and the version of the rules."""

    TYPE = "session-closed"
    VERSION = 2

    stated: list[int | None]
    rules: str
    same: bool  # whether the players accepted the computed points instead of counting


class SessionReopened(SessionEvent, frozen=True, kw_only=True):
    """The record was reopened."""

    TYPE = "session-reopened"


class SessionDiscarded(SessionEvent, frozen=True, kw_only=True):
    """The session was discarded before its first line; it is no longer listed or opened."""

    TYPE = "session-discarded"


EVENT_TYPES: dict[str, type[SessionEvent]] = {
    kind.TYPE: kind
    for kind in (
        SessionOpened,
        SessionPlaced,
        LineRecorded,
        RulingApplied,
        SeatChanged,
        DelaySet,
        StatementMade,
        PictureShown,
        RoleGranted,
        RoleFirstUsed,
        NamesShown,
        ArbiterAgreed,
        HandsRead,
        RoleRevoked,
        SessionClosed,
        SessionReopened,
        SessionDiscarded,
    )
}
LINE_EVENTS = (LineRecorded, RulingApplied, SeatChanged)
