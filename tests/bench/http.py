"""Speed over HTTP as ratios in one run: recording a line against the simplest response of the same process."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson

from replays.record_text import read_record
from tests.bench.store import WHOLE_GAME, _postgres, endless

CONNECTIONS = 16
ROUNDS = 9
JSON = "content-type: application/json\r\n"
Job = Callable[["Link", int], Awaitable[None]]


def http_lines(seconds: float) -> Iterator[str]:
    """The figures, a line for each store."""
    session, _ = read_record(WHOLE_GAME.read_text(encoding="utf-8"))
    texts = endless(session)
    folder = Path(tempfile.mkdtemp(prefix="griffier-bench-"))
    try:
        yield _of_store("SQLite FULL", f"sqlite:///{folder}/store.sqlite", session, texts, seconds)
        with _postgres(folder) as url:
            yield _of_store("PostgreSQL", url, session, texts, seconds) if url else "PostgreSQL: not installed"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _of_store(name: str, url: str, session, texts: list[str], seconds: float) -> str:
    with served(url) as (port, _):
        bare, ours, slowest = asyncio.run(_measured(port, session, texts, max(seconds, 0.3)))
    ratio = statistics.median(one / other for one, other in zip(ours, bare, strict=True))
    return (
        f"{name} over HTTP: {CONNECTIONS} connections, one process, {statistics.median(ours):.0f} lines a second"
        f" with token, rules and link; GET /live {statistics.median(bare):.0f}: {ratio:.2f} (at least 0.20);"
        f" /live meanwhile p99 {slowest * 1e3:.0f} ms (below 50)"
    )


@contextmanager
def served(url: str) -> Iterator[tuple[int, int]]:
    """The service as it runs anywhere else, but for its rate limits: its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"DATABASE": url, "HOST": "127.0.0.1", "PORT": str(port), "READS": "0", "WRITES": "0"}
    environment = {**os.environ, **{f"GRIFFIER_{name}": value for name, value in settings.items()}}
    with tempfile.TemporaryFile() as log:
        command = [sys.executable, "-m", "api.cli", "serve"]
        service = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            yield _answers(port), service.pid
        finally:
            service.terminate()
            service.wait(30)


def _answers(port: int) -> int:
    until = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return port
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


class Link:
    """One connection, kept open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    async def ask(self, method: str, path: str, body: bytes = b"", head: str = "") -> bytes:
        """One request; its answer's body."""
        head = f"{method} {path} HTTP/1.1\r\nhost: bench\r\n{head}content-length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        reply = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        answer = await self.reader.readexactly(int(reply.partition(b"content-length: ")[2].partition(b"\r")[0]))
        if reply[9:10] != b"2":
            raise RuntimeError(answer.decode())
        return answer


async def _measured(port: int, session, texts: list[str], seconds: float) -> tuple[list[float], list[float], float]:
    links = [Link(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(CONNECTIONS + 1)]
    bare, ours, meanwhile = [], [], []
    for _ in range(ROUNDS):
        bare.append(await _rate(links[:CONNECTIONS], _live, seconds))
        record = await _tables(links[0], session, texts)
        watching = asyncio.create_task(_watched(links[-1], meanwhile))
        ours.append(await _rate(links[:CONNECTIONS], record, seconds))
        watching.cancel()
    return bare, ours, statistics.quantiles(meanwhile, n=100)[98]


async def _rate(links: list[Link], job: Job, seconds: float) -> float:
    """Answers a second over all connections."""
    start, done = time.perf_counter(), 0

    async def going(at: int, link: Link) -> None:
        nonlocal done
        while time.perf_counter() - start < seconds:
            await job(link, at)
            done += 1

    await asyncio.gather(*(going(at, link) for at, link in enumerate(links)))
    return done / (time.perf_counter() - start)


async def _live(link: Link, at: int) -> None:
    await link.ask("GET", "/live")


async def _watched(link: Link, spent: list[float]) -> None:
    while True:
        start = time.perf_counter()
        await link.ask("GET", "/live")
        spent.append(time.perf_counter() - start)
        await asyncio.sleep(0.005)


async def _tables(link: Link, session, texts: list[str]) -> Job:
    """A table for each connection; each records its game line by line."""
    setup = session.setup
    seats = [{"letter": letter} for letter in setup.seats]
    body = orjson.dumps({"game": setup.game, "seats": seats, "first": setup.seats[setup.first], "faces": setup.faces})
    tables = []
    for _ in range(CONNECTIONS):
        head = f"{JSON}authorization: Bearer {secrets.token_urlsafe(32)}\r\n"
        table = orjson.loads(await link.ask("POST", "/api/sessions", body, head))
        tables.append((f"/api/sessions/{table['session']}/lines", head, iter(texts)))

    async def record(link: Link, at: int) -> None:
        path, head, lines = tables[at]
        await link.ask("POST", path, orjson.dumps({"lines": [next(lines)]}), head)

    return record
