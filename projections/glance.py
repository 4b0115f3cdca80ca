"""One session, looked at once for all read models: as played and as ruled, by the sight of a guest.

What many may read must tell no more than what was public: a read model knows no seat's secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.rules import Finding
from domain.sessions.application import Sessions
from domain.sessions.errors import NotRecorded
from domain.sessions.events import LINES, Event
from domain.sessions.lines import MENDINGS, NEVER_MENDED, Claimed, Line, Ruled, Withdrawn
from domain.sessions.opening import people_of
from domain.sessions.roles import Grant
from domain.sessions.session import Session
from domain.sessions.store import EVENTS
from domain.sessions.timeline import Fold, Frame, audit
from domain.setup import Setup
from projections.passing import Passing, Row, Texts, opening_of, stored
from projections.views import marks
from replays.compare import compared, findings_of
from replays.scoreboard import status_of
from replays.sight import is_changed

GUEST = None  # whose sight it is
KEPT = 64  # sessions in memory, those written last
TOGETHER, EVENTS_TOGETHER = 32, 1500  # sessions loaded at once, and how many events they may have

HEADS = f"SELECT originator_id, max(originator_version) FROM {EVENTS} WHERE originator_id IN ({{}}) GROUP BY 1"
LINE_TYPES = frozenset(kind.TYPE for kind in LINES)
STORED = f"SELECT originator_id, notification_id, originator_version, topic, state FROM {EVENTS} WHERE originator_id"


class Dispute(Struct, frozen=True, gc=False):
    """A claim, a withdrawal or a ruling, and how it is stored: its event's number among all there are, its time."""

    body: Claimed | Withdrawn | Ruled
    nth: int
    at: str
    event: Event


class Glance(Struct, frozen=True, kw_only=True):
    """A stored session at its newest version, with both folds."""

    id: UUID
    number: int  # of its opening among all events: sessions in the order they were laid
    version: int
    opened: str
    at: str
    setup: Setup
    people: tuple[str, ...]  # a person's id for each seat; empty where nobody gave a name
    closed: bool
    grants: Mapping[str, Grant]
    log: Sequence[Line]
    disputes: Mapping[int, Dispute]  # by line
    played: Sequence[Frame]
    ruled: Sequence[Frame]
    status: str
    findings: Sequence[Finding]  # as played


class Unread(Struct, frozen=True):
    """A session nobody can read, up to which version, and why."""

    id: UUID
    version: int
    why: str


class _Followed:
    """A session in memory, growing with what is stored of it."""

    def __init__(self, live: Passing, rows: Sequence[Row], fold: Fold):
        self.live, self.fold = live, fold
        opening = opening_of(rows)
        self.number, self.opened, self.people = rows[0][1], opening.at, tuple(opening.data.people)
        self.disputes = _disputes(self.live.log, 0, rows)

    def grow(self, rows: Sequence[Row], texts: Texts) -> None:
        """What came after; nothing of it can change what anybody was called."""
        lines = len(self.live.log)
        self.live.read(rows, texts, {})
        self.disputes |= _disputes(self.live.log, lines, rows)
        fresh = self.live.log[lines:]
        if any(isinstance(line, MENDINGS) for line in fresh):  # what a line had told may be known no longer
            self.fold = Fold(self.live.setup, self.live.log, viewer=GUEST)
        else:
            for line in fresh:
                self.fold.grow(line)
        self.fold.learn()

    def glance(self) -> Glance:
        """As it stands. Without a ruling that changes something both folds are one."""
        live, played = self.live, self.fold.frames
        session = Session(setup=live.setup, log=tuple(live.log), closed=live.closed)
        ruled, parts = played, None
        if self.disputes and is_changed(session.log):
            ruled = audit(live.setup, live.log, ruled=True, viewer=GUEST)
            parts = compared(session, played, ruled).parts_at
        return Glance(
            id=live.id,
            number=self.number,
            version=live.version,
            opened=self.opened,
            at=live.at,
            setup=live.setup,
            people=self.people,
            closed=live.closed,
            grants=live.grants,
            log=live.log,
            disputes=self.disputes,
            played=played,
            ruled=ruled,
            status=status_of(session, parts is not None),
            findings=findings_of(played),
        )


