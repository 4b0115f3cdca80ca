"""Wakes the projection worker after a commit: by the writer of this process, or by a notification from PostgreSQL.

The worker does not depend on it, because it also looks for events at intervals: a notification may be lost, and its
connection may break or come too late.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from threading import Event, Thread

import psycopg

from domain.sessions.application import Sessions
from domain.store.side_tables import EVENTS_TABLE

RECONNECT_DELAY = 0.5  # seconds
STOP_CHECK = 0.25  # seconds between two checks whether to stop


class WakeUps:
    """Sets the event `news` whenever something may have been stored."""

    def __init__(self, sessions: Sessions, news: Event):
        self.sessions, self.news = sessions, news
        if sessions.writer is not None:
            sessions.writer.listeners.append(self._notify)
            sessions.writer.on_forget.append(self._notify)  # something may have been erased
        self.listener = CommitListener(sessions.url, news) if sessions.recorder.shared else None

    def _notify(self, sessions: object) -> None:
        self.news.set()

    def close(self) -> None:
        """Stop listening."""
        if self.sessions.writer is not None:
            with suppress(ValueError):
                self.sessions.writer.listeners.remove(self._notify)
                self.sessions.writer.on_forget.remove(self._notify)
        if self.listener is not None:
            self.listener.running = False
            with suppress(Exception):  # otherwise it notices within STOP_CHECK
                self.sessions.recorder.rows(f"SELECT pg_notify('{EVENTS_TABLE}', '')")
            self.listener.close()


class CommitListener:
    """A thread with its own connection that receives a notification for each commit."""

    def __init__(self, url: str, news: Event):
        self.url, self.news, self.running = url, news, True
        self.backend = 0  # process id on the server while connected, else 0
        self.thread = Thread(target=self._run, name="griffier-listener", daemon=True)
        self.wait = threading.Event()
        self.thread.start()

    def close(self) -> None:
        """Stop listening."""
        self.running = False
        self.wait.set()
        self.thread.join()

    def _run(self) -> None:
        while self.running:
            with suppress(psycopg.Error):
                self._listen()
            self.backend = 0
            self.news.set()  # commits during the interruption
            self.wait.wait(RECONNECT_DELAY)

    def _listen(self) -> None:
        with psycopg.connect(self.url, autocommit=True, connect_timeout=2) as connection:
            connection.execute(f"LISTEN {EVENTS_TABLE}")
            self.backend = connection.info.backend_pid
            self.news.set()  # commits before LISTEN
            while self.running:
                for _ in connection.notifies(timeout=STOP_CHECK, stop_after=1):
                    self.news.set()
