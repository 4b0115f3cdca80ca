"""Counts requests and measures the service, for Prometheus."""

from __future__ import annotations

from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
REQUESTS = Counter("griffier_requests", "Requests answered.", ("method", "route", "status"), registry=REGISTRY)
SECONDS = Histogram("griffier_request_seconds", "How long answers took.", ("route",), registry=REGISTRY)
VIEWERS = Gauge("griffier_viewers", "Live streams open now.", registry=REGISTRY)
COMMANDS_WAITING = Gauge("griffier_commands_waiting", "Commands the writer has not begun.", registry=REGISTRY)
PROJECTION_LAG = Gauge("griffier_projection_lag_events", "Events the read models lack.", registry=REGISTRY)
PROJECTION_AGE = Gauge(
    "griffier_projection_looked_seconds", "Seconds since the read models were last updated.", registry=REGISTRY
)


@lru_cache(maxsize=1024)
def _series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Counts one answered request."""
    count, time = _series(method, route, status)
    count.inc()
    time.observe(seconds)


def exposition() -> bytes:
    """All metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)
