"""Photographs of the table at a line, or about a dispute; only their pixels are stored."""

from __future__ import annotations

import re
from hashlib import sha256

from msgspec import Struct
from starlette.responses import Response

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import JPEG, Routes
from api.photos.upload import declared_kind, uploaded
from api.routes.disputes import Letter, claim_of, speaking_seat
from domain.errors import NotAllowed, UnknownLine
from domain.rules import Seat
from domain.sessions.commands import ShowPicture
from domain.sessions.roles import ERASE, NOTE, SEAT, TALK, Grant
from domain.sessions.session_state import SessionView
from domain.timeline.disputes import dispute
from replays.photographs import PhotographView, photographs_of

routes = Routes("disputes")
HASH = re.compile(r"[0-9a-f]{64}")
HEADERS = {
    "content-disposition": 'inline; filename="photograph.jpg"',
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    # Its address is its hash, so it never changes; a reader whose role was revoked has seen it already.
    "cache-control": "private, max-age=3600, immutable",
}


class PhotographQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The seat for which it is shown; left out, for the sender."""

    seat: Letter = None


class PhotographReceipt(Struct, frozen=True, kw_only=True):
    """A photograph that was stored, with the hash of the stored picture and the hash of the upload."""

    session: str
    version: int
    picture: str
    sent: str
    bytes: int
    head: str
    at: str
    checkpoint: str
    inclusion: list[str]


class ErasedPhotograph(Struct, frozen=True, kw_only=True):
    """A photograph that was erased from the store; the record still has its hash."""

    session: str
    picture: str


class PhotographList(Struct, frozen=True, kw_only=True):
    """Every photograph of a session, in the order they were shown."""

    photographs: list[PhotographView]


@routes.post(
    "/sessions/{session}/disputes/{claim}/photographs",
    query=PhotographQuery,
    body=bytes,
    response=PhotographReceipt,
    permission=TALK,
    status=201,
)
async def show_a_photograph(request: ApiRequest) -> PhotographReceipt:
    """Show a photograph about a dispute: a JPEG, PNG or WebP of at most 12 MB and 40 million pixels, sent as it is.

    It is redrawn at most 2000 pixels wide or high, without place, time or anything else a camera adds; of several
    pictures in one file the first is stored.
    """
    declared_kind(request.http)
    view, grant = await request.service.authorized(request.session, request.token, TALK)
    claim = claim_of(request)
    seat = _seat(view, grant, request, TALK)
    dispute(view.log[: view.lines], claim)
    return await _store(request, claim, seat)


@routes.post(
    "/sessions/{session}/lines/{line}/photographs",
    query=PhotographQuery,
    body=bytes,
    response=PhotographReceipt,
    permission=NOTE,
    status=201,
)
async def photograph_a_line(request: ApiRequest) -> PhotographReceipt:
    """Add a photograph of the table as it stood after a line; 0 is the table as it was set up.

    The same formats and limits hold as for a photograph about a dispute.
    """
    declared_kind(request.http)
    view, grant = await request.service.authorized(request.session, request.token, NOTE)
    text, seat = request.path["line"], _seat(view, grant, request, NOTE)
    if not (text.isascii() and text.isdecimal() and len(text) <= 7):
        raise HttpProblem("not-found", 404)
    if int(text) > view.lines:
        raise UnknownLine(line=int(text), last=view.lines)
    return await _store(request, int(text), seat)


def _seat(view: SessionView, grant: Grant | None, request: ApiRequest, permission: str) -> Seat | None:
    """The seat for which a photograph is shown, checked before the upload is read."""
    seat = speaking_seat(request, view, grant, request.query.seat)
    if grant is not None and grant.role == SEAT and grant.seat != seat:
        raise NotAllowed(operation=permission)
    return seat


async def _store(request: ApiRequest, line: int, seat: Seat | None) -> PhotographReceipt:
    """Redraws the uploaded picture and writes it with its line."""
    async with uploaded(request.http) as upload:
        picture = await request.service.image_workers.redraw(upload)
    command = request.command(ShowPicture, line=line, seat=seat, sent=upload.hash, picture=picture)
    done = await request.service.write(command)
    return PhotographReceipt(
        session=done.session,
        version=done.version,
        picture=sha256(picture).hexdigest(),
        sent=upload.hash,
        bytes=len(picture),
        head=done.link,
        at=done.at,
        checkpoint=done.proof.checkpoint,
        inclusion=done.proof.inclusion,
    )


@routes.session_get("/sessions/{session}/photographs", response=PhotographList)
def photographs(request: SessionRequest) -> PhotographList:
    """Every photograph of a session: of which line, by whom, and whether it is still stored."""
    stored = request.service.sessions.recorder.pictures(request.view.id)
    return PhotographList(photographs=photographs_of(request.view, request.lang, stored))


@routes.session_get("/sessions/{session}/photographs/{picture}", response=bytes)
def photograph(request: SessionRequest) -> Response:
    """One photograph of a session, for every reader of the session."""
    picture = request.service.sessions.recorder.picture(request.view.id, _picture_hash(request.view, request))
    if picture is None:
        raise HttpProblem("picture-erased", 404)
    return Response(picture, media_type=JPEG, headers=HEADERS)


def _picture_hash(view: SessionView, request: ApiRequest) -> str:
    """The hash in the address; HttpProblem where this session has no such photograph."""
    hash = request.path["picture"]
    if not HASH.fullmatch(hash) or all(statement.picture != hash for statement in view.talk):
        raise HttpProblem("not-found", 404)
    return hash


@routes.delete("/sessions/{session}/photographs/{picture}", response=ErasedPhotograph, permission=ERASE)
async def erase_a_photograph(request: ApiRequest) -> ErasedPhotograph:
    """Erase a photograph; the record still says that it was shown, and the hash chain stays intact."""
    view, _ = await request.service.authorized(request.session, request.token, ERASE)
    hash = _picture_hash(view, request)
    if not await request.service.run_in_thread(request.service.sessions.erase_picture, view.id, hash):
        raise HttpProblem("picture-erased", 404)
    return ErasedPhotograph(session=str(view.id), picture=hash)
