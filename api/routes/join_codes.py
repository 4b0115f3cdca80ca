"""Join codes: an owner opens a short code for a limited time, and players join the table by it."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.join_codes import LONGEST, PUBLIC, ROLE, code_hash, new_code
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from api.routes.access import granted_seat
from domain.errors import NotAllowed, UnknownSession
from domain.sessions.commands import GrantRole
from domain.sessions.roles import GRANT, GUEST, READ, VIEWER, Grant, grant_for_token
from domain.sessions.session_state import SessionView
from domain.store.side_tables import JoinCode

routes = Routes("access")
ATTEMPTS = 5  # to find a code that is not in use


class JoinCodeBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a code gives, and for how long: a role, or without one the table's public page."""

    role: Literal["", "scribe", "seat", "arbiter", "viewer"] = ""
    seat: Annotated[str, Meta(max_length=12)] | None = None
    minutes: Annotated[int, Meta(ge=1, le=1440)] = 30


class JoinCodeReceipt(Struct, frozen=True, kw_only=True):
    """A code to read out, shown this once, and when it ends. It gives its role once, a viewer's role many times."""

    code: str
    role: str
    seat: str | None
    until: str


class JoinBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A code as it was typed, in any case and with any spaces."""

    code: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class JoinReceipt(Struct, frozen=True, kw_only=True):
    """The table of a code. `joined`: the sender's token holds the role there from now on."""

    session: str
    role: str
    seat: str | None
    joined: bool


@routes.post(
    "/sessions/{session}/codes",
    body=JoinCodeBody,
    response=JoinCodeReceipt,
    permission=GRANT,
    status=201,
    example={"role": "viewer"},
)
async def open_a_code(request: ApiRequest) -> JoinCodeReceipt:
    """Open a short code for a table or for a role at it."""
    return await request.service.run_in_thread(_open_code, request)


def _open_code(request: ApiRequest) -> JoinCodeReceipt:
    view, grant = request.service.authorize(request.session, request.token, GRANT)
    body: JoinCodeBody = request.body
    seat = granted_seat(view.setup, body.role, body.seat)
    if grant is None:
        raise NotAllowed(operation=GRANT)
    if not body.role and not view.setup.guests:
        raise HttpProblem("no-guests", 409)
    now = int(time.time())
    code = _unused_code(request, ROLE if body.role else PUBLIC, now)
    until = now + 60 * body.minutes
    opened = JoinCode(code=code_hash(code), until=until, session=view.id, opener=grant.grant, role=body.role, seat=seat)
    request.service.sessions.open_code(opened)
    ends = datetime.fromtimestamp(until, UTC).isoformat()
    return JoinCodeReceipt(code=code, role=body.role or GUEST, seat=body.seat, until=ends)


def _unused_code(request: ApiRequest, words: int, now: int) -> str:
    for _ in range(ATTEMPTS):
        code = new_code(words)
        if request.service.sessions.recorder.join_code(code_hash(code), now) is None:
            return code
    raise HttpProblem("too-many-codes", 503)


@routes.post("/joins", body=JoinBody, response=JoinReceipt, permission=READ, example={"code": "KADE 37"})
async def join_by_code(request: ApiRequest) -> JoinReceipt:
    """Join a table by its code.

    Without a token the answer only says where the code leads. A fresh token of the sender's own (256 random bits in
    base64url) holds the role from then on, and can send this again. Wrong codes are counted, and too many refused.
    """
    opened, view, grant = await request.service.run_in_thread(_look_up, request)
    if grant is None and request.token and opened.role:
        grant = await _join(request, opened)
    role, seat = (grant.role, grant.seat) if grant else (opened.role or GUEST, opened.seat)
    letter = None if seat is None else view.setup.seats[seat]
    return JoinReceipt(session=str(view.id), role=role, seat=letter, joined=grant is not None)


def _look_up(request: ApiRequest) -> tuple[JoinCode, SessionView, Grant | None]:
    """The code's entry and session; a code that never was is refused and counted like one that is over."""
    service, caller = request.service, request.caller
    service.join_code_limits.check(caller)
    opened = service.sessions.recorder.join_code(code_hash(request.body.code), int(time.time()))
    view = service.sessions.view(opened.session) if opened else None
    if opened is None or view is None or view.discarded or opened.opener not in view.grants:
        service.join_code_limits.count_failure(caller)
        raise HttpProblem("no-such-code", 404)
    return opened, view, grant_for_token(view.grants.values(), request.token)


async def _join(request: ApiRequest, opened: JoinCode) -> Grant:
    """Grants the role of a code to the sender's token; every role but a viewer's is given once."""
    service = request.service
    if opened.role != VIEWER and not await service.run_in_thread(service.sessions.use_code, opened, request.token):
        raise HttpProblem("code-used", 409)
    command = GrantRole(
        session=opened.session,
        actor=opened.opener,
        key=secrets.token_hex(16),
        role=opened.role,
        seat=opened.seat,
        proof=request.token,
    )
    try:
        await service.write(command)
    except (NotAllowed, UnknownSession) as error:
        raise HttpProblem("no-such-code", 404) from error
    view = await service.run_in_thread(service.sessions.view, opened.session)
    grant = grant_for_token(view.grants.values(), request.token)
    if grant is None:  # it was revoked since
        raise HttpProblem("no-such-code", 404)
    return grant
