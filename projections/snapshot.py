"""Snapshots of sessions for the read models: each session is folded once, as played and as ruled.

Read models are public, so a snapshot shows a session from the viewpoint of a guest, without any secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.errors import NotRecorded, Unsound
from domain.record.lines import CORRECTIONS, Line, Ruled, SeatTaken
from domain.rules import Finding
from domain.sessions.application import Sessions
from domain.sessions.roles import Grant, may_see_findings
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.setup import Setup
from domain.store.events import SessionOpened
from domain.store.people import person_ids
from domain.store.side_tables import EVENTS_TABLE
from domain.texts import number_text
from domain.timeline.fold_cache import FoldCache, Viewpoint
from domain.timeline.frame import Frame
from domain.timeline.order import table_order
from domain.timeline.seating import seated
from domain.timeline.timeline import Timeline, audit
from projections.session_reader import EventPosition, LazyTexts, Row, SessionReader, StoreUnavailable
from projections.storage import placeholders
from replays.review.comparison import compare_frames, findings_of
from replays.scoreboard import status_of
from replays.viewpoint import is_changed

GUEST = None  # the viewer of all snapshots
MAX_CACHED = 64  # sessions in memory
BATCH_SESSIONS, BATCH_EVENTS = 64, 1000  # limits of what one query loads

HEADS = f"""
    SELECT originator_id, (SELECT max(originator_version) FROM {EVENTS_TABLE} AS last
        WHERE last.originator_id = opened.originator_id)
    FROM {EVENTS_TABLE} AS opened WHERE originator_version = 1 AND originator_id IN ({{}})
"""
COLUMNS = "notification_id, originator_version, topic, state"
STORED = f"SELECT {COLUMNS} FROM {EVENTS_TABLE} WHERE originator_id = ? AND originator_version > ? ORDER BY 2"
SEVERAL = f"""
    SELECT {COLUMNS}, originator_id FROM {EVENTS_TABLE} WHERE originator_id IN ({{}}) ORDER BY 5, 2
