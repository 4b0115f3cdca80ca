"""Who may do what at a table: one table of roles and operations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from domain.rules import Seat
from domain.sessions import lines as kinds
from domain.sessions.errors import NotAllowed
from domain.sessions.lines import Line

OWNER, SCRIBE, SEAT, ARBITER, VIEWER = ROLES = ("owner", "scribe", "seat", "arbiter", "viewer")
RECORD, OWN, NOTE, CLAIM, RULE = "record", "own", "note", "claim", "rule"
GRANT, REVOKE, CLOSE, REOPEN, READ = "grant", "revoke", "close", "reopen", "read"

MAY: dict[str, frozenset[str]] = {
    OWNER: frozenset({RECORD, OWN, NOTE, CLAIM, GRANT, REVOKE, CLOSE, REOPEN, READ}),
    SCRIBE: frozenset({RECORD, OWN, NOTE, CLAIM, READ}),
    SEAT: frozenset({OWN, NOTE, CLAIM, READ}),
    ARBITER: frozenset({NOTE, RULE, READ}),
    VIEWER: frozenset({READ}),
}


class Grant(Struct, frozen=True, kw_only=True):
    """A role somebody holds at this table; a seat's role is that of one seat."""

    grant: str
    role: str
    seat: Seat | None = None
    person: str = ""
    token: str = ""


def needed(line: Line, log: Sequence[Line]) -> tuple[str, Seat | None]:
    """Which operation a line is, and whose; to take back another's claim is to write for others."""
    if isinstance(line, kinds.Ruled):
        return RULE, None
    if isinstance(line, kinds.Withdrawn) and line.seat != log[line.claim - 1].seat:
        return RECORD, None
    if isinstance(line, (kinds.Claimed, kinds.Withdrawn)):
        return CLAIM, line.seat
    if isinstance(line, kinds.Note):
        return NOTE, line.seat
    if isinstance(line, kinds.Played) and line.action.seat is not None:
        return OWN, line.action.seat
    return RECORD, None


def role_for(grants: Iterable[Grant], actor: str, operation: str, seat: Seat | None = None) -> str:
    """As what somebody does this; NotAllowed where no standing grant lets them."""
    for held in grants:
        if not actor or actor not in (held.person, held.grant) or operation not in MAY[held.role]:
            continue
        if held.role != SEAT or held.seat == seat or operation == READ:
            return held.role
    raise NotAllowed(operation=operation)
