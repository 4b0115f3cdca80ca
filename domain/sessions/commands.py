"""Commands: the requests that change a session, the decision that holds their events, and their receipts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent
from msgspec import Struct, field, structs

from domain.errors import NotRecorded, TooLong
from domain.record.lines import Line
from domain.rules import Finding
from domain.sessions.reply import Reply
from domain.sessions.session_state import FindingChanges, SessionState
from domain.setup import Setup
from domain.store.club_tables import CLUB_PEOPLE, CLUB_SESSIONS
from domain.store.erasable_texts import text_hash
from domain.store.events import SessionEvent
from domain.store.mapper import SealedEvent, event_to_row
from domain.store.people import person_ids
from domain.store.side_tables import Head, encode_heads
from domain.store.signing.signer import Proof, WrittenBatch

LONGEST = 256  # characters of a key, an actor or a name
WRITTEN_TABLES = ("opened", "texts", "pictures", "salts", "people", CLUB_PEOPLE, CLUB_SESSIONS)
LARGEST = 1 << 22  # bytes of one command; far below the longest line that a reader of evidence accepts


class Command(Struct, frozen=True, kw_only=True):
    """A request of an actor under an idempotency key: sent twice, it is carried out once.

    A sender without an actor's name is identified by `token`, the hash of a token, and acts as its grant.
    """

    KIND: ClassVar[str] = ""  # part of every stored request hash, so it never changes

    actor: str = ""
    key: str
    token: str = ""
    session: UUID | None = None
    expected: int | None = None  # the version its sender saw; None accepts any


class OpenSession(Command, frozen=True, kw_only=True):
    """Open a session."""

    KIND = "Open"

    setup: Setup


class ImportRecord(OpenSession, frozen=True, kw_only=True):
    """Open a session for an imported record; `text` is its hash, so that two records are two commands."""

    KIND = "Bring"

    text: str


class OpenClubSession(OpenSession, frozen=True, kw_only=True):
    """Open a session in a club, for the holder of a role there; its players are those of the club."""

    KIND = "OpenInClub"

    club: str
    grant: str  # the role in the club by which it is opened


class RecordLines(Command, frozen=True, kw_only=True):
    """Add lines of any kind, given as text: all of them or none."""

    KIND = "Record"

    entries: tuple[str, ...]


class CopyLines(RecordLines, frozen=True, kw_only=True):
    """Add the lines of a record from another source, unchanged."""

    KIND = "Copy"


class MakeStatement(Command, frozen=True, kw_only=True):
    """Make a statement about a claim, in one's own name or for a seat."""

    KIND = "Speak"

    claim: int
    text: str
    seat: int | None = None


class ShowPicture(Command, frozen=True, kw_only=True):
    """Attach a picture to a line; `sent` is the hash of the uploaded file that the picture was made from."""

    KIND = "Show"

    line: int
    sent: str
    seat: int | None = None
    picture: bytes = b""


class GrantRole(Command, frozen=True, kw_only=True):
    """Grant a role in a session; `proof` is the hash of the token that proves the grant."""

    KIND = "GrantRole"

    role: str
    person: str = ""
    seat: int | None = None
    proof: str = ""


class GrantPlayingArbiter(GrantRole, frozen=True, kw_only=True):
    """Grant an arbiter's role to a person who also plays at the table."""

    KIND = "GrantPlayingArbiter"


class AgreeToArbiter(Command, frozen=True, kw_only=True):
    """Agree, as a seat, that an arbiter who plays at the table sees all hands."""

    KIND = "AgreeToArbiter"

    grant: str


class NoteHandsRead(Command, frozen=True, kw_only=True):
    """Note that an arbiter read the record with all hands, up to a line."""

    KIND = "NoteHandsRead"

    line: int


class RevokeRole(Command, frozen=True, kw_only=True):
    """Revoke a grant."""

    KIND = "RevokeRole"

    grant: str


class SetDelay(Command, frozen=True, kw_only=True):
    """Delay what spectators see, by seconds and by lines."""

    KIND = "SetDelay"

    seconds: int
    lines: int = 0


class UseGrant(Command, frozen=True, kw_only=True):
    """Note the first use of a grant by a reader."""

    KIND = "Arrive"


class ShowNames(Command, frozen=True, kw_only=True):
    """Show an arbiter the names of the seats before a dispute is decided; the ruling will say so."""

    KIND = "ShowNames"


class CloseSession(Command, frozen=True, kw_only=True):
    """Close the record, with the points that the players counted."""

    KIND = "Close"

    stated: tuple[int | None, ...] = ()


class CloseAsComputed(CloseSession, frozen=True, kw_only=True):
    """Close the record with the computed points, which the players accepted instead of counting."""

    KIND = "CloseAsComputed"


class ReopenSession(Command, frozen=True, kw_only=True):
    """Reopen a closed record."""

    KIND = "Reopen"


class DiscardSession(Command, frozen=True, kw_only=True):
    """Discard a session without any line."""

    KIND = "Discard"


def check_length(word: str) -> None:
    """Raise TooLong for a key, actor or name that does not fit into an index of every store."""
    if len(word) > LONGEST:
        raise TooLong(text=excerpt(word), most=LONGEST)


def excerpt(text: str) -> str:
    """The first characters of a text, for an error message."""
    return ascii(text[:40])[1:-1] + "…"


