"""Sessions: setting up a table, reading one session, listing all of them."""

from __future__ import annotations

import secrets
from uuid import UUID

from msgspec import Struct

from api.http.requests.paging import SessionSearch, read_page
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.requests.role_links import RoleLink, role_link, token_hash
from api.http.requests.table_setup import TableSetup, setup_of, table_of
from api.http.routing import Routes
from api.routes.boxes import stored_box
from domain.errors import AgreementsConflict
from domain.faces import Catalogue
from domain.games import GAMES
from domain.sessions.commands import CommandReceipt, OpenSession
from domain.sessions.roles import GUEST, SET_UP, grant_for_token, permissions
from domain.sessions.session import open_session
from domain.timeline.visibility import Delay
from projections.listing import read as listing
from projections.listing.read import ListedSession
from projections.queries import ResultPage
from replays.annotation import Annotator, refusal_text
from replays.frames import GameMoment, agreement_warnings, moment_of
from replays.recorder.seat_view import SeatQuestion, questions_to
from replays.reference.agreements import Agreements, agreements_of
from replays.scoreboard import session_status
from replays.viewpoint import Viewpoint, frames_from

routes = Routes("sessions")


class TableReceipt(Struct, frozen=True, kw_only=True):
    """A table that was set up. The owner's token is given once, and only where the sender brought none."""

    session: str
    version: int
    head: str
    checkpoint: str
    inclusion: list[str]
    owner: RoleLink | None
    warnings: list[str]


class SessionSummary(Struct, frozen=True, kw_only=True):
    """A session as it stands, with the reader's role, seat and permissions."""

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
    questions: list[SeatQuestion]  # open disputes about the reader's own seat which that seat has not answered


EXAMPLE = {
    "game": "new-haven",
    "seats": [{"letter": "B", "name": "Blue"}, {"letter": "Y", "name": "Yellow"}],
    "faces": "stand-in",
}


@routes.get("/sessions", response=ResultPage[ListedSession], query=SessionSearch)
def list_sessions(request: ApiRequest) -> ResultPage[ListedSession]:
    """Sessions by game, player, place, date, status, findings or words of their names and place; the newest first.

    Also by a broken clause, words of an action, a variant or a reading, as guests see them, with the lines that match.
    Tables without guests are listed only for a token that holds a role there.
    """
    return read_page(listing.sessions, request, terms=request.query.terms)


@routes.post("/sessions", body=TableSetup, response=TableReceipt, permission=SET_UP, status=201, example=EXAMPLE)
async def lay_a_table(request: ApiRequest) -> TableReceipt:
    """Set up a table.

    A sender with a bearer token of its own (256 random bits in base64url) owns the table by it, and can send this
    again with the same key. Otherwise the answer holds a token for the owner, this once.
    """
    token = "" if request.token else secrets.token_urlsafe(32)
    command = OpenSession(
        setup=setup_of(request.body, await box_of(request, request.body)),
        actor=request.token[:16] or GUEST,
        token=request.token or token_hash(token),
        key=request.key or secrets.token_hex(16),
    )
    done = await request.service.write(command)
    return await request.service.run_in_thread(table_receipt, request, done, token)


async def box_of(request: ApiRequest, table: TableSetup) -> Catalogue | None:
    """An owner's own box, where the set-up names one."""
    if table.game not in GAMES or table.faces in GAMES[table.game].catalogues:
        return None
    return await request.service.run_in_thread(stored_box, request, table.game, table.faces)


def table_receipt(request: ApiRequest, done: CommandReceipt, token: str) -> TableReceipt:
    """The answer about a new table, with the owner's link where the service made the token."""
    view = request.service.sessions.view(UUID(done.session))
    grant = grant_for_token(view.grants.values(), token_hash(token)) if token else None
    return TableReceipt(
        session=done.session,
        version=done.version,
        head=done.link,
        checkpoint=done.proof.checkpoint,
        inclusion=done.proof.inclusion,
        owner=role_link(request, done.session, grant, token) if grant else None,
        warnings=agreement_warnings(view.setup, GAMES[view.setup.game].speak(request.lang)),
    )


class SetupCheck(Struct, frozen=True, kw_only=True):
    """Whether a table can be set up like this: which agreements conflict, and which are unwise."""

    possible: bool
    says: str
    between: list[str]
    warnings: list[str]


@routes.post("/tables", body=TableSetup, response=SetupCheck, permission=SET_UP, example=EXAMPLE)
def try_a_table(request: ApiRequest) -> SetupCheck:
    """Check a set-up without setting up a table."""
    setup = setup_of(request.body)
    try:
        open_session(setup)
    except AgreementsConflict as conflict:
        between = [str(conflict.facts["one"]), str(conflict.facts["other"])]
        return SetupCheck(possible=False, says=refusal_text(conflict, request.lang), between=between, warnings=[])
    warnings = agreement_warnings(setup, GAMES[setup.game].speak(request.lang))
    return SetupCheck(possible=True, says="", between=[], warnings=warnings)


@routes.session_get("/sessions/{session}/agreements", response=Agreements)
def agreements(request: SessionRequest) -> Agreements:
    """What the table plays by: variants, the reading of every open question, the text that prevails, house rules."""
    return agreements_of(request.view, request.lang)


@routes.session_get("/sessions/{session}", response=SessionSummary)
def session(request: SessionRequest) -> SessionSummary:
    """A session as it stands, and what its reader may do there."""
    view, grant, viewpoint = request.view, request.grant, Viewpoint(request.viewer)
    role, seat, annotator = (
        grant.role if grant else GUEST,
        grant.seat if grant else None,
        Annotator(view.seated, request.lang),
    )
    return SessionSummary(
        session=str(view.id),
        game=view.setup.game,
        version=view.version,
        lines=view.lines,
        at=view.at,
        head=view.link,
        closed=view.closed,
        status=session_status(view, viewpoint),
        table=table_of(annotator.setup),
        role=role,
        seat=None if seat is None else view.setup.seats[seat],
        may=sorted(permissions(grant)),
        delay=view.disclosure.delay,
        moment=moment_of(frames_from(view, viewpoint)[-1], annotator),
        questions=[] if seat is None else questions_to(view, request.lang, seat),
    )
