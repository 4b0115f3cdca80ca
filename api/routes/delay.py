"""The public delay of a table: how much later those who only look on see its lines."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.requests.reply_await import written
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from api.routes.closing import SessionReceipt
from domain.sessions.commands import SetDelay
from domain.sessions.roles import DELAY
from domain.timeline.public_delay import MOST_LINES, MOST_SECONDS

routes = Routes("sessions")


class PublicDelay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line becomes public after so many seconds, and not before so many other lines were written."""

    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    lines: Annotated[int, Meta(ge=0, le=MOST_LINES)] = 0


@routes.writes(
    "/sessions/{session}/delay",
    takes=PublicDelay,
    gives=SessionReceipt,
    needs=DELAY,
    example={"seconds": 10, "lines": 0},
)
async def set_the_delay(ask: ApiRequest) -> SessionReceipt:
    """Let guests and viewers see lines later.

    Owner, scribes, seats and arbiters see every line at once. A line that is struck or fixed before it was public is
    never shown to the others. What is public stays so; a longer delay holds for later lines.
    """
    done = await written(
        ask.desk.sessions.writer, ask.command(SetDelay, seconds=ask.body.seconds, lines=ask.body.lines)
    )
    return SessionReceipt(session=done.session, version=done.version, head=done.link, at=done.at)
