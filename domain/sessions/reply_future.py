"""An answer that one thread waits for: a future without what only several waiters, or a loop, would need."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from msgspec import Struct


class Waited:
    """Set once by the writing thread, had by the one that asked. Half of what a `Future` costs."""

    __slots__ = ("_answer", "_coming", "_error")

    def __init__(self) -> None:
        self._coming = Lock()
        self._coming.acquire()
        self._answer: Any = None
        self._error: BaseException | None = None

    def set_result(self, answer: Any) -> None:
        """Here it is."""
        self._answer = answer
        self._coming.release()

    def set_exception(self, error: BaseException) -> None:
        """Or why there is none."""
        self._error = error
        self._coming.release()

    def done(self) -> bool:
        """Whether it has come."""
        return not self._coming.locked()

    def result(self, timeout: float | None = None) -> Any:
        """Wait for it."""
        if not self._coming.acquire(timeout=-1 if timeout is None else timeout):
            raise TimeoutError
        self._coming.release()
        if self._error is not None:
            raise self._error
        return self._answer


class Job(Struct):
    """Something that only another thread may do, for whoever waits until it is done."""

    run: Callable[[], Any]
    future: Waited

    def do(self) -> None:
        """Done by that thread; what it came to is told, whatever that is."""
        try:
            self.future.set_result(self.run())
        except Exception as error:
            self.future.set_exception(error)
