"""All that can be refused, as one tree: what never became a line of the record."""

from __future__ import annotations

from msgspec import UNSET


class NotRecorded(Exception):
    """Nothing was written. The code names the sentence, the facts fill it, in either language."""

    code = "not-recorded"
    at: int | None = None  # of several lines sent together, which one; the first is 0
    suggestion: object = UNSET  # what an unreadable line was perhaps meant to be, in the writer's language

    def __init__(self, **facts: object):
        super().__init__(f"{self.code} {facts}")
        self.facts = facts


class Unreadable(NotRecorded):
    """Not an action of this game, or not a line of a record."""

    code = "unreadable"


class BadPart(Unreadable):
    """A text of which one part is wrong."""

    code = "bad-part"


class NothingSaid(Unreadable):
    """A statement without a word in it."""

    code = "nothing-said"


class Ambiguous(NotRecorded):
    """A text that fits two actions."""

    code = "ambiguous"


class UnknownSeat(NotRecorded):
    """Nobody sits there."""

    code = "unknown-seat"


class UnknownLine(NotRecorded):
    """A line that is not in the record."""

    code = "unknown-line"


class NotMendable(NotRecorded):
    """Claims are withdrawn and rulings superseded; they are never mended."""

    code = "not-mendable"


class SessionIsClosed(NotRecorded):
    """The record is closed."""

    code = "closed"


class NotClosed(NotRecorded):
    """The record is open: there is nothing to go on with."""

    code = "not-closed"


class EmptyRecord(NotRecorded):
    """A record without a line has no result: it is deleted, or stays open."""

    code = "empty-record"


class NotEmpty(NotRecorded):
    """A table with lines is never deleted."""

    code = "not-empty"


class UnknownGame(NotRecorded):
    """No such game here."""

    code = "unknown-game"


class UnknownAgreement(NotRecorded):
    """No such variant, question or reading in this game."""

    code = "unknown-agreement"


class AgreementsConflict(NotRecorded):
    """Two agreements cannot both hold."""

    code = "agreements-conflict"


class NotARecord(NotRecorded):
    """A text without the head of a record."""

    code = "not-a-record"


class OutOfOrder(NotRecorded):
    """A line without a number of its own, or one that is missing."""

    code = "out-of-order"


class UnknownWord(NotRecorded):
    """A word in the head of a record that says nothing to this game."""

    code = "unknown-word"


class NoSuchTable(NotRecorded):
    """Seats that cannot sit at one table."""

    code = "no-such-table"


class NoSuchRuling(NotRecorded):
    """A ruling, or a withdrawal, of something that is not there to be ruled on."""

    code = "no-such-ruling"


class RuledAlready(NotRecorded):
    """A second ruling on a claim that does not say which one it replaces."""

    code = "ruled-already"


class NoSuchDispute(NotRecorded):
    """A line that is no claim, or no line at all."""

    code = "no-such-dispute"


class NoSuchBranch(NotRecorded):
    """A branch that was never opened, or one that is open already."""

    code = "no-such-branch"


class NoFile(NotRecorded):
    """A file that cannot be read as text."""

    code = "no-file"


class Unsound(NotRecorded):
    """Stored bytes that are not what was written; the facts name the event."""

    code = "unsound"


class UnknownSession(NotRecorded):
    """No such session here."""

    code = "unknown-session"


class Stale(NotRecorded):
    """Somebody wrote in between; the facts say what."""

    code = "stale"


class KeyUsedTwice(NotRecorded):
    """A key that already stands for another command."""

    code = "key-used-twice"


class TooLong(NotRecorded):
    """More than any store could keep, or anybody would write at a table."""

    code = "too-long"


class RecordFull(NotRecorded):
    """As many lines, branches, statements or pictures as a record can have."""

    code = "record-full"


class TooManyRulings(NotRecorded):
    """Rulings that together would keep everybody else waiting."""

    code = "too-many-rulings"


class NotAllowed(NotRecorded):
    """The role does not allow it."""

    code = "not-allowed"


class NoSuchVersion(NotRecorded):
    """A session is not that far, or never stood there."""

    code = "no-such-version"


class NoSuchResult(NotRecorded):
    """A result with more or fewer numbers than there are seats."""

    code = "no-such-result"


class NoSuchDelay(NotRecorded):
    """A public delay of less than nothing, or longer than can be set."""

    code = "no-such-delay"


class UnknownGrant(NotRecorded):
    """No such grant, or one revoked already."""

    code = "unknown-grant"


class TooBusy(NotRecorded):
    """More is waiting to be written than can wait; nothing of this was taken."""

    code = "too-busy"


class StoreAway(NotRecorded):
    """The store could not take it; what was not acknowledged may be sent again with its key."""

    code = "store-away"


class StoreUnsafe(NotRecorded):
    """A database set up so that it can lose what it has acknowledged."""

    code = "store-unsafe"


class StoreInUse(NotRecorded):
    """Another process writes to this database."""

    code = "store-in-use"


class NoStore(NotRecorded):
    """No database there."""

    code = "no-store"


class ReadOnly(NotRecorded):
    """A store that was opened for reading."""

    code = "read-only"
