"""An answer of the writing thread that the loop waits for."""

from __future__ import annotations

import asyncio
from typing import Any

from domain.sessions.commands import Command
from domain.sessions.receipts import CommandReceipt
from domain.sessions.writer import SessionWriter


class Awaited:
    """Set once by the writing thread, awaited on the loop: half of what two futures cost."""

    __slots__ = ("_done", "_loop", "future")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future = self._loop.create_future()
        self._done = False

    def set_result(self, answer: Any) -> None:
        """Here it is."""
        self._done = True
        self._loop.call_soon_threadsafe(self._give, answer, None)

    def set_exception(self, error: BaseException) -> None:
        """Or why there is none."""
        self._done = True
        self._loop.call_soon_threadsafe(self._give, None, error)

    def done(self) -> bool:
        """Whether it has come."""
        return self._done

    def _give(self, answer: Any, error: BaseException | None) -> None:
        if self.future.done():  # whoever asked is gone; what was written stays
            return
        if error is None:
            self.future.set_result(answer)
        else:
            self.future.set_exception(error)


async def written(writer: SessionWriter, command: Command) -> CommandReceipt:
    """Have a command written; TooBusy at once where too many wait."""
    awaited = Awaited()
    writer.submit(command, future=awaited)
    return await awaited.future
