"""Who holds which role at a table: given, taken back, and first used."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest, token_hash
from api.http.requests.role_links import RoleLink, link_of
from api.http.routing import Routes, SessionRequest
from domain.errors import UnknownSeat
from domain.sessions.commands import GrantRole, RevokeRole
from domain.sessions.roles import GRANT, REVOKE, SEAT, Grant, grant_for_token

routes = Routes("access")


class GrantBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role to give; a seat's role is that of one seat, by its letter."""

    role: Literal["owner", "scribe", "seat", "arbiter", "viewer"]
    seat: Annotated[str, Meta(max_length=12)] | None = None


class GrantSummary(Struct, frozen=True, kw_only=True):
    """A role that is held, since when, and when it was first used. Tokens are not kept, only their hashes."""

    grant: str
    role: str
    seat: str | None
    used: bool
    since: str
    came: str | None
    own: bool  # whether it is the reader's own


class GrantList(Struct, frozen=True, kw_only=True):
    """Every role given at a table and not taken back."""

    grants: list[GrantSummary]


class RevokedGrant(Struct, frozen=True, kw_only=True):
    """From this version on that role is worth nothing."""

    grant: str
    version: int


@routes.writes(
    "/sessions/{session}/grants", takes=GrantBody, gives=RoleLink, needs=GRANT, status=201, example={"role": "scribe"}
)
async def give_a_role(ask: ApiRequest) -> RoleLink:
    """Give a role: the answer holds its token, its link and the link as a QR code, this once."""
    view, _ = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, GRANT)
    letters, seat = view.setup.seats, ask.body.seat
    if (ask.body.role == SEAT) != (seat is not None) or (seat is not None and seat not in letters):
        raise UnknownSeat(seat=seat or "-", seats=" ".join(letters))
    token = secrets.token_urlsafe(32)
    command = GrantRole(
        session=ask.session,
        role=ask.body.role,
        seat=None if seat is None else letters.index(seat),
        proof=token_hash(token),
        token=ask.token,
        key=ask.key or secrets.token_hex(16),
    )
    await written(ask.desk.sessions.writer, command)
    return await ask.desk.work(_given, ask, token)


def _given(ask: ApiRequest, token: str) -> RoleLink:
    view = ask.desk.sessions.view(ask.session)
    held = grant_for_token(view.grants.values(), token_hash(token))
    if held is None:
        raise HttpProblem("given-already", 409)
    return link_of(ask, str(view.id), held, token)


@routes.reads("/sessions/{session}/grants", gives=GrantList, needs=GRANT)
def roles_given(at: SessionRequest) -> GrantList:
    """Who may act at this table."""
    return GrantList(grants=[_held(at, one) for one in at.view.grants.values()])


def _held(at: SessionRequest, one: Grant) -> GrantSummary:
    return GrantSummary(
        grant=one.grant,
        role=one.role,
        seat=None if one.seat is None else at.view.setup.seats[one.seat],
        used=one.used,
        since=one.since,
        came=one.came or None,
        own=at.held is not None and at.held.grant == one.grant,
    )


@routes.writes("/sessions/{session}/grants/{grant}", method="DELETE", gives=RevokedGrant, needs=REVOKE)
async def take_a_role_back(ask: ApiRequest) -> RevokedGrant:
    """Take a role back; whoever holds it can do nothing more, from this moment on."""
    grant = ask.path["grant"]
    command = RevokeRole(session=ask.session, grant=grant[:80], token=ask.token, key=ask.key or secrets.token_hex(16))
    done = await written(ask.desk.sessions.writer, command)
    return RevokedGrant(grant=grant, version=done.version)
