"""Pages of other sites: they may read what their reader could read here, by the same token, and write nothing."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import Response

READING = frozenset({"GET", "HEAD"})
ANYWHERE = {
    "access-control-allow-origin": "*",  # nothing here goes by cookies: who shows no token is a guest anywhere
    "access-control-expose-headers": "x-request-id, retry-after",
}
PREFLIGHT = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "authorization, accept-language, last-event-id",
    "access-control-max-age": "7200",
}


def asks_to_read(method: str, headers: Headers) -> bool:
    """Whether a browser asks beforehand, for a page of another site, if that may read here."""
    return method == "OPTIONS" and headers.get("access-control-request-method", "").upper() in READING


def may_read() -> Response:
    """It may; about writing nothing is said, and so no browser lets it."""
    return Response(status_code=204, headers=PREFLIGHT)
