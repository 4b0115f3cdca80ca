"""Handles what concerns every request: limits of rate, origin, security headers, the log and the metrics."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.limits.addresses import TrustedProxies
from api.http.limits.connections import REFUSAL_TIME, REFUSED
from api.http.logs import RequestLog
from api.http.metrics import count_request
from api.http.problem_response import problem_response
from api.http.problems import HttpProblem
from api.http.requests.random_ids import random_id
from api.http.settings import Settings

log = logging.getLogger("griffier.requests")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS = SAFE | {"POST", "PUT", "PATCH", "DELETE"}
SINGLE_HEADERS = ("authorization", "idempotency-key")  # sent twice, it would be unclear which one counts
UNLIMITED = frozenset({"/live", "/ready", "/metrics"})
READING = frozenset({"GET", "HEAD"})
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
HTTPS_HEADERS = {"strict-transport-security": "max-age=31536000"}  # where the service is reached by https
# Pages of other sites may read what their reader could read here with the same token, and write nothing.
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


class RequestMiddleware:
    """The outermost layer of the app, so that every request is limited, marked, logged and counted."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self.app = app
        self.address = urlsplit(settings.address).netloc
        self.headers = HEADERS | (HTTPS_HEADERS if settings.address.startswith("https:") else {})
        self.proxies, self.per_address = TrustedProxies(settings.proxies), settings.per_address
        self.in_progress: Counter[str] = Counter()  # requests of each caller
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        self.rates = {True: _per_minute(settings.reads), False: _per_minute(settings.writes)}  # by whether it is safe
        self.log = RequestLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["request"] = random_id(16)
        began, status, method, headers = time.perf_counter(), 500, scope["method"], Headers(scope=scope)
        caller = scope["caller"] = self._caller(scope, headers)
        send = without_body(send) if method == "HEAD" else send

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(message, scope, method)
            await send(message)

        self.in_progress[caller] += 1
        try:
            if (problem := self._problem(scope, headers)) is not None:
                if scope.get(REFUSED):
                    await _body_received(receive)
                response = await problem_response(Request(scope, receive), problem)
                await response(scope, receive, send_marked)
            elif is_preflight(method, headers):
                await Response(status_code=204, headers=PREFLIGHT_HEADERS)(scope, receive, send_marked)
            else:
                scope["method"] = "GET" if method == "HEAD" else method
                await self.app(scope, receive, send_marked)
        finally:
            self.in_progress[caller] -= 1
            if not self.in_progress[caller]:
                del self.in_progress[caller]
            self._note(scope, method, status, time.perf_counter() - began)

    def _add_headers(self, message: Message, scope: Scope, method: str) -> None:
        headers = MutableHeaders(scope=message)
        headers["x-request-id"] = scope["request"]
        for name, value in {**self.headers, **READ_HEADERS}.items() if method in READING else self.headers.items():
            headers.setdefault(name, value)

    def _note(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        """Counts and logs a request; never its query, headers or body, which may hold tokens and names."""
        route = getattr(scope.get("route"), "path", "")
        method = method if method in METHODS else "other"  # clients can make up any number of methods
        count_request(method, route, status, seconds)
        if log.isEnabledFor(logging.INFO) and scope["path"] not in UNLIMITED:
            fields = {"request": scope["request"], "method": method, "route": route}
            self.log.add({**fields, "status": status, "ms": round(seconds * 1000)})

    def _problem(self, scope: Scope, headers: Headers) -> HttpProblem | None:
        """Why a request gets no further, if it does not."""
        if scope.get(REFUSED) or self.in_progress[scope["caller"]] > self.per_address:
            return HttpProblem("too-many-connections", 503)
        safe = scope["method"] in SAFE
        if not safe and not self._is_same_origin(headers):
            return HttpProblem("foreign-origin", 403)
        if any(len(headers.getlist(name)) > 1 for name in SINGLE_HEADERS):
            return HttpProblem("header-twice", 400)
        rate = self.rates[safe]
        if rate is None or scope["path"] in UNLIMITED or self.limiter.hit(rate, scope["caller"]):
            return None
        return HttpProblem("too-often", 429)

    def _is_same_origin(self, headers: Headers) -> bool:
        """Whether a write comes from the service's own pages, or from a program."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        try:
            return urlsplit(origin).netloc in (headers.get("host"), self.address or None)
        except ValueError:  # not an address
            return False

    def _caller(self, scope: Scope, headers: Headers) -> str:
        """Who sent a request; behind a trusted proxy, whom the proxy names."""
        peer = (scope.get("client") or ("?",))[0]
        return self.proxies.caller(peer, headers.getlist("x-forwarded-for"))


async def _body_received(receive: Receive) -> None:
    """Waits until a request has arrived: a connection that is closed before would be reset, and the answer lost."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(REFUSAL_TIME / 2):
            while (await receive()).get("more_body"):
                pass


def is_preflight(method: str, headers: Headers) -> bool:
    """Whether a browser asks, for a page of another site, if that page may read here."""
    return method == "OPTIONS" and headers.get("access-control-request-method", "").upper() in READING


def without_body(send: Send) -> Send:
    """Sends only the head of a response, and ends a stream at once."""
    over = False

    async def head(message: Message) -> None:
        nonlocal over
        if message["type"] == "http.response.start":
            await send(message)
        elif not over:
            over = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return head


def _per_minute(limit: int) -> RateLimitItem | None:
    return parse(f"{limit}/minute") if limit else None
