"""What wakes the runner: the writer of this process after a commit, or PostgreSQL's word that somebody committed.

Nobody relies on it: whoever waits looks again after a while anyway. A notice may be lost, and the connection it comes
by may die or not be there yet when something is committed.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from threading import Event, Thread

import psycopg

from domain.sessions.application import Sessions
from domain.store.side_tables import EVENTS_TABLE

PATIENCE = 0.5  # seconds until a connection that died is made again
LOOK = 0.25  # seconds after which a listener sees whether it should stop


class WakeUps:
    """Sets `news` whenever something may have been stored."""

    def __init__(self, sessions: Sessions, news: Event):
        self.sessions, self.news = sessions, news
        if sessions.writer is not None:
            sessions.writer.listeners.append(self._written)
        self.listener = CommitListener(sessions.url, news) if sessions.recorder.shared else None

    def _written(self, sessions: object) -> None:
        self.news.set()

    def close(self) -> None:
        """No more of it."""
        if self.sessions.writer is not None:
            with suppress(ValueError):
                self.sessions.writer.listeners.remove(self._written)
        if self.listener is not None:
            self.listener.going = False
            with suppress(Exception):  # else it looks by itself, a little later
                self.sessions.recorder.rows(f"SELECT pg_notify('{EVENTS_TABLE}', '')")
            self.listener.close()


class CommitListener:
    """A thread with a connection of its own, on which PostgreSQL tells of commits."""

    def __init__(self, url: str, news: Event):
        self.url, self.news, self.going = url, news, True
        self.backend = 0  # the server's process, while there is one
        self.thread = Thread(target=self._run, name="griffier-listener", daemon=True)
        self.wait = threading.Event()
        self.thread.start()

    def close(self) -> None:
        """Stop listening."""
        self.going = False
        self.wait.set()
        self.thread.join()

    def _run(self) -> None:
        while self.going:
            with suppress(psycopg.Error):
                self._listen()
            self.backend = 0
            self.news.set()  # whatever came while nobody listened
            self.wait.wait(PATIENCE)

    def _listen(self) -> None:
        with psycopg.connect(self.url, autocommit=True, connect_timeout=2) as connection:
            connection.execute(f"LISTEN {EVENTS_TABLE}")
            self.backend = connection.info.backend_pid
            self.news.set()  # whatever was committed before that is not told any more
            while self.going:
                for _ in connection.notifies(timeout=LOOK, stop_after=1):
                    self.news.set()
