"""A TCP proxy between a browser and the service, which can be cut and slowed down."""

import asyncio
import contextlib
import threading
from typing import Any


class Link:
    """A proxied connection: delayed while it is slow, refused while it is cut."""

    def __init__(self, port: int, delay: float = 0.0):
        self.target, self.delay, self.cut = port, delay, False
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.writers: set[asyncio.StreamWriter] = set()
        self.server = self.run(asyncio.start_server(self.connected, "127.0.0.1", 0))
        self.home = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    def run(self, work: Any) -> Any:
        """Runs a coroutine on the proxy's own event loop, and waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one connection in both directions."""
        if self.cut:
            return writer.transport.abort()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.transport.abort()
        self.writers |= {writer, back}
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self.carry(reader, back), self.carry(there, writer), return_exceptions=True)
        self.writers -= {writer, back}

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards one direction: each piece with the delay of the link, in order."""
        queue: asyncio.Queue = asyncio.Queue()
        sending = asyncio.ensure_future(self.send(queue, writer))
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                queue.put_nowait((self.loop.time() + self.delay, data))
        queue.put_nowait((0.0, b""))
        await sending

    async def send(self, queue: asyncio.Queue, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(0.0, due - self.loop.time()))
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        writer.close()

    def cuts(self) -> None:
        """Cuts all connections, and refuses new ones."""
        self.cut = True
        self.loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in list(self.writers)])

    def restores(self, port: int = 0) -> None:
        """Accepts connections again; a restarted server may have another port."""
        self.target, self.cut = port or self.target, False

    def close(self) -> None:
        """Closes all connections and stops the loop."""
        self.run(self.ended())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(30)
        self.loop.close()

    async def ended(self) -> None:
        self.server.close()
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        for writer in self.writers:
            writer.transport.abort()
