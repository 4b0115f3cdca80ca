"""Limits what one address can hold open: its connections, and the size and time of the head of a request."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from api.http.settings import Settings

HEAD_SIZE = 65_536  # bytes of request line and headers
RESERVED_FILES = 200  # open files for the store, static files and image workers
RETRY_AFTER = 10  # seconds


def usable_connections(settings: Settings) -> int:
    """The number of connections to accept: as set, but below the number of files this process may open."""
    try:
        import resource
    except ImportError:  # not on this system
        return settings.connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + RESERVED_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return settings.connections if soft == resource.RLIM_INFINITY else min(settings.connections, soft - RESERVED_FILES)


class ConnectionLimits:
    """Counts the open connections, in all and for each address. Trusted proxies count only in all."""

    def __init__(self, total: int, per_address: int, proxies: Iterable[str] = ()):
        self.total, self.per_address, self.proxies = total, per_address, frozenset(proxies)
        self.open = 0
        self.by_address: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Counts a new connection, unless there are too many."""
        if self.open >= self.total:
            return False
        if self.by_address[address] >= self.per_address and address not in self.proxies:
            return False
        self.open += 1
        self.by_address[address] += 1
        return True

    def release(self, address: str) -> None:
        """Counts a closed connection."""
        self.open -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which refuses a connection too many and a head that is too large or too slow."""

    def __init__(self, *, limits: ConnectionLimits, head_timeout: int, **options: Any):
        super().__init__(**options)
        self.limits, self.head_timeout = limits, head_timeout
        self.address = ""  # where the connection is counted, once it is admitted
        self.in_head, self.head_size = True, 0
        self.head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection, and starts to wait for its first request."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if not self.limits.admit(address):
            self.refuse(503, f"retry-after: {RETRY_AFTER}\r\n".encode())
            return
        self.address = address
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees the place of the connection."""
        super().connection_lost(exc)
        self._stop_timer()
        if self.address:
            self.limits.release(self.address)

    def data_received(self, data: bytes) -> None:
        """Parses what arrived; a head that is still incomplete is measured."""
        if self.transport.is_closing():  # refused already
            return
        super().data_received(data)
        if not self.in_head:
            return
        self.head_size += len(data)
        if self.head_size > HEAD_SIZE:
            self.refuse(431)
        elif self.head_timer is None:
            self._start_timer()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.in_head, self.head_size = True, 0

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        self.in_head = False
        self._stop_timer()
        super().on_headers_complete()

    def refuse(self, status: int, headers: bytes = b"") -> None:
        """Answers with a status, unless an answer is being sent, and closes the connection."""
        self._stop_timer()
        if self.cycle is None or self.cycle.response_complete:
            end = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + headers + end)
        self.transport.close()

    def _start_timer(self) -> None:
        self.head_timer = self.loop.call_later(self.head_timeout, self.refuse, 408)

    def _stop_timer(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None
