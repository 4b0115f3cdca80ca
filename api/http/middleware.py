"""The edge every request passes: who may ask how often, from where, and what is noted of it."""

from __future__ import annotations

import logging
import time
from typing import Any
from urllib.parse import urlsplit

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.cors import ANYWHERE, READING, asks_to_read, may_read
from api.http.logs import line
from api.http.metrics import noted
from api.http.problem_response import refused as answered
from api.http.problems import HttpProblem
from api.http.requests.random_tokens import drawn
from api.http.settings import Settings

log = logging.getLogger("griffier.requests")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS = SAFE | {"POST", "PUT", "PATCH", "DELETE"}
ONCE = ("authorization", "idempotency-key")  # of two, nobody could tell which one counts
UNLIMITED = frozenset({"/live", "/ready", "/metrics"})
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}


class RequestMiddleware:
    """Outside of everything else, so that nothing gets past it unnoted."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self.app = app
        self.address = urlsplit(settings.address).netloc
        self.proxies = frozenset(settings.proxies.split())
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        self.rates = {safe: parse(f"{most}/minute") if most else None for safe, most in _rates(settings)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["request"] = drawn(16)
        began, status, method, headers = time.perf_counter(), 500, scope["method"], Headers(scope=scope)
        scope["caller"] = self._caller(scope, headers)
        send = bodiless(send) if method == "HEAD" else send

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._mark(message, scope, method)
            await send(message)

        try:
            if (refused := self._refused(scope, headers)) is None and asks_to_read(method, headers):
                await may_read()(scope, receive, noting)
            elif refused is None:
                scope["method"] = "GET" if method == "HEAD" else method
                await self.app(scope, receive, noting)
            else:
                response = await answered(Request(scope, receive), refused)
                await response(scope, receive, noting)
        finally:
            self._note(scope, method, status, time.perf_counter() - began)

    def _mark(self, message: Message, scope: Scope, method: str) -> None:
        headers = MutableHeaders(scope=message)
        headers["x-request-id"] = scope["request"]
        for name, value in {**HEADERS, **ANYWHERE}.items() if method in READING else HEADERS.items():
            headers.setdefault(name, value)

    def _note(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        """What is kept of a request: never its query, its headers or its body, where tokens and names may be."""
        route = getattr(scope.get("route"), "path", "")
        method = method if method in METHODS else "other"  # anybody can make up more
        noted(method, route, status, seconds)
        if log.isEnabledFor(logging.INFO) and scope["path"] not in UNLIMITED:
            about: dict[str, Any] = {"request": scope["request"], "method": method, "route": route}
            line({**about, "status": status, "ms": round(seconds * 1000)})

    def _refused(self, scope: Scope, headers: Headers) -> HttpProblem | None:
        safe = scope["method"] in SAFE
        if not safe and not self._at_home(headers):
            return HttpProblem("foreign-origin", 403)
        if any(len(headers.getlist(name)) > 1 for name in ONCE):
            return HttpProblem("header-twice", 400)
        rate = self.rates[safe]
        if rate is None or scope["path"] in UNLIMITED or self.limiter.hit(rate, scope["caller"]):
            return None
        return HttpProblem("too-often", 429)

    def _at_home(self, headers: Headers) -> bool:
        """Whether a write comes from our own pages, or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        try:
            return urlsplit(origin).netloc in (headers.get("host"), self.address or None)
        except ValueError:  # no address at all
            return False

    def _caller(self, scope: Scope, headers: Headers) -> str:
        peer = (scope.get("client") or ("?",))[0]
        forwarded = headers.get("x-forwarded-for") if peer in self.proxies else None
        return forwarded.rpartition(",")[2].strip() if forwarded else peer


def bodiless(send: Send) -> Send:
    """Only the head of an answer, whatever follows it; a stream is told that nobody listens any more."""
    over = False

    async def head(message: Message) -> None:
        nonlocal over
        if message["type"] == "http.response.start":
            await send(message)
        elif not over:
            over = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return head


def _rates(settings: Settings) -> tuple[tuple[bool, int], ...]:
    return (True, settings.reads), (False, settings.writes)
