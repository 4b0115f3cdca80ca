"""The reply of the writing thread to a queued command, at half the cost of a `Future`."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Reply(Generic[T]):
    """The result or error of a queued command, set once by the writing thread, which then calls `on_reply`.

    A `concurrent.futures.Future` serves many waiters and callbacks, which costs a condition for each command: with it
    16 callers recorded 7,200 to 7,500 lines a second on SQLite, without it 8,400 (`python3 run.py bench`); a request
    over HTTP made 50 calls more.
    """

    __slots__ = ("_error", "_on_reply", "_pending", "_result")

    def __init__(self, on_reply: Callable[[], object] | None = None) -> None:
        self._pending = Lock()
        self._pending.acquire()
        self._error: BaseException | None = None
        self._on_reply = on_reply

    def set_result(self, result: T) -> None:
        """Store the result and wake the waiting thread."""
        self._result = result
        self._wake()

    def set_exception(self, error: BaseException) -> None:
        """Store the error and wake the waiting thread."""
        self._error = error
        self._wake()

    def _wake(self) -> None:
        self._pending.release()
        if self._on_reply is not None:
            self._on_reply()

    def done(self) -> bool:
        """Whether the result or the error is there."""
        return not self._pending.locked()

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait for the reply, and give its error if it is one; raises TimeoutError after `timeout` seconds."""
        if not self._pending.acquire(timeout=-1 if timeout is None else timeout):
            raise TimeoutError
        self._pending.release()
        return self._error

    def result(self, timeout: float | None = None) -> T:
        """Wait for the result; raises the error, or TimeoutError after `timeout` seconds."""
        if (error := self.exception(timeout)) is not None:
            raise error
        return self._result


class Job(Struct):
    """A function that the writing thread calls between two transactions."""

    run: Callable[[], Any]
    reply: Reply[Any]

    def execute(self) -> None:
        """Call the function and pass its result or its error to the caller."""
        try:
            self.reply.set_result(self.run())
        except Exception as error:
            self.reply.set_exception(error)
