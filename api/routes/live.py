"""The live stream of a session: every line once, in order, from the last one somebody has."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
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
from replays.view_models import FindingView, Points, finding_view, scores_of
from replays.viewpoint import Viewpoint, shown, snapshot_in

routes = Routes("live")
ALIVE = 15.0  # seconds of silence after which a stream says that it is there
STREAM = "text/event-stream"


class LiveQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`after` is the last line already known; a browser says so by itself when it comes back."""

    after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class LineAuthor(Struct, frozen=True, kw_only=True):
    """Who wrote a line: a role, its seat, and the grant it was written with."""

    role: str
    seat: str | None
    grant: str


class LiveLine(Struct, frozen=True, kw_only=True):
    """A line as it was recorded, what the rules found by it, as known now, and the points as they stood after it."""

    line: int
    text: str
    says: str
    findings: list[FindingView]
    scores: dict[str, Points]
    by: LineAuthor


class LiveSession(Struct, frozen=True, kw_only=True):
    """The session itself changed: it was closed, or opened again."""

    version: int
    lines: int
    closed: bool


@routes.streams("/sessions/{session}/live", events=(LiveLine, LiveSession), asks=LiveQuery)
async def live(ask: ApiRequest) -> StreamingResponse:
    """Every line as it is recorded, as server-sent events.

    Each `line` event has the line's number as its id, so that a stream that broke off goes on where it was
    (`Last-Event-ID`, or `after`). A `session` event tells that the record was closed or opened again.
    """
    await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, READ)
    view = await ask.desk.work(ask.desk.sessions.view, ask.session)
    stream = _stream(ask, view, _last(ask))
    first = await anext(stream)  # what cannot be watched is refused, not streamed
    return StreamingResponse(_with(first, stream), media_type=STREAM, headers={"x-accel-buffering": "no"})


def _last(ask: ApiRequest) -> int:
    said = ask.request.headers.get("last-event-id", "")
    if not said:
        return ask.query.after
    if not said.isdecimal() or len(said) > 7:
        raise InvalidRequest("kind", "Last-Event-ID", kind="int")
    return int(said)


async def _with(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async with contextlib.aclosing(rest):
        yield first
        async for chunk in rest:
            yield chunk


async def _stream(ask: ApiRequest, view: SessionView, last: int) -> AsyncIterator[bytes]:
    hub, closed = ask.desk.hub, None
    async with hub.watch(view) as (channel, news):
        yield b"retry: 1000\n\n"
        while hub.open:
            news.clear()
            whole = channel.view
            held = grant_for_token(whole.grants.values(), ask.token)
            if ask.token and held is None and not whole.setup.guests:
                return  # taken back meanwhile
            now, backlog = ask.desk.public(whole, held), FoldCache()
            while last < now.lines:
                last += 1
                tell = partial(_told, now, last, ask.lang, viewer_of(held), backlog)
                yield await channel.line(ask.desk.work, tell, last, ask.lang, viewer_of(held), sees_undelayed(held))
            if now.closed != closed:
                closed = now.closed
                yield _event("session", LiveSession(version=now.version, lines=now.lines, closed=closed))
            if not await _soon(news, _patience(ask, now, whole)):
                yield b": here\n\n"


def _patience(ask: ApiRequest, now: SessionView, whole: SessionView) -> float:
    """Seconds until a stream looks again by itself: when the next line becomes public, or to say that it is there."""
    if now is whole or not (due := now.due(whole)):
        return ALIVE
    left = datetime.fromisoformat(due) - datetime.fromisoformat(ask.desk.sessions.now())
    return min(ALIVE, max(0.01, left.total_seconds()))


async def _soon(news: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return False
    return True


def _told(view: SessionView, number: int, lang: str, viewer: Seat | str | None, backlog: FoldCache) -> bytes:
    line = shown(view.log[number - 1], viewer, view.setup)
    snapshot = snapshot_in(view, Viewpoint(viewer))
    then = snapshot if number == view.lines else _then(view, number, viewer, backlog)
    annotator = Annotator(seated(view.setup, view.log[:number]), lang)
    found = snapshot.findings_by_line.get(number, ())
    writer = view.writers[number - 1]
    told = LiveLine(
        line=number,
        by=LineAuthor(role=writer.role, seat=annotator.letter(writer.seat), grant=writer.grant),
        text=write_entry(line, view.setup).strip(),
        says=annotator.line(line),
        findings=[finding_view(annotator, one) for one in found] if view.setup.help else [],
        scores=scores_of(annotator, then.last.step.state),
    )
    return _event("line", told, number)


def _then(view: SessionView, number: int, viewer: Seat | str | None, backlog: FoldCache) -> FoldSnapshot:
    """The snapshot of a record up to an earlier line, as it was known then; a stream walks through them in order."""
    sight = Viewpoint(viewer if view.hides(viewer, number) else EVERYTHING)
    return backlog.snapshot(view.setup, view.log, number, sight)


def _event(name: str, data: Struct, id: int | None = None) -> bytes:
    head = f"id: {id}\n" if id is not None else ""
    return f"event: {name}\n{head}data: ".encode() + msgspec.json.encode(data) + b"\n\n"
