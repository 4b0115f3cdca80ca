"""Serving: where people reach the service, and how it goes down without losing anything."""

from __future__ import annotations

import gc
import socket
from io import StringIO

import segno
import uvicorn
from fastapi import FastAPI

from api.http.app import create_app
from api.http.logs import configure_logging
from api.http.settings import Settings
from api.locales import say

DRAINING = 10  # seconds for requests that are under way


class Server(uvicorn.Server):
    """Lets whoever watches leave first, then waits for what is under way, then has the rest written."""

    def __init__(self, app: FastAPI, settings: Settings):
        config = uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=DRAINING,
        )
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No new requests; streams end; what was taken is written when the desk closes."""
        if (desk := getattr(self.app.state, "service", None)) is not None:
            desk.hub.stop()
        await super().shutdown(sockets)


def run(settings: Settings, lang: str, out) -> bool:
    """Serve until told to stop; whether it ever could."""
    configure_logging(settings.log)
    server = Server(create_app(settings), settings)
    address = settings.address or f"http://{lan_address(settings.host)}:{settings.port}"
    out(say(lang, "serving", address=address))
    out(qr_text(address))
    gc.collect()
    gc.freeze()  # what is loaded now stays for good: to look through it for garbage would stop everybody, each time
    server.run()
    return server.started


def lan_address(host: str) -> str:
    """The address others on this network can use; nothing is sent to find it out."""
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
    made = StringIO()
    segno.make(address, error="l").terminal(made, compact=True, border=2)
    return made.getvalue()
