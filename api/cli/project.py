"""Keeping the read models up as a process of its own; several of them are safe, and one is enough."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import closing
from threading import Event

from api.http.settings import Settings
from api.locales import say
from domain.errors import NoStore
from domain.sessions.application import Sessions
from domain.store.side_tables import redacted_url
from projections.storage import open_storage
from projections.worker import ProjectionWorker

AGAIN = 1.0  # seconds until a database that is not there yet is looked for again


def run(settings: Settings, lang: str, out: Callable[[str], None], stopping: Event | None = None) -> None:
    """Keep them up until told to stop."""
    stopping = stopping or _told_to_stop()
    if (sessions := _opened(settings.database, lang, out, stopping)) is None:
        return
    with (
        closing(sessions),
        closing(open_storage(settings.database)) as views,
        closing(ProjectionWorker(sessions, views, share=0)),
    ):
        out(say(lang, "projecting", database=redacted_url(settings.database)))
        while not stopping.wait(AGAIN):
            pass


def _opened(database: str, lang: str, out: Callable[[str], None], stopping: Event) -> Sessions | None:
    """The store, once there is one: whoever serves may come later."""
    told = False
    while not stopping.is_set():
        try:
            return Sessions(database, writing=False)
        except NoStore:
            if not told:
                out(say(lang, "waiting-for", database=redacted_url(database)))
            told = True
            stopping.wait(AGAIN)
    return None


def _told_to_stop() -> Event:
    stopping = Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: stopping.set())
    return stopping
