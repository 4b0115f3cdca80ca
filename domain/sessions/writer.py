"""The one writing thread: what waits together is committed together, and answered only then."""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, PersistenceError, StoredEvent
from msgspec import Struct

from domain.errors import KeyUsedTwice, NotRecorded, StoreAway, TooBusy, UnknownSession
from domain.rules import replace
from domain.sessions.background_fold import BackgroundFold, FoldedCommand
from domain.sessions.commands import Command, OpenSession, request_hash
from domain.sessions.decide import decide, with_actor
from domain.sessions.decision import CommandDecision
from domain.sessions.idempotency import is_same_command
from domain.sessions.receipts import CommandReceipt, decode_receipt, encode_receipt, receipt_of
from domain.sessions.reply_future import Job, Waited
from domain.sessions.session_state import SessionState, SessionView
from domain.store.mapper import SealedEvent, event_from_row, event_to_row, seal
from domain.store.people import person_ids
from domain.store.side_tables import RECEIPTS, Head, encode_heads

WAITING = 256  # commands that may wait
TOGETHER = 64  # commands in one transaction
LINGER = 0.001  # seconds between looks whether there is room again
HOT = 64  # sessions kept in memory
AWAY = (OperationalError, InterfaceError)  # nothing else will get through now, either


class _Pending(Struct):
    """A command on its way: once decided, what must be stored for it."""

    command: Command
    future: Any  # Future, Waited or alike
    sealed: list[SealedEvent] = []
    decided: CommandDecision | None = None
    answer: CommandReceipt | None = None
    refused: NotRecorded | None = None


