"""The service: FastAPI over the desk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path

from api.asking import LANGUAGES, language
from api.desk import Desk
from api.edge import Edge
from api.errors import HEADERS, Refused, problem_of
from api.openapi import openapi
from api.routes import ROUTES
from api.settings import Settings
from domain.sessions.errors import NotRecorded

ABOUT = "Records what players do at a table, judges it by the rules, and serves scoreboards, replays and audits."
ADDRESSES = [(compile_path(one.prefix + route.path)[0], route.methods) for one in ROUTES for route in one.router.routes]
NOT_THERE = {404: "not-found", 405: "wrong-method"}


def create_app(settings: Settings) -> FastAPI:
    """The whole service, on one database. The desk opens when the service starts, and closes with it."""

    @asynccontextmanager
    async def at_the_desk(app: FastAPI) -> AsyncIterator[None]:
        app.state.desk = Desk(settings)
        try:
            yield
        finally:
            app.state.desk.close()

    app = FastAPI(
        title="Griffier",
        version="1",
        description=ABOUT,
        lifespan=at_the_desk,
        docs_url=None,  # it would fetch its scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for routes in ROUTES:
        app.include_router(routes.router, prefix=routes.prefix)
    app.openapi = lambda: openapi(app)
    for kind in (NotRecorded, Refused, HTTPException, Exception):
        app.add_exception_handler(kind, refused)
    app.add_middleware(Edge, settings=settings)
    return app


def _taken(path: str) -> str:
    """Every method an address takes, each of which is a route of its own."""
    return ", ".join(sorted({method for fits, methods in ADDRESSES if fits.match(path) for method in methods}))


async def refused(request: Request, error: Exception) -> Response:
    """Every refusal in one shape; what was asked is not repeated."""
    more = {}
    if isinstance(error, HTTPException):
        more = dict(error.headers or {})
        if taken := _taken(request.scope["path"]) if error.status_code == 405 else "":
            more["allow"] = taken
        error = Refused(NOT_THERE.get(error.status_code, "not-found"), error.status_code)
    try:
        lang = language(request)
    except Exception:  # whatever is wrong with the request, it gets an answer
        lang = LANGUAGES[0]
    known = "authorization" in request.headers
    problem = problem_of(error, lang, request.scope.get("request", ""), known)
    headers = {**HEADERS.get(problem.status, {}), **more}
    return Response(msgspec.json.encode(problem), problem.status, headers, "application/problem+json")
