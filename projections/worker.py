"""The projection worker: a thread that updates the read models and restarts after every error."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from threading import Event, Thread

from domain.sessions.application import Sessions
from projections.lag import ProjectionLag, read_lag, write_heartbeat
from projections.runner import Runner
from projections.storage import ReadModelStorage
from projections.wakeups import WakeUps

INTERVAL = 1.0  # seconds after which it looks for events without being woken
GATHER_TIME = 0.02  # seconds to wait for further events after a wake-up
REST_FACTOR = 16  # in a service it rests this many times as long as it worked
MAX_REST = 0.25  # seconds
HEARTBEAT_INTERVAL = 5.0  # seconds
FIRST_PAUSE, MAX_PAUSE = 0.1, 5.0  # seconds before a restart after an error, doubled each time

log = logging.getLogger("griffier.projections")


class ProjectionWorker:
    """Updates the read models of one store until it is closed. After an error it restarts, with growing pauses."""

    def __init__(self, sessions: Sessions, views: ReadModelStorage, rest_factor: int = REST_FACTOR):
        self.sessions, self.views, self.rest_factor = sessions, views, rest_factor
        self.news, self.stopping = Event(), Event()
        self.last_look = self.last_heartbeat = 0.0
        self.restarts, self.error, self.pause = 0, "", FIRST_PAUSE
        self.wakeups = WakeUps(sessions, self.news)
        self.thread = Thread(target=self._run, name="griffier-projections", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Finish the current page, then stop."""
        self.stopping.set()
        self.news.set()
        self.thread.join()
        self.wakeups.close()

    def lag(self) -> ProjectionLag:
        """How far the read models are behind."""
        looked = int(time.monotonic() - self.last_look) if self.last_look else None
        return read_lag(self.sessions, self.views, looked, self.restarts, self.error)

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._update()
            except Exception as error:
                self.restarts += 1
                self.error = type(error).__name__
                log.exception("updating the read models failed; restart in %.1f s", self.pause)
                self.stopping.wait(self.pause)
                self.pause = min(2 * self.pause, MAX_PAUSE)

    def _update(self) -> None:
        runner = Runner(self.sessions, self.views, self._note_look)
        while not self.stopping.is_set():
            self.news.clear()  # before reading, so that an event during it wakes the worker again
            for _ in self._paced(runner.catch_up()):
                if self.stopping.is_set():
                    return
            self.pause, self.error = FIRST_PAUSE, ""
            self._send_heartbeat()
            if self.news.wait(INTERVAL):
                self.stopping.wait(GATHER_TIME)

    def _paced(self, pages: Iterator[int]) -> Iterator[int]:
        """Process page by page with a rest after each, so that requests go first."""
        while True:
            started = time.monotonic()
            count = next(pages, 0)
            self._note_look()
            if not count:
                return
            yield count
            self.stopping.wait(min(MAX_REST, self.rest_factor * (time.monotonic() - started)))

    def _send_heartbeat(self) -> None:
        """Tell other processes on a shared store that a worker runs."""
        if self.sessions.recorder.shared and time.monotonic() - self.last_heartbeat > HEARTBEAT_INTERVAL:
            write_heartbeat(self.views)
            self.last_heartbeat = time.monotonic()

    def _note_look(self) -> None:
        self.last_look = time.monotonic()
