"""Who may do what at a table: one table of roles and operations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.errors import NotAllowed
from domain.record.lines import Answered, Claimed, Line, Note, OnBranch, Played, Ruled, Triaged, Withdrawn
from domain.rules import Seat
from domain.setup import EVERYTHING, Setup

OWNER, SCRIBE, SEAT, ARBITER, VIEWER = ROLES = ("owner", "scribe", "seat", "arbiter", "viewer")
GUEST = "guest"  # whoever holds no grant at this table
RECORD, OWN, NOTE, CLAIM, RULE = "record", "own", "note", "claim", "rule"
TALK, TRIAGE = "talk", "triage"  # what is said and shown about a dispute; which of the four errors a finding is
DELAY = "delay"  # how much later lines become public
ANSWER = "answer"  # whether a seat agrees with the record as it is read back
GRANT, REVOKE, CLOSE, REOPEN, ERASE = "grant", "revoke", "close", "reopen", "erase"
READ, ASK, PROVE, LAY = "read", "ask", "prove", "lay"  # ask: what may be done, what would come of it
# The stored events hold every secret, so that only an arbiter may take them: an owner may be a player, too.

PERMISSIONS: dict[str, frozenset[str]] = {
    OWNER: frozenset(
        {RECORD, OWN, NOTE, ANSWER, CLAIM, TALK, TRIAGE, GRANT, REVOKE, DELAY, CLOSE, REOPEN, ERASE, READ, ASK, LAY}
    ),
    SCRIBE: frozenset({RECORD, OWN, NOTE, ANSWER, CLAIM, TALK, TRIAGE, READ, ASK, LAY}),
    SEAT: frozenset({OWN, NOTE, ANSWER, CLAIM, TALK, READ, ASK, LAY}),
    ARBITER: frozenset({NOTE, RULE, TALK, TRIAGE, READ, ASK, PROVE, LAY}),
    VIEWER: frozenset({READ, LAY}),
    GUEST: frozenset({READ, LAY}),
}
# Where help is off, what the rules think is told once the record is closed; before that only to who answers for it.
UNHELPED = frozenset({OWNER, ARBITER})
# Those who write on what was written last see every line at once; all others wait for the public delay.
AT_ONCE = frozenset({OWNER, SCRIBE, SEAT, ARBITER})


class Grant(Struct, frozen=True, kw_only=True):
    """A role somebody holds at this table; a seat's role is that of one seat."""

    grant: str
    role: str
    seat: Seat | None = None
    person: str = ""
    token: str = ""
    used: bool = False
    since: str = ""  # when it was granted
    came: str = ""  # when it was first used


def required_operation(line: Line, log: Sequence[Line]) -> tuple[str, Seat | None]:
    """Which operation a line is, and whose; to take back another's claim is to write for others."""
    if isinstance(line, Ruled):
        return RULE, None
    if isinstance(line, Triaged):
        return TRIAGE, None
    if isinstance(line, OnBranch):
        return required_operation(line.body, log)
    if isinstance(line, Withdrawn) and _anothers(line, log):
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


def _anothers(line: Withdrawn, log: Sequence[Line]) -> bool:
    claim = log[line.claim - 1] if 0 < line.claim <= len(log) else line
    return getattr(claim, "seat", line.seat) != line.seat


def viewer_of(held: Grant | None) -> Seat | str | None:
    """What somebody may know: an arbiter everything, a seat its own secrets, everybody else what was public."""
    if held is None or held.role not in (ARBITER, SEAT):
        return None
    return EVERYTHING if held.role == ARBITER else held.seat


def sees_undelayed(held: Grant | None) -> bool:
    """Whether the public delay does not hold for the holder of a role."""
    return held is not None and held.role in AT_ONCE


def may_see_findings(held: Grant | None, setup: Setup, closed: bool) -> bool:
    """Whether somebody is told what the rules think of a record."""
    return setup.help or closed or (held is not None and held.role in UNHELPED)


def grant_for_token(grants: Iterable[Grant], token: str) -> Grant | None:
    """What was granted to whoever shows a token, of which this is the hash."""
    return next((held for held in grants if token and held.token == token), None)


def require_role(grants: Iterable[Grant], actor: str, operation: str, seat: Seat | None = None) -> str:
    """As what somebody does this; NotAllowed where no standing grant lets them."""
    for held in grants:
        if not actor or actor not in (held.person, held.grant) or operation not in PERMISSIONS[held.role]:
            continue
        if held.role != SEAT or held.seat == seat or operation == READ:
            return held.role
    raise NotAllowed(operation=operation)
