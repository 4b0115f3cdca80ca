"""What only whoever runs the service may ask, from the machine it runs on."""

from __future__ import annotations

import hmac
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http.operator_socket import ERASURES
from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, read_ask, shown_token
from api.http.routing import Routes, answer

routes = Routes("operator", prefix="")


class ErasureBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's name, exactly as it was written."""

    name: Annotated[str, Meta(min_length=1, max_length=256)]


class ErasureReceipt(Struct, frozen=True, kw_only=True):
    """How many of that name are erased now."""

    erased: int


@routes.router.post(ERASURES, include_in_schema=False)
async def erase_a_person(request: Request) -> Response:
    """Take a name out of the store, wherever its person played; for everybody else there is nothing here."""
    token = request.app.state.desk.operator
    if not token or not hmac.compare_digest(shown_token(request), token):
        raise HttpProblem("not-found", 404)
    ask = await read_ask(request, None, ErasureBody, None)
    return answer(ErasureReceipt(erased=await ask.desk.work(_erased, ask)))


def _erased(ask: ApiRequest) -> int:
    erased = ask.desk.sessions.erase_person(ask.body.name)
    for session in list(ask.desk.hub.channels):
        ask.desk.hub.forget(session)  # whoever comes to watch is told no such name any more
    return erased
