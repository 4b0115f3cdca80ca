"""Joining a table by a short code its owner opened, for a limited time."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.join_codes import LONGEST, PUBLIC, ROLE, code_hash, drawn_code
from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from domain.errors import NotAllowed, UnknownSeat, UnknownSession
from domain.sessions.commands import GrantRole
from domain.sessions.roles import GRANT, GUEST, READ, SEAT, VIEWER, Grant, grant_for_token
from domain.sessions.session_state import SessionView
from domain.store.side_tables import JoinCode

routes = Routes("access")
TRIES = 5  # draws of a code until one is free


class JoinCodeBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a code leads, and for how long: to a role, or without one to the table's public page."""

    role: Literal["", "scribe", "seat", "arbiter", "viewer"] = ""
    seat: Annotated[str, Meta(max_length=12)] | None = None
    minutes: Annotated[int, Meta(ge=1, le=1440)] = 30


class JoinCodeReceipt(Struct, frozen=True, kw_only=True):
    """A code to be read out, shown this once, and when it ends. A role is taken by it once, a viewer's by many."""

    code: str
    role: str
    seat: str | None
    until: str


class JoinBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A code as it was typed: any case, any spaces."""

    code: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class JoinReceipt(Struct, frozen=True, kw_only=True):
    """Where a code leads. `joined`: the token that was shown holds the role there from now on."""

    session: str
    role: str
    seat: str | None
    joined: bool


@routes.writes(
    "/sessions/{session}/codes",
    takes=JoinCodeBody,
    gives=JoinCodeReceipt,
    needs=GRANT,
    status=201,
    example={"role": "viewer"},
)
async def open_a_code(ask: ApiRequest) -> JoinCodeReceipt:
    """Open a short code for a table: it leads to the table, or to the role it was opened for."""
    return await ask.desk.work(_opened, ask)


def _opened(ask: ApiRequest) -> JoinCodeReceipt:
    view, held = ask.desk.looked_at(ask.session, ask.token, GRANT)
    letters, seat = view.setup.seats, ask.body.seat
    if (ask.body.role == SEAT) != (seat is not None) or (seat is not None and seat not in letters):
        raise UnknownSeat(seat=seat or "-", seats=" ".join(letters))
    if not ask.body.role and not view.setup.guests:
        raise HttpProblem("no-guests", 409)
    now = int(time.time())
    code, hash = _free_code(ask, ROLE if ask.body.role else PUBLIC, now)
    opened = JoinCode(
        code=hash,
        until=now + 60 * ask.body.minutes,
        session=view.id,
        opener=held.grant,
        role=ask.body.role,
        seat=None if seat is None else letters.index(seat),
    )
    ask.desk.sessions.open_code(opened)
    until = datetime.fromtimestamp(opened.until, UTC).isoformat()
    return JoinCodeReceipt(code=code, role=ask.body.role or GUEST, seat=seat, until=until)


def _free_code(ask: ApiRequest, words: int, now: int) -> tuple[str, str]:
    """A code that leads nowhere yet."""
    for _ in range(TRIES):
        code = drawn_code(words)
        if ask.desk.sessions.recorder.join_code(code_hash(code), now) is None:
            return code, code_hash(code)
    raise HttpProblem("too-many-codes", 503)


@routes.writes("/joins", takes=JoinBody, gives=JoinReceipt, needs=READ, example={"code": "KADE 37"})
async def join_by_code(ask: ApiRequest) -> JoinReceipt:
    """Join a table by its code.

    Without a token the answer only says where the code leads. A fresh token of the sender's own (256 random bits in
    base64url) holds the role from then on, and may send this again. Wrong codes are counted, and too many refused.
    """
    opened, view, held = await ask.desk.work(_looked_up, ask)
    if held is None and ask.token and opened.role:
        held = await _joined(ask, opened)
    role, seat = (held.role, held.seat) if held else (opened.role or GUEST, opened.seat)
    letter = None if seat is None else view.setup.seats[seat]
    return JoinReceipt(session=str(view.id), role=role, seat=letter, joined=held is not None)


def _looked_up(ask: ApiRequest) -> tuple[JoinCode, SessionView, Grant | None]:
    """Where a code leads now; a code that was never opened is refused like one that is over, and counted."""
    caller = ask.request.scope.get("caller", "")
    ask.desk.guesses.must_be_few(caller)
    opened = ask.desk.sessions.recorder.join_code(code_hash(ask.body.code), int(time.time()))
    view = ask.desk.sessions.view(opened.session) if opened else None
    if opened is None or view.discarded or opened.opener not in view.grants:
        ask.desk.guesses.count(caller)
        raise HttpProblem("no-such-code", 404)
    return opened, view, grant_for_token(view.grants.values(), ask.token)


async def _joined(ask: ApiRequest, opened: JoinCode) -> Grant:
    """The role a code was opened for, given by the grant that opened it; all but a viewer's can be taken once."""
    if opened.role != VIEWER and not await ask.desk.work(ask.desk.sessions.use_code, opened, ask.token):
        raise HttpProblem("code-used", 409)
    given = {"role": opened.role, "seat": opened.seat, "proof": ask.token}
    command = GrantRole(session=opened.session, actor=opened.opener, key=secrets.token_hex(16), **given)
    try:
        await written(ask.desk.sessions.writer, command)
    except (NotAllowed, UnknownSession) as error:
        raise HttpProblem("no-such-code", 404) from error
    view = await ask.desk.work(ask.desk.sessions.view, opened.session)
    return grant_for_token(view.grants.values(), ask.token)
