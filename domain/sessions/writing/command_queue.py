"""The queue of the writing thread: commands, jobs and folded commands from any thread, until it is closed."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from domain.errors import StoreAway, TooBusy
from domain.sessions.commands import PendingCommand
from domain.sessions.reply import Job
from domain.sessions.writing.background_fold import FoldedCommand

MAX_WAITING = 256  # commands in the queue
MAX_BATCH = 64  # commands in one transaction
RETRY_DELAY = 0.001  # seconds before a full queue is tried again
Item = PendingCommand | Job | FoldedCommand


class CommandQueue:
    """Accepts from any thread what the writing thread takes in batches."""

    def __init__(self, waiting_elsewhere: Callable[[], int]):
        self.items: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self.waiting_elsewhere = waiting_elsewhere
        self.entrance = threading.Lock()  # what is queued before `closing` is set still gets its receipt
        self.closing = False  # nothing is accepted any more
        self.ended = False  # the writing thread has seen the end of the queue

    def submit(self, pending: PendingCommand, wait: bool) -> None:
        """Queue a command; raises TooBusy if the queue is full, or waits for room if `wait` is set."""
        while not self.put(pending):
            if not wait:
                raise TooBusy(waiting=MAX_WAITING)
            time.sleep(RETRY_DELAY)

    def put(self, item: PendingCommand | Job) -> bool:
        """Queue a command or job, unless the queue is full; jobs are always accepted. StoreAway after the end."""
        with self.entrance:
            if self.closing:
                raise StoreAway(why="closing")
            full = self.items.qsize() + self.waiting_elsewhere() >= MAX_WAITING
            if full and not isinstance(item, Job):
                return False
            self.items.put(item)
            return True

    def deliver(self, folded: FoldedCommand) -> None:
        """Queue a command that was folded in the background; it was accepted before."""
        self.items.put(folded)

    def close(self) -> None:
        """Accept nothing more."""
        with self.entrance:
            self.closing = True
            self.items.put(None)

    # For the writing thread ---------------------------------------------------------------------------

    def batch(self) -> list[Item]:
        """Wait for a batch: senders that just got a receipt may queue their next command, as long as some do.

        It is empty where the queue has ended.
        """
        if (first := self.items.get()) is None:
            self.ended = True
            return []
        items = [first]
        time.sleep(0)
        while more := self.take(MAX_BATCH - len(items)):
            items += more
            time.sleep(0)
        return items

    def take(self, most: int) -> list[Item]:
        """Take what is in the queue now."""
        items: list[Item] = []
        while not self.ended and len(items) < most:
            try:
                item = self.items.get_nowait()
            except queue.Empty:
                break
            if item is None:
                self.ended = True
            else:
                items.append(item)
        return items
