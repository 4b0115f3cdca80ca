"""Wakes the viewers of a session after each commit, so that they read on from the last line they have.

There is no queue per viewer: a channel keeps only its latest view, so that a slow viewer costs no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from uuid import UUID

from api.http.metrics import VIEWERS
from api.http.problems import HttpProblem
from domain.sessions.session_state import SessionView

POLL = 1.0  # seconds after which the hub asks what other processes have written, or tries again what failed
CACHED = 64  # encoded pieces of a record kept for viewers that are behind
KEPT = 30.0  # seconds for which a piece is kept


class Channel:
    """One session that is watched: its latest view, and a cache of its lines as they are sent."""

    def __init__(self, view: SessionView):
        self.view = view
        self.dirty = asyncio.Event()
        self.viewers: set[asyncio.Event] = set()
        self.lines: dict[tuple[object, ...], asyncio.Future[bytes]] = {}
        self.task: asyncio.Task[None] | None = None
        self.erased = -1  # the last erasure whose text is no longer cached here

    def wake(self) -> None:
        """Wakes every viewer: there is something to send, or the stream ends."""
        for news in self.viewers:
            news.set()

    async def lines_event(
        self,
        run_in_thread: Callable[[Callable[[], bytes]], Awaitable[bytes]],
        encode: Callable[[], bytes],
        *key: object,
    ) -> bytes:
        """The encoded lines of this key, encoded once for all viewers that need them at about the same time."""
        if key not in self.lines:
            while len(self.lines) >= CACHED:
                del self.lines[next(iter(self.lines))]
            self.lines[key] = asyncio.ensure_future(run_in_thread(encode))
            asyncio.get_running_loop().call_later(KEPT, self.lines.pop, key, None)
        try:
            return await asyncio.shield(self.lines[key])
        except Exception:  # the next viewer tries again
            self.lines.pop(key, None)
            raise


class Hub:
    """All channels of this process, on its event loop."""

    def __init__(
        self,
        max_viewers: int,
        per_address: int,
        load_view: Callable[[UUID], Awaitable[SessionView]],
        load_versions: Callable[[list[UUID]], Awaitable[Mapping[UUID, int]]] | None = None,
        erasures: Callable[[], int] = int,
    ):
        self.max_viewers, self.per_address, self.load_view = max_viewers, per_address, load_view
        self.load_versions = load_versions  # where other processes may write to the store
        self.erasures = erasures  # the number of the last erasure
        self.polling: asyncio.Task[None] | None = None
        self.count, self.open = 0, True
        self.callers: Counter[str] = Counter()  # live streams of each address
        self.loop: asyncio.AbstractEventLoop | None = None
        self.channels: dict[UUID, Channel] = {}

    def notify(self, sessions: set[UUID]) -> None:
        """Has the channels of these sessions read again; called from the writer's thread after a commit."""
        if self.loop is not None and not sessions.isdisjoint(self.channels):
            with contextlib.suppress(RuntimeError):  # the loop has just ended, and its viewers with it
                self.loop.call_soon_threadsafe(self._mark_dirty, sessions)

    def _mark_dirty(self, sessions: set[UUID]) -> None:
        for session in sessions & self.channels.keys():
            self.channels[session].dirty.set()

    def forget(self, session: UUID) -> None:
        """Drops the cached lines of a session after an erasure; called from any thread."""
        if self.loop is not None and session in self.channels:
            self.loop.call_soon_threadsafe(self._drop_lines, session)

    def _drop_lines(self, session: UUID) -> None:
        if (channel := self.channels.get(session)) is not None:
            channel.lines.clear()
            channel.dirty.set()

    @contextlib.asynccontextmanager
    async def watch(self, view: SessionView, caller: str) -> AsyncIterator[tuple[Channel, asyncio.Event]]:
        """The channel of a session, and the event that wakes this viewer."""
        if not self.open or self.count >= self.max_viewers or self.callers[caller] >= self.per_address:
            raise HttpProblem("too-many-viewers", 503)
        self.loop = asyncio.get_running_loop()
        channel = self.channels.setdefault(view.id, Channel(view))
        if view.version >= channel.view.version:  # the newer view lacks what was erased since
            before, channel.view = channel.view, view
            if view.version > before.version:
                channel.wake()
        news = asyncio.Event()
        channel.viewers.add(news)
        if self.polling is None and self.load_versions is not None:
            self.polling = self.loop.create_task(self._poll(self.load_versions))
        if channel.task is None:
            channel.task = self.loop.create_task(self._follow(channel))
        self._count_viewers(caller, 1)
        try:
            yield channel, news
        finally:
            self._count_viewers(caller, -1)
            channel.viewers.discard(news)
            if not channel.viewers:
                channel.task.cancel()
                if self.channels.get(view.id) is channel:
                    del self.channels[view.id]

    def _count_viewers(self, caller: str, change: int) -> None:
        self.count += change
        self.callers[caller] += change
        if not self.callers[caller]:
            del self.callers[caller]
        VIEWERS.set(self.count)

    async def _follow(self, channel: Channel) -> None:
        channel.dirty.set()  # something may have been written since the view was read
        while True:
            await channel.dirty.wait()
            channel.dirty.clear()
            try:
                self._update(channel, await self.load_view(channel.view.id))
            except Exception:  # the store does not answer
                await asyncio.sleep(POLL)
                channel.dirty.set()

    async def _poll(self, load_versions: Callable[[list[UUID]], Awaitable[Mapping[UUID, int]]]) -> None:
        """Has the channels read again to whose sessions another process has written; one question for all of them."""
        while True:
            await asyncio.sleep(POLL)
            versions: Mapping[UUID, int] = {}
            with contextlib.suppress(Exception):  # the store does not answer
                versions = await load_versions([*self.channels])
            erased = self.erasures()
            for session, channel in self.channels.items():
                if channel.erased != erased or versions.get(session, channel.view.version) != channel.view.version:
                    channel.dirty.set()

    def _update(self, channel: Channel, view: SessionView) -> None:
        """Gives a channel its latest view, and wakes its viewers if the session has changed."""
        before, erased = channel.view.version, self.erasures()
        if view.version == before and erased == channel.erased:
            return
        if erased != channel.erased:
            channel.lines.clear()
        channel.view, channel.erased = view, erased
        if view.version != before:
            channel.wake()

    def stop(self) -> None:
        """Accepts no more viewers and ends the streams that are open."""
        self.open = False
        if self.polling is not None:
            self.polling.cancel()
        for channel in self.channels.values():
            channel.wake()
