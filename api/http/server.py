"""Runs the app under uvicorn, prints its address, and shuts it down without losing a write."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable
from functools import partial
from io import StringIO

import segno
import uvicorn
from fastapi import FastAPI

from api.http.app import create_app
from api.http.limits.addresses import TrustedProxies
from api.http.limits.connections import ConnectionLimits, LimitedProtocol, usable_connections
from api.http.logs import configure_logging
from api.http.service import Service
from api.http.settings import Settings
from api.locales import say

BACKLOG = 4096  # connections that wait to be accepted; one that finds no room is tried again after a second
SHUTDOWN_TIMEOUT = 10  # seconds for requests in progress
SWITCH_INTERVAL = 0.001  # seconds; beside two threads that compute, the event loop waits half as long as with 0.005


class Server(uvicorn.Server):
    """Ends the live streams before it waits for requests in progress."""

    def __init__(self, app: FastAPI, settings: Settings):
        proxies = TrustedProxies(settings.proxies)
        self.limits = ConnectionLimits(usable_connections(settings), settings.per_address, proxies)
        config = uvicorn.Config(
            app,
            http=partial(LimitedProtocol, limits=self.limits, patience=settings.patience),  # type: ignore[arg-type]
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        )
        super().__init__(config)
        self.app, self.failed = app, False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen. A process whose writing thread ends, ends too, so that it can be started again."""
        await super().startup(sockets)
        service: Service | None = getattr(self.app.state, "service", None)
        if service is not None:
            service.writer.on_death.append(self._fail)

    def _fail(self) -> None:
        self.failed = self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the live streams before uvicorn waits for open requests."""
        service: Service | None = getattr(self.app.state, "service", None)
        if service is not None:
            service.hub.stop()
        await super().shutdown(sockets)


def run(settings: Settings, lang: str, echo: Callable[[str], None]) -> bool:
    """Serves until a signal stops it; gives whether it could start and did not fail."""
    configure_logging(settings.log)
    server = Server(create_app(settings), settings)
    address = settings.address or f"http://{lan_address(settings.host)}:{settings.port}"
    echo(say(lang, "serving", address=address))
    echo(qr_text(address))
    gc.collect()
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()  # what is loaded now stays loaded; scanning it for garbage would only cost time
    server.run()
    return server.started and not server.failed


def lan_address(host: str) -> str:
    """The address for others on this network; finding it sends nothing."""
    if host not in ("0.0.0.0", "::", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def qr_text(address: str) -> str:
    """An address as a QR code of half blocks, for a terminal."""
    text = StringIO()
    segno.make(address, error="l").terminal(text, compact=True, border=2)
    return text.getvalue()
