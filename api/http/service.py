"""Holds what one process of the service works with: the store, its read models, the live hub, the image workers."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import anyio
import anyio.to_thread

from api.http.limits.connections import usable_connections
from api.http.limits.heavy_work import HeavyWork
from api.http.limits.join_codes import JoinCodeLimits
from api.http.live_hub import Hub
from api.http.metrics import COMMANDS_WAITING, PROJECTION_AGE, PROJECTION_LAG
from api.http.operator_endpoint import publish_endpoint, withdraw_endpoint
from api.http.requests.practice_tables import PracticeTables
from api.http.settings import Settings
from api.photos.rendered_pictures import RenderedPictures
from api.photos.upload import ImageWorkers
from domain.clubs.application import Clubs
from domain.clubs.club import Club
from domain.errors import NotRecorded, ReadOnly, UnknownSession
from domain.sessions.application import Sessions
from domain.sessions.commands import Command, CommandReceipt, NoteHandsRead, UseGrant
from domain.sessions.roles import ARBITER, Grant, hides_names, permissions, practice_day, refusal, sees_undelayed
from domain.sessions.session_state import SessionView
from projections.lag import ProjectionLag, read_lag
from projections.models import prepare_tables
from projections.storage import open_storage
from projections.worker import ProjectionWorker
from replays.disputes.blind_view import blind_view

READERS = 4  # threads that read at once; more gain nothing, because folding holds the interpreter lock
Result = TypeVar("Result")


def share_of(connections: int) -> int:
    """How many of so many connections may be live streams; the others are for requests."""
    return connections - connections // 4


def names_hidden(view: SessionView, grant: Grant | None) -> bool:
    """Whether the seats of a session have no names for the holder of a grant."""
    if grant is None or grant.role != ARBITER:
        return False
    return hides_names(grant, view.log[: view.lines], view.writers)


def _wake(loop: asyncio.AbstractEventLoop, replied: asyncio.Future[None]) -> None:
    """Ends the wait for a reply, from another thread; a request whose client has left may wait no more."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: None if replied.done() else replied.set_result(None))


