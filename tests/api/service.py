"""The whole service for a test: in this process without a socket, or behind a real socket."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import UUID

import httpx

from api.http.app import create_app
from api.http.server import Server
from api.http.service import Service as Backend
from api.http.settings import Settings
from domain.sessions.application import Sessions

AT_LAST = 30  # seconds after which a step counts as hanging
HOME = "http://table.test"


class Service:
    """The real app over a real store, on its own event loop; requests are made without a socket."""

    def __init__(self, url: str, **settings: Any):
        self.settings = Settings(database=url, **{"reads": 0, "writes": 0, "guesses": 0, **settings})
        self.app = create_app(self.settings)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.opened = self.app.router.lifespan_context(self.app)
        self.run(self.opened.__aenter__())
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        self.client = httpx.AsyncClient(transport=transport, base_url=HOME)

    @property
    def backend(self) -> Backend:
        """The resources of the running service."""
        return self.app.state.service

    @property
    def sessions(self) -> Sessions:
        """The sessions of the running service."""
        return self.backend.sessions

    def run(self, work: Coroutine, timeout: float | None = AT_LAST) -> Any:
        """Runs a coroutine on the service's event loop, and waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout)

    def ask(self, method: str, path: str, token: str = "", body: Any = None, **more: Any) -> httpx.Response:
        """One request with this token."""
        headers = dict(more.pop("headers", {}))
        if token:
            headers["authorization"] = f"Bearer {token}"
        if isinstance(body, bytes):
            more |= {"content": body}
            headers.setdefault("content-type", "image/jpeg")
        elif isinstance(body, str):
            more |= {"content": body.encode()}
            headers.setdefault("content-type", "text/plain")
        elif body is not None:
            more |= {"content": json.dumps(body).encode()}
            headers.setdefault("content-type", "application/json")
        return self.run(self.client.request(method, path, headers=headers, **more))

    def begins(self, path: str, token: str = "") -> tuple[int, bytes]:
        """The start of a streamed answer; then the client disconnects."""
        return self.run(heard(self.app, path, token, bool))

    def heard(self, path: str, token: str, lines: int) -> bytes:
        """The events of a live stream up to a number of lines; then the client disconnects."""
        enough = f"id: {lines}\n".encode()
        return self.run(heard(self.app, path, token, lambda got: enough in got and got.endswith(b"\n\n")))[1]

    def head(self, session: str) -> tuple[int, str, int]:
        """The head of a session and the last event of the store, which no refused request changes."""
        view = self.backend.sessions.view(UUID(session))
        return view.version, view.link, self.last()

    def last(self) -> int:
        """The number of the last event of the whole store."""
        return self.backend.sessions.recorder.max_notification_id() or 0

    def caught_up(self) -> None:
        """Waits until the read models are up to date."""
        waited = time.monotonic() + AT_LAST
        while self.backend.lag().behind:
            assert time.monotonic() < waited, "the read models stay behind"
            time.sleep(0.005)

    def close(self) -> None:
        """Closes everything, in the order of a server."""
        self.run(self.client.aclose())
        self.run(self.opened.__aexit__(None, None, None))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


async def heard(app: Any, path: str, token: str, enough: Callable[[bytes], bool]) -> tuple[int, bytes]:
    """Status and bytes of an answer up to a condition, through the plain ASGI interface."""
    done, gone = asyncio.Event(), asyncio.Event()
    status, got = 0, b""

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, got
        status, got = message.get("status", status), got + message.get("body", b"")
        if message["type"] == "http.response.body" and enough(got):
            done.set()

    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    answering = asyncio.ensure_future(app(scope("GET", path, headers), receive, send))
    waiting = asyncio.ensure_future(done.wait())
    await asyncio.wait((waiting, answering), return_when=asyncio.FIRST_COMPLETED, timeout=AT_LAST)
    waiting.cancel()
    gone.set()
    await answering
    return status, got


def scope(method: str, path: str, headers: list[tuple[bytes, bytes]], query: bytes = b"") -> dict[str, Any]:
    """The ASGI scope of a request."""
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", b"table.test"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("table.test", 80),
    }


class Serving:
    """The app behind a real socket, under the server that `serve` runs."""

    def __init__(self, url: str, **settings: Any):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.home = f"http://127.0.0.1:{self.port}"
        settings = {"reads": 0, "writes": 0, "guesses": 0, **settings}
        settings = Settings(database=url, host="127.0.0.1", port=self.port, **settings)
        self.app = create_app(settings)
        self.server = Server(self.app, settings)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        waited = time.monotonic() + AT_LAST
        while not self.server.started:
            assert time.monotonic() < waited and self.thread.is_alive(), "it never came up"
            time.sleep(0.005)
        self.client = httpx.Client(base_url=self.home, timeout=AT_LAST)

    @property
    def sessions(self) -> Sessions:
        """The sessions of the running service."""
        return self.app.state.service.sessions

    def ask(self, method: str, path: str, token: str = "", body: Any = None, **more: Any) -> httpx.Response:
        """One request with this token."""
        headers = dict(more.pop("headers", {}))
        if token:
            headers["authorization"] = f"Bearer {token}"
        if isinstance(body, str):
            headers["content-type"] = "text/plain"
            return self.client.request(method, path, headers=headers, content=body.encode(), **more)
        return self.client.request(method, path, headers=headers, json=body, **more)

    def close(self) -> None:
        """Stops the server as a signal does."""
        self.client.close()
        self.server.should_exit = True
        self.thread.join(AT_LAST)
        assert not self.thread.is_alive(), "it does not end"
