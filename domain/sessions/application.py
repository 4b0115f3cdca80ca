"""The application: every use case of stored sessions, one method each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.utils import Environment

from domain.errors import NoStore, NoSuchVersion, ReadOnly, UnknownSession
from domain.faces import Catalogue, content_id, entered, read_catalogue
from domain.games import GAMES
from domain.sessions.commands import (
    CloseAsComputed,
    CloseSession,
    Command,
    CommandReceipt,
    CopyLines,
    DiscardSession,
    GrantRole,
    MakeStatement,
    OpenSession,
    RecordLines,
    ReopenSession,
    RevokeRole,
    SetDelay,
    ShowNames,
    ShowPicture,
)
from domain.sessions.roles import RoleChange, role_changes
from domain.sessions.session_state import SessionState, SessionView
from domain.sessions.writer import SessionWriter
from domain.setup import Setup
from domain.store.chain import ChainVerifier, verify_session
from domain.store.club_events import CLUB_TOPICS
from domain.store.events import LINE_EVENTS, LineRecorded, SeatChanged
from domain.store.location import database_url, keys_folder
from domain.store.mapper import SessionMapper, event_from_row, link_hash, unseal
from domain.store.people import person_ids
from domain.store.side_tables import JoinCode, LineNote, SideTables, redacted_url
from domain.store.signing.keys import KeyFolder
from domain.store.signing.register import ERASED_NAME, ERASED_PICTURE, ERASED_TEXT, NewEntry, erasure_entry
from domain.store.signing.signer import CommitSigner
from domain.store.signing.verification import verify_register
from domain.timeline.visibility import time_text

MAX_VIEWS, MAX_VIEW_LINES = 64, 100_000  # of the view cache


class ViewCache:
    """The most recently loaded views, for every thread; a session is dropped when something in it is erased."""

    def __init__(self) -> None:
        self.views: dict[UUID, SessionView] = {}
        self.lines = 0
        self.generation = 0  # grows with each drop, so that no view is cached that was loaded before it
        self.lock = threading.Lock()

    def get(self, session: UUID) -> SessionView | None:
        """The cached view of a session, if there is one."""
        with self.lock:
            if (view := self.views.pop(session, None)) is not None:
                self.views[session] = view  # now the most recent
            return view

    def put(self, view: SessionView, generation: int) -> None:
        """Cache a view, unless a session was dropped since `generation`, when its loading began."""
        with self.lock:
            if generation != self.generation:
                return
            self._drop(view.id)
            self.views[view.id] = view
            self.lines += view.lines
            while len(self.views) > MAX_VIEWS or self.lines > MAX_VIEW_LINES:
                self._drop(next(iter(self.views)))

    def drop(self, session: UUID | None) -> None:
        """Remove the view of a session."""
        with self.lock:
            self.generation += 1
            self._drop(session)

    def _drop(self, session: UUID | None) -> None:
        if session is not None and (dropped := self.views.pop(session, None)) is not None:
            self.lines -= dropped.lines


class Sessions(Application[UUID]):
    """Every stored session: one process writes to an SQLite file, several to PostgreSQL, any number read."""

    name = "griffier"
    recorder: SideTables

    def __init__(self, url: str | None = None, writing: bool = True, keys: Path | None = None):
        self.url = url or database_url()
        self.writing = writing
        self.keys = KeyFolder(keys or keys_folder())
        super().__init__()
        self.view_cache = ViewCache()
        self.writer: SessionWriter | None = None
        if writing:
            signer = CommitSigner(self.recorder, self.keys)
            self.writer = SessionWriter(self.recorder, self._load, signer, follow=self._follow)
            self.writer.on_forget.append(self.view_cache.drop)

    def construct_env(self, name: str, env: object = None) -> Environment:
        """An empty environment: settings of other programs must not change the store."""
        return Environment(name, {})

    def construct_factory(self, env: Environment) -> InfrastructureFactory:
        """The factory for SQLite or PostgreSQL, by the scheme of the address."""
        scheme, _, rest = self.url.partition("://")
        if scheme == "sqlite" and rest.strip("/"):
            from domain.store.sqlite import SQLiteEventFactory

            return SQLiteEventFactory(rest.removeprefix("/"), self.writing)
        if scheme in ("postgresql", "postgres"):
            from domain.store.postgres import PostgresEventFactory

            return PostgresEventFactory(self.url, self.writing)
        raise NoStore(url=redacted_url(self.url))

    def construct_mapper(self) -> SessionMapper:
        """The mapper for our envelope."""
        return SessionMapper()

    def close(self) -> None:
        """Write what is queued, then close the store."""
        if self.writer is not None:
            self.writer.close()
            self.keys.close()
        super().close()

    # Writing ------------------------------------------------------------------------------------------

    def do(self, command: Command, timeout: float | None = None) -> CommandReceipt:
        """Write a command and wait for its receipt."""
        return self._writer.write(command, timeout)

    def open(self, setup: Setup, *, actor: str, key: str = "") -> CommandReceipt:
        """Open a session."""
        return self.do(OpenSession(setup=setup, actor=actor, key=key or _key()))

    def record(
        self, session: UUID, *entries: str, actor: str, key: str = "", expected: int | None = None
    ) -> CommandReceipt:
        """Add lines of any kind: actions, observations, corrections, claims, rulings."""
        return self.do(RecordLines(session=session, entries=entries, actor=actor, key=key or _key(), expected=expected))

    def copy(self, session: UUID, *entries: str, actor: str, key: str = "") -> CommandReceipt:
        """Add the lines of a record from another source, unchanged."""
        return self.do(CopyLines(session=session, entries=entries, actor=actor, key=key or _key()))

    def speak(
        self, session: UUID, claim: int, text: str, *, actor: str, seat: int | None = None, key: str = ""
    ) -> CommandReceipt:
        """Make a statement about a claim."""
        return self.do(
            MakeStatement(session=session, claim=claim, text=text, seat=seat, actor=actor, key=key or _key())
        )

    def show(
        self, session: UUID, line: int, picture: bytes, *, actor: str, sent: str = "", seat: int | None = None
    ) -> CommandReceipt:
        """Attach a picture to a line."""
        command = ShowPicture(
            session=session, line=line, picture=picture, sent=sent, seat=seat, actor=actor, key=_key()
        )
        return self.do(command)

    def grant(self, session: UUID, role: str, *, actor: str, key: str = "", **to: Any) -> CommandReceipt:
        """Grant a role to a person, a seat or the holder of a token."""
        return self.do(GrantRole(session=session, role=role, actor=actor, key=key or _key(), **to))

    def revoke(self, session: UUID, grant: str, *, actor: str, key: str = "") -> CommandReceipt:
        """Revoke a grant."""
        return self.do(RevokeRole(session=session, grant=grant, actor=actor, key=key or _key()))

    def show_names(self, session: UUID, *, actor: str, key: str = "") -> CommandReceipt:
        """Show an arbiter the names of the seats; each ruling of that arbiter will say so."""
        return self.do(ShowNames(session=session, actor=actor, key=key or _key()))

    def delay(self, session: UUID, seconds: int, lines: int = 0, *, actor: str, key: str = "") -> CommandReceipt:
        """Set the delay after which spectators see lines."""
        return self.do(SetDelay(session=session, seconds=seconds, lines=lines, actor=actor, key=key or _key()))

    def finish(
        self, session: UUID, *stated: int | None, actor: str, key: str = "", same: bool = False
    ) -> CommandReceipt:
        """Close the record with the points that the players stated; `same` means that they took the computed ones."""
        kind = CloseAsComputed if same else CloseSession
        return self.do(kind(session=session, stated=stated, actor=actor, key=key or _key()))

    def discard(self, session: UUID, *, actor: str, key: str = "") -> CommandReceipt:
        """Discard a session without any line."""
        return self.do(DiscardSession(session=session, actor=actor, key=key or _key()))

    def reopen(self, session: UUID, *, actor: str, key: str = "") -> CommandReceipt:
        """Reopen a closed record."""
        return self.do(ReopenSession(session=session, actor=actor, key=key or _key()))

    def remark_of(self, session: UUID, line: int) -> str:
        """The hash of the text that a person wrote with a line; empty if there is none."""
        events = (event_from_row(session, *row).event for row in self.recorder.events(session, None))
        lines = [event for event in events if isinstance(event, LINE_EVENTS)]
        return getattr(lines[line - 1], "remark", "") if 0 < line <= len(lines) else ""

    def erase_text(self, session: UUID, hash: str) -> int:
        """Erase a text from the store; the hash chain stays intact. Returns how many texts were erased."""
        erase = partial(self.recorder.erase_text, session, hash)
        return self._erase(erasure_entry(session.hex, ERASED_TEXT, hash), erase, session)

    def erase_picture(self, session: UUID, hash: str) -> int:
        """Erase a picture from the store; its hash stays in the event."""
        erase = partial(self.recorder.erase_picture, session, hash)
        return self._erase(erasure_entry(session.hex, ERASED_PICTURE, hash), erase, session)

    def annotate(self, session: UUID, note: LineNote) -> None:
        """Store a note about a line; it is no part of the record."""
        self._writer.run_exclusively(lambda: self.recorder.keep_note(session, note))

    def erase_note(self, session: UUID, note: str) -> int:
        """Erase a note about a line."""
        return self._writer.run_exclusively(lambda: self.recorder.erase_note(session, note))

    def set_embedding(self, session: UUID, allowed: bool) -> None:
        """Allow or forbid pages of other sites to frame the replay of a session."""
        recorder, now = self.recorder, self.now()
        change = (
            (lambda: recorder.allow_embedding(session, now))
            if allowed
            else (lambda: recorder.forbid_embedding(session))
        )
        self._writer.run_exclusively(change)

    def erase_person(self, name: str, club: str = "") -> int:
        """Erase the name of a person of a club, or of the tables without a club, from the store."""
        if (person := self.recorder.person(name, club)) is None:
            return 0
        events = ((id, unseal(raw).event) for id, raw in self.recorder.naming_events(SeatChanged.TYPE))
        played = [*dict.fromkeys(id for id, event in events if person in person_ids(event))]
        erase = partial(self.recorder.erase_person, person, played)
        return self._erase(erasure_entry(person, ERASED_NAME, person), erase, *played)

    def _erase(self, entry: NewEntry, erase: Callable[..., int], *sessions: UUID) -> int:
        """Erase something between two transactions, with the entry about it in the register."""
        register = self._writer.signer.register
        return self._writer.run_exclusively(
            lambda: register.append([entry], self.now(), lambda changes: erase(*changes)), *sessions
        )

    def open_code(self, opened: JoinCode) -> None:
        """Store a join code."""
        self._writer.run_exclusively(lambda: self.recorder.open_code(opened))

    def use_code(self, opened: JoinCode, token: str) -> bool:
        """Use a one-time join code; returns whether this token used it, now or before."""
        return self._writer.run_exclusively(lambda: self.recorder.use_code(opened, token))

    def keep_box(self, box: Catalogue) -> Catalogue:
        """Store the catalogue of an owner's box under an id made from its content."""
        box = box_catalogue(content_id(box), box.game, entered(box))
        faces = msgspec.json.encode(entered(box)).decode()
        self._writer.run_exclusively(lambda: self.recorder.keep_box(box.id, box.game, faces))
        return box

    @property
    def _writer(self) -> SessionWriter:
        if self.writer is None:
            raise ReadOnly()
        return self.writer

    def now(self) -> str:
        """The current time of the clock that stamps events."""
        return time_text(self.writer.clock() if self.writer is not None else datetime.now(UTC))

    # Reading ------------------------------------------------------------------------------------------

    def view(self, session: UUID, version: int | None = None) -> SessionView:
        """A session at its newest version, or at an earlier one."""
        if version is None and (cached := self._cached(session)) is not None:
            return cached
        generation = self.view_cache.generation
        state = self._load(session, version)
        if not state.version:
            raise UnknownSession(session=str(session))
        if version is not None and state.version != version:
            raise NoSuchVersion(version=version, last=state.version)
        view = state.view()
        if version is None and self.writer is not None:  # a read-only process does not notice erasures
            self.view_cache.put(view, generation)
        return view

    def box(self, id: str) -> Catalogue | None:
        """A stored box; None if there is none, or if its content does not match its id."""
        if (stored := self.recorder.box(id)) is None:
            return None
        box = box_catalogue(id, stored[0], msgspec.json.decode(stored[1]))
        return box if content_id(box) == id else None

    def listed(self) -> Iterator[SessionView]:
        """Every session that is not discarded, the newest last."""
        views = (self.view(session) for session, _ in self.recorder.sessions())
        return (view for view in views if not view.discarded)

    def named(self, start: str) -> UUID:
        """The one session whose id begins with these characters; raises UnknownSession if there is not exactly one."""
        wanted = start.replace("-", "").lower()
        matches = [id for id, _ in self.recorder.sessions() if wanted and id.hex.startswith(wanted)]
        if len(matches) != 1:
            raise UnknownSession(session=start)
        return matches[0]

    def raw(self, session: UUID) -> list[bytes]:
        """The stored bytes of every event of a session."""
        return [stored.state for stored in self.recorder.select_events(session)]

    def verify(self, session: UUID, head: str = "", heads: Mapping[int, str] | None = None) -> ChainVerifier:
        """Verify the hash chain of a session, its texts and its pictures; Unsound names the first wrong event."""
        return verify_session(self.recorder, session, head, heads)

    def verify_register(self) -> int:
        """Verify the register of all sessions and the checkpoint that is kept outside the store; raises Unsound."""
        return verify_register(self.recorder, self.keys)

    def rotate_key(self) -> bytes:
        """Replace the signing key; returns the new public key."""
        register = self._writer.signer.register
        self._writer.run_exclusively(lambda: register.rotate(self.now()))
        return register.key.public

    def resume_signing(self) -> bool:
        """Sign again after the signing stopped; returns whether it had stopped."""
        register = self._writer.signer.register
        return self._writer.run_exclusively(lambda: bool(register.stopped) and register.resume(self.now()))

    def links(self, session: UUID, upto: int) -> list[str]:
        """The links of the first events of a session."""
        return [link_hash(bytes(raw)) for _, _, raw in self.recorder.events(session, upto)]

    def cosign(self, session: UUID, signer: str, size: int, key: str, signature: str) -> None:
        """Keep a device's signature of the checkpoint of a session at a size; raises BadSignature."""
        cosign = partial(self._writer.signer.cosign, session, signer, size, key, signature)
        self._writer.run_exclusively(lambda: cosign(self.now()))

    def role_history(self, session: UUID) -> list[RoleChange]:
        """Every role that was granted or revoked in a session, in order."""
        return role_changes(event_from_row(session, *row) for row in self.recorder.events(session, None))

    def backup(self, path: Path) -> None:
        """Copy the whole store at one moment, while it is in use."""
        self.recorder.copy_to(path)

    def _cached(self, session: UUID) -> SessionView | None:
        """The view of a session in memory, if it is the newest version."""
        if self.writer is None:
            return None
        if self.recorder.shared:
            self.writer.forget_erased()
        written = self.writer.views.get(session)
        if written is not None and not self.recorder.shared:
            return written
        known = [view for view in (written, self.view_cache.get(session)) if view is not None]
        version = self.recorder.versions([session]).get(session) if known else None
        return next((view for view in known if view.version == version), None)

    def _load(self, session: UUID, version: int | None = None) -> SessionState:
        rows = self.recorder.events(session, version)
        rows = [] if rows and rows[0][1].startswith(CLUB_TOPICS) else rows  # the id of a club is that of no session
        # Nearly all events are lines, which name no person: they are read one by one, as they are applied.
        others = {row[0]: event_from_row(session, *row) for row in rows if row[1] != LineRecorded.TYPE}
        events = (others.get(row[0]) or event_from_row(session, *row) for row in rows)
        names = self.recorder.names(person_ids(*(sealed.event for sealed in others.values())))
        return SessionState.load(session, events, self.recorder.texts(session) if rows else {}, names)

    def _follow(self, state: SessionState) -> None:
        """Apply to a session in memory what other processes have stored."""
        events = [event_from_row(state.id, *row) for row in self.recorder.events(state.id, None, state.version)]
        names = self.recorder.names(person_ids(*(sealed.event for sealed in events)))
        state.follow(events, self.recorder.texts(state.id), names)


def box_catalogue(id: str, game: str, faces: Mapping[str, Mapping[str, int]]) -> Catalogue:
    """The catalogue of a box from the faces that its owner entered."""
    return read_catalogue(msgspec.json.encode({"id": id, "game": game, "faces": faces}), game, GAMES[game].box)


def _key() -> str:
    return uuid4().hex
