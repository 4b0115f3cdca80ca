"""The result of a record: closing the record with it, reopening the record, deleting a table without lines."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from domain.errors import UnknownSeat
from domain.sessions.commands import (
    CloseAsComputed,
    CloseSession,
    Command,
    CommandReceipt,
    DiscardSession,
    ReopenSession,
)
from domain.sessions.roles import CLOSE, REOPEN, viewer_of
from domain.setup import Setup
from replays.export.plays import LoggedPlay, bg_stats_link, play_of
from replays.recorder.result import TableResult, computed_points, result_of

routes = Routes("sessions")
MOST = 10_000  # points that can be stated
EXAMPLE = {"stated": {"B": 28}}


class ResultBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points as the table counted them, by letter; a seat that was not counted is left out."""

    stated: dict[str, Annotated[int, Meta(ge=-MOST, le=MOST)]] = {}


class ClosingBody(ResultBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of a table. With `same` it is the computed one, `stated` is not read, and the record says so.

    `seen` is the version the sender knew; where lines were written since, nothing is closed and the answer says what.
    """

    same: bool = False
    seen: int | None = None


class SessionReceipt(Struct, frozen=True, kw_only=True):
    """The version of the session after a write, and the head, signed checkpoint and inclusion path that prove it."""

    session: str
    version: int
    head: str
    at: str
    checkpoint: str = ""
    inclusion: list[str] = []


def session_receipt(done: CommandReceipt) -> SessionReceipt:
    """The receipt of a write that concerns the session as a whole."""
    return SessionReceipt(
        session=done.session,
        version=done.version,
        head=done.link,
        at=done.at,
        checkpoint=done.proof.checkpoint,
        inclusion=done.proof.inclusion,
    )


@routes.session_get("/sessions/{session}/result", response=TableResult)
def result(request: SessionRequest) -> TableResult:
    """The result as the table stated it when its record was closed, and the computed one."""
    return result_of(request.view, request.lang, request.viewer, judged=request.sees_findings)


class PlayExport(Struct, frozen=True, kw_only=True):
    """A finished session as players log it, and the link that opens it in BG Stats."""

    play: LoggedPlay
    bg_stats: str


@routes.session_get("/sessions/{session}/play", response=PlayExport)
def play(request: SessionRequest) -> PlayExport:
    """A finished session as a play: date, length, players with points and places as ruled, points by source."""
    played = finished_play(request)
    return PlayExport(play=played, bg_stats=bg_stats_link(played))


def finished_play(request: SessionRequest) -> LoggedPlay:
    """The play of a session; refused while it has no result."""
    if (played := play_of(request.view, request.lang)) is None:
        raise HttpProblem("no-result", 409)
    return played


@routes.session_post("/sessions/{session}/result", body=ResultBody, response=TableResult, example=EXAMPLE)
def compare_a_result(request: SessionRequest) -> TableResult:
    """Compare points with the computed ones, with the line to look at where they differ. Nothing is closed."""
    _check_letters(request.view.setup, request.body.stated)
    return result_of(request.view, request.lang, request.viewer, request.body.stated, request.sees_findings)


@routes.post(
    "/sessions/{session}/closing", body=ClosingBody, response=SessionReceipt, permission=CLOSE, example=EXAMPLE
)
async def close_the_record(request: ApiRequest) -> SessionReceipt:
    """Close the record, with the result as the table itself counted it; a record without a line stays open."""
    kind, stated = await request.service.run_in_thread(_result_to_store, request)
    return await _write(request, request.command(kind, stated=stated, expected=request.body.seen))


def _result_to_store(request: ApiRequest) -> tuple[type[CloseSession], tuple[int | None, ...]]:
    view, grant = request.service.authorize(request.session, request.token, CLOSE)
    body: ClosingBody = request.body
    if body.same:
        return CloseAsComputed, computed_points(view, viewer_of(grant))
    _check_letters(view.setup, body.stated)
    return CloseSession, tuple(body.stated.get(letter) for letter in view.setup.seats) if body.stated else ()


def _check_letters(setup: Setup, stated: dict[str, int]) -> None:
    unknown = next((letter for letter in stated if letter not in setup.seats), None)
    if unknown is not None:
        raise UnknownSeat(seat=unknown[:12], seats=" ".join(setup.seats))


@routes.delete("/sessions/{session}/closing", response=SessionReceipt, permission=REOPEN)
async def reopen_the_record(request: ApiRequest) -> SessionReceipt:
    """Reopen a closed record, so that lines can be added."""
    return await _write(request, request.command(ReopenSession))


@routes.delete("/sessions/{session}", response=SessionReceipt, permission=CLOSE)
async def delete_an_empty_table(request: ApiRequest) -> SessionReceipt:
    """Delete a table without a line: it is no longer listed and cannot be opened."""
    return await _write(request, request.command(DiscardSession))


async def _write(request: ApiRequest, command: Command) -> SessionReceipt:
    return session_receipt(await request.service.write(command))
