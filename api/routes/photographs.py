"""Photographs of the table at a line, or about a dispute: sent as they are, kept and given as pixels only."""

from __future__ import annotations

import re
from hashlib import sha256

from msgspec import Struct
from starlette.responses import Response

from api.http.problems import HttpProblem
from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest
from api.http.routing import PICTURE, Routes, SessionRequest
from api.photos.upload import kind_told, taken_in
from api.routes.disputes import Letter, claim_of, speaking_for
from domain.errors import NotAllowed, UnknownLine
from domain.rules import Seat
from domain.sessions.commands import ShowPicture
from domain.sessions.roles import ERASE, NOTE, SEAT, TALK, Grant
from domain.sessions.session_state import SessionView
from domain.timeline.disputes import dispute
from replays.photographs import PhotographView, photographs_of

routes = Routes("disputes")
HASH = re.compile(r"[0-9a-f]{64}")
SAFELY = {
    "content-disposition": 'inline; filename="photograph.jpg"',
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    # Named by its own hash, so that it never becomes another; whoever lost their role has seen it already.
    "cache-control": "private, max-age=3600, immutable",
}


class PhotographQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For which seat it is shown; left out, for oneself."""

    seat: Letter = None


class PhotographReceipt(Struct, frozen=True, kw_only=True):
    """A photograph that was kept: by the hash of what is given out, and the hash of what was sent."""

    session: str
    version: int
    picture: str
    sent: str
    bytes: int
    head: str
    at: str


class ErasedPhotograph(Struct, frozen=True, kw_only=True):
    """A photograph that is gone from the store; that it was shown, and its hash, stay."""

    session: str
    picture: str


class PhotographList(Struct, frozen=True, kw_only=True):
    """Every photograph of a session, in the order they were shown."""

    photographs: list[PhotographView]


@routes.writes(
    "/sessions/{session}/disputes/{claim}/photographs",
    asks=PhotographQuery,
    takes=bytes,
    gives=PhotographReceipt,
    needs=TALK,
    status=201,
)
async def show_a_photograph(ask: ApiRequest) -> PhotographReceipt:
    """Show a photograph about a dispute: a JPEG, PNG or WebP of at most 12 MB and 40 million pixels, sent as it is.

    It is drawn anew at most 2000 pixels wide or high, without place, time or anything else a camera adds; of several
    pictures in one file the first is kept.
    """
    kind_told(ask.request)
    view, held = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, TALK)
    claim = claim_of(ask)
    seat = _shown_for(view, held, ask, TALK)
    dispute(view.log[: view.lines], claim)
    return await _kept(ask, claim, seat)


@routes.writes(
    "/sessions/{session}/lines/{line}/photographs",
    asks=PhotographQuery,
    takes=bytes,
    gives=PhotographReceipt,
    needs=NOTE,
    status=201,
)
async def photograph_a_line(ask: ApiRequest) -> PhotographReceipt:
    """Add a photograph of the table as it stood after a line; 0 is the table as it was set up.

    What is taken, and what is kept of it, is the same as of a photograph about a dispute.
    """
    kind_told(ask.request)
    view, held = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, NOTE)
    text, seat = ask.path["line"], _shown_for(view, held, ask, NOTE)
    if not (text.isascii() and text.isdecimal() and len(text) <= 7):
        raise HttpProblem("not-found", 404)
    if int(text) > view.lines:
        raise UnknownLine(line=int(text), last=view.lines)
    return await _kept(ask, int(text), seat)


def _shown_for(view: SessionView, held: Grant | None, ask: ApiRequest, operation: str) -> Seat | None:
    """The seat a photograph is shown for, known before anything is developed."""
    seat = speaking_for(view.setup, held, ask.query.seat)
    if held.role == SEAT and held.seat != seat:
        raise NotAllowed(operation=operation)
    return seat


async def _kept(ask: ApiRequest, line: int, seat: Seat | None) -> PhotographReceipt:
    """What was sent, drawn anew and written with its line."""
    async with taken_in(ask.request) as sent:
        made = await ask.desk.darkroom.develop(sent)
    command = ask.command(ShowPicture, line=line, seat=seat, sent=sent.hash, picture=made)
    done = await written(ask.desk.sessions.writer, command)
    return PhotographReceipt(
        session=done.session,
        version=done.version,
        picture=sha256(made).hexdigest(),
        sent=sent.hash,
        bytes=len(made),
        head=done.link,
        at=done.at,
    )


@routes.reads("/sessions/{session}/photographs", gives=PhotographList)
def photographs(at: SessionRequest) -> PhotographList:
    """Every photograph of a session: of which line, by whom, and whether it is still kept."""
    kept = at.ask.desk.sessions.recorder.pictures(at.view.id)
    return PhotographList(photographs=photographs_of(at.view, at.lang, kept))


@routes.reads("/sessions/{session}/photographs/{picture}", gives=bytes)
def photograph(at: SessionRequest) -> Response:
    """A photograph that was shown at this table, for whoever may look on."""
    shown = _shown(at.view, at.ask)
    picture = at.ask.desk.sessions.recorder.picture(at.view.id, shown)
    if picture is None:
        raise HttpProblem("picture-erased", 404)
    return Response(picture, media_type=PICTURE, headers=SAFELY)


def _shown(view: SessionView, ask: ApiRequest) -> str:
    """Its hash, if it was shown here."""
    asked = ask.path["picture"]
    if not HASH.fullmatch(asked) or all(said.picture != asked for said in view.talk):
        raise HttpProblem("not-found", 404)
    return asked


@routes.writes("/sessions/{session}/photographs/{picture}", method="DELETE", gives=ErasedPhotograph, needs=ERASE)
async def erase_a_photograph(ask: ApiRequest) -> ErasedPhotograph:
    """Erase a photograph; the record still says that it was shown, and every link holds."""
    view, _ = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, ERASE)
    asked = _shown(view, ask)
    if not await ask.desk.work(ask.desk.sessions.erase_picture, view.id, asked):
        raise HttpProblem("picture-erased", 404)
    return ErasedPhotograph(session=str(view.id), picture=asked)
