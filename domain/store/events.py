"""What is stored of a session: closed schemas under fixed names and versions. Facts only; nothing a rule computes."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct


class SessionEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One thing that happened to a session. A published schema is never edited: a new version gets an upcast."""

    TYPE: ClassVar[str]
    VERSION: ClassVar[int] = 1


class BoxFace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many pieces of a kind an owner's box holds with one face."""

    kind: str
    face: str
    copies: int


class OwnerBox(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an owner entered of a box; a list, because a face may be written in any script."""

    id: str
    faces: list[BoxFace]


class SessionOpened(SessionEvent, frozen=True, kw_only=True):
    """A table was laid. Persons stand by their ids; edition, prevailing text, place and date are pinned here."""

    TYPE = "session-opened"

    game: str
    seats: list[str]
    people: list[str]  # a person's id for each seat; empty where nobody gave a name
    first: int
    variants: list[str]
    readings: dict[str, str]
    faces: str
    box: OwnerBox | None  # an owner's own catalogue, whole: the fold needs it
    help: bool
    text: str
    told: dict[str, str]


class LineRecorded(SessionEvent, frozen=True, kw_only=True):
    """One line of the record, as its text; what a person wrote in it is elsewhere, under its hash."""

    TYPE = "line-recorded"

    entry: str
    remark: str


class RulingApplied(SessionEvent, frozen=True, kw_only=True):
    """An arbiter's ruling, which is a line too, with what the arbiter was shown and by which rules."""

    TYPE = "ruling-applied"

    entry: str
    remark: str
    rules: str
    findings: list[str]  # on the line in question: line, clause, check and verdict
    before: list[str]  # each side's points as ruled, without this ruling
    after: list[str]


class SeatChanged(SessionEvent, frozen=True, kw_only=True):
    """Another person sits there from this line on; the line, and the person by their id."""

    TYPE = "seat-changed"

    entry: str
    person: str


class DelaySet(SessionEvent, frozen=True, kw_only=True):
    """From here on a line becomes public after so many seconds, and not before so many other lines were written."""

    TYPE = "delay-set"

    seconds: int
    lines: int


class StatementMade(SessionEvent, frozen=True, kw_only=True):
    """Somebody said something about a claim; no line of the record, because nobody did anything at the table."""

    TYPE = "statement-made"

    claim: int
    seat: int | None
    remark: str


class PictureShown(SessionEvent, frozen=True, kw_only=True):
    """A picture of the table at a line, or about a claim: the hash of what is kept of it, and of what was sent."""

    TYPE = "picture-shown"
    VERSION = 2  # the first one called its line `claim`

    line: int
    seat: int | None
    picture: str
    sent: str


class RoleGranted(SessionEvent, frozen=True, kw_only=True):
    """Somebody may act at this table. Of the token that proves it only the hash is kept."""

    TYPE = "role-granted"

    grant: str
    role: str
    seat: int | None
    person: str
    token: str


class RoleFirstUsed(SessionEvent, frozen=True, kw_only=True):
    """Whoever was granted this has come, to write or only to read."""

    TYPE = "role-first-used"

    grant: str


class RoleRevoked(SessionEvent, frozen=True, kw_only=True):
    """From here on that grant is worth nothing."""

    TYPE = "role-revoked"

    grant: str


class SessionClosed(SessionEvent, frozen=True, kw_only=True):
    """The record is finished: the result as the table stated it, and the rules it was closed under."""

    TYPE = "session-closed"
    VERSION = 2

    stated: list[int | None]
    rules: str
    same: bool  # whether the table did not count itself and took the computed points as its result


class SessionReopened(SessionEvent, frozen=True, kw_only=True):
    """Lines may be written again."""

    TYPE = "session-reopened"


class SessionDiscarded(SessionEvent, frozen=True, kw_only=True):
    """A table was given up before its first line: it is listed and opened no more."""

    TYPE = "session-discarded"


EVENT_TYPES: dict[str, type[SessionEvent]] = {
    kind.TYPE: kind
    for kind in (
        SessionOpened,
        LineRecorded,
        RulingApplied,
        SeatChanged,
        DelaySet,
        StatementMade,
        PictureShown,
        RoleGranted,
        RoleFirstUsed,
        RoleRevoked,
        SessionClosed,
        SessionReopened,
        SessionDiscarded,
    )
}
LINE_EVENTS = (LineRecorded, RulingApplied, SeatChanged)
