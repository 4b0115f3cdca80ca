"""How a route is declared: what it asks and takes, what it gives, and which operation of the role table it is."""

from __future__ import annotations

import gzip
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import APIRouter
from fastapi.routing import APIRoute
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.http.openapi.document import described
from api.http.requests.request import JSON, ApiRequest, read_ask
from domain.rules import Seat
from domain.sessions.roles import READ, Grant, may_see_findings, viewer_of
from domain.sessions.session_state import SessionView

PICTURE = "image/jpeg"
WORTH = 2000  # bytes from which an answer is sent small
encode = msgspec.json.Encoder(order="deterministic").encode


class SessionRequest(Struct, kw_only=True):
    """A request at one session's table: the session as it stands, and as what its reader comes."""

    ask: ApiRequest
    view: SessionView
    held: Grant | None

    @property
    def lang(self) -> str:
        """The language to answer in."""
        return self.ask.lang

    @property
    def sight(self) -> Seat | str | None:
        """What this reader may know."""
        return viewer_of(self.held)

    @property
    def judged(self) -> bool:
        """Whether this reader is told what the rules think."""
        return may_see_findings(self.held, self.view.setup, self.view.closed)


class Operation(Struct, frozen=True, kw_only=True):
    """Everything that is told about a route; enforcement, documentation and tests read the same."""

    method: str
    path: str
    gives: Any  # a Struct; str for a text, bytes for a picture
    needs: tuple[str, ...]  # operations of the role table; of a write, one of them, by what is written
    asks: type | None = None
    takes: Any = None
    most: int | None = None  # bytes of a body, where that is not the usual
    status: int = 200
    example: Any = None  # a body somebody can send
    streams: tuple[type, ...] = ()  # what comes as server-sent events


class DirectRoute(APIRoute):
    """A route that reads its request itself: described like any other, but nobody searches for what to inject."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; what is refused is answered further out."""
        if scope["method"] not in self.methods:
            raise HTTPException(405, headers={"Allow": ", ".join(self.methods)})
        response = await self.endpoint(Request(scope, receive, send))
        await response(scope, receive, send)


class Routes:
    """The routes of one resource."""

    def __init__(self, tag: str, prefix: str = "/api"):
        self.router, self.prefix = APIRouter(tags=[tag]), prefix

    def reads(self, path: str, *, gives: Any, needs: str = READ, **more: Any) -> Callable:
        """A route that looks at one session, beside the loop: `def route(at: At) -> Struct`."""
        more = {"method": "GET", **more}
        return self._declared(Operation(path=path, gives=gives, needs=(needs,), **more), _at_a_table)

    def looks(self, path: str, *, gives: Any, needs: str = READ, **more: Any) -> Callable:
        """A route that looks at something else, beside the loop: `def route(ask: Ask) -> Struct`."""
        more = {"method": "GET", **more}
        return self._declared(Operation(path=path, gives=gives, needs=(needs,), **more), _beside_the_loop)

    def writes(self, path: str, *, gives: Any, needs: str | tuple[str, ...], **more: Any) -> Callable:
        """A route that has something written: `async def route(ask: Ask) -> Struct`."""
        more = {"method": "POST", **more}
        needs = (needs,) if isinstance(needs, str) else needs
        return self._declared(Operation(path=path, gives=gives, needs=needs, **more), _on_the_loop)

    def streams(self, path: str, *, events: tuple[type, ...], needs: str = READ, asks: type | None = None) -> Callable:
        """A route that goes on giving: `async def route(ask: Ask) -> StreamingResponse`."""
        told = {"method": "GET", "gives": None, "needs": (needs,), "asks": asks, "streams": events}
        return self._declared(Operation(path=path, **told), _on_the_loop)

    def _declared(self, operation: Operation, run: Callable[..., Awaitable[Any]]) -> Callable:
        def declare(work: Callable) -> Callable:
            async def route(request: Request) -> Response:
                ask = await read_ask(request, operation.asks, operation.takes, operation.most)
                return await run(operation, work, ask)

            route.__name__ = work.__name__
            about = inspect.getdoc(work) or ""
            self.router.add_api_route(
                self.prefix + operation.path,
                route,
                methods=[operation.method],
                operation_id=work.__name__,
                status_code=operation.status,
                response_model=None,
                response_class=Response,
                summary=about.partition("\n")[0],
                description=about,
                openapi_extra=described(operation),
                route_class_override=DirectRoute,
            )
            return work

        return declare


async def _at_a_table(operation: Operation, work: Callable, ask: ApiRequest) -> Response:
    return await ask.desk.work(_looked_at, operation, work, ask)


def _looked_at(operation: Operation, work: Callable, ask: ApiRequest) -> Response:
    view, held = ask.desk.looked_at(ask.session, ask.token, operation.needs[0])
    return small(ask, answer(work(SessionRequest(ask=ask, view=view, held=held)), operation.status))


async def _beside_the_loop(operation: Operation, work: Callable, ask: ApiRequest) -> Response:
    return await ask.desk.work(lambda: small(ask, answer(work(ask), operation.status)))


async def _on_the_loop(operation: Operation, work: Callable, ask: ApiRequest) -> Response:
    return answer(await work(ask), operation.status)


def answer(made: Any, status: int = 200) -> Response:
    """What a route made, as a response."""
    if isinstance(made, Response):
        return made
    if isinstance(made, str):
        return Response(made, status, media_type="text/plain; charset=utf-8")
    return Response(encode(made), status, media_type=JSON)


def small(ask: ApiRequest, response: Response) -> Response:
    """The same answer, compressed where that is worth it and the asker can read it."""
    if len(response.body) < WORTH or response.media_type == PICTURE:
        return response
    if "gzip" not in ask.request.headers.get("accept-encoding", ""):
        return response
    response.body = gzip.compress(response.body, 5, mtime=0)
    response.headers.update({"content-encoding": "gzip", "content-length": str(len(response.body))})
    response.headers["vary"] = "accept-encoding"
    return response
