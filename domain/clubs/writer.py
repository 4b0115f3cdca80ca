"""Writes the commands of clubs, between two transactions of the thread that writes the sessions.

Commands of clubs are rare. They are decided, sealed, signed and committed one at a time on the session writer's thread,
so that the register of checkpoints has one writer only.
"""

from __future__ import annotations

import secrets
from contextlib import AbstractContextManager, nullcontext
from uuid import UUID, uuid4

from eventsourcing.persistence import IntegrityError

from domain.clubs.club import ClubState
from domain.clubs.commands import ClubCommand, FoundClub, GrantClubRole, decide_club
from domain.errors import KeyUsedTwice, NotRecorded, StoreAway, UnknownClub
from domain.rules import replace
from domain.sessions.commands import CommandReceipt, StoredReceipt, decode_receipt, encode_receipt, proved
from domain.sessions.idempotency import request_hash
from domain.sessions.roles import grant_for_token
from domain.sessions.writer import UNREACHABLE, SessionWriter
from domain.store.club_events import ClubRoleGranted
from domain.store.club_tables import CLUB_TOKENS
from domain.store.mapper import SealedEvent, canonical, event_data, event_from_row, event_to_row, seal
from domain.store.side_tables import RECEIPTS, Head, encode_heads
from domain.store.signing.signer import WrittenBatch

OPENER = "club:"  # before the actor of a founding, so that no key of a session's opening meets one of a club


class ClubWriter:
    """Decides and stores the commands of clubs."""

    def __init__(self, writer: SessionWriter):
        self.writer, self.store, self.signer = writer, writer.store, writer.signer
        self.states: dict[UUID, ClubState] = {}  # for the writing thread only

    def write(self, command: ClubCommand) -> CommandReceipt:
        """Write a command and wait for its receipt."""
        return self.writer.run_exclusively(lambda: self._write(command))

    def _write(self, command: ClubCommand) -> CommandReceipt:
        try:
            try:
                return self._attempt(command, nullcontext())
            except IntegrityError:  # another process was first
                return self._attempt(command, self.store.write_lock())
        except UNREACHABLE as error:
            raise StoreAway(why="away") from error
        except IntegrityError as error:
            raise StoreAway(why="conflict") from error

    def _attempt(self, command: ClubCommand, lock: AbstractContextManager[None]) -> CommandReceipt:
        """Decide and commit. After an error, memory is dropped: only the store is right."""
        with lock:
            state = self._state(command)
            try:
                return self._decide_and_commit(state, command)
            except NotRecorded:  # refused, and nothing was tried
                raise
            except Exception:
                self.states.pop(state.id, None)
                self.signer.forget(state.id)
                if self.store.shared:
                    self.signer.register.reload()
                raise

    def _state(self, command: ClubCommand) -> ClubState:
        """The club of a command as it is stored now; a new one for a founding under a new key."""
        if isinstance(command, FoundClub):
            founded = self.store.opened(OPENER + command.actor, command.key)
            return self._follow(founded) if founded is not None else ClubState(uuid4())
        state = self._follow(command.session) if command.session is not None else None
        if state is None or not state.version:
            raise UnknownClub(club=str(command.session))
        return state

    def _follow(self, club: UUID) -> ClubState:
        """A club with everything that is stored of it, also by other processes."""
        state = self.states.get(club) or ClubState(club)
        rows = self.store.events(club, None, state.version)
        self.states[club] = state.apply(event_from_row(club, *row) for row in rows)
        return state

    def _decide_and_commit(self, state: ClubState, command: ClubCommand) -> CommandReceipt:
        if not isinstance(command, FoundClub) and command.token:
            grant = grant_for_token(state.grants.values(), command.token)
            command = replace(command, actor=grant.grant if grant else "", token="")
        salt = self.store.salt(state.id) if state.version else secrets.token_bytes(16)
        # Each request makes another token, whose hash therefore does not count.
        counted = replace(command, proof="") if isinstance(command, (FoundClub, GrantClubRole)) else command
        req = request_hash(counted, salt)
        if command.key in state.keys and command.actor:
            return self._repeated(state, command, req)
        sealed = self._sealed(state, command, req)
        return self._commit(state, command, sealed, salt)

    def _repeated(self, state: ClubState, command: ClubCommand, req: str) -> CommandReceipt:
        """The receipt of the command that used this key first; raises KeyUsedTwice if that was another command."""
        used, version = state.keys[command.key]
        if used != req:
            raise KeyUsedTwice(key=command.key)
        receipt = decode_receipt(self.store.receipt(state.id, version))
        return proved(receipt, self.signer.proof(state.id, state.links, version))

    def _sealed(self, state: ClubState, command: ClubCommand, req: str) -> list[SealedEvent]:
        sealed: list[SealedEvent] = []
        version, link, at = state.version, state.link, state.at
        for event, role in decide_club(state, command):
            canonical(event_data(event))  # raises ValueError for what JSON does not keep exactly
            now = self.writer.clock().isoformat(timespec="microseconds").replace("+00:00", "Z")
            about = {"at": max(now, at), "clock": now if now < at else "", "role": role}
            about |= {"actor": command.actor, "cmd": command.key, "req": req}
            sealed.append(seal(state.id, str(state.id), version + 1, link, event, about))
            version, link, at = version + 1, sealed[-1].link, sealed[-1].envelope.at
        return sealed

    def _commit(self, state: ClubState, command: ClubCommand, sealed: list[SealedEvent], salt: bytes) -> CommandReceipt:
        last = sealed[-1]
        version, link = last.originator_version, last.link
        receipt = StoredReceipt(session=str(state.id), version=version, line=0, link=link, at=last.envelope.at)
        answer, links = encode_receipt(receipt), [*state.links, *(event.link for event in sealed)]
        written = WrittenBatch()
        written.add(sealed[0], last, links, answer)
        growth, register = self.signer.prepare(written)
        tokens = [event.event.token for event in sealed if isinstance(event.event, ClubRoleGranted)]
        is_new = not state.version
        self.store.insert_events(
            [event_to_row(event) for event in sealed],
            **{RECEIPTS: {(state.id, version): answer}},
            commits=[(encode_heads([Head(state.id, version, link)]),)],
            opened=[(OPENER + command.actor, command.key, state.id.hex)] if is_new else [],
            salts=[(state.id.hex, salt)] if is_new else [],
            **{CLUB_TOKENS: [(token, state.id.hex) for token in tokens if token]},
            **register,
        )
        self.signer.register.adopt(growth)
        self.states[state.id] = state.apply(sealed)
        for listener in self.writer.listeners:
            listener({state.id})
        return proved(receipt, self.signer.proof(state.id, state.links, version))
