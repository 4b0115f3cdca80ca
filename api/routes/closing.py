"""Closing a record with its result, opening it again, and giving up a table at which nothing was recorded."""

from __future__ import annotations

import secrets
from typing import Annotated

from msgspec import Meta, Struct

from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest
from api.http.routing import Routes, SessionRequest
from domain.errors import UnknownSeat
from domain.sessions.commands import CloseAsComputed, CloseSession, Command, DiscardSession, ReopenSession
from domain.sessions.roles import CLOSE, REOPEN, viewer_of
from domain.setup import Setup
from replays.recorder.result import TableResult, computed_points, result_of

routes = Routes("sessions")
MOST = 10_000  # points anybody could count
EXAMPLE = {"stated": {"B": 28}}


class ResultBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points as the table itself counted them, by letter; who was not counted is left out."""

    stated: dict[str, Annotated[int, Meta(ge=-MOST, le=MOST)]] = {}


class ClosingBody(ResultBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of a table. With `same` it is the computed one, `stated` is not read, and the record says so.

    `seen` is the version the sender knew; where lines were written since, nothing is closed and the answer says what.
    """

    same: bool = False
    seen: int | None = None


class SessionReceipt(Struct, frozen=True, kw_only=True):
    """Done: how far the session is now, and the head that proves it."""

    session: str
    version: int
    head: str
    at: str


@routes.reads("/sessions/{session}/result", gives=TableResult)
def result(at: SessionRequest) -> TableResult:
    """The result as the table stated it when its record was closed, and the computed one."""
    return result_of(at.view, at.lang, at.sight, judged=at.judged)


@routes.reads("/sessions/{session}/result", method="POST", takes=ResultBody, gives=TableResult, example=EXAMPLE)
def compare_a_result(at: SessionRequest) -> TableResult:
    """These points compared with the computed ones, with the line to look at where they differ. Nothing is closed."""
    _are_seats(at.view.setup, at.ask.body.stated)
    return result_of(at.view, at.lang, at.sight, at.ask.body.stated, at.judged)


@routes.writes("/sessions/{session}/closing", takes=ClosingBody, gives=SessionReceipt, needs=CLOSE, example=EXAMPLE)
async def close_the_record(ask: ApiRequest) -> SessionReceipt:
    """Close the record, with the result as the table itself counted it; a record without a line stays open."""
    kind, stated = await ask.desk.work(_result_to_keep, ask)
    return await _done(ask, kind, stated=stated, expected=ask.body.seen)


def _result_to_keep(ask: ApiRequest) -> tuple[type[CloseSession], tuple[int | None, ...]]:
    view, held = ask.desk.looked_at(ask.session, ask.token, CLOSE)
    if ask.body.same:
        return CloseAsComputed, computed_points(view, viewer_of(held))
    _are_seats(view.setup, ask.body.stated)
    stated = tuple(ask.body.stated.get(letter) for letter in view.setup.seats)
    return CloseSession, stated if ask.body.stated else ()


def _are_seats(setup: Setup, stated: dict[str, int]) -> None:
    strange = next((letter for letter in stated if letter not in setup.seats), None)
    if strange is not None:
        raise UnknownSeat(seat=strange[:12], seats=" ".join(setup.seats))


@routes.writes("/sessions/{session}/closing", method="DELETE", gives=SessionReceipt, needs=REOPEN)
async def reopen_the_record(ask: ApiRequest) -> SessionReceipt:
    """Go on with a closed record."""
    return await _done(ask, ReopenSession)


@routes.writes("/sessions/{session}", method="DELETE", gives=SessionReceipt, needs=CLOSE)
async def delete_an_empty_table(ask: ApiRequest) -> SessionReceipt:
    """Delete a table at which nothing was recorded: it is listed and opened no more."""
    return await _done(ask, DiscardSession)


async def _done(ask: ApiRequest, command: type[Command], **told: object) -> SessionReceipt:
    key = ask.key or secrets.token_hex(16)
    done = await written(ask.desk.sessions.writer, command(session=ask.session, token=ask.token, key=key, **told))
    return SessionReceipt(session=done.session, version=done.version, head=done.link, at=done.at)
