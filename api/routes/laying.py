"""Laying a table, and a session as it stands."""

from __future__ import annotations

import secrets
from uuid import UUID

from msgspec import Struct

from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest, token_hash
from api.http.requests.role_links import RoleLink, link_of
from api.http.requests.table_setup import TableSetup, setup_of, table_of
from api.http.routing import Routes, SessionRequest
from api.routes.boxes import box_kept
from domain.errors import AgreementsConflict
from domain.faces import Catalogue
from domain.games import GAMES
from domain.sessions.commands import OpenSession
from domain.sessions.receipts import CommandReceipt
from domain.sessions.roles import GUEST, LAY, PERMISSIONS
from domain.sessions.session import open_session
from domain.timeline.public_delay import Delay
from replays.annotation import Annotator, refusal_text
from replays.frames import GameMoment, agreement_warnings, moment_of
from replays.recorder.seat_view import SeatQuestion, questions_to
from replays.scoreboard import session_status
from replays.viewpoint import Viewpoint, frames_from

routes = Routes("sessions")


class TableReceipt(Struct, frozen=True, kw_only=True):
    """A table that was laid. The owner's token is given once, and only where none was brought."""

    session: str
    version: int
    head: str
    owner: RoleLink | None
    warnings: list[str]


class SessionSummary(Struct, frozen=True, kw_only=True):
    """A session as it stands, and as what its reader comes: role, seat, and the operations that are theirs."""

    session: str
    game: str
    version: int
    lines: int
    at: str
    head: str
    closed: bool
    status: str
    table: TableSetup
    role: str
    seat: str | None
    may: list[str]
    moment: GameMoment
    delay: Delay  # how much later guests and viewers see a line
    questions: list[SeatQuestion]  # open disputes about the reader's own seat, until they said something about them


EXAMPLE = {
    "game": "new-haven",
    "seats": [{"letter": "B", "name": "Blue"}, {"letter": "Y", "name": "Yellow"}],
    "faces": "stand-in",
}


@routes.writes("/sessions", takes=TableSetup, gives=TableReceipt, needs=LAY, status=201, example=EXAMPLE)
async def lay_a_table(ask: ApiRequest) -> TableReceipt:
    """Lay a table.

    Whoever brings a token of their own (256 random bits in base64url, as a bearer token) owns the table by it, and
    may send this again with the same key. Otherwise the answer holds a token for the owner, this once.
    """
    token = "" if ask.token else secrets.token_urlsafe(32)
    command = OpenSession(
        setup=setup_of(ask.body, await _box(ask)),
        actor=ask.token[:16] or GUEST,
        token=ask.token or token_hash(token),
        key=ask.key or secrets.token_hex(16),
    )
    done = await written(ask.desk.sessions.writer, command)
    return await ask.desk.work(_laid, ask, done, token)


async def _box(ask: ApiRequest) -> Catalogue | None:
    """An owner's own box, where the table names one."""
    table: TableSetup = ask.body
    if table.game not in GAMES or table.faces in GAMES[table.game].catalogues:
        return None
    return await ask.desk.work(box_kept, ask, table.game, table.faces)


def _laid(ask: ApiRequest, done: CommandReceipt, token: str) -> TableReceipt:
    view = ask.desk.sessions.view(UUID(done.session))
    fresh = [held for held in view.grants.values() if token and held.token == token_hash(token)]
    return TableReceipt(
        session=done.session,
        version=done.version,
        head=done.link,
        owner=link_of(ask, done.session, fresh[0], token) if fresh else None,
        warnings=agreement_warnings(view.setup, GAMES[view.setup.game].speak(ask.lang)),
    )


class SetupCheck(Struct, frozen=True, kw_only=True):
    """Whether a table could be laid like this: what cannot be agreed on together, and what is merely unwise."""

    possible: bool
    says: str
    between: list[str]
    warnings: list[str]


@routes.looks("/tables", method="POST", takes=TableSetup, gives=SetupCheck, needs=LAY, example=EXAMPLE)
def try_a_table(ask: ApiRequest) -> SetupCheck:
    """What would come of laying a table: nothing is laid."""
    setup = setup_of(ask.body)
    try:
        open_session(setup)
    except AgreementsConflict as clash:
        between = [clash.facts["one"], clash.facts["other"]]
        return SetupCheck(possible=False, says=refusal_text(clash, ask.lang), between=between, warnings=[])
    warned = agreement_warnings(setup, GAMES[setup.game].speak(ask.lang))
    return SetupCheck(possible=True, says="", between=[], warnings=warned)


@routes.reads("/sessions/{session}", gives=SessionSummary)
def session(at: SessionRequest) -> SessionSummary:
    """A session as it stands, and what its reader may do there."""
    view, held = at.view, at.held
    role = held.role if held else GUEST
    return SessionSummary(
        session=str(view.id),
        game=view.setup.game,
        version=view.version,
        lines=view.lines,
        at=view.at,
        head=view.link,
        closed=view.closed,
        status=session_status(view, Viewpoint(at.sight)),
        table=table_of(Annotator(view.seated, at.lang).setup),
        role=role,
        seat=view.setup.seats[held.seat] if held and held.seat is not None else None,
        may=sorted(PERMISSIONS[role]),
        delay=view.disclosure.delay,
        moment=moment_of(frames_from(view, Viewpoint(at.sight))[-1], Annotator(view.seated, at.lang)),
        questions=[] if held is None or held.seat is None else questions_to(view, at.lang, held.seat),
    )
