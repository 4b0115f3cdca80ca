"""Declares the routes of the API: one declaration serves a route, checks its permission and documents it."""

from __future__ import annotations

import gzip
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter
from fastapi.routing import APIRoute
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.http.openapi.document import operation_fields
from api.http.requests.request import JSON, ApiRequest, SessionRequest, parse_request, session_request
from domain.sessions.roles import READ
from replays.disputes.blind_view import without_side_colours

JPEG = "image/jpeg"
COMPRESS_FROM = 2000  # bytes
encode = msgspec.json.Encoder(order="deterministic").encode
Handler = TypeVar("Handler", bound=Callable[..., Any])
Runner = Callable[["Operation", Callable[..., Any], ApiRequest], Awaitable[Response]]


class Operation(Struct, frozen=True, kw_only=True):
    """One route: how it is called, what it takes and returns, and which permission it needs."""

    method: str
    path: str
    response: Any = None  # a Struct; str for a text, bytes for a picture
    permissions: tuple[str, ...] = (READ,)  # of a write, one of them, depending on what is written
    query: type | None = None
    body: Any = None
    max_bytes: int | None = None  # of a body, where that is not the limit of the settings
    status: int = 200
    example: Any = None  # a body that can be sent
    events: tuple[type, ...] = ()  # what a stream sends
    heavy: bool | Callable[[Any], bool] = False  # whether it, or one with this query, is expensive: few run at once

    def is_heavy(self, request: ApiRequest) -> bool:
        """Whether a request is expensive."""
        return self.heavy if isinstance(self.heavy, bool) else self.heavy(request.query)


class DirectRoute(APIRoute):
    """A route whose endpoint parses its request itself, without FastAPI's dependency injection."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request; errors are answered by the app's exception handlers."""
        methods = self.methods or set()
        if scope["method"] not in methods:
            raise HTTPException(405, headers={"Allow": ", ".join(methods)})
        response = await self.endpoint(Request(scope, receive, send))
        await response(scope, receive, send)


class Routes:
    """The routes of one resource.

    A handler that is a plain function runs in a worker thread, a coroutine function on the event loop.
    """

    def __init__(self, tag: str, prefix: str = "/api"):
        self.router, self.prefix = APIRouter(tags=[tag]), prefix

    def session_get(self, path: str, *, response: Any, permission: str = READ, **more: Any) -> Callable:
        """A route that reads one session: `def handler(request: SessionRequest) -> Struct`."""
        more |= {"response": response, "permissions": (permission,)}
        return self._declare(Operation(method="GET", path=path, **more), _run_on_session)

    def session_post(self, path: str, *, response: Any, permission: str = READ, **more: Any) -> Callable:
        """A route that computes something about one session from its body and writes nothing."""
        more |= {"response": response, "permissions": (permission,)}
        return self._declare(Operation(method="POST", path=path, **more), _run_on_session)

    def get(self, path: str, *, response: Any, **more: Any) -> Callable:
        """A route that reads: `def handler(request: ApiRequest) -> Struct`."""
        return self._declare(Operation(method="GET", path=path, response=response, **more))

    def post(self, path: str, *, response: Any, permission: str | tuple[str, ...], **more: Any) -> Callable:
        """A route that writes, or computes something from its body."""
        return self._declare(_write("POST", path, response, permission, more))

    def put(self, path: str, *, response: Any, permission: str, **more: Any) -> Callable:
        """A route that replaces something."""
        return self._declare(_write("PUT", path, response, permission, more))

    def delete(self, path: str, *, response: Any, permission: str, **more: Any) -> Callable:
        """A route that takes something back."""
        return self._declare(_write("DELETE", path, response, permission, more))

    def stream(self, path: str, *, events: tuple[type, ...], query: type | None = None) -> Callable:
        """A route that sends events: `async def handler(request: ApiRequest) -> StreamingResponse`."""
        return self._declare(Operation(method="GET", path=path, query=query, events=events))

    def _declare(self, operation: Operation, run: Runner | None = None) -> Callable[[Handler], Handler]:
        def declare(handler: Handler) -> Handler:
            runner = run or (_run_on_loop if inspect.iscoroutinefunction(handler) else _run_in_thread)

            async def route(http: Request) -> Response:
                request = await parse_request(http, operation.query, operation.body, operation.max_bytes)
                return await runner(operation, handler, request)

            route.__name__ = handler.__name__
            about = inspect.getdoc(handler) or ""
            self.router.add_api_route(
                self.prefix + operation.path,
                route,
                methods=[operation.method],
                operation_id=handler.__name__,
                status_code=operation.status,
                response_model=None,
                response_class=Response,
                summary=about.partition("\n")[0],
                description=about,
                openapi_extra=operation_fields(operation),
                route_class_override=DirectRoute,
            )
            return handler

        return declare


def _write(method: str, path: str, response: Any, permission: str | tuple[str, ...], more: dict[str, Any]) -> Operation:
    permissions = (permission,) if isinstance(permission, str) else permission
    return Operation(method=method, path=path, response=response, permissions=permissions, **more)


async def _run_on_session(operation: Operation, handler: Callable[..., Any], request: ApiRequest) -> Response:
    def work() -> Response:
        prepared = session_request(request, operation.permissions[0])
        made = to_response(handler(prepared), operation.status)
        return compressed(request.http, colourless(prepared, made))

    return await request.run(work, operation.is_heavy(request))


async def _run_in_thread(operation: Operation, handler: Callable[..., Any], request: ApiRequest) -> Response:
    def work() -> Response:
        return compressed(request.http, to_response(handler(request), operation.status))

    return await request.run(work, operation.is_heavy(request))


async def _run_on_loop(operation: Operation, handler: Callable[..., Any], request: ApiRequest) -> Response:
    return to_response(await handler(request), operation.status)


def to_response(made: Any, status: int = 200) -> Response:
    """What a handler returned, as a response: a Struct becomes JSON, a text plain text."""
    if isinstance(made, Response):
        return made
    if isinstance(made, str):
        return Response(made, status, media_type="text/plain; charset=utf-8")
    return Response(encode(made), status, media_type=JSON)


def colourless(request: SessionRequest, response: Response) -> Response:
    """The same response; for a reader without names also without the colours of the sides' pieces."""
    if not request.blind or not (response.media_type or "").startswith(("text/", "image/svg", JSON)):
        return response
    response.body = without_side_colours(bytes(response.body).decode(), request.view.setup).encode()
    response.headers["content-length"] = str(len(response.body))
    return response


def compressed(http: Request, response: Response) -> Response:
    """The same response, compressed where that saves something and the client accepts it."""
    if len(response.body) < COMPRESS_FROM or response.media_type == JPEG:
        return response
    if "gzip" not in http.headers.get("accept-encoding", ""):
        return response
    response.body = gzip.compress(bytes(response.body), 5, mtime=0)
    response.headers.update({"content-encoding": "gzip", "content-length": str(len(response.body))})
    response.headers["vary"] = "accept-encoding"
    return response
