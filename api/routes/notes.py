"""Notes and marks about a line, during and after the game: for all, the table, their writer, or sealed to the end."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from api.http.requests.random_ids import random_id
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from api.routes.disputes import Letter, speaking_seat
from domain.errors import EmptyStatement, KeyUsedTwice, NotAllowed, PracticeText, RecordFull, UnknownLine
from domain.sessions.roles import ANNOTATE, ERASE, PERMISSIONS, SEAT, Grant, may_read_note, practice_day, sees_undelayed
from domain.sessions.session_state import SessionView
from domain.store.side_tables import LineNote

routes = Routes("notes")
MOST_NOTES, MOST_TEXT = 2000, 400_000  # notes of one session, which are sent in one piece, and their characters


Mark = Literal["", "good", "brilliant", "doubtful", "disputed"]


class NoteBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A note: about which line, who may read it, and for which seat it is written; a mark needs no text beside it.

    A `sealed` note is private until the record is closed, and public from then on.
    """

    line: Annotated[int, Meta(ge=0, le=1_000_000)]
    audience: Literal["public", "table", "private", "sealed"]
    text: Annotated[str, Meta(max_length=2000)] = ""
    seat: Letter = None
    mark: Mark = ""


class NoteView(Struct, frozen=True, kw_only=True):
    """A note as its reader may read it; `own` where the reader wrote it, `erasable` where the reader may erase it."""

    note: str
    line: int
    audience: str
    role: str
    seat: str | None
    text: str
    mark: str
    at: str
    own: bool
    erasable: bool


class NoteList(Struct, frozen=True, kw_only=True):
    """The notes that a reader may read, by line and time."""

    notes: list[NoteView]


class ErasedNote(Struct, frozen=True, kw_only=True):
    """Whether a note was erased; also false where the sender may not know of it."""

    session: str
    note: str
    erased: bool


@routes.session_get("/sessions/{session}/notes", response=NoteList)
def list_notes(request: SessionRequest) -> NoteList:
    """The notes about the lines of a session that the reader may read; they are no part of the record."""
    return NoteList(notes=notes_for(request))


def notes_for(request: SessionRequest) -> list[NoteView]:
    """The notes that the sender of a request may read."""
    sessions, view, grant = request.service.sessions, request.view, request.grant
    stored = sessions.recorder.notes(view.id)
    until = "" if sees_undelayed(grant) else view.disclosure.cut(sessions.now())
    return [
        _note_view(note, view, grant)
        for note in stored
        if note.line <= view.lines
        and _readable(note, grant, view.closed, request.blind)
        and (not until or note.at <= until)
    ]


def _readable(note: LineNote, grant: Grant | None, closed: bool, blind: bool) -> bool:
    """Whether a reader may read a note; other people's notes may name the seats, so a blind arbiter reads none."""
    own = grant is not None and grant.grant == note.writer
    return own or (not blind and may_read_note(grant, note.audience, note.writer, closed))


def _note_view(note: LineNote, view: SessionView, grant: Grant | None) -> NoteView:
    own = grant is not None and grant.grant == note.writer
    return NoteView(
        note=note.note,
        line=note.line,
        audience=note.audience,
        role=note.role,
        seat=None if note.seat is None else view.setup.seats[note.seat],
        text=note.text,
        mark=note.mark,
        at=note.at,
        own=own,
        erasable=own or (grant is not None and ERASE in PERMISSIONS[grant.role]),
    )


@routes.post(
    "/sessions/{session}/notes",
    body=NoteBody,
    response=NoteView,
    permission=ANNOTATE,
    status=201,
    example={"line": 3, "audience": "private", "text": "I did not see my own crane."},
)
async def write_a_note(request: ApiRequest) -> NoteView:
    """Write a note or a mark about a line, also after the record was closed."""
    view, grant = await request.service.authorized(request.session, request.token, ANNOTATE)
    return await request.service.run_in_thread(_write, request, view, grant)


def _write(request: ApiRequest, view: SessionView, grant: Grant) -> NoteView:
    body, sessions = request.body, request.service.sessions
    seat = speaking_seat(request, view, grant, body.seat)
    if grant.role == SEAT and grant.seat != seat:
        raise NotAllowed(operation=ANNOTATE)
    if practice_day(view.grants.values()):
        raise PracticeText
    if body.line > view.lines:
        raise UnknownLine(line=body.line, last=view.lines)
    if not body.text.strip() and not body.mark:
        raise EmptyStatement
    _check_room(sessions.recorder.notes(view.id), len(body.text))
    note = LineNote(
        note=sha256(f"{grant.grant} {request.key or random_id()}".encode()).hexdigest()[:32],
        line=body.line,
        writer=grant.grant,
        role=grant.role,
        seat=seat,
        audience=body.audience,
        text=body.text.strip(),
        at=sessions.now(),
        mark=body.mark,
    )
    sessions.annotate(view.id, note)
    kept = next((existing for existing in sessions.recorder.notes(view.id) if existing.note == note.note), note)
    if msgspec.structs.replace(note, at=kept.at) != kept:
        raise KeyUsedTwice(key=request.key)
    return _note_view(kept, view, grant)


def _check_room(notes: Sequence[LineNote], length: int) -> None:
    if len(notes) >= MOST_NOTES or sum(len(note.text) for note in notes) + length > MOST_TEXT:
        raise RecordFull(most=len(notes))


@routes.delete("/sessions/{session}/notes/{note}", response=ErasedNote, permission=ANNOTATE)
async def erase_a_note(request: ApiRequest) -> ErasedNote:
    """Erase an own note; the owner of the table also erases the notes of others that the owner may read."""
    view, grant = await request.service.authorized(request.session, request.token, ANNOTATE)
    erased = await request.service.run_in_thread(_erase, request, view, grant)
    return ErasedNote(session=str(view.id), note=request.path["note"][:64], erased=erased)


def _erase(request: ApiRequest, view: SessionView, grant: Grant) -> bool:
    sessions, name = request.service.sessions, request.path["note"]
    note = next((existing for existing in sessions.recorder.notes(view.id) if existing.note == name), None)
    if note is None or not may_read_note(grant, note.audience, note.writer, view.closed):
        return False
    return _note_view(note, view, grant).erasable and bool(sessions.erase_note(view.id, name))
