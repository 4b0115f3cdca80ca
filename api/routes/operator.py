"""The erasure of a person, for the operator on the machine of the service."""

from __future__ import annotations

import hmac
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http.operator_endpoint import ERASURES
from api.http.problems import HttpProblem
from api.http.requests.request import bearer_token, parse_request
from api.http.routing import Routes, to_response
from api.http.service import Service

routes = Routes("operator", prefix="")


class ErasureBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's name, exactly as it was written."""

    name: Annotated[str, Meta(min_length=1, max_length=256)]


class ErasureReceipt(Struct, frozen=True, kw_only=True):
    """How many people of that name were erased."""

    erased: int


@routes.router.post(ERASURES, include_in_schema=False)
async def erase_a_person(http: Request) -> Response:
    """Erase a name from the store, in every session; without the operator's token the address does not exist."""
    token = http.app.state.service.operator_token
    if not token or not hmac.compare_digest(bearer_token(http), token):
        raise HttpProblem("not-found", 404)
    request = await parse_request(http, body=ErasureBody)
    erased = await request.service.run_in_thread(_erase, request.service, request.body.name)
    return to_response(ErasureReceipt(erased=erased))


def _erase(service: Service, name: str) -> int:
    erased = service.sessions.erase_person(name)
    for session in list(service.hub.channels):
        service.hub.forget(session)  # cached lines may hold the name
    return erased
