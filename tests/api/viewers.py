"""Viewers of a live stream over real sockets, which disconnect now and then and resume after their last line."""

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random

AT_LAST = 60


class Viewer:
    """A viewer: the lines it received, in order, and how often it disconnected."""

    def __init__(self, port: int, session: str, token: str = "", lang: str = "en", seed: int = 0):
        self.port, self.session, self.token, self.lang = port, session, token, lang
        self.chance = Random(seed)
        self.lines: list[int] = []
        self.events: list[dict] = []
        self.seen: list[dict] = []  # the events about the session itself
        self.alive = self.visits = 0
        self.ended = False

    async def watch(self, last: int, breaks: bool = True) -> None:
        """Watches until a line has arrived, over as many connections as needed."""
        while not self.lines or self.lines[-1] < last:
            stay = self.chance.randrange(1, 12) if breaks else 10**9
            await self.visit(last, stay)

    async def visit(self, last: int, stay: int = 10**9) -> None:
        """One connection, up to a number of lines, the last line, or its end."""
        self.visits += 1
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self.head())
            async for name, data in events(reader):
                if name == "":
                    self.alive += 1
                elif name == "session":
                    self.seen.append(data)
                elif name == "line":
                    self.lines.append(data["line"])
                    self.events.append(data)
                    stay -= 1
                    if not stay or data["line"] >= last:
                        return
            self.ended = True
        finally:
            writer.close()

    def head(self) -> bytes:
        """The request; a viewer that reconnects names the last line it has."""
        lines = [f"GET /api/sessions/{self.session}/live?lang={self.lang} HTTP/1.1", "Host: x"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if self.lines:
            lines.append(f"Last-Event-ID: {self.lines[-1]}")
        return "\r\n".join([*lines, "", ""]).encode()


async def events(reader: asyncio.StreamReader) -> AsyncIterator[tuple[str, dict]]:
    """The events of a stream; a sign of life is an event without a name."""
    status = await asyncio.wait_for(reader.readline(), AT_LAST)
    assert b" 200 " in status, status
    name, id = "", None
    while line := await asyncio.wait_for(reader.readline(), AT_LAST):
        line = line.strip()
        if line.startswith(b"event: "):
            name = line[7:].decode()
        elif line.startswith(b"id: "):
            id = int(line[4:])
        elif line.startswith(b"data: "):
            data = json.loads(line[6:])
            assert name != "line" or data["line"] == id
            yield name, data
            name, id = "", None
        elif line == b": here":
            yield "", {}
        elif line == b"0":  # the last chunk
            return
