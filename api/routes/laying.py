"""Laying a table, closing its record and opening it again."""

from __future__ import annotations

import secrets
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from api.asking import Ask, token_hash
from api.awaiting import written
from api.links import Link, link_of
from api.routes.boxes import box_kept
from api.routing import At, Routes
from api.tables import Table, setup_of, table_of
from domain.faces import Catalogue
from domain.games import GAMES
from domain.sessions.answers import Answer
from domain.sessions.commands import Close, Open, Reopen
from domain.sessions.errors import AgreementsConflict, UnknownSeat
from domain.sessions.roles import CLOSE, GUEST, LAY, MAY, REOPEN
from domain.sessions.session import open_session
from replays.annotate import Teller, refusal_text
from replays.frames import unwise
from replays.scoreboard import status_in
from replays.sight import Sight

routes = Routes("sessions")
MOST = 10_000  # points anybody could count


class Laid(Struct, frozen=True, kw_only=True):
    """A table that was laid. The owner's token is given once, and only where none was brought."""

    session: str
    version: int
    head: str
    owner: Link | None
    warnings: list[str]


class Session(Struct, frozen=True, kw_only=True):
    """A session as it stands, and as what its reader comes: role, seat, and the operations that are theirs."""

    session: str
    game: str
    version: int
    lines: int
    at: str
    head: str
    closed: bool
    status: str
    table: Table
    role: str
    seat: str | None
    may: list[str]


class Stated(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result as the table itself counted it, by letter; who was not counted is left out."""

    stated: dict[str, Annotated[int, Meta(ge=-MOST, le=MOST)]] = {}
    seen: int | None = None


class Written(Struct, frozen=True, kw_only=True):
    """Done: how far the session is now, and the head that proves it."""

    session: str
    version: int
    head: str
    at: str


EXAMPLE = {
    "game": "new-haven",
    "seats": [{"letter": "B", "name": "Blue"}, {"letter": "Y", "name": "Yellow"}],
    "faces": "stand-in",
}


@routes.writes("/sessions", takes=Table, gives=Laid, needs=LAY, status=201, example=EXAMPLE)
async def lay_a_table(ask: Ask) -> Laid:
    """Lay a table.

    Whoever brings a token of their own (256 random bits in base64url, as a bearer token) owns the table by it, and
    may send this again with the same key. Otherwise the answer holds a token for the owner, this once.
    """
    token = "" if ask.token else secrets.token_urlsafe(32)
    command = Open(
        setup=setup_of(ask.body, await _box(ask)),
        actor=ask.token[:16] or GUEST,
        token=ask.token or token_hash(token),
        key=ask.key or secrets.token_hex(16),
    )
    done = await written(ask.desk.sessions.writer, command)
    return await ask.desk.work(_laid, ask, done, token)


async def _box(ask: Ask) -> Catalogue | None:
    """An owner's own box, where the table names one."""
    table: Table = ask.body
    if table.game not in GAMES or table.faces in GAMES[table.game].catalogues:
        return None
    return await ask.desk.work(box_kept, ask, table.game, table.faces)


def _laid(ask: Ask, done: Answer, token: str) -> Laid:
    view = ask.desk.sessions.view(UUID(done.session))
    fresh = [held for held in view.grants.values() if token and held.token == token_hash(token)]
    return Laid(
        session=done.session,
        version=done.version,
        head=done.link,
        owner=link_of(ask, done.session, fresh[0], token) if fresh else None,
        warnings=unwise(view.setup, GAMES[view.setup.game].speak(ask.lang)),
    )


class Agreed(Struct, frozen=True, kw_only=True):
    """Whether a table could be laid like this: what cannot be agreed on together, and what is merely unwise."""

    possible: bool
    says: str
    between: list[str]
    warnings: list[str]


@routes.looks("/tables", method="POST", takes=Table, gives=Agreed, needs=LAY, example=EXAMPLE)
def try_a_table(ask: Ask) -> Agreed:
    """What would come of laying a table: nothing is laid."""
    setup = setup_of(ask.body)
    try:
        open_session(setup)
    except AgreementsConflict as clash:
        between = [clash.facts["one"], clash.facts["other"]]
        return Agreed(possible=False, says=refusal_text(clash, ask.lang), between=between, warnings=[])
    warned = unwise(setup, GAMES[setup.game].speak(ask.lang))
    return Agreed(possible=True, says="", between=[], warnings=warned)


@routes.reads("/sessions/{session}", gives=Session)
def session(at: At) -> Session:
    """A session as it stands, and what its reader may do there."""
    view, held = at.view, at.held
    role = held.role if held else GUEST
    return Session(
        session=str(view.id),
        game=view.setup.game,
        version=view.version,
        lines=view.lines,
        at=view.at,
        head=view.link,
        closed=view.closed,
        status=status_in(view, Sight(at.sight)),
        table=table_of(Teller(view.setup, at.lang).setup),
        role=role,
        seat=view.setup.seats[held.seat] if held and held.seat is not None else None,
        may=sorted(MAY[role]),
    )


@routes.writes("/sessions/{session}/closing", takes=Stated, gives=Written, needs=CLOSE, example={"stated": {"B": 28}})
async def close_the_record(ask: Ask) -> Written:
    """Close the record, with the result as the table itself counted it."""
    view, _ = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, CLOSE)
    letters = view.setup.seats
    strange = next((letter for letter in ask.body.stated if letter not in letters), None)
    if strange is not None:
        raise UnknownSeat(seat=strange[:12], seats=" ".join(letters))
    stated = tuple(ask.body.stated.get(letter) for letter in letters) if ask.body.stated else ()
    return await _done(ask, Close, stated=stated, expected=ask.body.seen)


@routes.writes("/sessions/{session}/closing", method="DELETE", gives=Written, needs=REOPEN)
async def reopen_the_record(ask: Ask) -> Written:
    """Go on with a closed record."""
    return await _done(ask, Reopen)


async def _done(ask: Ask, command: type, **told: object) -> Written:
    key = ask.key or secrets.token_hex(16)
    done = await written(ask.desk.sessions.writer, command(session=ask.session, token=ask.token, key=key, **told))
    return Written(session=done.session, version=done.version, head=done.link, at=done.at)
