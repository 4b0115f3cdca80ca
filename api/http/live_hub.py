"""The hub: whoever watches a session is woken when something was written there, and reads on from the last line it has.

Nobody has a queue: a channel keeps what it was told last, so that a slow watcher costs nothing but its own time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import UUID

from api.http.metrics import VIEWERS
from api.http.problems import HttpProblem
from domain.sessions.session_state import SessionView

LOOKS = 1.0  # seconds after which a channel looks by itself, for what other processes wrote
KEPT = 64  # told lines kept for those who are a little behind


class Channel:
    """One session as it is watched: its last view, and each line told once for all who hear the same."""

    def __init__(self, view: SessionView):
        self.view = view
        self.dirty = asyncio.Event()
        self.watchers: set[asyncio.Event] = set()
        self.told: dict[tuple, asyncio.Future[bytes]] = {}
        self.task: asyncio.Task | None = None
        self.erased = -1  # up to which erasure nothing of it is left here

    def wake(self) -> None:
        """Something is new, or it is time to leave."""
        for news in self.watchers:
            news.set()

    async def line(self, work: Callable[..., Awaitable[bytes]], tell: Callable[[], bytes], *which: object) -> bytes:
        """A line as it is told in a language and a sight; made once, however many want it."""
        if which not in self.told:
            while len(self.told) >= KEPT:
                del self.told[next(iter(self.told))]
            self.told[which] = asyncio.ensure_future(work(tell))
        try:
            return await asyncio.shield(self.told[which])
        except Exception:  # whoever asks next has it told anew
            self.told.pop(which, None)
            raise


class Hub:
    """All channels of this process, on its loop."""

    def __init__(
        self, most: int, look: Callable[[UUID], Awaitable[SessionView]], shared: bool, erasures: Callable[[], int] = int
    ):
        self.most, self.look, self.shared, self.erasures = most, look, shared, erasures
        self.count, self.open = 0, True
        self.loop: asyncio.AbstractEventLoop | None = None
        self.channels: dict[UUID, Channel] = {}

    def written(self, sessions: set[UUID]) -> None:
        """From the writing thread, after the commit."""
        loop = self.loop
        if loop is not None and not sessions.isdisjoint(self.channels):
            with contextlib.suppress(RuntimeError):  # the loop has just ended: nobody watches any more
                loop.call_soon_threadsafe(self._heard, sessions)

    def _heard(self, sessions: set[UUID]) -> None:
        for session in sessions & self.channels.keys():
            self.channels[session].dirty.set()

    def forget(self, session: UUID) -> None:
        """From any thread: something of it was erased, and is told no more."""
        if self.loop is not None and session in self.channels:
            self.loop.call_soon_threadsafe(self._forgotten, session)

    def _forgotten(self, session: UUID) -> None:
        if (channel := self.channels.get(session)) is not None:
            channel.told.clear()
            channel.dirty.set()

    @contextlib.asynccontextmanager
    async def watch(self, view: SessionView) -> AsyncIterator[tuple[Channel, asyncio.Event]]:
        """A channel, and news of it, as long as somebody listens."""
        if self.count >= self.most or not self.open:
            raise HttpProblem("too-many-viewers", 503)
        self.loop = asyncio.get_running_loop()
        channel = self.channels.setdefault(view.id, Channel(view))
        if view.version >= channel.view.version:  # with nothing in it that was erased meanwhile
            channel.view = view
            channel.wake()
        news = asyncio.Event()
        channel.watchers.add(news)
        if channel.task is None:
            channel.task = self.loop.create_task(self._follow(channel))
        self._counted(1)
        try:
            yield channel, news
        finally:
            self._counted(-1)
            channel.watchers.discard(news)
            if not channel.watchers:
                channel.task.cancel()
                if self.channels.get(view.id) is channel:
                    del self.channels[view.id]

    def _counted(self, by: int) -> None:
        self.count += by
        VIEWERS.set(self.count)

    async def _follow(self, channel: Channel) -> None:
        channel.dirty.set()  # something may have been written since the view was taken
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOKS if self.shared else None):
                    await channel.dirty.wait()
            channel.dirty.clear()
            with contextlib.suppress(Exception):  # the store is away: the next look will do
                view = await self.look(channel.view.id)
                self._renew(channel, view)

    def _renew(self, channel: Channel, view: SessionView) -> None:
        """What is new wakes whoever watches; what was erased meanwhile is told no more."""
        before, erased = channel.view.version, self.erasures()
        if view.version == before and erased == channel.erased:
            return
        if erased != channel.erased:
            channel.told.clear()
        channel.view, channel.erased = view, erased
        if view.version != before:
            channel.wake()

    def stop(self) -> None:
        """Nobody new; whoever watches is woken to leave."""
        self.open = False
        for channel in self.channels.values():
            channel.wake()
