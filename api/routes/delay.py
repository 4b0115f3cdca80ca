"""The public delay of a table: how much later spectators see its lines."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from api.routes.results import SessionReceipt, session_receipt
from domain.sessions.commands import SetDelay
from domain.sessions.roles import DELAY
from domain.timeline.visibility import MOST_LINES, MOST_SECONDS

routes = Routes("sessions")


class PublicDelay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line becomes public after so many seconds, and not before so many further lines were written."""

    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    lines: Annotated[int, Meta(ge=0, le=MOST_LINES)] = 0


@routes.post(
    "/sessions/{session}/delay",
    body=PublicDelay,
    response=SessionReceipt,
    permission=DELAY,
    example={"seconds": 10, "lines": 0},
)
async def set_the_delay(request: ApiRequest) -> SessionReceipt:
    """Let guests and viewers see lines later.

    Owner, scribes, seats and arbiters see every line at once. A line that is struck or fixed before it was public is
    never shown to the others. What is public stays so; a longer delay holds for later lines.
    """
    command = request.command(SetDelay, seconds=request.body.seconds, lines=request.body.lines)
    return session_receipt(await request.service.write(command))
