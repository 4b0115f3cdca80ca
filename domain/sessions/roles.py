"""Roles, grants and permissions: which role may do which operation in a session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from domain.errors import HandsHidden, NotAllowed
from domain.record.lines import Answered, Claimed, Line, Note, OnBranch, Played, Ruled, Triaged, Withdrawn
from domain.rules import Seat, replace
from domain.setup import EVERYTHING, Setup
from domain.store.events import ArbiterAgreed, HandsRead, RoleGranted, RoleRevoked
from domain.store.mapper import SealedEvent
from domain.timeline.disputes import contested, open_claims, raised
from domain.timeline.visibility import has_hands

OWNER, SCRIBE, SEAT, ARBITER, VIEWER = ROLES = ("owner", "scribe", "seat", "arbiter", "viewer")
GUEST = "guest"  # a visitor without a grant
RECORD, OWN, NOTE, CLAIM, RULE = "record", "own", "note", "claim", "rule"
TALK, TRIAGE = "talk", "triage"  # statements and pictures about a dispute; the kind of error behind a finding
ANNOTATE = "annotate"  # notes about lines, beside the record
SIGN = "sign"  # a checkpoint, with the key of one's device
AGREE = "agree"  # that an arbiter who plays at the table sees all hands
DELAY = "delay"  # the delay after which lines become public
ANSWER = "answer"  # a seat's agreement with the record as it is read back
GRANT, REVOKE, CLOSE, REOPEN, ERASE = "grant", "revoke", "close", "reopen", "erase"
READ, ASK, PROVE, SET_UP = "read", "ask", "prove", "lay"  # ask: possible actions, and previews of a line
# `prove` gives out the stored events with every secret: an owner may be a player, so only an arbiter may do it.

PERMISSIONS: dict[str, frozenset[str]] = {
    OWNER: frozenset(
        {RECORD, OWN, NOTE, ANSWER, CLAIM, TALK, TRIAGE, ANNOTATE}
        | {GRANT, REVOKE, DELAY, CLOSE, REOPEN, ERASE, READ, ASK, SET_UP, SIGN}
    ),
    SCRIBE: frozenset({RECORD, OWN, NOTE, ANSWER, CLAIM, TALK, TRIAGE, ANNOTATE, READ, ASK, SET_UP, SIGN}),
    SEAT: frozenset({OWN, NOTE, ANSWER, CLAIM, TALK, ANNOTATE, READ, ASK, SET_UP, SIGN, AGREE}),
    ARBITER: frozenset({NOTE, RULE, TALK, TRIAGE, ANNOTATE, READ, ASK, PROVE, SET_UP, SIGN}),
    VIEWER: frozenset({READ, SET_UP}),
    GUEST: frozenset({READ, SET_UP}),
}
NEEDS_HANDS = frozenset({RULE, PROVE})  # what an arbiter may do only if it sees all hands
FOR_ALL, AT_TABLE, PRIVATE, SEALED = ("public", "table", "private", "sealed")  # who may read a note about a line
CLUB = "griffier:club:"  # how the person begins of a role that belongs to a club, or to a role in it
PRACTICE = "griffier:practice"  # the person who owns the practice tables: the service itself
# In a session without help, findings are public once the record is closed; before that only these roles see them.
UNHELPED = frozenset({OWNER, ARBITER})
# These roles write, so they see every line at once; for all others the public delay applies.
AT_ONCE = frozenset({OWNER, SCRIBE, SEAT, ARBITER})


class Grant(Struct, frozen=True, kw_only=True):
    """A role that a person or the holder of a token has in a session; the role `seat` belongs to one seat."""

    grant: str
    role: str
    seat: Seat | None = None
    person: str = ""
    token: str = ""
    used: bool = False
    since: str = ""  # the time it was granted
    came: str = ""  # the time of its first use
    named: str = ""  # the time at which its arbiter asked for the names of the seats
    plays: bool = False  # an arbiter who also plays at the table: it sees all hands once every seat has agreed
    agreed: tuple[Seat, ...] = ()  # the seats that did
    sees_hands: bool = True  # where it is an arbiter's
    read_hands: int = 0  # the last line up to which its arbiter read them


class RoleChange(Struct, frozen=True, kw_only=True):
    """What happened to a role: the type of the event and its time, the grant, its role, and its or the agreeing seat.

    `line` is the one up to which an arbiter read all hands.
    """

    kind: str
    at: str
    grant: str
    role: str
    seat: Seat | None
    plays: bool
    line: int = 0


def role_changes(events: Iterable[SealedEvent]) -> list[RoleChange]:
    """What happened to the roles by these events, in order; of readings of the hands in a row, only the last one."""
    changes: list[RoleChange] = []
    granted: dict[str, RoleGranted] = {}
    for sealed in events:
        event = sealed.event
        if isinstance(event, RoleGranted):
            granted[event.grant] = event
        if isinstance(event, (RoleGranted, RoleRevoked, ArbiterAgreed, HandsRead)):
            of = granted[event.grant]
            change = RoleChange(
                kind=event.TYPE,
                at=sealed.envelope.at,
                grant=of.grant,
                role=of.role,
                seat=event.seat if isinstance(event, ArbiterAgreed) else of.seat,
                plays=of.plays,
                line=event.line if isinstance(event, HandsRead) else 0,
            )
            if changes and changes[-1].line and (changes[-1].kind, changes[-1].grant) == (change.kind, change.grant):
                changes.pop()
            changes.append(change)
    return changes


def with_hands(grants: Mapping[str, Grant], setup: Setup) -> dict[str, Grant]:
    """The grants, each arbiter's with whether it sees all hands: one who plays does once every seat has agreed."""
    if not has_hands(setup):
        return dict(grants)
    players = {grant.person for grant in grants.values() if grant.role == SEAT and grant.person}
    return {id: _with_hands(grant, setup, players) if grant.role == ARBITER else grant for id, grant in grants.items()}


