"""The roles at a table: granting and revoking them."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.requests.role_links import RoleLink, role_link, token_hash
from api.http.routing import Routes
from api.routes.results import SessionReceipt, session_receipt
from domain.errors import UnknownSeat
from domain.rules import Seat
from domain.sessions.commands import AgreeToArbiter, GrantPlayingArbiter, GrantRole, RevokeRole
from domain.sessions.roles import AGREE, GRANT, REVOKE, SEAT, Grant, grant_for_token
from domain.setup import Setup

routes = Routes("access")


class GrantBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role to grant; a seat's role needs the letter of its seat.

    An arbiter sees all hands, so the owner states whether that person also plays at the table: if so, only once every
    seat has agreed. The record says what was stated.
    """

    role: Literal["owner", "scribe", "seat", "arbiter", "viewer"]
    seat: Annotated[str, Meta(max_length=12)] | None = None
    plays: bool = False


class GrantSummary(Struct, frozen=True, kw_only=True):
    """A grant, since when it holds, and when it was first used. Tokens are not stored, only their hashes."""

    grant: str
    role: str
    seat: str | None
    used: bool
    since: str
    came: str | None
    own: bool  # whether it is the reader's own
    plays: bool  # whether it is that of an arbiter who also plays at the table
    agreed: list[str]  # the seats that agreed that this arbiter sees all hands


class GrantList(Struct, frozen=True, kw_only=True):
    """Every grant of a table that was not revoked."""

    grants: list[GrantSummary]


class RevokedGrant(Struct, frozen=True, kw_only=True):
    """A grant, and the version from which it is revoked."""

    grant: str
    version: int


def granted_seat(setup: Setup, role: str, letter: str | None) -> Seat | None:
    """The seat of a seat's role, None for every other role; UnknownSeat where letter and role do not fit."""
    if (role == SEAT) != (letter is not None) or (letter is not None and letter not in setup.seats):
        raise UnknownSeat(seat=letter or "-", seats=" ".join(setup.seats))
    return None if letter is None else setup.seats.index(letter)


@routes.post(
    "/sessions/{session}/grants",
    body=GrantBody,
    response=RoleLink,
    permission=GRANT,
    status=201,
    example={"role": "scribe"},
)
async def give_a_role(request: ApiRequest) -> RoleLink:
    """Grant a role: the answer holds its token, its link and the link as a QR code, this once."""
    view, _ = await request.service.authorized(request.session, request.token, GRANT)
    seat, token = granted_seat(view.setup, request.body.role, request.body.seat), secrets.token_urlsafe(32)
    kind = GrantPlayingArbiter if request.body.plays else GrantRole
    await request.service.write(request.command(kind, role=request.body.role, seat=seat, proof=token_hash(token)))
    return await request.service.run_in_thread(_link, request, token)


def _link(request: ApiRequest, token: str) -> RoleLink:
    view = request.service.sessions.view(request.session)
    grant = grant_for_token(view.grants.values(), token_hash(token))
    if grant is None:  # the same key was sent before, and its answer held another token
        raise HttpProblem("given-already", 409)
    return role_link(request, str(view.id), grant, token)


@routes.session_get("/sessions/{session}/grants", response=GrantList, permission=GRANT)
def roles_given(request: SessionRequest) -> GrantList:
    """The grants of a table."""
    return GrantList(grants=[_summary(request, grant) for grant in request.view.grants.values()])


def _summary(request: SessionRequest, grant: Grant) -> GrantSummary:
    return GrantSummary(
        grant=grant.grant,
        role=grant.role,
        seat=None if grant.seat is None else request.view.setup.seats[grant.seat],
        used=grant.used,
        since=grant.since,
        came=grant.came or None,
        own=request.grant is not None and request.grant.grant == grant.grant,
        plays=grant.plays,
        agreed=[request.view.setup.seats[seat] for seat in grant.agreed],
    )


@routes.post("/sessions/{session}/grants/{grant}/agreement", response=SessionReceipt, permission=AGREE)
async def agree_to_an_arbiter(request: ApiRequest) -> SessionReceipt:
    """Agree, as a seat, that an arbiter who also plays at the table sees all hands; the record says so."""
    grant = request.path["grant"]
    return session_receipt(await request.service.write(request.command(AgreeToArbiter, grant=grant[:80])))


@routes.delete("/sessions/{session}/grants/{grant}", response=RevokedGrant, permission=REVOKE)
async def take_a_role_back(request: ApiRequest) -> RevokedGrant:
    """Revoke a role: its token is worthless from this moment on."""
    grant = request.path["grant"]
    done = await request.service.write(request.command(RevokeRole, grant=grant[:80]))
    return RevokedGrant(grant=grant, version=done.version)
