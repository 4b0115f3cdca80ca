"""Sessions: the use cases, one method each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.utils import Environment

from domain.errors import NoStore, NoSuchVersion, ReadOnly, UnknownSession, Unsound
from domain.faces import Catalogue, content_id, entered, read_catalogue
from domain.games import GAMES
from domain.sessions.commands import (
    CloseAsComputed,
    CloseSession,
    Command,
    CopyLines,
    DiscardSession,
    GrantRole,
    MakeStatement,
    OpenSession,
    RecordLines,
    ReopenSession,
    RevokeRole,
    SetDelay,
    ShowPicture,
)
from domain.sessions.receipts import CommandReceipt
from domain.sessions.session_state import SessionState, SessionView
from domain.sessions.view_cache import ViewCache
from domain.sessions.writer import SessionWriter
from domain.setup import Setup
from domain.store.chain import ChainVerifier
from domain.store.erasable_texts import verify_text
from domain.store.events import LINE_EVENTS, SeatChanged
from domain.store.location import database_url
from domain.store.mapper import SessionMapper, event_from_row, unseal
from domain.store.people import person_ids
from domain.store.side_tables import JoinCode, SideTables, redacted_url
from domain.timeline.visibility import time_text


class Sessions(Application[UUID]):
    """Every stored session. Reading can be had without writing, and by any number of processes."""

    name = "griffier"
    recorder: SideTables

    def __init__(self, url: str | None = None, writing: bool = True):
        self.url = url or database_url()
        self.writing = writing
        super().__init__()
        self.loaded = ViewCache()
        self.writer = SessionWriter(self.recorder, self._load, follow=self._follow) if writing else None
        if self.writer is not None:
            self.writer.forgetting.append(self.loaded.forget)

    def construct_env(self, name: str, env: object = None) -> Environment:
        """Nothing of the process's environment: a setting of another program must not change a store."""
        return Environment(name, {})

    def construct_factory(self, env: Environment) -> InfrastructureFactory:
        """SQLite or PostgreSQL, by the address."""
        scheme, _, rest = self.url.partition("://")
        if scheme == "sqlite" and rest.strip("/"):
            from domain.store.sqlite import SQLiteEventFactory

            return SQLiteEventFactory(rest.removeprefix("/"), self.writing)
        if scheme in ("postgresql", "postgres"):
            from domain.store.postgres import PostgresEventFactory

            return PostgresEventFactory(self.url, self.writing)
        raise NoStore(url=redacted_url(self.url))

    def construct_mapper(self) -> SessionMapper:
        """Our own envelope."""
        return SessionMapper()

    def close(self) -> None:
        """Write what was taken, then let go."""
        if self.writer is not None:
            self.writer.close()
        super().close()

    # Writing ------------------------------------------------------------------------------------------

    def do(self, command: Command, timeout: float | None = None) -> CommandReceipt:
        """Have a command written, and wait for its answer."""
        return self._writer.write(command, timeout)

    def open(self, setup: Setup, *, actor: str, key: str = "") -> CommandReceipt:
        """Lay a table."""
        return self.do(OpenSession(setup=setup, actor=actor, key=key or _key()))

    def record(
        self, session: UUID, *entries: str, actor: str, key: str = "", expected: int | None = None
    ) -> CommandReceipt:
        """Write lines of any kind: played, seen, mended, claimed, ruled."""
        return self.do(RecordLines(session=session, entries=entries, actor=actor, key=key or _key(), expected=expected))

    def copy(self, session: UUID, *entries: str, actor: str, key: str = "") -> CommandReceipt:
        """Write the lines of a record kept elsewhere, as they stand there."""
        return self.do(CopyLines(session=session, entries=entries, actor=actor, key=key or _key()))

    def speak(
        self, session: UUID, claim: int, text: str, *, actor: str, seat: int | None = None, key: str = ""
    ) -> CommandReceipt:
        """Say something about a claim."""
        return self.do(
            MakeStatement(session=session, claim=claim, text=text, seat=seat, actor=actor, key=key or _key())
        )

    def show(
        self, session: UUID, line: int, picture: bytes, *, actor: str, sent: str = "", seat: int | None = None
    ) -> CommandReceipt:
        """Show a picture of a line, as it may be kept."""
        command = ShowPicture(
            session=session, line=line, picture=picture, sent=sent, seat=seat, actor=actor, key=_key()
        )
        return self.do(command)

    def grant(self, session: UUID, role: str, *, actor: str, key: str = "", **whom: object) -> CommandReceipt:
        """Let somebody act at this table."""
        return self.do(GrantRole(session=session, role=role, actor=actor, key=key or _key(), **whom))

    def revoke(self, session: UUID, grant: str, *, actor: str, key: str = "") -> CommandReceipt:
        """Take a role back."""
        return self.do(RevokeRole(session=session, grant=grant, actor=actor, key=key or _key()))

    def delay(self, session: UUID, seconds: int, lines: int = 0, *, actor: str, key: str = "") -> CommandReceipt:
        """Let those who only look on see lines later."""
        return self.do(SetDelay(session=session, seconds=seconds, lines=lines, actor=actor, key=key or _key()))

    def finish(
        self, session: UUID, *stated: int | None, actor: str, key: str = "", same: bool = False
    ) -> CommandReceipt:
        """Close the record, with the result as the table stated it or, the same, as it was computed."""
        kind = CloseAsComputed if same else CloseSession
        return self.do(kind(session=session, stated=stated, actor=actor, key=key or _key()))

    def discard(self, session: UUID, *, actor: str, key: str = "") -> CommandReceipt:
        """Give up a table at which nothing was recorded."""
        return self.do(DiscardSession(session=session, actor=actor, key=key or _key()))

    def reopen(self, session: UUID, *, actor: str, key: str = "") -> CommandReceipt:
        """Go on with a closed record."""
        return self.do(ReopenSession(session=session, actor=actor, key=key or _key()))

    def remark_of(self, session: UUID, line: int) -> str:
        """The hash under which what a person wrote with a line is kept; nothing where they wrote nothing."""
        events = (event_from_row(session, *row).event for row in self.recorder.events(session, None))
        written = [event for event in events if isinstance(event, LINE_EVENTS)]
        return getattr(written[line - 1], "remark", "") if 0 < line <= len(written) else ""

    def erase_text(self, session: UUID, hash: str) -> int:
        """Take out of the store what a person wrote; every link stays as it is."""
        return self._writer.have_done(lambda: self.recorder.erase_text(session, hash), session)

    def erase_picture(self, session: UUID, hash: str) -> int:
        """Take a picture out of the store; its hash stays in the event."""
        return self._writer.have_done(lambda: self.recorder.erase_picture(session, hash), session)

    def erase_person(self, name: str) -> int:
        """Take a person's name out of the store, wherever they played."""
        person = self.recorder.person(name)
        events = ((id, unseal(raw).event) for id, raw in self.recorder.naming_events(SeatChanged.TYPE))
        played = [*dict.fromkeys(id for id, event in events if person in person_ids(event))]
        return self._writer.have_done(lambda: self.recorder.erase_person(name, played), *played)

    def open_code(self, opened: JoinCode) -> None:
        """Let a short code lead to a table for some time."""
        self._writer.have_done(lambda: self.recorder.open_code(opened))

    def use_code(self, opened: JoinCode, token: str) -> bool:
        """Whether a code that can be used once is used by this token, now or before."""
        return self._writer.have_done(lambda: self.recorder.use_code(opened, token))

    def keep_box(self, box: Catalogue) -> Catalogue:
        """Keep an owner's box under a name made of what it holds, so that tables can be laid with it."""
        box = box_catalogue(content_id(box), box.game, entered(box))
        faces = msgspec.json.encode(entered(box)).decode()
        self._writer.have_done(lambda: self.recorder.keep_box(box.id, box.game, faces))
        return box

    @property
    def _writer(self) -> SessionWriter:
        if self.writer is None:
            raise ReadOnly()
        return self.writer

    def now(self) -> str:
        """The time by the clock that events are written with."""
        return time_text(self.writer.clock() if self.writer is not None else datetime.now(UTC))

    # Reading ------------------------------------------------------------------------------------------

    def view(self, session: UUID, version: int | None = None) -> SessionView:
        """A session as it stands, or as it stood at a version."""
        if version is None and (kept := self._kept(session)) is not None:
            return kept
        since = self.loaded.forgotten
        live = self._load(session, version)
        if not live.version:
            raise UnknownSession(session=str(session))
        if version is not None and live.version != version:
            raise NoSuchVersion(version=version, last=live.version)
        view = live.view()
        if version is None and self.writer is not None:  # who only reads hears of no erasure
            self.loaded.keep(view, since)
        return view

    def box(self, id: str) -> Catalogue | None:
        """A box that was kept; nothing where there is none, or where it is no longer what its name says."""
        if (found := self.recorder.box(id)) is None:
            return None
        box = box_catalogue(id, found[0], msgspec.json.decode(found[1]))
        return box if content_id(box) == id else None

    def listed(self) -> Iterator[SessionView]:
        """Every session, the newest last."""
        views = (self.view(session) for session, _ in self.recorder.sessions())
        return (view for view in views if not view.discarded)

    def named(self, start: str) -> UUID:
        """The one session whose id begins so."""
        wanted = start.replace("-", "").lower()
        found = [id for id, _ in self.recorder.sessions() if wanted and id.hex.startswith(wanted)]
        if len(found) != 1:
            raise UnknownSession(session=start)
        return found[0]

    def raw(self, session: UUID) -> list[bytes]:
        """The stored bytes of a session, as they are."""
        return [stored.state for stored in self.recorder.select_events(session)]

    def verify(self, session: UUID, head: str = "", told: Mapping[int, str] | None = None) -> ChainVerifier:
        """Walk all links and hold them against what every commit told; Unsound names the first event that is wrong.

        It may be written meanwhile: what was told before must be there, and what is there must be told after. Whoever
        verifies many can give what was told of each, read once for all.
        """
        if told is None:
            told = {left.seq: left.link for left in self.recorder.heads(session)}
        texts = self.recorder.salted(session)
        walk, links, remarks, pictures = self._walked(session, told)
        if max(told, default=0) > walk.seq:
            raise Unsound(why="missing", seq=walk.seq + 1)
        if not walk.seq:
            raise UnknownSession(session=str(session))
        if walk.seq not in told and all(left.seq != walk.seq for left in self.recorder.heads(session)):
            raise Unsound(why="unheard-of", seq=walk.seq)
        for hash, salt, text in texts:
            verify_text(remarks, hash, salt, text)
        self._check_pictures(session, pictures)
        if head and head not in links:
            raise Unsound(why="other-head", seq=walk.seq)
        return walk

    def _check_pictures(self, session: UUID, shown: Mapping[str, int]) -> None:
        """A picture must be the one an event holds the hash of."""
        for hash in self.recorder.pictures(session):
            if hash not in shown:
                raise Unsound(why="stray", seq=0)
            if sha256(self.recorder.picture(session, hash) or b"").hexdigest() != hash:
                raise Unsound(why="text", seq=shown[hash])

    def _walked(
        self, session: UUID, told: Mapping[int, str]
    ) -> tuple[ChainVerifier, set[str], dict[str, int], dict[str, int]]:
        """Along the links of the stored rows: where they lead, every link, the events of every remark and picture."""
        walk, links, remarks, pictures = ChainVerifier(session), set(), {}, {}
        rows = self.recorder.select_events(session)
        for row, after in zip_longest(rows, rows[1:]):
            seq = walk.seq + 1
            walk, sealed = walk.take(row.state, after.state if after else b"", told.get(seq, ""))
            if (row.originator_id, row.originator_version, row.topic) != (session, seq, sealed.envelope.type):
                raise Unsound(why="misplaced", seq=seq)
            if told.get(seq, walk.link) != walk.link:
                raise Unsound(why="altered", seq=seq)
            links.add(walk.link)
            if remark := getattr(sealed.event, "remark", ""):
                remarks[remark] = seq
            if picture := getattr(sealed.event, "picture", ""):
                pictures[picture] = seq
        return walk, links, remarks, pictures

    def backup(self, path: Path) -> None:
        """A copy of the whole store at one moment, taken while it is used."""
        self.recorder.copy_to(path)

    def _kept(self, session: UUID) -> SessionView | None:
        """A session as this process has it in memory, if that is how it stands."""
        if self.writer is None:
            return None
        if self.recorder.shared:
            self.writer.heed()
        written = self.writer.views.get(session)
        if written is not None and not self.recorder.shared:
            return written
        known = [view for view in (written, self.loaded.get(session)) if view is not None]
        version = self.recorder.versions([session]).get(session) if known else None
        return next((view for view in known if view.version == version), None)

    def _load(self, session: UUID, version: int | None = None) -> SessionState:
        events = [event_from_row(session, *row) for row in self.recorder.events(session, version)]
        people = person_ids(*(sealed.event for sealed in events))
        written = any(getattr(sealed.event, "remark", "") for sealed in events)
        texts = self.recorder.texts(session) if written else {}
        return SessionState.load(session, events, texts, self.recorder.names(people))

    def _follow(self, live: SessionState) -> None:
        """What others have stored of a session that is in memory."""
        events = [event_from_row(live.id, *row) for row in self.recorder.events(live.id, None, live.version)]
        names = self.recorder.names(person_ids(*(sealed.event for sealed in events)))
        live.follow(events, self.recorder.texts(live.id), names)


def box_catalogue(id: str, game: str, faces: Mapping[str, Mapping[str, int]]) -> Catalogue:
    """A box out of what its owner entered, under a name."""
    return read_catalogue(msgspec.json.encode({"id": id, "game": game, "faces": faces}), game, GAMES[game].box)


def _key() -> str:
    return uuid4().hex