class Service:
    """The resources of one process, from its start to its end."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.sessions = Sessions(settings.database, keys=Path(settings.keys) if settings.keys else None)
        if self.sessions.writer is None:
            raise ReadOnly()
        self.writer = self.sessions.writer
        self.clubs = Clubs(self.sessions)
        self.hub = Hub(
            min(settings.viewers, share_of(usable_connections(settings))),
            share_of(settings.per_address),
            self._view,
            self._versions if self.sessions.recorder.shared else None,
            lambda: self.writer.last_erasure,
        )
        self.writer.listeners.append(self.hub.notify)
        self.views = open_storage(self.sessions.url)
        prepare_tables(self.views, fills=settings.projections)
        self.keeper = ProjectionWorker(self.sessions, self.views) if settings.projections else None
        self.readers: anyio.CapacityLimiter | None = None
        self.arrived: set[str] = set()  # grants whose first use is written, or about to be
        self.arrivals = threading.Lock()
        self.hands_read: dict[str, int] = {}  # grant of an arbiter -> line up to which it is noted, or about to be
        self.stakes: dict[tuple[UUID, int, int], str] = {}  # session, version, claim: what hangs on the claim
        self.image_workers = ImageWorkers()
        self.pictures = RenderedPictures()
        self.heavy_work = HeavyWork()
        self.stream_work = HeavyWork(size=1, refuses=False)  # the number of streams has its own limit
        self.join_code_limits = JoinCodeLimits(settings.guesses)
        self.practice_tables = PracticeTables(self.sessions)
        self.operator_token = publish_endpoint(settings)

    def close(self) -> None:
        """Writes all commands that were accepted, then releases everything."""
        withdraw_endpoint(self.settings)
        self.hub.stop()
        if self.keeper is not None:
            self.keeper.close()
        self.views.close()
        self.sessions.close()

    def readiness(self) -> tuple[bool, bool]:
        """Whether the store answers, and whether the writer runs."""
        try:
            self.sessions.recorder.rows("SELECT 1")
        except Exception:  # of any driver
            return False, False
        return True, self.writer.thread.is_alive() and not self.writer.queue.closing

    def lag(self) -> ProjectionLag:
        """How far the read models are behind, whichever process updates them."""
        return self.keeper.lag() if self.keeper is not None else read_lag(self.sessions, self.views)

    def update_gauges(self) -> None:
        """Sets the metrics that are measured on demand."""
        COMMANDS_WAITING.set(self.writer.queue.items.qsize())
        lag = self.lag()
        PROJECTION_LAG.set(lag.behind)
        PROJECTION_AGE.set(-1 if lag.looked is None else lag.looked)

    async def _view(self, session: UUID) -> SessionView:
        return await self.run_in_thread(self.sessions.view, session)

    async def _versions(self, sessions: list[UUID]) -> Mapping[UUID, int]:
        def load() -> Mapping[UUID, int]:
            self.writer.forget_erased()
            return self.sessions.recorder.versions(sessions)

        return await self.run_in_thread(load)

    async def run_in_thread(self, work: Callable[..., Result], *arguments: object) -> Result:
        """Calls a function in one of the reader threads."""
        if self.readers is None:
            self.readers = anyio.CapacityLimiter(READERS)
        return await anyio.to_thread.run_sync(work, *arguments, limiter=self.readers)

    async def write(self, command: Command) -> CommandReceipt:
        """Has the writer carry out a command; TooBusy at once where too many wait.

        A client that disconnects does not cancel it.
        """
        if command.session is not None and command.token and await self._is_of_club(command.session):
            await self.run_in_thread(self.clubs.check_writer, command.session, command.token)
        loop = asyncio.get_running_loop()
        replied = loop.create_future()
        reply = self.writer.submit(command, on_reply=lambda: _wake(loop, replied))
        await replied
        return reply.result()

    async def _is_of_club(self, session: UUID) -> bool:
        known = self.clubs.known_club_of(session)
        return bool(await self.run_in_thread(self.clubs.club_of, session) if known is None else known)

    def public_view(self, view: SessionView, grant: Grant | None) -> SessionView:
        """A session as far as the holder of a grant may see it already; without names while its arbiter decides."""
        if not sees_undelayed(grant):
            return view.public(self.sessions.now())
        return blind_view(view) if names_hidden(view, grant) else view

    def authorize(self, session: UUID, token: str, permission: str) -> tuple[SessionView, Grant | None]:
        """The session as far as it is public for the holder of a token, and the grant of that token.

        UnknownSession where the holder may not know of it, NotAllowed where the role lacks the permission.
        """
        view, grant = self.clubs.admit(self.sessions.view(session), token)
        if view.discarded or self._is_over(view) or (grant is None and not view.setup.guests):
            raise UnknownSession(session=str(session))
        if permission not in permissions(grant):
            raise refusal([grant] if grant else [], permission)
        if grant is not None and not grant.used:
            self._record_arrival(session, grant, token)
        self.note_hands(view, grant, token)
        return self.public_view(view, grant), grant

    def note_hands(self, view: SessionView, grant: Grant | None, token: str) -> None:
        """Submits to the writer, without waiting for it, that an arbiter reads all hands up to the newest line."""
        if grant is None or grant.role != ARBITER or not grant.sees_hands or not token or not view.hides(None):
            return
        if max(grant.read_hands, self.hands_read.get(grant.grant, 0)) < view.lines:
            self.hands_read[grant.grant] = view.lines
            note = NoteHandsRead(session=view.id, token=token, line=view.lines, key=f"hands-{grant.grant}-{view.lines}")
            with contextlib.suppress(NotRecorded):  # too busy: the next line is noted
                self.writer.submit(note)

    def authorize_in_club(self, club: UUID, token: str, permission: str) -> tuple[Club, Grant | None]:
        """The same of a club; raises UnknownClub or NotAllowed."""
        loaded, grant = self.clubs.authorize(club, token, permission)
        if grant is not None and not grant.used:
            with contextlib.suppress(NotRecorded):  # too busy, or another request was first
                self.clubs.note_use(club, grant)
        return loaded, grant

    def _is_over(self, view: SessionView) -> bool:
        """Whether a table was a practice table of an earlier day."""
        day = practice_day(view.grants.values())
        return bool(day) and day != self.sessions.now()[:10]

    async def authorized(self, session: UUID, token: str, permission: str) -> tuple[SessionView, Grant | None]:
        """The same from the event loop."""
        return await self.run_in_thread(self.authorize, session, token, permission)

    def _record_arrival(self, session: UUID, grant: Grant, token: str) -> None:
        """Submits the first use of a grant to the writer, without waiting for it."""
        with self.arrivals:
            if grant.grant in self.arrived:
                return
            self.arrived.add(grant.grant)
        try:
            self.writer.submit(UseGrant(session=session, token=token, key=f"arrive-{grant.grant}"))
        except NotRecorded:  # too busy: the next request tries again
            self.arrived.discard(grant.grant)