# Outcome --------------------------------------------------------------------------------------------


class ErasableText(Struct, frozen=True):
    """A text that a person wrote; events contain only its salted hash, so that it can be erased."""

    hash: str
    salt: bytes
    text: str


class CommandDecision(Struct, frozen=True):
    """What a command stores: each event with the role it was written in and, for a line, the parsed line."""

    events: tuple[tuple[SessionEvent, str, Line | None], ...]
    texts: tuple[ErasableText, ...] = ()
    pictures: tuple[tuple[str, bytes], ...] = ()  # by their hash
    people: tuple[ErasableText, ...] = ()  # who were not known before: the hash of a name is the id of the person


class StoredReceipt(Struct, frozen=True, kw_only=True):
    """The response to a command, as it is stored with the last event of the command, in JSON."""

    session: str
    version: int
    line: int
    link: str
    at: str
    findings: list[list[Any]] = []
    came: list[list[Any]] = []
    went: list[list[Any]] = []


class CommandReceipt(StoredReceipt, frozen=True, kw_only=True):
    """The response to a command with its proof; the same one is sent whenever the command is repeated."""

    proof: Proof  # of the last event of the command


class PreparedDecision(Struct, frozen=True):
    """What was decided about a command on another thread, for the state of its session at that version."""

    version: int
    decision: CommandDecision | None = None
    refusal: NotRecorded | None = None


class PendingCommand(Struct):
    """A command in the writer's queue; once it is decided, with everything that is to be stored for it."""

    command: Command
    reply: Reply[CommandReceipt]
    sealed: list[SealedEvent] = []
    decision: CommandDecision | None = None
    receipt: StoredReceipt | None = None
    proof: Proof = field(default_factory=Proof)
    refusal: NotRecorded | None = None
    prepared: PreparedDecision | None = None


class CommitRows(Struct):
    """All that one transaction stores: events, receipts, rows of the side tables, and what its signature covers."""

    written: WrittenBatch
    tables: dict[str, list[tuple[Any, ...]]]
    events: list[StoredEvent] = []
    receipts: dict[tuple[UUID, int], bytes] = {}


encode_receipt = msgspec.json.Encoder().encode
decode_receipt = msgspec.json.Decoder(StoredReceipt).decode


def salted_text(text: str) -> ErasableText:
    """A text with a fresh salt and its hash."""
    salt = secrets.token_bytes(32)
    return ErasableText(text_hash(salt, text), salt, text)


def receipt_of(state: SessionState, changes: FindingChanges) -> StoredReceipt:
    """The receipt for a command that made these changes; without findings in a session that has help turned off."""
    visible = changes if state.setup.help else FindingChanges()
    return StoredReceipt(
        session=state.name,
        version=state.version,
        line=changes.line,
        link=state.link,
        at=state.at,
        findings=[_reference(finding) for finding in visible.findings],
        came=[_reference(finding) for finding in visible.came],
        went=[_reference(finding) for finding in visible.went],
    )


def commit_rows(decided: Sequence[PendingCommand], states: Mapping[UUID, SessionState]) -> CommitRows:
    """The rows of decided commands."""
    tables: dict[str, list[tuple[Any, ...]]] = {table: [] for table in WRITTEN_TABLES}
    rows = CommitRows(WrittenBatch(), tables)
    heads: dict[UUID, Head] = {}
    for pending in decided:
        if (decision := pending.decision) is None:
            continue
        first, last = pending.sealed[0], pending.sealed[-1]
        session, state = last.originator_id, states[last.originator_id]
        rows.events += map(event_to_row, pending.sealed)
        receipt = rows.receipts[session, last.originator_version] = encode_receipt(pending.receipt)
        heads[session] = Head(session, last.originator_version, last.link)
        rows.written.add(first, last, state.links, receipt)
        rows.written.names |= {person.hash: (person.salt, person.text) for person in decision.people}
        rows.written.people |= person_ids(*(sealed.event for sealed in pending.sealed))
        if isinstance(pending.command, OpenSession):
            rows.tables["opened"].append((pending.command.actor, pending.command.key, session.hex))
            rows.tables["salts"].append((session.hex, state.salt))
        if isinstance(pending.command, OpenClubSession):
            rows.tables[CLUB_SESSIONS].append((session.hex, state.club))
        rows.tables["texts"] += [(session.hex, text.hash, text.salt, text.text) for text in decision.texts]
        rows.tables["pictures"] += [(session.hex, *picture) for picture in decision.pictures]
        if state.club:
            rows.tables[CLUB_PEOPLE] += [(person.hash, state.club, person.text) for person in decision.people]
        else:
            rows.tables["people"] += [(person.hash, person.text) for person in decision.people]
    rows.tables["commits"] = [(encode_heads(heads.values()),)]
    return rows


def proved(receipt: StoredReceipt, proof: Proof) -> CommandReceipt:
    """A receipt with its proof."""
    return CommandReceipt(**structs.asdict(receipt), proof=proof)


def _reference(finding: Finding) -> list[Any]:
    """The fields that identify a finding, without its sentence."""
    return [
        finding.line,
        finding.clause,
        finding.check,
        finding.seat,
        finding.verdict,
        finding.reporting_line,
        finding.root,
    ]
