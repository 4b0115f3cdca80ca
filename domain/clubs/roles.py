"""The roles in a club: which role may do which operation there, and which role it gives at the club's tables."""

from __future__ import annotations

from collections.abc import Iterable

from domain.errors import NotAllowed
from domain.sessions.roles import ARBITER, GUEST, OWNER, SCRIBE, VIEWER, Grant

ORGANISER, MEMBER = "organiser", "member"
CLUB_ROLES = (ORGANISER, ARBITER, SCRIBE, MEMBER)
CLUB_READ, CLUB_CHANGE, CLUB_GRANT = "club-read", "club-change", "club-grant"
CLUB_SET_UP = "club-set-up"  # tables of the club

CLUB_PERMISSIONS: dict[str, frozenset[str]] = {
    ORGANISER: frozenset({CLUB_READ, CLUB_CHANGE, CLUB_GRANT, CLUB_SET_UP}),
    ARBITER: frozenset({CLUB_READ}),
    SCRIBE: frozenset({CLUB_READ, CLUB_SET_UP}),
    MEMBER: frozenset({CLUB_READ}),
    GUEST: frozenset({CLUB_READ}),
}
TABLE_ROLES = {ORGANISER: OWNER, ARBITER: ARBITER, SCRIBE: SCRIBE, MEMBER: VIEWER}  # of each role at every table


def require_club_role(grants: Iterable[Grant], actor: str, operation: str) -> str:
    """The role by which an actor may do an operation in a club; raises NotAllowed if no grant permits it."""
    for grant in grants:
        if actor == grant.grant and operation in CLUB_PERMISSIONS[grant.role]:
            return grant.role
    raise NotAllowed(operation=operation)
