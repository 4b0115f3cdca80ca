"""Runs expensive requests a few at a time, so that recording and reading do not wait for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from api.http.problems import HttpProblem

WORKERS = 2  # expensive requests at once
PER_CALLER = 4  # requests of one caller: one is carried out, the others wait
MAX_WAITING = 32
Result = TypeVar("Result")


class HeavyWork:
    """Threads for expensive requests, apart from those of all other requests; each caller gets one at a time."""

    def __init__(self, size: int = WORKERS, refuses: bool = True):
        self.size, self.refuses = size, refuses
        self.workers: anyio.CapacityLimiter | None = None
        self.callers: dict[str, anyio.CapacityLimiter] = {}

    async def run(self, caller: str, work: Callable[[], Result]) -> Result:
        """The result of the work; HttpProblem where too much waits already, unless nothing is refused."""
        if self.workers is None:
            self.workers = anyio.CapacityLimiter(self.size)
        own = self.callers.setdefault(caller, anyio.CapacityLimiter(1))
        try:
            if self.refuses and (_requests(own) >= PER_CALLER or self._waiting() >= MAX_WAITING):
                raise HttpProblem("drawing", 503)
            async with own:
                return await anyio.to_thread.run_sync(work, limiter=self.workers)
        finally:
            if not _requests(own):
                self.callers.pop(caller, None)

    def _waiting(self) -> int:
        return sum(map(_requests, self.callers.values()))


def _requests(limiter: anyio.CapacityLimiter) -> int:
    return limiter.borrowed_tokens + limiter.statistics().tasks_waiting
