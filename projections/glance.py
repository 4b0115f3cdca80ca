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
from domain.sessions.live import Live
from domain.sessions.mapper import Sealed, row_unsealed
from domain.sessions.opening import people_of
from domain.sessions.roles import Grant
from domain.sessions.session import Session
from domain.sessions.store import EVENTS
from domain.sessions.timeline import Fold, Frame, audit
from domain.setup import Setup
from projections.views import marks
from replays.compare import compared, findings_of
from replays.scoreboard import status_of
from replays.sight import is_changed

GUEST = None  # whose sight it is
KEPT = 64  # sessions in memory, those written last
TOGETHER = 16  # sessions loaded at once

Row = Sequence[Any]
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

    def __init__(self, id: UUID, rows: Sequence[Row], events: Sequence[Sealed], texts: Mapping, names: Mapping):
        self.live = Live.load(id, events, texts, names)
        opening = events[0]
        self.number, self.opened, self.people = rows[0][1], opening.envelope.at, tuple(opening.event.people)
        self.disputes = _disputes(self.live.log, 0, rows, events)
        self.fold = Fold(self.live.setup, self.live.log, viewer=GUEST)
        self.fold.learn()

    def grow(self, rows: Sequence[Row], events: Sequence[Sealed], texts: Mapping) -> None:
        """What came after; nothing of it can change what anybody was called."""
        lines = len(self.live.log)
        for sealed in events:
            self.live.follow(sealed, texts)
        self.disputes |= _disputes(self.live.log, lines, rows, events)
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
        for at in range(0, len(ids), TOGETHER):
            some = ids[at : at + TOGETHER]
            others = [id for id in some if id not in self.kept]
            yield from (self._grown(id) for id in some if id not in others)
            yield from self._loaded(others)

    def _grown(self, id: UUID) -> Glance | Unread:
        followed = self.kept.pop(id)
        recorder = self.sessions.recorder
        asked = f"{STORED} = ? AND originator_version > ? ORDER BY originator_version"
        rows = recorder.rows(asked, recorder.id_of(id), followed.live.version)
        try:
            events = _unsealed(id, rows)
            followed.grow(rows, events, self._texts(id, events))
        except Exception:  # whatever is wrong with it, reading it from the start will tell
            return next(self._loaded([id]))
        return self._keep(followed)

    def _loaded(self, ids: Sequence[UUID]) -> Iterator[Glance | Unread]:
        if not ids:
            return
        recorder = self.sessions.recorder
        asked = f"{STORED} IN ({marks(ids)}) ORDER BY originator_id, originator_version"
        found = recorder.rows(asked, *map(recorder.id_of, ids))
        stored = {_uuid(id): list(rows) for id, rows in groupby(found, key=lambda row: row[0])}
        for id in ids:
            yield self._load(id, stored[id])

    def _load(self, id: UUID, rows: Sequence[Row]) -> Glance | Unread:
        """A session nobody can read keeps no other from being read: it is noted, with the reason."""
        try:
            events = _unsealed(id, rows)
            people = people_of(events[0].event)
        except (NotRecorded, AttributeError) as unreadable:
            return _unread(id, rows, unreadable)
        texts, names = self._texts(id, events), self.sessions.recorder.names(people)
        try:
            return self._keep(_Followed(id, rows, events, texts, names))
        except Exception as unreadable:
            return _unread(id, rows, unreadable)

    def _texts(self, id: UUID, events: Sequence[Sealed]) -> Mapping[str, str]:
        written = any(getattr(sealed.event, "remark", "") for sealed in events)
        return self.sessions.recorder.texts(id) if written else {}

    def _keep(self, followed: _Followed) -> Glance:
        self.kept[followed.live.id] = followed
        while len(self.kept) > self.most:
            del self.kept[next(iter(self.kept))]
        return followed.glance()


def _unread(id: UUID, rows: Sequence[Row], error: Exception) -> Unread:
    facts = error.facts if isinstance(error, NotRecorded) else {}
    return Unread(id, rows[-1][2], str(facts.get("why", getattr(error, "code", "unreadable"))))


def _unsealed(id: UUID, rows: Sequence[Row]) -> list[Sealed]:
    return [row_unsealed(id, version, topic, raw) for _, _, version, topic, raw in rows]


def _disputes(log: Sequence[Line], first: int, rows: Sequence[Row], events: Sequence[Sealed]) -> dict[int, Dispute]:
    """Of the lines that came with these events, those that dispute or settle something."""
    found = [at for at in range(first, len(log)) if isinstance(log[at], NEVER_MENDED)]
    lines = [at for at, sealed in enumerate(events) if isinstance(sealed.event, LINES)] if found else []
    stored = {line: (rows[lines[line - first]][1], events[lines[line - first]]) for line in found}
    return {
        line + 1: Dispute(log[line], nth, sealed.envelope.at, sealed.event) for line, (nth, sealed) in stored.items()
    }


def _uuid(id: Any) -> UUID:
    return id if isinstance(id, UUID) else UUID(id)
