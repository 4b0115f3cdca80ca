"""Builds the FastAPI app: routes, pages, error handlers and middleware over one service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from api.http.middleware import RequestMiddleware
from api.http.openapi.document import openapi
from api.http.problem_response import problem_response
from api.http.problems import NO_ANSWER, HttpProblem
from api.http.service import Service
from api.http.settings import Settings
from api.pages import ROUTERS
from api.routes import ROUTES
from domain.errors import NotRecorded

ABOUT = "Records what players do at a table, judges it by the rules, and serves scoreboards, replays and audits."


class GriffierApp(FastAPI):
    """FastAPI with an OpenAPI document made from our own route declarations."""

    def openapi(self) -> dict[str, object]:
        """The OpenAPI document, made once."""
        return openapi(self)


def create_app(settings: Settings) -> FastAPI:
    """The whole app on one database. Its service opens when the app starts, and closes with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = Service(settings)
        try:
            yield
        finally:
            app.state.service.close()

    app = GriffierApp(
        title="Griffier",
        version="1",
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,  # FastAPI's page loads its scripts from another host
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,  # a redirect would make the client send its token twice
    )
    for router in (*(routes.router for routes in ROUTES), *ROUTERS):
        app.include_router(router)
    for kind in (NotRecorded, HttpProblem, HTTPException, *NO_ANSWER, Exception):
        app.add_exception_handler(kind, problem_response)
    app.add_middleware(RequestMiddleware, settings=settings)
    return app
