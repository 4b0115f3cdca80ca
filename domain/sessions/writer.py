"""The writing thread of a store: it decides commands, commits them in batches and then sends their receipts."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import TypeVar
from uuid import UUID, uuid4

from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, PersistenceError

from domain.errors import NotRecorded, StoreAway, UnknownSession
from domain.rules import replace
from domain.sessions.commands import (
    Command,
    CommandDecision,
    CommandReceipt,
    OpenSession,
    PendingCommand,
    PreparedDecision,
    StoredReceipt,
    commit_rows,
    proved,
    receipt_of,
)
from domain.sessions.decide import decide, with_actor
from domain.sessions.idempotency import first_receipt, request_hash
from domain.sessions.reply import Job, Reply
from domain.sessions.session_state import SessionState, SessionView
from domain.sessions.writing.background_fold import BackgroundFold, FoldedCommand
from domain.sessions.writing.command_queue import MAX_WAITING, CommandQueue, Item
from domain.store.mapper import seal
from domain.store.people import person_ids
from domain.store.side_tables import RECEIPTS, SideTables
from domain.store.signing.signer import CommitSigner

log = logging.getLogger("griffier.writer")
MAX_STATES = 64  # sessions kept in memory
UNREACHABLE = (OperationalError, InterfaceError)  # after these errors no other command would succeed either
T = TypeVar("T")


class SessionWriter:
    """Accepts commands from any thread; decides and stores them on a thread of its own."""

    def __init__(
        self,
        store: SideTables,
        load: Callable[[UUID], SessionState],
        signer: CommitSigner,
        clock: Callable[[], datetime] | None = None,
        follow: Callable[[SessionState], None] | None = None,
    ):
        self.store, self.load, self.signer = store, load, signer
        self.follow = follow or (lambda state: self._drop(state.id))
        self.contended: set[UUID] = set()  # sessions that other processes write to at the moment
        self.clock = clock or (lambda: datetime.now(UTC))
        self.states: dict[UUID, SessionState] = {}
        self.queue = CommandQueue(lambda: self.background.waiting)
        self.background = BackgroundFold(self.states, self.queue.deliver, self._prepare)
        self.views: dict[UUID, SessionView] = {}  # of committed events only; safe for every thread
        self.last_erasure = 0  # nothing erased up to this number is left in memory
        self.listeners: list[Callable[[set[UUID]], None]] = []  # called with the written sessions after each commit
        self.on_forget: list[Callable[[UUID | None], None]] = []  # called with a session that leaves the memory
        self.on_death: list[Callable[[], None]] = []  # called if the thread ends before it is closed
        self.unreachable = False  # whether the last write failed because the store could not be reached
        self.thread = threading.Thread(target=self._run, name="griffier-writer", daemon=True)
        self.thread.start()

    def submit(
        self, command: Command, wait: bool = False, on_reply: Callable[[], object] | None = None
    ) -> Reply[CommandReceipt]:
        """Queue a command; raises TooBusy if the queue is full, or waits for room if `wait` is set.

        The writing thread calls `on_reply` when the receipt is there. A queued command is written even if its sender
        stops waiting.
        """
        reply: Reply[CommandReceipt] = Reply(on_reply)
        self.queue.submit(PendingCommand(command, reply), wait)
        return reply

    def write(self, command: Command, timeout: float | None = None) -> CommandReceipt:
        """Write a command and wait for its receipt."""
        return self.submit(command, wait=True).result(timeout)

    def run_exclusively(self, run: Callable[[], T], *sessions: UUID) -> T:
        """Run a function between two transactions, then drop these sessions from memory."""

        def run_and_drop() -> T:
            result = run()
            for session in sessions:
                self._drop(session)
            return result

        reply: Reply[T] = Reply()
        self.queue.put(Job(run_and_drop, reply))
        return reply.result()

    def forget_erased(self) -> None:
        """Drop the sessions in which another process has erased something."""
        if self.store.erasures(self.last_erasure):
            self.run_exclusively(self._forget_erased)

    def _forget_erased(self) -> bool:
        erased = self.store.erasures(self.last_erasure)
        for number, session in erased:
            self.last_erasure = number
            self._drop(session)
        return bool(erased)

    def close(self) -> None:
        """Write everything that is queued, then stop."""
        self.queue.close()
        self.thread.join()
        self.background.close()

    def _run(self) -> None:
        """Write until the queue ends; if the thread itself fails, answer what waits and report it."""
        try:
            while not self.queue.ended or self.background.held:
                self._handle_or_abandon(self.queue.batch())
        except BaseException:
            log.critical("the writing thread has ended: nothing can be recorded any more", exc_info=True)
            self.queue.close()
            while not self.queue.ended:
                self._answer(self.queue.batch())
            for report in self.on_death:
                report()

    def _handle_or_abandon(self, items: Sequence[Item]) -> None:
        """Handle a batch. A fault of ours must not stop the thread: all later commands would wait for ever."""
        try:
            self._handle(items)
        except Exception:
            log.exception("the writing thread goes on after an unexpected error")
            self._abandon(items)
        except BaseException:
            self._answer(items)
            raise

    def _handle(self, items: Sequence[Item]) -> None:
        left: Sequence[PendingCommand | FoldedCommand] = [item for item in items if not isinstance(item, Job)]
        while left:
            batch, left = self.background.sort(left)
            if batch:
                self._write(batch)
        for item in items:
            if isinstance(item, Job):
                item.execute()
        self._evict()

    def _abandon(self, items: Sequence[Item]) -> None:
        """Answer what has no answer yet, and drop all sessions from memory: only the store is right."""
        self._answer(items)
        for session in [*self.states]:
            self._drop(session)

    def _answer(self, items: Sequence[Item]) -> None:
        """Answer what has no answer yet: whether it was stored is not known."""
        for item in items:
            waiting: Sequence[PendingCommand | Job] = ()
            if isinstance(item, FoldedCommand):
                waiting = [item.pending, *self.background.held.pop(item.state.id, ())]
            elif isinstance(item, Job) or item.command.session not in self.background.held:
                waiting = [item]
            for unanswered in (item for item in waiting if not item.reply.done()):
                unanswered.reply.set_exception(StoreAway(why="trouble"))

    # One transaction ----------------------------------------------------------------------------------

    def _write(self, batch: list[PendingCommand]) -> None:
        """Write a batch in one transaction, after a conflict again under the store's lock, else each command alone."""
        before, self.unreachable = self.unreachable, False
        try:
            try:
                alone = not self._contended(batch) and not self.signer.register.contended
                self._attempt(batch, nullcontext() if alone else self.store.write_lock())
            except IntegrityError:  # another process was first, or our own commit succeeded without an answer
                self.signer.register.contended = self.store.shared
                self.contended.update(pending.command.session for pending in batch if pending.command.session)
                self._attempt(batch, self.store.write_lock())
        except Exception as error:
            self.unreachable = before and isinstance(error, UNREACHABLE)
            left = [pending for pending in batch if not pending.reply.done()]
            while left and not self.unreachable:
                self._write_alone(left[0])
                left = left[0 if self.unreachable else 1 :]
            self._refuse(left)

    def _write_alone(self, pending: PendingCommand) -> None:
        try:
            self._attempt([pending], self.store.write_lock())
        except UNREACHABLE:
            self.unreachable = True
        except PersistenceError as error:
            why = StoreAway(why="conflict") if isinstance(error, IntegrityError) else StoreAway(why="trouble")
            pending.reply.set_exception(why)
        except Exception as error:
            pending.reply.set_exception(error)

    def _refuse(self, left: list[PendingCommand]) -> None:
        """Refuse these commands and all that are queued: the store cannot be reached."""
        for item in [*left, *self.queue.take(MAX_WAITING)] if left else ():
            if isinstance(item, FoldedCommand):  # later commands of its session wait for it
                self.queue.deliver(item)
            else:
                item.reply.set_exception(StoreAway(why="away"))

    def _attempt(self, batch: list[PendingCommand], lock: AbstractContextManager[None]) -> None:
        """Decide, commit, and only then send receipts. After an error, memory is dropped: only the store is right."""
        try:
            with lock:
                self._catch_up(batch)
                self._decide_and_commit(batch)
        except Exception:
            for pending in batch:
                for id in {pending.command.session, *(sealed.originator_id for sealed in pending.sealed)}:
                    self._drop(id)
            raise
        self._acknowledge(batch)

    def _contended(self, batch: list[PendingCommand]) -> set[UUID]:
        sessions = {pending.command.session for pending in batch if pending.command.session} if self.contended else ()
        return self.contended.intersection(sessions)

    def _catch_up(self, batch: list[PendingCommand]) -> None:
        """Add what other processes wrote to the sessions in memory: loading them whole would take ever longer."""
        self.signer.register.catch_up()
        known = [session for session in self._contended(batch) if session in self.states]
        for session, version in self.store.versions(known).items() if known else ():
            if version != self.states[session].version:
                self.follow(self.states[session])
            else:
                self.contended.discard(session)

    def _decide_and_commit(self, batch: list[PendingCommand]) -> None:
        """Decide and commit a batch; if it only repeats receipts, confirm them, as a standby may not have them yet."""
        for pending in batch:  # discard what an earlier attempt left
            pending.sealed, pending.decision, pending.receipt, pending.refusal = [], None, None, None
        decided = [pending for pending in batch if self._decide(pending, batch)]
        if decided:
            self._commit(decided)
        elif any(pending.receipt is not None for pending in batch):
            self.store.confirm()
        self._prove(batch)

    def _decide(self, pending: PendingCommand, batch: list[PendingCommand]) -> bool:
        """Whether a command has events to store; if not, it was refused or its key has a receipt already."""
        command = pending.command
        try:
            state = self._state(command)
            command = pending.command = with_actor(state, command)
            req = request_hash(command, state.salt or secrets.token_bytes(16))
            if (known := self._known_receipt(state, command, req, batch)) is not None:
                pending.receipt = known
                return False
            pending.decision = self._decision(state, pending)
            self._seal(pending, pending.decision, state, req)
        except NotRecorded as refusal:
            self._check_current(command, batch)
            pending.refusal = refusal  # sent only after the events it depends on are stored
            return False
        return True

    def _decision(self, state: SessionState, pending: PendingCommand) -> CommandDecision:
        """The decision on a command, which may have been prepared for just this state; raises NotRecorded."""
        prepared, pending.prepared = pending.prepared, None
        if prepared is not None and prepared.version == state.version:
            if prepared.refusal is not None:
                raise prepared.refusal
            if prepared.decision is not None:
                return prepared.decision
        return decide(state, pending.command, self.store.person)

    def _prepare(self, state: SessionState, command: Command) -> PreparedDecision:
        """The decision on a command for the state as it is, on another thread."""
        try:
            decision = decide(state, with_actor(state, command), self.store.person)
        except NotRecorded as refusal:
            return PreparedDecision(state.version, refusal=refusal)
        return PreparedDecision(state.version, decision)

    def _check_current(self, command: Command, batch: list[PendingCommand]) -> None:
        """Raise IntegrityError if a refusal was based on an outdated state: then the command is decided again."""
        if not self.store.shared or command.session is None or command.session not in self.states:
            return
        unstored = sum(len(p.sealed) for p in batch if p.command.session == command.session)
        stored = self.store.versions([command.session]).get(command.session)
        if stored != self.states[command.session].version - unstored or self._forget_erased():
            raise IntegrityError("decided on what is no longer so")

    def _known_receipt(
        self, state: SessionState, command: Command, req: str, batch: list[PendingCommand]
    ) -> StoredReceipt | None:
        """The receipt this key has already; raises KeyUsedTwice for another command under the same key."""
        if isinstance(command, OpenSession):
            return self._opening_receipt(command, batch)
        if command.key not in state.keys or not command.actor:  # without a grant, nothing is revealed about keys
            return None
        return first_receipt(self.store, state, command, req, batch)

    def _opening_receipt(self, command: OpenSession, batch: list[PendingCommand]) -> StoredReceipt | None:
        openings = (other for other in batch if other.sealed and isinstance(other.command, OpenSession))
        same = (p for p in openings if (p.command.actor, p.command.key) == (command.actor, command.key))
        session = next((p.sealed[0].originator_id for p in same), None) or self.store.opened(command.actor, command.key)
        if session is None:
            return None
        state = self._state(replace(command, session=session))
        return first_receipt(self.store, state, command, request_hash(command, state.salt), batch)

    def _state(self, command: Command) -> SessionState:
        if command.session is None:
            state = SessionState(uuid4())
            state.salt = secrets.token_bytes(16)
            return state
        if (known := self.states.get(command.session)) is not None:
            return known
        state = self.load(command.session)
        if not state.version:
            raise UnknownSession(session=str(command.session))
        state.salt = self.store.salt(state.id)
        self._keep(state)
        return state

    def _keep(self, state: SessionState) -> None:
        self.states.pop(state.id, None)
        self.states[state.id] = state  # now the most recent

    def _evict(self) -> None:
        """Drop the least recent sessions; never within a transaction, when a state may be ahead of the store."""
        while len(self.states) > MAX_STATES:
            self._drop(next(iter(self.states)))

    def _seal(self, pending: PendingCommand, decision: CommandDecision, state: SessionState, req: str) -> None:
        command = pending.command
        texts = {text.hash: text.text for text in decision.texts}
        names = self._names(decision) if isinstance(command, OpenSession) else {}
        known = len(state.log)
        for event, role, line in decision.events:
            now = self.clock().isoformat(timespec="microseconds").replace("+00:00", "Z")
            about = {"at": max(now, state.at), "clock": now if now < state.at else "", "role": role}
            about |= {"actor": command.actor, "cmd": command.key, "req": req}
            sealed = seal(state.id, state.name, state.version + 1, state.link, event, about)
            state.apply(sealed, line, texts, names)
            pending.sealed.append(sealed)
        self._keep(state)
        pending.receipt = receipt_of(state, state.judge_lines(known))

    def _names(self, opening: CommandDecision) -> dict[str, str]:
        opened = opening.events[0][0]
        return {**self.store.names(person_ids(opened)), **{person.hash: person.text for person in opening.people}}

    def _commit(self, decided: Sequence[PendingCommand]) -> None:
        rows = commit_rows(decided, self.states)
        growth, register = self.signer.prepare(rows.written)
        self.store.insert_events(rows.events, **{RECEIPTS: rows.receipts}, **rows.tables, **register)
        self.signer.register.adopt(growth)

    def _prove(self, batch: Sequence[PendingCommand]) -> None:
        """Add to each receipt the proof of its last event."""
        for pending in batch:
            if (receipt := pending.receipt) is not None:
                session = pending.sealed[0].originator_id if pending.sealed else UUID(receipt.session)
                state = self.states.get(session) or self._state(replace(pending.command, session=session))
                pending.proof = self.signer.proof(session, state.links, receipt.version)

    def _acknowledge(self, batch: Sequence[PendingCommand]) -> None:
        written = {pending.sealed[0].originator_id for pending in batch if pending.sealed}
        for pending in batch:
            if pending.sealed and (state := self.states.get(pending.sealed[0].originator_id)) is not None:
                self.views[state.id] = state.view()
            if pending.receipt is not None:
                pending.reply.set_result(proved(pending.receipt, pending.proof))
            elif pending.refusal is not None:
                pending.reply.set_exception(pending.refusal)
        for listener in self.listeners if written else ():
            listener(written)

    def _drop(self, id: UUID | None) -> None:
        if id is not None:
            self.states.pop(id, None)
            self.views.pop(id, None)
            self.signer.forget(id)
        for forget in self.on_forget:
            forget(id)
