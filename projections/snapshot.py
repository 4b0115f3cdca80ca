"""One session, looked at once for all read models: as played and as ruled, by the sight of a guest.

What many may read must tell no more than what was public: a read model knows no seat's secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.errors import NotRecorded
from domain.record.lines import MENDINGS, Line, Ruled, SeatTaken
from domain.rules import Finding
from domain.sessions.application import Sessions
from domain.sessions.roles import Grant, may_see_findings
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.setup import Setup
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

GUEST = None  # whose sight it is
KEPT = 64  # sessions in memory, those written last
TOGETHER, EVENTS_TOGETHER = 64, 1000  # short sessions are loaded at once, as long as they have so few events

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
    """A stored session at its newest version, with both folds."""

    id: UUID
    number: int  # of its opening among all events: sessions in the order they were laid
    version: int
    opened: str
    at: str
    setup: Setup
    people: tuple[str, ...]  # a person's id for each seat; empty where nobody gave a name
    closed: bool
    discarded: bool
    grants: Mapping[str, Grant]
    log: Sequence[Line]
    sources: Mapping[int, EventPosition]  # where claims, withdrawals and rulings are stored, by line
    impacts: Mapping[int, RulingImpact]  # what each ruling changed
    played: Sequence[Frame]
    ruled: Sequence[Frame]
    status: str
    findings: Sequence[Finding]  # as played
    due: str  # when more of it becomes public by itself; nothing where all of it is


class RulingImpact(Struct, frozen=True):
    """The points of each side as ruled, without a ruling and with it."""

    before: list[str]
    after: list[str]


class UnreadableSession(Struct, frozen=True):
    """A session nobody can read, up to which version, and why."""

    id: UUID
    version: int
    why: str


class _Followed:
    """A session in memory, growing with what is stored of it, as far as that is public."""

    def __init__(self, live: SessionReader, view: SessionView, fold: Timeline, now: Callable[[], str]):
        self.live, self.view, self.fold, self.now = live, view, fold, now
        self.fold_cache, self.impacts = FoldCache(), {}

    def grow(self, rows: Iterable[Row], texts: LazyTexts, names: Callable[[set[str]], Mapping[str, str]]) -> None:
        """What came after; it may name people who take a seat."""
        events = self.live.walk(rows)
        self.live.read(events, texts, names(person_ids(*(one.event for one in events))))
        before, self.view = self.view, self.live.view().public(self.now())
        fresh = self.view.log[before.lines : self.view.lines]
        again = before.fold_cache is not self.view.fold_cache and before.disclosure.taken_back
        if again or any(isinstance(line, MENDINGS) for line in fresh):  # what a line had told may be known no longer
            self.fold = Timeline(self.live.setup, self.view.log[: self.view.lines], viewer=GUEST)
        else:
            for line in fresh:
                self.fold.grow(line)
        self.fold.learn()

    def glance(self) -> SessionSnapshot:
        """As it stands. Without a ruling that changes something both folds are one."""
        live, played, view = self.live, self.fold.frames, self.view
        setup, people = self._seated()
        stands = view.log[: view.lines]
        sources = {line: source for line, source in live.sources.items() if line <= view.lines}
        log = tuple(stands if sources else stands[:1])  # nothing else of it is asked for here
        session = Session(setup=live.setup, log=log, closed=view.closed)
        ruled, parts = played, None
        if sources and is_changed(session):
            ruled = audit(live.setup, stands, ruled=True, viewer=GUEST)
            parts = compare_frames(session, played, ruled).parts_at
        return SessionSnapshot(
            id=live.id,
            number=live.opening.nth,
            version=live.version,
            opened=live.opening.at,
            at=view.at,
            setup=setup,
            people=people,
            closed=view.closed,
            discarded=live.discarded,
            grants=live.grants,
            log=stands,
            sources=sources,
            impacts=self._impacts(),
            played=played,
            ruled=ruled,
            status=status_of(session, parts is not None),
            due=view.due(live.view()),
            findings=findings_of(played) if may_see_findings(GUEST, live.setup, view.closed) else (),
        )

    def _seated(self) -> tuple[Setup, tuple[str, ...]]:
        """The set-up and the people by their ids, as they sit there now."""
        live, people, log = self.live, list(self.live.opening.event.people), self.view.log[: self.view.lines]
        for entry in table_order(log).entries if live.persons else ():
            if isinstance(entry.body, SeatTaken):
                people[entry.body.seat] = live.persons[entry.line]
        return seated(live.setup, log), tuple(people)

    def _impacts(self) -> dict[int, RulingImpact]:
        """What was stored with a ruling is what its arbiter saw: where a line is hidden it is told anew, once."""
        live = self.live
        for line, source in live.sources.items():
            if line not in self.impacts and isinstance(live.log[line - 1], Ruled):
                stored = RulingImpact(*(getattr(source.event, when, []) for when in ("before", "after")))
                hidden = self.fold_cache.is_hidden(live.setup, live.log, line, GUEST)
                self.impacts[line] = RulingImpact(*map(self._ruled, (line - 1, line))) if hidden else stored
        return self.impacts

    def _ruled(self, lines: int) -> list[str]:
        snapshot = self.fold_cache.snapshot(self.live.setup, self.live.log, lines, Viewpoint(GUEST, ruled=True))
        return [number_text(points) for points in snapshot.last.step.state.scores]


class SnapshotReader:
    """Looks at sessions, for one thread; those it looked at last are kept, so that a line more costs little more."""

    passing = SessionReader

    def __init__(self, sessions: Sessions):
        self.sessions, self.keeps = sessions, True
        self.kept: dict[UUID, _Followed] = {}

    def forget(self, ids: Iterable[UUID]) -> None:
        """Something was erased there: nothing of it stays in memory."""
        for id in ids:
            self.kept.pop(id, None)

    def of(self, ids: Sequence[UUID], keep: bool = True) -> Iterator[SessionSnapshot | UnreadableSession]:
        """Each of these sessions, as it stands now; what is only passed on the way need not be kept, but what is in
        memory already is played just now, and stays.
        """
        self.keeps = keep
        others = [id for id in ids if id not in self.kept]
        yield from (self._grown(id) for id in ids if id not in others)
        for some in _portions(self._heads(others)):
            yield from self._loaded(some)

    def _heads(self, ids: Sequence[UUID]) -> dict[UUID, int]:
        """How much there is to read of each."""
        recorder = self.sessions.recorder
        found = recorder.rows(HEADS.format(placeholders(ids)), *map(recorder.id_of, ids)) if ids else ()
        return {_uuid(id): version for id, version in found}

    def _grown(self, id: UUID) -> SessionSnapshot | UnreadableSession:
        followed = self.kept.pop(id)
        recorder = self.sessions.recorder
        try:
            rows = recorder.each(STORED, recorder.id_of(id), followed.live.version)
            followed.grow(rows, self._texts(id), recorder.names)
        except Exception:  # whatever is wrong with it, reading it from the start will tell
            return next(self._loaded([id]))
        self._keep(followed)
        return followed.glance()

    def _loaded(self, ids: Sequence[UUID]) -> Iterator[SessionSnapshot | UnreadableSession]:
        walked = [*self._walked(ids)]
        names = self._names(live for live in walked if not isinstance(live, UnreadableSession))
        while walked:
            live = walked.pop(0)  # and nobody has it any longer than it is looked at
            yield live if isinstance(live, UnreadableSession) else self._read(*live, names)

    def _names(self, walked: Iterable[tuple[SessionReader, Sequence[EventPosition]]]) -> Mapping[str, str]:
        """How everybody at these tables is called."""
        events = [one.event for _, sources in walked for one in sources]
        return self.sessions.recorder.names(person_ids(*events))

    def _walked(
        self, ids: Sequence[UUID]
    ) -> Iterator[tuple[SessionReader, Sequence[EventPosition]] | UnreadableSession]:
        """A session nobody can read keeps no other from being read: it is noted, with the reason."""
        recorder = self.sessions.recorder
        if len(ids) == 1:
            yield self._walk(ids[0], recorder.each(STORED, recorder.id_of(ids[0]), 0))
            return
        found = recorder.rows(SEVERAL.format(placeholders(ids)), *map(recorder.id_of, ids))
        for id, rows in groupby(found, key=lambda row: row[4]):
            yield self._walk(_uuid(id), (row[:4] for row in rows))

    def _walk(self, id: UUID, rows: Iterable[Row]) -> tuple[SessionReader, Sequence[EventPosition]] | UnreadableSession:
        live = self.passing(id)
        try:
            return live, live.walk(rows)
        except NotRecorded as unreadable:
            return self._unread(id, unreadable)

    def _read(
        self, live: SessionReader, events: Sequence[EventPosition], names: Mapping[str, str]
    ) -> SessionSnapshot | UnreadableSession:
        try:
            live.read(events, self._texts(live.id), names)
            view = live.view().public(self.sessions.now())
            followed = _Followed(live, view, self.folded(view), self.sessions.now)
            if self.keeps:
                self._keep(followed)
            return followed.glance()
        except StoreUnavailable:
            raise
        except Exception as unreadable:
            return self._unread(live.id, unreadable)

    def _unread(self, id: UUID, error: Exception) -> UnreadableSession:
        facts = error.facts if isinstance(error, NotRecorded) else {}
        why = str(facts.get("why", getattr(error, "code", "unreadable")))
        return UnreadableSession(id, self._heads([id]).get(id, 0), why)

    def folded(self, view: SessionView) -> Timeline:
        """A session as played, as known now."""
        fold = Timeline(view.setup, view.log[: view.lines], viewer=GUEST)
        fold.learn()
        return fold

    def _texts(self, id: UUID) -> LazyTexts:
        return LazyTexts(lambda: self.sessions.recorder.texts(id))

    def _keep(self, followed: _Followed) -> None:
        self.kept[followed.live.id] = followed
        while len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]


def _portions(versions: Mapping[UUID, int]) -> Iterator[list[UUID]]:
    """Sessions to be read together: many short ones, few long ones."""
    some, events = [], 0
    for id, version in versions.items():
        if some and (len(some) == TOGETHER or events + version > EVENTS_TOGETHER):
            yield some
            some, events = [], 0
        some.append(id)
        events += version
    if some:
        yield some


def _uuid(id: Any) -> UUID:
    return id if isinstance(id, UUID) else UUID(id)
