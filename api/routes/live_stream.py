"""Streams the lines of a session as they are recorded, each once and in order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import datetime
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from starlette.responses import StreamingResponse

from api.http.requests.request import ApiRequest
from api.http.requests.validation import InvalidRequest
from api.http.routing import Routes
from domain.record.line_text import write_entry
from domain.rules import Seat
from domain.sessions.roles import READ, grant_for_token, sees_undelayed, viewer_of
from domain.sessions.session_state import SessionView
from domain.setup import EVERYTHING
from domain.timeline.fold_cache import FoldCache, FoldSnapshot
from domain.timeline.seating import seated
from replays.annotation import Annotator
from replays.disputes.blind_view import without_side_colours
from replays.finding_parts import FrameIndex
from replays.view_models import FindingView, Points, finding_view, scores_of
from replays.viewpoint import Viewpoint, shown, snapshot_in

routes = Routes("live")
PIECE = 50  # lines that are sent together to a viewer that is behind; a piece ends at a multiple of it
FEW = 5  # lines; more are expensive work
KEEP_ALIVE = 15.0  # seconds of silence after which a stream sends a comment
STREAM = "text/event-stream"


class LiveQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`after` is the last line the client has; a browser that reconnects sends it by itself."""

    after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class LineAuthor(Struct, frozen=True, kw_only=True):
    """The role, seat and grant by which a line was written."""

    role: str
    seat: str | None
    grant: str


class LiveLine(Struct, frozen=True, kw_only=True):
    """A line as it was recorded, the findings about it as known now, and the points after it."""

    line: int
    text: str
    says: str
    findings: list[FindingView]
    scores: dict[str, Points]
    by: LineAuthor


class LiveSession(Struct, frozen=True, kw_only=True):
    """A change of the session: it was closed or reopened."""

    version: int
    lines: int
    closed: bool


@routes.stream("/sessions/{session}/live", events=(LiveLine, LiveSession), query=LiveQuery)
async def live(request: ApiRequest) -> StreamingResponse:
    """Every line as it is recorded, as server-sent events.

    Each `line` event has the line's number as its id, so that a stream that broke off goes on where it was
    (`Last-Event-ID`, or `after`). A `session` event says that the record was closed or reopened.
    """
    await request.service.authorized(request.session, request.token, READ)
    view = await request.service.run_in_thread(request.service.sessions.view, request.session)
    stream = _stream(request, view, _last_line(request))
    first = await anext(stream)  # raises what is wrong before the response begins
    return StreamingResponse(_prepend(first, stream), media_type=STREAM, headers={"x-accel-buffering": "no"})


def _last_line(request: ApiRequest) -> int:
    """The last line the client has."""
    header = request.http.headers.get("last-event-id", "")
    if not header:
        return request.query.after
    if not header.isdecimal() or len(header) > 7:
        raise InvalidRequest("kind", "Last-Event-ID", kind="int")
    return int(header)


async def _prepend(first: bytes, rest: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    async with contextlib.aclosing(rest):
        yield first
        async for chunk in rest:
            yield chunk


async def _stream(request: ApiRequest, view: SessionView, last: int) -> AsyncGenerator[bytes, None]:
    service, closed = request.service, None
    async with service.hub.watch(view, request.caller) as (channel, news):
        yield b"retry: 1000\n\n"
        while service.hub.open:
            news.clear()
            whole = channel.view
            grant = grant_for_token(whole.grants.values(), request.token)
            if request.token and grant is None and not whole.setup.guests:
                return  # the role was revoked
            now, viewer, backlog = service.public_view(whole, grant), viewer_of(grant), FoldCache()
            service.note_hands(whole, grant, request.token)
            while last < now.lines:
                upto = min(now.lines, (last // PIECE + 1) * PIECE)
                encode = partial(_line_events, now, range(last + 1, upto + 1), request.lang, viewer, backlog)
                run = service.run_in_thread if upto - last <= FEW else request.run_for_stream
                key = (last, upto, request.lang, viewer, sees_undelayed(grant), now.setup.seats)
                yield await channel.lines_event(run, encode, *key)
                last = upto
            if now.closed != closed:
                closed = now.closed
                yield _event("session", LiveSession(version=now.version, lines=now.lines, closed=closed))
            if not await _wait(news, _timeout(request, now, whole)):
                yield b": here\n\n"


def _timeout(request: ApiRequest, now: SessionView, whole: SessionView) -> float:
    """Seconds until the next line becomes public, or until the stream sends a sign of life."""
    if now is whole or not (due := now.due(whole)):
        return KEEP_ALIVE
    left = datetime.fromisoformat(due) - datetime.fromisoformat(request.service.sessions.now())
    return min(KEEP_ALIVE, max(0.01, left.total_seconds()))


async def _wait(news: asyncio.Event, seconds: float) -> bool:
    """Whether there was news within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return False
    return True


def _line_events(view: SessionView, numbers: range, lang: str, viewer: Seat | str | None, backlog: FoldCache) -> bytes:
    return b"".join(_line_event(view, number, lang, viewer, backlog) for number in numbers)


def _line_event(view: SessionView, number: int, lang: str, viewer: Seat | str | None, backlog: FoldCache) -> bytes:
    line = shown(view.log[number - 1], viewer, view.setup)
    snapshot = snapshot_in(view, Viewpoint(viewer))
    then = snapshot if number == view.lines else _earlier_snapshot(view, number, viewer, backlog)
    annotator = Annotator(seated(view.setup, view.log[:number]), lang)
    findings, index = snapshot.findings_by_line.get(number, ()), FrameIndex(snapshot.frames)
    writer = view.writers[number - 1]
    event = LiveLine(
        line=number,
        by=LineAuthor(role=writer.role, seat=annotator.letter(writer.seat), grant=writer.grant),
        text=write_entry(line, view.setup).strip(),
        says=annotator.line(line),
        findings=[finding_view(annotator, finding, index) for finding in findings] if view.setup.help else [],
        scores=scores_of(annotator, then.last.step.state),
    )
    return without_side_colours(_event("line", event, number).decode(), view.setup).encode()


def _earlier_snapshot(view: SessionView, number: int, viewer: Seat | str | None, backlog: FoldCache) -> FoldSnapshot:
    """The fold of a record up to an earlier line, as it was known then; a stream needs them in order."""
    viewpoint = Viewpoint(viewer if view.hides(viewer, number) else EVERYTHING)
    return backlog.snapshot(view.setup, view.log, number, viewpoint)


def _event(name: str, data: Struct, id: int | None = None) -> bytes:
    head = f"id: {id}\n" if id is not None else ""
    return f"event: {name}\n{head}data: ".encode() + msgspec.json.encode(data) + b"\n\n"
