"""Who holds which role at a table: given, taken back, and first used."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.problems import Refused
from api.http.requests.reply_await import written
from api.http.requests.request import Ask, token_hash
from api.http.requests.role_links import Link, link_of
from api.http.routing import At, Routes
from domain.errors import UnknownSeat
from domain.sessions.commands import GrantRole, RevokeRole
from domain.sessions.roles import GRANT, REVOKE, SEAT, Grant, held_by

routes = Routes("access")


class Grants(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role to give; a seat's role is that of one seat, by its letter."""

    role: Literal["owner", "scribe", "seat", "arbiter", "viewer"]
    seat: Annotated[str, Meta(max_length=12)] | None = None


class Held(Struct, frozen=True, kw_only=True):
    """A role that is held, since when, and when it was first used. Tokens are not kept, only their hashes."""

    grant: str
    role: str
    seat: str | None
    used: bool
    since: str
    came: str | None
    own: bool  # whether it is the reader's own


class AllHeld(Struct, frozen=True, kw_only=True):
    """Every role given at a table and not taken back."""

    grants: list[Held]


class TakenBack(Struct, frozen=True, kw_only=True):
    """From this version on that role is worth nothing."""

    grant: str
    version: int


@routes.writes(
    "/sessions/{session}/grants", takes=Grants, gives=Link, needs=GRANT, status=201, example={"role": "scribe"}
)
async def give_a_role(ask: Ask) -> Link:
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


def _given(ask: Ask, token: str) -> Link:
    view = ask.desk.sessions.view(ask.session)
    held = held_by(view.grants.values(), token_hash(token))
    if held is None:
        raise Refused("given-already", 409)
    return link_of(ask, str(view.id), held, token)


@routes.reads("/sessions/{session}/grants", gives=AllHeld, needs=GRANT)
def roles_given(at: At) -> AllHeld:
    """Who may act at this table."""
    return AllHeld(grants=[_held(at, one) for one in at.view.grants.values()])


def _held(at: At, one: Grant) -> Held:
    return Held(
        grant=one.grant,
        role=one.role,
        seat=None if one.seat is None else at.view.setup.seats[one.seat],
        used=one.used,
        since=one.since,
        came=one.came or None,
        own=at.held is not None and at.held.grant == one.grant,
    )


@routes.writes("/sessions/{session}/grants/{grant}", method="DELETE", gives=TakenBack, needs=REVOKE)
async def take_a_role_back(ask: Ask) -> TakenBack:
    """Take a role back; whoever holds it can do nothing more, from this moment on."""
    grant = ask.path["grant"]
    command = RevokeRole(session=ask.session, grant=grant[:80], token=ask.token, key=ask.key or secrets.token_hex(16))
    done = await written(ask.desk.sessions.writer, command)
    return TakenBack(grant=grant, version=done.version)
