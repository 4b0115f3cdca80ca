"""The errors of the domain, one class for each reason why nothing was recorded."""

from __future__ import annotations

from msgspec import UNSET


class NotRecorded(Exception):
    """Nothing was written. `code` names the sentence that says why, `facts` fill it, in either language."""

    code = "not-recorded"
    at: int | None = None  # the index of the line among several sent together
    suggestion: object = UNSET  # for an unreadable line: what was probably meant, in the writer's language

    def __init__(self, **facts: object):
        super().__init__(f"{self.code} {facts}")
        self.facts = facts


class Unreadable(NotRecorded):
    """The text is no action of this game and no line of a record."""

    code = "unreadable"


class BadPart(Unreadable):
    """One part of the text is wrong."""

    code = "bad-part"


class EmptyStatement(Unreadable):
    """The statement is empty."""

    code = "nothing-said"


class Ambiguous(NotRecorded):
    """The text fits two actions."""

    code = "ambiguous"


class UnknownSeat(NotRecorded):
    """The table has no such seat."""

    code = "unknown-seat"


class UnknownLine(NotRecorded):
    """The record has no such line."""

    code = "unknown-line"


class NotCorrectable(NotRecorded):
    """The line is a claim or a ruling: those are withdrawn or superseded, never corrected."""

    code = "not-mendable"


class SessionIsClosed(NotRecorded):
    """The record is closed."""

    code = "closed"


class NotClosed(NotRecorded):
    """The record is not closed, so it cannot be reopened."""

    code = "not-closed"


class EmptyRecord(NotRecorded):
    """A record without a line has no result and cannot be closed."""

    code = "empty-record"


class NotEmpty(NotRecorded):
    """The record has lines, so it is never deleted."""

    code = "not-empty"


class UnknownGame(NotRecorded):
    """There is no such game."""

    code = "unknown-game"


class UnknownAgreement(NotRecorded):
    """The game has no such variant, question or reading."""

    code = "unknown-agreement"


class AgreementsConflict(NotRecorded):
    """Two agreements contradict each other."""

    code = "agreements-conflict"


class NotARecord(NotRecorded):
    """The text lacks the head of a record."""

    code = "not-a-record"


class OutOfOrder(NotRecorded):
    """The line numbers of a record do not count up one by one."""

    code = "out-of-order"


class UnknownWord(NotRecorded):
    """The head of a record has a word that this game does not know."""

    code = "unknown-word"


class NoSuchTable(NotRecorded):
    """The seats cannot form a table of this game."""

    code = "no-such-table"


class NoSuchRuling(NotRecorded):
    """A ruling or withdrawal refers to a line that cannot be ruled on or withdrawn."""

    code = "no-such-ruling"


class NoSuchClause(NotRecorded):
    """A ruling cites something that is no clause of its game and no question about one."""

    code = "no-such-clause"


class NothingToUndo(NotRecorded):
    """A ruling cancels a line at which nothing happened at the table."""

    code = "nothing-to-undo"


class ClaimWithdrawn(NotRecorded):
    """A ruling decides a claim that was withdrawn."""

    code = "claim-withdrawn"


class OwnRuling(NotRecorded):
    """An appeal is not decided by the arbiter whose ruling it is about."""

    code = "own-ruling"


class RuledAlready(NotRecorded):
    """A second ruling on a claim does not name the one it replaces."""

    code = "ruled-already"


class NoSuchDispute(NotRecorded):
    """The number is not that of a claim."""

    code = "no-such-dispute"


class NoSuchBranch(NotRecorded):
    """A branch that was never opened, or one that is open already."""

    code = "no-such-branch"


class NoFile(NotRecorded):
    """The file cannot be read as text."""

    code = "no-file"


class Unsound(NotRecorded):
    """Stored bytes differ from what was written; the facts name the event."""

    code = "unsound"


class UnknownClub(NotRecorded):
    """The store has no such club, or the sender may not know of it."""

    code = "unknown-club"


class UnknownSession(NotRecorded):
    """The store has no such session."""

    code = "unknown-session"


class Stale(NotRecorded):
    """Another command was written in between; the facts name it."""

    code = "stale"


class KeyUsedTwice(NotRecorded):
    """The idempotency key was used for another command."""

    code = "key-used-twice"


class TooLong(NotRecorded):
    """The text is longer than the limit."""

    code = "too-long"


class RecordFull(NotRecorded):
    """The record has reached its limit of lines, branches, statements or pictures."""

    code = "record-full"


class PracticeText(NotRecorded):
    """A practice table, where everybody may write, takes no texts, names and pictures."""

    code = "practice-text"


class TooManyRulings(NotRecorded):
    """The rulings together would take too long to fold."""

    code = "too-many-rulings"


class NotAllowed(NotRecorded):
    """The role does not allow it."""

    code = "not-allowed"


class HandsHidden(NotRecorded):
    """An arbiter who also plays at the table sees the hands, and rules, only once every seat has agreed."""

    code = "hands-hidden"


class NoSuchVersion(NotRecorded):
    """The session has no such version."""

    code = "no-such-version"


class NoSuchResult(NotRecorded):
    """The stated result has more or fewer numbers than there are seats."""

    code = "no-such-result"


class NoSuchDelay(NotRecorded):
    """The public delay is negative or too long."""

    code = "no-such-delay"


class UnknownGrant(NotRecorded):
    """There is no such grant, or it is revoked."""

    code = "unknown-grant"


class TooBusy(NotRecorded):
    """Too many commands wait to be written; this one was not accepted."""

    code = "too-busy"


class StoreAway(NotRecorded):
    """The store cannot be reached; a command that was not acknowledged may be sent again with its key."""

    code = "store-away"


class StoreUnsafe(NotRecorded):
    """The settings of the database allow it to lose what it has acknowledged."""

    code = "store-unsafe"


class BadSignature(NotRecorded):
    """A signature is not that of its key under a checkpoint of this session."""

    code = "bad-signature"


class KeyUnusable(NotRecorded):
    """The signing key cannot be read or made, or other users of the machine may read it."""

    code = "key-unusable"


class StoreInUse(NotRecorded):
    """Another process writes to this database."""

    code = "store-in-use"


class NoStore(NotRecorded):
    """There is no database at that place."""

    code = "no-store"


class StoreOutdated(NoStore):
    """An earlier version made the database, and it is opened for reading only, so that no table can be added."""

    code = "store-outdated"


class ReadOnly(NotRecorded):
    """The store was opened for reading only."""

    code = "read-only"
