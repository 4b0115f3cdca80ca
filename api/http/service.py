"""The desk: what one process of the service works with, from its opening to its closing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import anyio
import anyio.to_thread

from api.http.live_hub import Hub
from api.http.metrics import LAG, LOOKED, WAITING
from api.http.operator_socket import close_door, open_door
from api.http.requests.join_code_limits import JoinCodeLimits
from api.http.settings import Settings
from api.photos.upload import ImageWorkers
from domain.errors import NotAllowed, NotRecorded, UnknownSession
from domain.sessions.application import Sessions
from domain.sessions.commands import UseGrant
from domain.sessions.roles import GUEST, PERMISSIONS, Grant, grant_for_token, sees_undelayed
from domain.sessions.session_state import SessionView
from projections.lag import ProjectionLag, read_lag
from projections.models import prepare_tables
from projections.storage import open_storage
from projections.worker import ProjectionWorker

READERS = 4  # threads that read at once; more buy nothing, because the rules hold the interpreter


class Service:
    """The store, its read models, and whoever waits for news."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.sessions = Sessions(settings.database)
        self.hub = Hub(settings.viewers, self._look, self.sessions.recorder.shared, lambda: self.sessions.writer.heeded)
        self.sessions.writer.listeners.append(self.hub.written)
        self.views = open_storage(self.sessions.url)
        prepare_tables(self.views, fills=settings.projections)
        self.keeper = ProjectionWorker(self.sessions, self.views) if settings.projections else None
        self.limiter: anyio.CapacityLimiter | None = None
        self.arrived: set[str] = set()  # grants whose first use is written, or about to be
        self.darkroom = ImageWorkers()
        self.guesses = JoinCodeLimits(settings.guesses)
        self.door = threading.Lock()
        self.operator = open_door(settings)

    def close(self) -> None:
        """Write what was taken, then give everything back."""
        close_door(self.settings)
        self.hub.stop()
        if self.keeper is not None:
            self.keeper.close()
        self.views.close()
        self.sessions.close()

    def ready(self) -> tuple[bool, bool]:
        """Whether the store answers, and whether somebody writes."""
        writer = self.sessions.writer
        try:
            self.sessions.recorder.max_notification_id()
        except Exception:  # whatever it is that keeps the store from answering
            return False, False
        return True, writer.thread.is_alive() and not writer.closing

    def lag(self) -> ProjectionLag:
        """How far the read models are behind, whoever keeps them up."""
        return self.keeper.lag() if self.keeper is not None else read_lag(self.sessions, self.views)

    def measure(self) -> None:
        """Bring the figures up to date that nobody counts as they change."""
        WAITING.set(self.sessions.writer.waiting.qsize())
        lag = self.lag()
        LAG.set(lag.behind)
        LOOKED.set(-1 if lag.looked is None else lag.looked)

    async def _look(self, session: UUID) -> SessionView:
        return await self.work(self.sessions.view, session)

    async def work(self, work: Callable[..., Any], *given: Any) -> Any:
        """Have something done beside the loop."""
        if self.limiter is None:
            self.limiter = anyio.CapacityLimiter(READERS)
        return await anyio.to_thread.run_sync(work, *given, limiter=self.limiter)

    def public(self, view: SessionView, held: Grant | None) -> SessionView:
        """A session as far as the holder of a role may see it yet."""
        return view if sees_undelayed(held) else view.public(self.sessions.now())

    def looked_at(self, session: UUID, token: str, needs: str) -> tuple[SessionView, Grant | None]:
        """A session as far as it is public for the holder of a token, who may do this there, and their role."""
        view = self.sessions.view(session)
        held = grant_for_token(view.grants.values(), token)
        if view.discarded or (held is None and not view.setup.guests):
            raise UnknownSession(session=str(session))
        if needs not in PERMISSIONS[held.role if held else GUEST]:
            raise NotAllowed(operation=needs)
        if held is not None and not held.used:
            self._arrive(session, held, token)
        return self.public(view, held), held

    def _arrive(self, session: UUID, held: Grant, token: str) -> None:
        """Who reads by a grant for the first time is seen to come; nobody waits for that."""
        with self.door:
            if held.grant in self.arrived:
                return
            self.arrived.add(held.grant)
        try:
            self.sessions.writer.submit(UseGrant(session=session, token=token, key=f"arrive-{held.grant}"))
        except NotRecorded:  # too busy: the next time will do
            self.arrived.discard(held.grant)
