"""Sessions that were only looked at: kept in memory too, for whoever looks again."""

from __future__ import annotations

import threading
from uuid import UUID

from domain.sessions.session_state import SessionView

MOST = 64  # sessions
LINES = 100_000  # of all of them together


class ViewCache:
    """The views that were loaded last, for every thread. What something was erased from is forgotten."""

    def __init__(self) -> None:
        self.views: dict[UUID, SessionView] = {}
        self.lines = 0
        self.forgotten = 0  # how often, so that nothing is kept that was read before
        self.lock = threading.Lock()

    def get(self, session: UUID) -> SessionView | None:
        """A session as it was when somebody looked."""
        with self.lock:
            if (found := self.views.pop(session, None)) is not None:
                self.views[session] = found  # the last one now
            return found

    def keep(self, view: SessionView, since: int) -> None:
        """Keep a view that was begun to be read when so often something had been forgotten."""
        with self.lock:
            if since != self.forgotten:
                return
            self._drop(view.id)
            self.views[view.id] = view
            self.lines += view.lines
            while len(self.views) > MOST or self.lines > LINES:
                self._drop(next(iter(self.views)))

    def forget(self, session: UUID | None) -> None:
        """Nothing of it stays."""
        with self.lock:
            self.forgotten += 1
            self._drop(session)

    def _drop(self, session: UUID | None) -> None:
        if (gone := self.views.pop(session, None)) is not None:
            self.lines -= gone.lines
