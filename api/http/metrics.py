"""What the service counts about itself, for Prometheus."""

from __future__ import annotations

from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
REQUESTS = Counter("griffier_requests", "Requests answered.", ("method", "route", "status"), registry=REGISTRY)
SECONDS = Histogram("griffier_request_seconds", "How long answers took.", ("route",), registry=REGISTRY)
VIEWERS = Gauge("griffier_viewers", "Live streams open now.", registry=REGISTRY)
WAITING = Gauge("griffier_commands_waiting", "Commands not yet taken by the writer.", registry=REGISTRY)
LAG = Gauge("griffier_projection_lag_events", "Events the read models have not seen yet.", registry=REGISTRY)
LOOKED = Gauge("griffier_projection_looked_seconds", "Since the read models were last looked after.", registry=REGISTRY)


@lru_cache(maxsize=1024)
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


def noted(method: str, route: str, status: int, seconds: float) -> None:
    """One request more."""
    count, time = _counters(method, route, status)
    count.inc()
    time.observe(seconds)


def written() -> bytes:
    """All figures as text."""
    return generate_latest(REGISTRY)
