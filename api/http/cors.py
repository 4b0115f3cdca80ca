"""Lets pages of other sites read what their reader could read here with the same token, and write nothing."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import Response

READING = frozenset({"GET", "HEAD"})
READ_HEADERS = {
    "access-control-allow-origin": "*",  # the API knows no cookies: without a token every site is a guest
    "access-control-expose-headers": "x-request-id, retry-after",
}
PREFLIGHT_HEADERS = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "authorization, accept-language, last-event-id",
    "access-control-max-age": "7200",
}


def is_preflight(method: str, headers: Headers) -> bool:
    """Whether a browser asks, for a page of another site, if that page may read here."""
    return method == "OPTIONS" and headers.get("access-control-request-method", "").upper() in READING


def preflight_response() -> Response:
    """Allows reading. Browsers refuse to write, because nothing here allows it."""
    return Response(status_code=204, headers=PREFLIGHT_HEADERS)