"""


class SessionSnapshot(Struct, frozen=True, kw_only=True):
    """A session at its newest version, folded as played and as ruled."""

    id: UUID
    number: int  # of its first event among all events: the order in which sessions were opened
    version: int
    opened: str
    at: str
    setup: Setup
    club: str  # the id of its club; empty for a table without one
    people: tuple[str, ...]  # a person's id for each seat; empty for a seat without a name
    closed: bool
    discarded: bool
    grants: Mapping[str, Grant]
    log: Sequence[Line]
    sources: Mapping[int, EventPosition]  # line -> event, of claims, withdrawals and rulings
    impacts: Mapping[int, RulingImpact]  # line of a ruling -> what it changed
    played: Sequence[Frame]
    ruled: Sequence[Frame]
    status: str
    findings: Sequence[Finding]  # as played
    due: str  # the time at which more of it becomes public; empty if nothing is due


class RulingImpact(Struct, frozen=True):
    """The points of each side without a ruling and with it."""

    before: list[str]
    after: list[str]


class UnreadableSession(Struct, frozen=True):
    """A session that cannot be read, with its version and the reason."""

    id: UUID
    version: int
    why: str


class _CachedSession:
    """The public part of a session in memory, which grows with its stored events."""

    def __init__(self, reader: SessionReader, view: SessionView, timeline: Timeline, now: Callable[[], str]):
        self.reader, self.view, self.timeline, self.now = reader, view, timeline, now
        self.fold_cache = FoldCache()
        self.impacts: dict[int, RulingImpact] = {}

    def grow(self, rows: Iterable[Row], texts: LazyTexts, names: Callable[[set[str]], Mapping[str, str]]) -> None:
        """Apply the rows that were stored since."""
        events = self.reader.verify(rows)
        self.reader.read(events, texts, names(person_ids(*(event.event for event in events))))
        before, self.view = self.view, self.reader.view().public(self.now())
        fresh = self.view.log[before.lines : self.view.lines]
        fold_again = before.fold_cache is not self.view.fold_cache and before.disclosure.taken_back
        if fold_again or any(isinstance(line, CORRECTIONS) for line in fresh):  # facts of a corrected line may be gone
            self.timeline = Timeline(self.reader.setup, self.view.log[: self.view.lines], viewer=GUEST)
        else:
            for line in fresh:
                self.timeline.grow(line)
        self.timeline.learn()

    def snapshot(self) -> SessionSnapshot:
        """The current snapshot; without a ruling that changes the position, both folds are the same."""
        reader, played, view = self.reader, self.timeline.frames, self.view
        setup, people = self._seated()
        first = _first(reader)
        log = view.log[: view.lines]
        sources = {line: source for line, source in reader.sources.items() if line <= view.lines}
        disputed = tuple(log if sources else log[:1])  # the status depends on nothing else
        session = Session(setup=reader.setup, log=disputed, closed=view.closed)
        ruled, parts = played, None
        if sources and is_changed(session):
            ruled = audit(reader.setup, log, ruled=True, viewer=GUEST)
            parts = compare_frames(session, played, ruled).parts_at
        return SessionSnapshot(
            id=reader.id,
            number=first.nth,
            version=reader.version,
            opened=first.at,
            at=view.at,
            setup=setup,
            club=reader.club,
            people=people,
            closed=view.closed,
            discarded=reader.discarded,
            grants=reader.grants,
            log=log,
            sources=sources,
            impacts=self._impacts(),
            played=played,
            ruled=ruled,
            status=status_of(session, parts is not None),
            due=view.due(reader.view()),
            findings=findings_of(played) if may_see_findings(GUEST, reader.setup, view.closed) else (),
        )

    def _seated(self) -> tuple[Setup, tuple[str, ...]]:
        """The set-up with the current names, and the ids of the people on each seat."""
        reader, log = self.reader, self.view.log[: self.view.lines]
        people = list(_opened(reader).people)
        for entry in table_order(log).entries if reader.persons else ():
            if isinstance(entry.body, SeatTaken):
                people[entry.body.seat] = reader.persons[entry.line]
        return seated(reader.setup, log), tuple(people)

    def _impacts(self) -> dict[int, RulingImpact]:
        """The impact of each ruling, as its arbiter saw it or, if lines are secret, as a guest may know it."""
        reader = self.reader
        for line, source in reader.sources.items():
            if line not in self.impacts and isinstance(reader.log[line - 1], Ruled):
                event = source.event
                stored = RulingImpact(getattr(event, "before", []), getattr(event, "after", []))
                hidden = self.fold_cache.is_hidden(reader.setup, reader.log, line, GUEST)
                self.impacts[line] = RulingImpact(self._scores(line - 1), self._scores(line)) if hidden else stored
        return self.impacts

    def _scores(self, lines: int) -> list[str]:
        snapshot = self.fold_cache.snapshot(self.reader.setup, self.reader.log, lines, Viewpoint(GUEST, ruled=True))
        return [number_text(points) for points in snapshot.last.step.state.scores]


class SnapshotReader:
    """Reads snapshots, for one thread; recent sessions stay in memory, so that a new line costs little."""

    reader_class = SessionReader

    def __init__(self, sessions: Sessions):
        self.sessions, self.caching = sessions, True
        self.cached: dict[UUID, _CachedSession] = {}

    def forget(self, ids: Iterable[UUID]) -> None:
        """Drop sessions from memory, because something in them was erased."""
        for id in ids:
            self.cached.pop(id, None)

    def read(self, ids: Sequence[UUID], keep: bool = True) -> Iterator[SessionSnapshot | UnreadableSession]:
        """The snapshot of each session; `keep` says whether newly loaded sessions stay in memory."""
        self.caching = keep
        others = [id for id in ids if id not in self.cached]
        yield from (self._grown(id) for id in ids if id not in others)
        for batch in _batches(self._heads(others)):
            yield from self._loaded(batch)

    def _heads(self, ids: Sequence[UUID]) -> dict[UUID, int]:
        """The newest version of each session."""
        recorder = self.sessions.recorder
        rows = recorder.rows(HEADS.format(placeholders(ids)), *map(recorder.id_of, ids)) if ids else ()
        return {_uuid(id): version for id, version in rows}

    def _grown(self, id: UUID) -> SessionSnapshot | UnreadableSession:
        session = self.cached.pop(id)
        recorder = self.sessions.recorder
        try:
            rows = recorder.each(STORED, recorder.id_of(id), session.reader.version)
            session.grow(rows, self._texts(id), recorder.names)
        except Exception:  # loading it from the start finds the cause
            return next(self._loaded([id]))
        self._keep(session)
        return session.snapshot()

    def _loaded(self, ids: Sequence[UUID]) -> Iterator[SessionSnapshot | UnreadableSession]:
        verified = [*self._verified(ids)]
        names = self._names(first for first in verified if not isinstance(first, UnreadableSession))
        while verified:
            first = verified.pop(0)  # frees its memory as soon as it is read
            yield first if isinstance(first, UnreadableSession) else self._read(*first, names)

    def _names(self, verified: Iterable[tuple[SessionReader, Sequence[EventPosition]]]) -> Mapping[str, str]:
        """The names of all people in these sessions."""
        events = [position.event for _, positions in verified for position in positions]
        return self.sessions.recorder.names(person_ids(*events))

    def _verified(
        self, ids: Sequence[UUID]
    ) -> Iterator[tuple[SessionReader, Sequence[EventPosition]] | UnreadableSession]:
        """Read and verify the rows of sessions; an unreadable one is reported and does not stop the others."""
        recorder = self.sessions.recorder
        if len(ids) == 1:
            yield self._verify(ids[0], recorder.each(STORED, recorder.id_of(ids[0]), 0))
            return
        stored = recorder.rows(SEVERAL.format(placeholders(ids)), *map(recorder.id_of, ids))
        for id, rows in groupby(stored, key=lambda row: row[4]):
            yield self._verify(_uuid(id), (row[:4] for row in rows))

    def _verify(
        self, id: UUID, rows: Iterable[Row]
    ) -> tuple[SessionReader, Sequence[EventPosition]] | UnreadableSession:
        reader = self.reader_class(id)
        try:
            return reader, reader.verify(rows)
        except NotRecorded as error:
            return self._unreadable(id, error)

    def _read(
        self, reader: SessionReader, events: Sequence[EventPosition], names: Mapping[str, str]
    ) -> SessionSnapshot | UnreadableSession:
        try:
            reader.read(events, self._texts(reader.id), names)
            view = reader.view().public(self.sessions.now())
            session = _CachedSession(reader, view, self.fold(view), self.sessions.now)
            if self.caching:
                self._keep(session)
            return session.snapshot()
        except StoreUnavailable:
            raise
        except Exception as error:
            return self._unreadable(reader.id, error)

    def _unreadable(self, id: UUID, error: Exception) -> UnreadableSession:
        facts = error.facts if isinstance(error, NotRecorded) else {}
        why = str(facts.get("why", getattr(error, "code", "unreadable")))
        return UnreadableSession(id, self._heads([id]).get(id, 0), why)

    def fold(self, view: SessionView) -> Timeline:
        """Fold a session as played."""
        timeline = Timeline(view.setup, view.log[: view.lines], viewer=GUEST)
        timeline.learn()
        return timeline

    def _texts(self, id: UUID) -> LazyTexts:
        return LazyTexts(lambda: self.sessions.recorder.texts(id))

    def _keep(self, session: _CachedSession) -> None:
        self.cached[session.reader.id] = session
        while len(self.cached) > MAX_CACHED:
            del self.cached[next(iter(self.cached))]


def _first(reader: SessionReader) -> EventPosition:
    """The first event of a session."""
    if reader.opening is None:
        raise Unsound(why="missing", seq=1)
    return reader.opening


def _opened(reader: SessionReader) -> SessionOpened:
    event = _first(reader).event
    if not isinstance(event, SessionOpened):
        raise Unsound(why="misplaced", seq=1)
    return event


def _batches(versions: Mapping[UUID, int]) -> Iterator[list[UUID]]:
    """Sessions to load with one query: many short ones, or few long ones."""
    batch: list[UUID] = []
    events = 0
    for id, version in versions.items():
        if batch and (len(batch) == BATCH_SESSIONS or events + version > BATCH_EVENTS):
            yield batch
            batch, events = [], 0
        batch.append(id)
        events += version
    if batch:
        yield batch


def _uuid(id: Any) -> UUID:
    return id if isinstance(id, UUID) else UUID(id)