def _with_hands(grant: Grant, setup: Setup, players: set[str]) -> Grant:
    plays = grant.plays or grant.person in players
    return replace(grant, plays=plays, sees_hands=not plays or len(grant.agreed) == len(setup.seats))


def permissions(grant: Grant | None) -> frozenset[str]:
    """What the holder of a grant, or a guest, may do now."""
    role = PERMISSIONS[grant.role if grant else GUEST]
    return role if grant is None or grant.sees_hands else role - NEEDS_HANDS


class WriterRole(Struct, frozen=True, gc=False):
    """The role, seat and grant by which a line was written; a line from the command line has no grant."""

    role: str
    seat: Seat | None
    grant: str


def required_operation(line: Line, log: Sequence[Line]) -> tuple[str, Seat | None]:
    """The operation that a line needs, and the seat it belongs to. Withdrawing another seat's claim needs `record`."""
    if isinstance(line, Ruled):
        return RULE, None
    if isinstance(line, Triaged):
        return TRIAGE, None
    if isinstance(line, OnBranch):
        return required_operation(line.body, log)
    if isinstance(line, Withdrawn) and _is_of_other_seat(line, log):
        return RECORD, None
    if isinstance(line, (Claimed, Withdrawn)):
        return CLAIM, line.seat
    if isinstance(line, Note):
        return NOTE, line.seat
    if isinstance(line, Answered):
        return ANSWER, line.seat
    if isinstance(line, Played) and line.action.seat is not None:
        return OWN, line.action.seat
    return RECORD, None


def _is_of_other_seat(line: Withdrawn, log: Sequence[Line]) -> bool:
    claim = log[line.claim - 1] if 0 < line.claim <= len(log) else line
    return getattr(claim, "seat", line.seat) != line.seat


def viewer_of(grant: Grant | None) -> Seat | str | None:
    """Whose secrets the holder of a grant may know: an arbiter everything, a seat its own, all others none."""
    if grant is None or grant.role not in (ARBITER, SEAT):
        return None
    return grant.seat if grant.role == SEAT else EVERYTHING if grant.sees_hands else None


def awaits_agreement(arbiter: Grant, seat: Grant | None) -> bool:
    """Whether an arbiter sees the hands only once this seat has agreed."""
    if seat is None or seat.role != SEAT or arbiter.role != ARBITER or arbiter.sees_hands:
        return False
    return seat.seat not in arbiter.agreed


def hides_names(grant: Grant | None, log: Sequence[Line], writers: Sequence[WriterRole]) -> bool:
    """Whether seats have no names for this reader: an arbiter with an open dispute to decide, who has not asked."""
    if grant is None or grant.role != ARBITER or grant.named:
        return False
    return any(not is_own_appeal(grant, log, writers, claim) for claim in (*open_claims(log), *contested(log)))


def is_own_appeal(grant: Grant, log: Sequence[Line], writers: Sequence[WriterRole], claim: int) -> bool:
    """Whether a claim appeals against a ruling that this arbiter signed."""
    ruling = raised(log, claim).of_ruling
    return 0 < ruling <= len(writers) and writers[ruling - 1].grant == grant.grant


def sees_undelayed(grant: Grant | None) -> bool:
    """Whether the public delay does not apply to the holder of a grant."""
    return grant is not None and grant.role in AT_ONCE


def may_read_note(grant: Grant | None, audience: str, writer: str, closed: bool) -> bool:
    """Whether the holder of a grant may read a note; a private one is read only with the grant that wrote it.

    A sealed one is private until the record is closed, and public from then on.
    """
    if grant is not None and grant.grant == writer:
        return True
    if audience == AT_TABLE:
        return grant is not None and ANNOTATE in PERMISSIONS[grant.role]
    return audience == FOR_ALL or (audience == SEALED and closed)


def may_see_findings(grant: Grant | None, setup: Setup, closed: bool) -> bool:
    """Whether the holder of a grant may see what the rules find in a record."""
    return setup.help or closed or (grant is not None and grant.role in UNHELPED)


def grant_for_token(grants: Iterable[Grant], token: str) -> Grant | None:
    """The grant of a token, given by the hash of the token."""
    return next((grant for grant in grants if token and grant.token == token), None)


def club_person(club: str, grant: str = "") -> str:
    """The person under which a club holds a role at its tables, or the holder of a role in the club does."""
    return f"{CLUB}{club}:{grant}" if grant else CLUB + club


def club_grant(grant: Grant) -> str:
    """The role in a club by which a role at a table is held; empty for every other grant."""
    return grant.person.removeprefix(CLUB).partition(":")[2] if grant.person.startswith(CLUB) else ""


def practice_day(grants: Iterable[Grant]) -> str:
    """The day on which a practice table was opened, at whose end it is gone; empty for any other table."""
    return next((grant.since[:10] for grant in grants if grant.person == PRACTICE), "")


def require_role(grants: Iterable[Grant], actor: str, operation: str, seat: Seat | None = None) -> str:
    """The role by which an actor may do an operation; raises NotAllowed if no grant permits it."""
    held = [grant for grant in grants if actor and actor in (grant.person, grant.grant)]
    for grant in held:
        if operation in permissions(grant) and (grant.role != SEAT or grant.seat == seat or operation == READ):
            return grant.role
    raise refusal(held, operation)


def refusal(held: Iterable[Grant], operation: str) -> NotAllowed | HandsHidden:
    """Why grants do not permit an operation."""
    waits = any(operation in PERMISSIONS[grant.role] and not grant.sees_hands for grant in held)
    return HandsHidden() if waits else NotAllowed(operation=operation)