class Glances:
    """Looks at sessions, for one thread; those it looked at last are kept, so that a line more costs little more."""

    def __init__(self, sessions: Sessions):
        self.sessions, self.most = sessions, KEPT
        self.kept: dict[UUID, _Followed] = {}

    def forget(self, ids: Iterable[UUID]) -> None:
        """Something was erased there: nothing of it stays in memory."""
        for id in ids:
            self.kept.pop(id, None)

    def of(self, ids: Sequence[UUID], keep: bool = True) -> Iterator[Glance | Unread]:
        """Each of these sessions, as it stands now; what is only passed on the way need not be kept."""
        self.most = KEPT if keep else 0
        others = [id for id in ids if id not in self.kept]
        yield from (self._grown(id) for id in ids if id not in others)
        for some in _portions(self._heads(others)):
            yield from self._loaded(some)

    def _heads(self, ids: Sequence[UUID]) -> dict[UUID, int]:
        """How much there is to read of each."""
        recorder = self.sessions.recorder
        found = recorder.rows(HEADS.format(marks(ids)), *map(recorder.id_of, ids)) if ids else ()
        return {_uuid(id): version for id, version in found}

    def _grown(self, id: UUID) -> Glance | Unread:
        followed = self.kept.pop(id)
        recorder = self.sessions.recorder
        asked = f"{STORED} = ? AND originator_version > ? ORDER BY originator_version"
        rows = recorder.rows(asked, recorder.id_of(id), followed.live.version)
        try:
            followed.grow(rows, self._texts(id))
        except Exception:  # whatever is wrong with it, reading it from the start will tell
            return next(self._loaded([id]))
        return self._keep(followed)

    def _loaded(self, ids: Sequence[UUID]) -> Iterator[Glance | Unread]:
        if not ids:
            return
        recorder = self.sessions.recorder
        asked = f"{STORED} IN ({marks(ids)}) ORDER BY originator_id, originator_version"
        found = recorder.rows(asked, *map(recorder.id_of, ids))
        by_id = {_uuid(id): list(rows) for id, rows in groupby(found, key=lambda row: row[0])}
        for read in [self._read(id, by_id[id]) for id in ids]:
            yield read if isinstance(read, Unread) else self._followed(*read)

    def _read(self, id: UUID, rows: Sequence[Row]) -> tuple[Passing, Sequence[Row]] | Unread:
        """A session nobody can read keeps no other from being read: it is noted, with the reason."""
        try:
            people = people_of(opening_of(rows).data)
        except (NotRecorded, AttributeError) as unreadable:
            return _unread(id, rows, unreadable)
        names, live = self.sessions.recorder.names(people), Passing(id)
        try:
            live.read(rows, self._texts(id), names)
        except NotRecorded as unreadable:
            return _unread(id, rows, unreadable)
        return live, rows

    def _followed(self, live: Passing, rows: Sequence[Row]) -> Glance | Unread:
        try:
            return self._keep(_Followed(live, rows, self.folded(live)))
        except Exception as unreadable:
            return _unread(live.id, rows, unreadable)

    def folded(self, live: Passing) -> Fold:
        """A session as played, as known now."""
        fold = Fold(live.setup, live.log, viewer=GUEST)
        fold.learn()
        return fold

    def _texts(self, id: UUID) -> Texts:
        return Texts(lambda: self.sessions.recorder.texts(id))

    def _keep(self, followed: _Followed) -> Glance:
        self.kept[followed.live.id] = followed
        while len(self.kept) > self.most:
            del self.kept[next(iter(self.kept))]
        return followed.glance()


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


def _unread(id: UUID, rows: Sequence[Row], error: Exception) -> Unread:
    facts = error.facts if isinstance(error, NotRecorded) else {}
    return Unread(id, rows[-1][2], str(facts.get("why", getattr(error, "code", "unreadable"))))


def _disputes(log: Sequence[Line], first: int, rows: Sequence[Row]) -> dict[int, Dispute]:
    """Of the lines that came with these rows, those that dispute or settle something."""
    found = [at for at in range(first, len(log)) if isinstance(log[at], NEVER_MENDED)]
    lines = [row for row in rows if row[3] in LINE_TYPES] if found else []
    return {at + 1: _dispute(log[at], lines[at - first]) for at in found}


def _dispute(body: Line, row: Row) -> Dispute:
    found = stored(row[3], row[4])
    return Dispute(body, row[1], found.at, found.data)


def _uuid(id: Any) -> UUID:
    return id if isinstance(id, UUID) else UUID(id)