class SessionWriter:
    """Takes commands from any thread, decides and stores them on its own."""

    def __init__(
        self,
        store: Any,
        load: Callable[[UUID], SessionState],
        clock: Callable[[], datetime] | None = None,
        follow: Callable[[SessionState], None] | None = None,
    ):
        self.store, self.load = store, load
        self.follow = follow or (lambda live: self._drop(live.id))
        self.contended: set[UUID] = set()  # what other processes write to as well, just now
        self.clock = clock or (lambda: datetime.now(UTC))
        self.waiting: queue.SimpleQueue[_Pending | Job | FoldedCommand | None] = queue.SimpleQueue()
        self.hot: dict[UUID, SessionState] = {}
        self.beside = BackgroundFold(self.hot, self.waiting.put)
        self.views: dict[UUID, SessionView] = {}  # of what is committed; safe for every thread
        self.door = threading.Lock()  # whoever comes in before it closes is answered
        self.closing = False
        self.going = True
        self.heeded = 0  # up to which erasure nothing of it is left in memory
        self.listeners: list[Callable[[set[UUID]], None]] = []  # told which sessions were written, after the commit
        self.forgetting: list[Callable[[UUID | None], None]] = []  # told what is no longer to be kept in memory
        self.away = False  # whether the store took nothing when it was last asked
        self.thread = threading.Thread(target=self._run, name="griffier-writer", daemon=True)
        self.thread.start()

    def submit(self, command: Command, wait: bool = False, future: Any = None) -> Any:
        """Queue a command; TooBusy where too many wait already, unless its sender waits for room.

        Its answer comes in a `Future`, or in whatever its sender brings that can be set like one.
        """
        if future is None:
            future = Future()
            future.set_running_or_notify_cancel()  # what is taken gets done, whoever stops waiting for it
        self._queue(_Pending(command, future), wait)
        return future

    def write(self, command: Command, timeout: float | None = None) -> CommandReceipt:
        """Have a command written, with room waited for, and wait for its answer."""
        pending = _Pending(command, Waited())
        self._queue(pending, wait=True)
        return pending.future.result(timeout)

    def _queue(self, pending: _Pending, wait: bool) -> None:
        while not self._taken(pending):
            if not wait:
                raise TooBusy(waiting=WAITING)
            time.sleep(LINGER)

    def have_done(self, run: Callable[[], Any], *sessions: UUID) -> Any:
        """Have something done between two transactions, after which these sessions are read again."""

        def then_forget() -> Any:
            done = run()
            for session in sessions:
                self._drop(session)
            return done

        job = Job(then_forget, Waited())
        self._taken(job, at_once=True)
        return job.future.result()

    def heed(self) -> None:
        """Nothing that another process erased stays in memory here."""
        if self.store.erasures(self.heeded):
            self.have_done(self._heed)

    def _heed(self) -> bool:
        erased = self.store.erasures(self.heeded)
        for number, session in erased:
            self.heeded = number
            self._drop(session)
        return bool(erased)

    def _taken(self, pending: _Pending | Job, at_once: bool = False) -> bool:
        with self.door:
            if self.closing:
                raise StoreAway(why="closing")
            if self.waiting.qsize() + self.beside.waiting >= WAITING and not at_once:
                return False
            self.waiting.put(pending)
            return True

    def close(self) -> None:
        """Write what was taken, then stop."""
        with self.door:
            self.closing = True
            self.waiting.put(None)
        self.thread.join()
        self.beside.close()

    def _run(self) -> None:
        while self.going or self.beside.held:
            if (first := self.waiting.get()) is None:
                self.going = False
                continue
            taken = self._together(first)
            left = [one for one in taken if not isinstance(one, Job)]
            while left:
                now, left = self.beside.sorted(left)
                if now:
                    self._write(now)
            for job in taken:
                if isinstance(job, Job):
                    job.do()
            self._cool()

    def _together(self, first: _Pending) -> list[_Pending]:
        """What can be written at once: whoever was just answered gets the chance to come back, as long as some do."""
        taken = [first]
        time.sleep(0)
        while more := self._more(TOGETHER - len(taken)):
            taken += more
            time.sleep(0)
        return taken

    def _more(self, most: int) -> list[_Pending]:
        """What is waiting already."""
        found: list[_Pending] = []
        while self.going and len(found) < most:
            try:
                pending = self.waiting.get_nowait()
            except queue.Empty:
                break
            if pending is None:
                self.going = False
            else:
                found.append(pending)
        return found

    # One transaction ----------------------------------------------------------------------------------

    def _write(self, batch: list[_Pending]) -> None:
        """All in one transaction; where others were first, again while they wait; where that fails, each alone."""
        before, self.away = self.away, False
        try:
            try:
                self._attempt(batch, self.store.alone() if self._contended(batch) else nullcontext())
            except IntegrityError:  # or our own commit went through unseen
                self.contended.update(pending.command.session for pending in batch if pending.command.session)
                self._attempt(batch, self.store.alone())
        except Exception as error:
            self.away = before and isinstance(error, AWAY)
            left = [pending for pending in batch if not pending.future.done()]
            while left and not self.away:
                self._write_alone(left[0])
                left = left[0 if self.away else 1 :]
            self._refuse(left)

    def _write_alone(self, pending: _Pending) -> None:
        try:
            self._attempt([pending], self.store.alone())
        except AWAY:
            self.away = True
        except PersistenceError as error:
            why = StoreAway(why="conflict") if isinstance(error, IntegrityError) else StoreAway(why="trouble")
            pending.future.set_exception(why)
        except Exception as error:
            pending.future.set_exception(error)

    def _refuse(self, left: list[_Pending]) -> None:
        """Nobody waits for a store that is away, not even in the queue, longer than it takes to find that out."""
        for pending in left and left + self._more(WAITING):
            if isinstance(pending, FoldedCommand):  # those after it wait for it
                self.waiting.put(pending)
            else:
                pending.future.set_exception(StoreAway(why="away"))

    def _attempt(self, batch: list[_Pending], held: AbstractContextManager) -> None:
        """Decide, store, and only then answer. After any trouble only the store knows what happened."""
        try:
            with held:
                self._catch_up(batch)
                self._decide_and_commit(batch)
        except Exception:
            self._forget(batch)
            raise
        self._acknowledge(batch)

    def _contended(self, batch: list[_Pending]) -> set[UUID]:
        return self.contended.intersection(pending.command.session for pending in batch) if self.contended else set()

    def _catch_up(self, batch: list[_Pending]) -> None:
        """What others write to as well is brought up to date; to read it all again would take longer and longer."""
        hot = [session for session in self._contended(batch) if session in self.hot]
        for session, version in self.store.versions(hot).items() if hot else ():
            if version != self.hot[session].version:
                self.follow(self.hot[session])
            else:
                self.contended.discard(session)

    def _decide_and_commit(self, batch: list[_Pending]) -> None:
        """What was answered before counts as stored only once a later commit is, for others may not have it yet."""
        for pending in batch:  # of an attempt before this one nothing holds
            pending.sealed, pending.decided, pending.answer, pending.refused = [], None, None, None
        decided = [pending for pending in batch if self._decide(pending, batch)]
        if decided:
            self._commit(decided)
        elif any(pending.answer is not None for pending in batch):
            self.store.confirm()

    def _decide(self, pending: _Pending, batch: list[_Pending]) -> bool:
        """Whether there is something to store for it; else it was refused, or its key has an answer already."""
        command = pending.command
        try:
            live = self._live(command)
            command = pending.command = with_actor(live, command)
            req = request_hash(command, live.salt or secrets.token_bytes(16))
            if (known := self._answered(live, command, req, batch)) is not None:
                pending.answer = known
                return False
            pending.decided = decide(live, command, self.store.person)
            self._seal(pending, live, req)
        except NotRecorded as refused:
            self._holds(command, batch)
            pending.refused = refused  # told only once what it rests on is stored
            return False
        return True

    def _holds(self, command: Command, batch: list[_Pending]) -> None:
        """Where others write too, nothing is refused because of what they have changed: then it is decided again."""
        if not self.store.shared or command.session not in self.hot:
            return
        waiting = sum(len(p.sealed) for p in batch if p.command.session == command.session)
        stored = self.store.versions([command.session]).get(command.session)
        if stored != self.hot[command.session].version - waiting or self._heed():
            raise IntegrityError("decided on what is no longer so")

    def _answered(self, live: SessionState, command: Command, req: str, batch: list[_Pending]) -> CommandReceipt | None:
        """The answer this key has already; another command under the same key is refused."""
        if isinstance(command, OpenSession):
            return self._opened(command, batch)
        if command.key not in live.keys or not command.actor:  # who holds nothing here learns nothing about keys
            return None
        return self._same(live, command, req, batch)

    def _opened(self, command: OpenSession, batch: list[_Pending]) -> CommandReceipt | None:
        waiting = (other for other in batch if other.sealed and isinstance(other.command, OpenSession))
        same = (p for p in waiting if (p.command.actor, p.command.key) == (command.actor, command.key))
        found = next((p.sealed[0].originator_id for p in same), None) or self.store.opened(command.actor, command.key)
        if found is None:
            return None
        live = self._live(replace(command, session=found))
        return self._same(live, command, request_hash(command, live.salt), batch)

    def _same(self, live: SessionState, command: Command, req: str, batch: list[_Pending]) -> CommandReceipt:
        used, version = live.keys[command.key]
        sent = (p for p in batch if p.sealed and p.sealed[-1].originator_id == live.id and p.command.key == command.key)
        first = next(sent, None)
        if used != req if live.salt else not self._repeated(live, command, first):
            raise KeyUsedTwice(key=command.key)
        return first.answer if first else decode_receipt(self.store.answer(live.id, version))

    def _repeated(self, live: SessionState, command: Command, first: _Pending | None) -> bool:
        """Once something was erased here no hash tells any more: then the events do, but for what was erased."""
        _, version = live.keys[command.key]
        stored = (event_from_row(live.id, *row) for row in self.store.events(live.id, version)) if first is None else ()
        done = first.sealed if first else [sealed for sealed in stored if sealed.envelope.cmd == command.key]
        texts = {text.hash: text.text for text in first.decided.texts} if first else self.store.texts(live.id)
        return is_same_command(command, done, live.setup, texts)

    def _live(self, command: Command) -> SessionState:
        if command.session is None:
            live = SessionState(uuid4())
            live.salt = secrets.token_bytes(16)
            return live
        live = self.hot.get(command.session)
        if live is None:
            live = self.load(command.session)
            if not live.version:
                raise UnknownSession(session=str(command.session))
            live.salt = self.store.salt(live.id)
            self._keep(live)
        return live

    def _keep(self, live: SessionState) -> None:
        self.hot.pop(live.id, None)
        self.hot[live.id] = live  # the last one now

    def _cool(self) -> None:
        """Between two transactions only: in one of them a session may be ahead of what is stored."""
        while len(self.hot) > HOT:
            self._drop(next(iter(self.hot)))

    def _seal(self, pending: _Pending, live: SessionState, req: str) -> None:
        command, decided = pending.command, pending.decided
        texts = {text.hash: text.text for text in decided.texts}
        names = self._names(decided) if isinstance(command, OpenSession) else {}
        known = len(live.log)
        for event, role, line in decided.events:
            now = self.clock().isoformat(timespec="microseconds").replace("+00:00", "Z")
            about = {"at": max(now, live.at), "clock": now if now < live.at else "", "role": role}
            about |= {"actor": command.actor, "cmd": command.key, "req": req}
            sealed = seal(live.id, live.name, live.version + 1, live.link, event, about)
            live.take(sealed, line, texts, names)
            pending.sealed.append(sealed)
        self._keep(live)
        pending.answer = receipt_of(live, live.judged(known))

    def _names(self, opening: CommandDecision) -> dict[str, str]:
        opened = opening.events[0][0]
        return {**self.store.names(person_ids(opened)), **opening.people}

    def _commit(self, decided: Sequence[_Pending]) -> None:
        rows: dict[str, list[tuple]] = {"opened": [], "texts": [], "pictures": [], "salts": [], "people": []}
        stored: list[StoredEvent] = []
        answers: dict[tuple[UUID, int], bytes] = {}
        heads: dict[UUID, Head] = {}
        for pending in decided:
            last = pending.sealed[-1]
            session = last.originator_id
            stored += map(event_to_row, pending.sealed)
            answers[session, last.originator_version] = encode_receipt(pending.answer)
            heads[session] = Head(session, last.originator_version, last.link)
            if isinstance(pending.command, OpenSession):
                rows["opened"].append((pending.command.actor, pending.command.key, session.hex))
                rows["salts"].append((session.hex, self.hot[session].salt))
            rows["texts"] += [(session.hex, text.hash, text.salt, text.text) for text in pending.decided.texts]
            rows["pictures"] += [(session.hex, *kept) for kept in pending.decided.pictures]
            rows["people"] += pending.decided.people.items()
        self.store.insert_events(stored, commits=[(encode_heads(heads.values()),)], **{RECEIPTS: answers}, **rows)

    def _acknowledge(self, batch: Sequence[_Pending]) -> None:
        written = {pending.sealed[0].originator_id for pending in batch if pending.sealed}
        for pending in batch:
            if pending.sealed:
                live = self.hot.get(pending.sealed[0].originator_id)
                if live is not None:
                    self.views[live.id] = live.view()
            if pending.refused is not None:
                pending.future.set_exception(pending.refused)
            else:
                pending.future.set_result(pending.answer)
        for listener in self.listeners if written else ():
            listener(written)

    def _forget(self, batch: Sequence[_Pending]) -> None:
        """After any trouble only the store knows what happened."""
        for pending in batch:
            for id in {pending.command.session, *(sealed.originator_id for sealed in pending.sealed)}:
                self._drop(id)

    def _drop(self, id: UUID | None) -> None:
        self.hot.pop(id, None)
        self.views.pop(id, None)
        for forget in self.forgetting:
            forget(id)
