"""The service: FastAPI over the desk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from api.http.middleware import RequestMiddleware
from api.http.openapi.document import openapi
from api.http.problem_response import refused
from api.http.problems import HttpProblem
from api.http.service import Service
from api.http.settings import Settings
from api.pages import ROUTERS
from api.routes import ROUTES
from domain.errors import NotRecorded

ABOUT = "Records what players do at a table, judges it by the rules, and serves scoreboards, replays and audits."


def create_app(settings: Settings) -> FastAPI:
    """The whole service, on one database. The desk opens when the service starts, and closes with it."""

    @asynccontextmanager
    async def at_the_desk(app: FastAPI) -> AsyncIterator[None]:
        app.state.desk = Service(settings)
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
        redirect_slashes=False,  # a redirect would have a token sent once more
    )
    for router in (*(routes.router for routes in ROUTES), *ROUTERS):
        app.include_router(router)
    app.openapi = lambda: openapi(app)
    for kind in (NotRecorded, HttpProblem, HTTPException, Exception):
        app.add_exception_handler(kind, refused)
    app.add_middleware(RequestMiddleware, settings=settings)
    return app
