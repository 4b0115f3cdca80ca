"""Whether the service lives, is ready, and what it counts."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http import metrics
from api.http.problems import HttpProblem
from api.http.routing import Routes, answer
from domain.sessions.roles import READ
from projections.lag import ProjectionLag

routes = Routes("health", prefix="")


class Readiness(Struct, frozen=True, kw_only=True):
    """What stands behind the service."""

    store: bool
    writer: bool
    projections: ProjectionLag  # how far the read models are behind


@routes.router.get("/live", include_in_schema=False)
async def live(request: Request) -> Response:
    """The loop turns; nothing else is asked."""
    return Response(b"live", media_type="text/plain")


@routes.looks("/ready", gives=Readiness, needs=READ)
def ready(ask) -> Readiness:
    """Whether lines can be recorded and read now."""
    store, writer = ask.desk.ready()
    if not (store and writer):
        raise HttpProblem("not-ready", 503)
    return Readiness(store=store, writer=writer, projections=ask.desk.lag())


@routes.router.get("/metrics", include_in_schema=False)
async def figures(request: Request) -> Response:
    """Figures for Prometheus."""
    desk = request.app.state.desk
    await desk.work(desk.measure)
    return answer(metrics.written().decode())
