"""Limits what one address can hold open: its connections, and the size and time of all that it sends and reads."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from api.http.limits.addresses import TrustedProxies, caller_name
from api.http.settings import Settings

HEAD_SIZE = 65_536  # bytes of request line and headers
MAX_PIPELINED = 16  # requests that a client sends before it has the answer to the one before them
REFUSALS, REFUSALS_EACH = (
    100,
    4,
)  # connections beyond the limits that are answered in words, in all and for each address
REFUSAL_TIME = 2  # seconds that such a connection may take to send its request and read the answer
RESERVED_FILES = 200 + REFUSALS  # open files for the store, static files, image workers and refusals
READ_RATE = 1024  # bytes a second that a client must read at least of a long answer
RETRY_AFTER = 10  # seconds
HEAD, BODY, READING, REFUSAL = "head", "body", "reading", "refusal"  # what is waited for
REFUSED = "refused"  # in the scope of a request on a connection beyond the limits


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
    """Counts the open connections, in all and for each caller. Trusted proxies count only in all."""

    def __init__(self, total: int, per_address: int, proxies: TrustedProxies):
        self.total, self.per_address, self.proxies = total, per_address, proxies
        self.open = self.refused = 0
        self.by_caller: Counter[str] = Counter()
        self.refused_by_caller: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Counts a new connection, unless there are too many."""
        caller = caller_name(address)
        if self.open >= self.total:
            return False
        if self.by_caller[caller] >= self.per_address and address not in self.proxies:
            return False
        self.open += 1
        self.by_caller[caller] += 1
        return True

    def admit_refusal(self, address: str) -> bool:
        """Counts a connection that is to be refused in words, unless there are too many of these."""
        caller = caller_name(address)
        if self.refused >= REFUSALS or self.refused_by_caller[caller] >= REFUSALS_EACH:
            return False
        self.refused += 1
        self.refused_by_caller[caller] += 1
        return True

    def release(self, address: str, refused: bool = False) -> None:
        """Counts a closed connection."""
        if refused:
            self.refused -= 1
        else:
            self.open -= 1
        count, caller = self.refused_by_caller if refused else self.by_caller, caller_name(address)
        count[caller] -= 1
        if not count[caller]:
            del count[caller]


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which refuses a connection too many, and a client that sends too much or is too slow."""

    def __init__(self, *, limits: ConnectionLimits, patience: int, **options: Any):
        super().__init__(**options)
        self.limits, self.patience = limits, patience
        self.address = ""  # where the connection is counted, once it is admitted or refused in words
        self.refused = False
        self.in_head, self.head_size = True, 0
        self.timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection, and starts to wait for its first request."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        self.refused = not self.limits.admit(address)
        if self.refused and not self.limits.admit_refusal(address):
            self.refuse(503, f"retry-after: {RETRY_AFTER}\r\n".encode())
            return
        self.address = address
        if self.refused:
            self._start(REFUSAL, REFUSAL_TIME, self.transport.abort)
        self._start(HEAD, self.patience, self.refuse, 408)

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees the place of the connection."""
        super().connection_lost(exc)
        for timer in [*self.timers]:
            self._stop(timer)
        if self.address:
            self.limits.release(self.address, self.refused)

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
        elif HEAD not in self.timers:
            self._start(HEAD, self.patience, self.refuse, 408)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.in_head, self.head_size = True, 0
        self.scope[REFUSED] = self.refused  # type: ignore[literal-required]

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        self.in_head = False
        self._stop(HEAD)
        super().on_headers_complete()
        if self.refused:
            self.cycle.keep_alive = False
        if len(self.pipeline) > MAX_PIPELINED:
            raise ValueError("too many requests at once")  # the parser stops, and the request is answered with 400

    def on_message_complete(self) -> None:
        """A request has arrived with its body."""
        self._stop(BODY)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answer was given; the rest of a body that is not read any more may arrive for a while."""
        if self.cycle.more_body and not self.transport.is_closing():
            self._start(BODY, self.patience, self.transport.close)
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuses what is not HTTP."""
        self.refuse(400)

    def refuse(self, status: int, headers: bytes = b"") -> None:
        """Answers with a status, unless an answer is being sent, and closes the connection."""
        if self.cycle is None or self.cycle.response_complete:
            end = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + headers + end)
        self.transport.close()

    def pause_writing(self) -> None:
        """The client reads more slowly than the service writes."""
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        """The client has read nearly everything."""
        super().resume_writing()
        self._stop(READING)

    def _watch_reading(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._start(READING, self.patience, self._check_reading, unread)

    def _check_reading(self, before: int) -> None:
        """Ends the connection of a client that has hardly read anything."""
        if before - self.transport.get_write_buffer_size() < READ_RATE * self.patience:
            self.transport.abort()
        else:
            self._watch_reading()

    def _start(self, timer: str, seconds: float, act: Callable[..., object], *arguments: object) -> None:
        self._stop(timer)
        self.timers[timer] = self.loop.call_later(seconds, act, *arguments)

    def _stop(self, timer: str) -> None:
        if (running := self.timers.pop(timer, None)) is not None:
            running.cancel()
