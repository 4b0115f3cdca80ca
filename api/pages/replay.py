"""The replay page: the board after any line, and the record as text."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct
from starlette.responses import Response

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line, requested_branch, requested_viewer
from api.locales import page_texts
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import TableHeader, table_header
from api.routes.embedding import embed_state
from api.routes.notes import notes_for
from domain.rules import replace
from domain.sessions.roles import ANNOTATE, NOTE
from domain.sessions.session import branches
from domain.setup import EVERYTHING
from domain.timeline.order import table_order
from replays.frames import FrameView, place_of, replay_of
from replays.record_text import write_record
from replays.recorder.result import TableResult, result_of
from replays.table_values import TableView, table_view
from replays.viewpoint import Viewpoint, shown

pages = Pages()


class ReplayQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which line, from which viewpoint, and whether later lines stay hidden."""

    line: Line | None = None
    ruled: bool = False
    sight: str = ""
    hide: bool = False
    branch: str = ""


class PageNote(Struct, frozen=True, kw_only=True):
    """A note about a line, or a note line of the record; only a note about a line has an audience."""

    place: int
    line: int
    seat: str | None
    text: str
    role: str = ""
    audience: str = ""
    note: str = ""
    mark: str = ""
    erasable: bool = False


class ReplayContext(Struct, frozen=True, kw_only=True):
    """What replay.html shows."""

    frames: list[FrameView]
    place: int
    frame: FrameView
    parameters: ReplayQuery
    kept: str
    sights: list[str]
    branches: list[str]
    in_words: TableView
    notes: list[PageNote]
    photographs_here: bool
    annotates: bool
    note_texts: dict[str, str]
    tells: bool
    result: TableResult | None
    missing: int | None  # the line of the address, where the game has no such line
    address: str
    picture: str  # the address of the picture that other programs show beside a link to this moment


class EmbedContext(Struct, frozen=True, kw_only=True):
    """Whether the page stands in a frame of another site."""

    embedded: bool


@pages.session_page("/s/{session}/replay", query=ReplayQuery)
def replay(request: SessionRequest) -> HtmlPage:
    """A session line by line. Without scripts it shows one line, with links to the lines before and after."""
    return HtmlPage("replay.html", *_contexts(request), EmbedContext(embedded=False))


@pages.guest_page("/s/{session}/embed", query=ReplayQuery)
def embed(request: SessionRequest) -> HtmlPage:
    """The replay for a frame on a page of another site, where the owner of the table has allowed that."""
    if not embed_state(request).allowed:
        return HtmlPage("not_embedded.html", table_header(request), framed=True)
    return HtmlPage("replay.html", *_contexts(request), EmbedContext(embedded=True), framed=True)


def _contexts(request: SessionRequest) -> tuple[TableHeader, ReplayContext]:
    query: ReplayQuery = request.query
    view, lang, header = request.view, request.lang, table_header(request)
    viewer, branch = requested_viewer(request, query.sight), requested_branch(request, query.branch)
    viewpoint = Viewpoint(viewer, query.ruled, branch=branch)
    frames = replay_of(view, lang, viewpoint).frames
    missing = query.line if query.line is not None and query.line > view.lines else None
    place = requested_place(request, query, len(frames)) if missing is None else len(frames) - 1
    result = result_of(view, lang, request.viewer, judged=request.sees_findings) if view.closed else None
    context = ReplayContext(
        frames=frames,
        place=place,
        frame=frames[place],
        parameters=query,
        kept=_link_query(query),
        sights=_sights(request),
        branches=list(branches(view.session.log)),
        in_words=table_view(view, lang, viewpoint, frames[place].line),
        notes=page_notes(request, frames),
        photographs_here=NOTE in header.may,
        note_texts=page_texts(lang, "note-"),
        annotates=ANNOTATE in header.may and not header.practice,
        tells=request.sees_findings,
        result=result,
        missing=missing,
        address=f"{request.base_url}/s/{view.id}/replay?{_link_query(query, frames[place].line, lang)}",
        picture=f"{request.base_url}/s/{view.id}/share.png?{_picture_query(query, frames[place].line, lang)}",
    )
    return header, context


def page_notes(request: SessionRequest, frames: list[FrameView]) -> list[PageNote]:
    """The notes of a session that the reader may read, by the place of their line."""
    order, lines = table_order(request.view.session.log), request.view.lines
    recorded = [
        PageNote(place=frame.place, line=frame.line, seat=frame.seat, text=frame.says)
        for frame in frames
        if frame.kind == "note"
    ]
    written = [
        PageNote(
            place=place_of(note.line, order, lines),
            line=note.line,
            seat=note.seat,
            text=note.text,
            role=note.role,
            audience=note.audience,
            note=note.note,
            mark=note.mark,
            erasable=note.erasable,
        )
        for note in notes_for(request)
    ]
    return sorted((*recorded, *written), key=lambda note: note.place)


def requested_place(request: SessionRequest, query: ReplayQuery, count: int) -> int:
    """Where the replay opens: at the line of the query, else at the end, or at the start where later lines hide."""
    if query.line is not None:
        return place_of(query.line, table_order(request.view.session.log), request.view.lines)
    return 0 if query.hide else count - 1


def _link_query(query: ReplayQuery, line: int | None = None, lang: str = "") -> str:
    """The query parameters that a link to another line keeps; with a line and a language, those of a whole link."""
    ruled, hide = "true" if query.ruled else "", "true" if query.hide else ""
    kept = {"ruled": ruled, "sight": query.sight, "hide": hide, "branch": query.branch, "lang": lang}
    if line is not None:
        kept = {"line": str(line), **kept}
    return urlencode({name: value for name, value in kept.items() if value})


def _picture_query(query: ReplayQuery, line: int, lang: str) -> str:
    """The query parameters of the picture of a line; every reader gets the picture that guests get."""
    return _link_query(replace(query, sight="", hide=False), line, lang)


def _sights(request: SessionRequest) -> list[str]:
    """The viewers the reader can choose from."""
    letters, viewer = request.view.setup.seats, request.viewer
    if viewer == EVERYTHING:
        return [EVERYTHING, "public", *letters]
    return [letters[viewer], "public"] if isinstance(viewer, int) else ["public"]


@pages.session_page("/s/{session}/record.txt")
def record_as_text(request: SessionRequest) -> Response:
    """The record as text, as far as its reader may know it."""
    session = request.view.session
    lines = tuple(shown(line, request.viewer, session.setup) for line in session.log)
    return Response(write_record(replace(session, log=lines)), media_type="text/plain; charset=utf-8")
