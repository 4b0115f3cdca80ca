"""The keeper: a thread that keeps the read models up, whatever happens, and tells how far behind they are."""

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

EVERY = 1.0  # seconds after which it looks again, notice or not
GATHERING = 0.02  # seconds in which what comes together is waited for
SHARE = 4  # beside others it rests so many times as long as it worked
MOST_REST = 0.2
TELLING = 5.0  # seconds after which other processes are told that it is alive
FIRST_PAUSE, MOST_PAUSE = 0.1, 5.0  # seconds before it starts anew after an error, doubled each time

log = logging.getLogger("griffier.projections")


class ProjectionWorker:
    """Keeps one store's read models up until it is closed. After any error it starts anew, later each time."""

    def __init__(self, sessions: Sessions, views: ReadModelStorage, share: int = SHARE):
        self.sessions, self.views, self.share = sessions, views, share
        self.news, self.stopping = Event(), Event()
        self.beaten = self.told = 0.0
        self.restarts, self.error, self.pause = 0, "", FIRST_PAUSE
        self.waking = WakeUps(sessions, self.news)
        self.thread = Thread(target=self._run, name="griffier-keeper", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Finish the page at hand, then stop."""
        self.stopping.set()
        self.news.set()
        self.thread.join()
        self.waking.close()

    def lag(self) -> ProjectionLag:
        """How far behind the read models are, asked of the store itself."""
        looked = int(time.monotonic() - self.beaten) if self.beaten else None
        return read_lag(self.sessions, self.views, looked, self.restarts, self.error)

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._keep_up()
            except Exception as error:
                self.restarts += 1
                self.error = type(error).__name__
                log.exception("read models stopped; again in %.1f s", self.pause)
                self.stopping.wait(self.pause)
                self.pause = min(2 * self.pause, MOST_PAUSE)

    def _keep_up(self) -> None:
        runner = Runner(self.sessions, self.views, self._beat)
        while not self.stopping.is_set():
            self.news.clear()  # before the look: what comes during it is looked at again
            for _ in self._paced(runner.catch_up()):
                if self.stopping.is_set():
                    return
            self.pause, self.error = FIRST_PAUSE, ""
            self._tell()
            if self.news.wait(EVERY):
                self.stopping.wait(GATHERING)

    def _paced(self, pages: Iterator[int]) -> Iterator[int]:
        """Page by page, each followed by a rest as long as it was work: whoever serves people goes first."""
        while True:
            started = time.monotonic()
            count = next(pages, 0)
            self._beat()
            if not count:
                return
            yield count
            self.stopping.wait(min(MOST_REST, self.share * (time.monotonic() - started)))

    def _tell(self) -> None:
        """On a store that others share, they can see that somebody looks."""
        if self.sessions.recorder.shared and time.monotonic() - self.told > TELLING:
            write_heartbeat(self.views)
            self.told = time.monotonic()

    def _beat(self) -> None:
        self.beaten = time.monotonic()
