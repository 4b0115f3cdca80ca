"""Whether the service runs and is ready, and its metrics."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http.metrics import exposition
from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from api.http.routing import Routes, to_response
from api.http.service import Service
from projections.lag import ProjectionLag

routes = Routes("health", prefix="")


class Readiness(Struct, frozen=True, kw_only=True):
    """The state of what the service depends on."""

    store: bool
    writer: bool
    projections: ProjectionLag  # how far the read models are behind


@routes.router.get("/live", include_in_schema=False)
async def live(http: Request) -> Response:
    """Answer as long as the event loop runs."""
    return Response(b"live", media_type="text/plain")


@routes.get("/ready", response=Readiness)
def ready(request: ApiRequest) -> Readiness:
    """Whether lines can be recorded and read now."""
    store, writer = request.service.readiness()
    if not (store and writer):
        raise HttpProblem("not-ready", 503)
    return Readiness(store=store, writer=writer, projections=request.service.lag())


@routes.router.get("/metrics", include_in_schema=False)
async def metrics(http: Request) -> Response:
    """The metrics for Prometheus."""
    service: Service = http.app.state.service
    return to_response(await service.run_in_thread(_metrics_text, service))


def _metrics_text(service: Service) -> str:
    service.update_gauges()
    return exposition().decode()
