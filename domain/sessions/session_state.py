"""A session in memory: built from its events, growing with each of them, on which its one writer decides."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.errors import UnknownGame, Unsound
from domain.games import GAMES
from domain.record.line_text import read_entry
from domain.record.lines import Line
from domain.rules import Finding, Seat, replace
from domain.sessions.roles import Grant
from domain.sessions.session import Session
from domain.setup import Setup
from domain.store.erasable_texts import ERASED, with_remark
from domain.store.events import (
    DelaySet,
    LineRecorded,
    PictureShown,
    RoleFirstUsed,
    RoleGranted,
    RoleRevoked,
    RulingApplied,
    SeatChanged,
    SessionClosed,
    SessionDiscarded,
    SessionOpened,
    SessionReopened,
    StatementMade,
)
from domain.store.mapper import FIRST_LINK, SealedEvent
from domain.store.people import setup_from_event
from domain.timeline.disputes import Said
from domain.timeline.fold_cache import FoldCache, FoldSnapshot, Viewpoint, snapshot_of
from domain.timeline.frame import Frame
from domain.timeline.seating import seated
from domain.timeline.timeline import Timeline
from domain.timeline.visibility import Delay, Disclosure, covered, moved


class WriterRole(Struct, frozen=True, gc=False):
    """By which role, seat and grant a line was written; without a grant where it came from the command line."""

    role: str
    seat: Seat | None
    grant: str


class SessionView(Struct, frozen=True, kw_only=True):
    """A stored session as it was at one version. What it holds only grows behind it, so it stays what it is."""

    id: UUID
    version: int
    link: str
    at: str
    setup: Setup
    closed: bool
    stated: tuple[int | None, ...]
    same: bool  # whether the stated points were taken from the computed ones
    closed_at: str
    discarded: bool
    grants: Mapping[str, Grant]
    talk: tuple[Said, ...]
    log: list[Line]
    writers: list[WriterRole]  # of each line
    lines: int
    whole: FoldSnapshot | None  # as its writer has it
    fold_cache: FoldCache  # as others see it, and whatever else was wanted of it
    disclosure: Disclosure

    def public(self, now: str) -> SessionView:
        """As those see it who only look on: as far as it is public at this time."""
        disclosure, cut = self.disclosure, self.disclosure.cut(now)
        if disclosure.delay == Delay() and not disclosure.taken_back:
            return self
        closed = self.closed and self.closed_at <= cut
        lines = disclosure.shown(now, self.lines, over=closed)
        hidden = frozenset(line for line in disclosure.hidden(self.log[: self.lines]) if line <= lines)
        talk = tuple(said for said in self.talk if said.line <= lines and said.at <= cut and said.line not in hidden)
        if (lines, closed, len(talk)) == (self.lines, self.closed, len(self.talk)) and not hidden:
            return self
        return replace(
            self,
            at=disclosure.times[lines - 1] if 0 < lines < self.lines else self.at,
            closed=closed,
            stated=self.stated if closed else (),
            same=self.same and closed,
            talk=talk,
            log=covered(self.log[:lines], hidden) if hidden else self.log,
            lines=lines,
            whole=None,
            fold_cache=self.fold_cache.without(hidden),
        )

    def due(self, whole: SessionView) -> str:
        """When more of a session becomes public by itself than this view shows; nothing where no time is waited."""
        line = self.disclosure.due(self.lines, whole.lines)
        closing = moved(whole.closed_at, self.disclosure.delay.seconds) if whole.closed and not self.closed else ""
        return min(filter(None, (line, closing)), default="")

    @property
    def session(self) -> Session:
        """Its set-up and its lines."""
        return Session(setup=self.setup, log=tuple(self.log[: self.lines]), closed=self.closed)

    @property
    def seated(self) -> Setup:
        """The set-up with the names of those who sit there now."""
        return seated(self.setup, self.log[: self.lines])

    @property
    def frames(self) -> list[Frame]:
        """The table after each line, judged, as known now."""
        return self.snapshot.frames

    @property
    def snapshot(self) -> FoldSnapshot:
        """The same, with what the last line left for the next one."""
        return self.whole or self.seen(Viewpoint())

    def seen(self, viewpoint: Viewpoint, lines: int | None = None) -> FoldSnapshot:
        """Its snapshot from a viewpoint, or that of its first lines."""
        return self.fold_cache.snapshot(self.setup, self.log, self.lines if lines is None else lines, viewpoint)

    def hides(self, viewer: Seat | str | None, lines: int | None = None) -> bool:
        """Whether it, or its first lines, hold anything this viewer may not know."""
        return self.fold_cache.is_hidden(self.setup, self.log, self.lines if lines is None else lines, viewer)

    @property
    def changed(self) -> bool:
        """Whether a standing ruling asks for another table."""
        return self.fold_cache.is_changed(self.log, self.lines)

    @property
    def as_ruled(self) -> FoldSnapshot:
        """Its snapshot with every ruling that stands."""
        return self.seen(Viewpoint(ruled=True)) if self.changed else self.snapshot


class FindingChanges(Struct, frozen=True):
    """What lines made of the findings: those about themselves, and what became of earlier ones."""

    line: int = 0
    findings: tuple[Finding, ...] = ()
    came: tuple[Finding, ...] = ()
    went: tuple[Finding, ...] = ()


class SessionState:
    """One session, for one thread. Its folds are made when first wanted."""

    def __init__(self, id: UUID):
        self.id, self.name, self.version, self.link, self.at, self.role = id, str(id), 0, FIRST_LINK, "", ""
        self.closed_at = ""
        self.salt = b""  # of its commands' hashes, for whoever writes
        self.closed = self.same = self.discarded = False
        self.stated: tuple[int | None, ...] = ()
        self.grants: dict[str, Grant] = {}
        self.talk: tuple[Said, ...] = ()
        self.keys: dict[str, tuple[str, int]] = {}  # every key ever used here -> its command's hash, its last event
        self.log: list[Line] = []
        self.written: list[int] = []  # the version each line came with
        self.actor = ""
        self.writers: list[WriterRole] = []
        self._fold: Timeline | None = None
        self.ahead: Timeline | None = None  # the walk with the lines that come next, where it was made beside
        self.fold_cache = FoldCache()
        self.disclosure = Disclosure()

    @classmethod
    def load(
        cls, id: UUID, events: Iterable[SealedEvent], texts: Mapping[str, str], names: Mapping[str, str]
    ) -> SessionState:
        """A session out of all its events; their links are walked on the way."""
        live = cls(id)
        for sealed in events:
            live._link(sealed)
            try:
                APPLY[type(sealed.event)](live, sealed.event, texts, names)
            except UnknownGame:
                raise
            except Exception as error:  # it was readable when it was stored: whatever is wrong, it is this event
                raise Unsound(why="unreadable", seq=live.version) from error
        return live

    def follow(self, events: Iterable[SealedEvent], texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        """The events that somebody else has stored since."""
        lines = len(self.log)
        for sealed in events:
            self._link(sealed)
            APPLY[type(sealed.event)](self, sealed.event, texts, names)
        if self._fold is not None:
            self.judged(lines)

    def take(self, sealed: SealedEvent, line: Line | None, texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        """One event more; a line that was just read need not be read again."""
        self._link(sealed)
        if line is None:
            APPLY[type(sealed.event)](self, sealed.event, texts, names)
        else:
            self._add(line)

    @property
    def fold(self) -> Timeline:
        """The walk as known now."""
        if self._fold is None:
            self._fold = _folded(self.setup, self.log)
        return self._fold

    @property
    def is_walked(self) -> bool:
        """Whether a line more is folded from where the last one left the table."""
        return self._fold is not None

    def judged(self, known: int) -> FindingChanges:
        """What the lines after so many change, all of them together: the record is walked once, if at all."""
        fresh = self.log[known:]
        if not fresh:
            return FindingChanges()
        fold = self._fold or _folded(self.setup, self.log[:known])
        old, count = fold.frames, len(fold.frames)
        ahead, self.ahead = self.ahead, None
        if ahead is not None and len(ahead.log) == len(self.log) and ahead.log[known:] == fresh:
            fold, first = ahead, 0
        elif fold.can_grow(fresh):
            first = fold.grow(*fresh)
        else:
            fold, first = Timeline(self.setup, self.log), 0
        first = min(first, fold.learn())
        self._fold = fold
        return finding_changes(old[first:count], fold.frames[first:], known, len(self.log))

    def since(self, version: int) -> list[tuple[int, Line]]:
        """The lines that came after a version, with their numbers."""
        first = bisect_right(self.written, version)
        return list(enumerate(self.log[first:], first + 1))

    def view(self) -> SessionView:
        """What anybody may hold on to."""
        snapshot = snapshot_of(self._fold) if self._fold is not None else None
        return SessionView(
            id=self.id,
            version=self.version,
            link=self.link,
            at=self.at,
            setup=self.setup,
            closed=self.closed,
            stated=self.stated,
            same=self.same,
            closed_at=self.closed_at,
            discarded=self.discarded,
            grants=self.grants,
            talk=self.talk,
            log=self.log,
            writers=self.writers,
            lines=len(self.log),
            whole=snapshot,
            fold_cache=self.fold_cache,
            disclosure=self.disclosure,
        )

    # Events -------------------------------------------------------------------------------------------

    def _link(self, sealed: SealedEvent) -> None:
        envelope = sealed.envelope
        if envelope.seq != self.version + 1 or sealed.originator_id.int != self.id.int:
            raise Unsound(why="misplaced", seq=self.version + 1)
        if envelope.prev != self.link:
            raise Unsound(why="link", seq=self.version + 1)
        self.version, self.link, self.at, self.role = envelope.seq, sealed.link, envelope.at, envelope.role
        self.actor = envelope.actor
        self.keys[envelope.cmd] = (envelope.req, envelope.seq)

    def _opened(self, event: SessionOpened, texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        if event.game not in GAMES:
            raise UnknownGame(game=event.game, games=", ".join(GAMES))
        self.setup = setup_from_event(event, names)

    def _recorded(self, event: LineRecorded, texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        line = read_entry(event.entry, self.setup)
        self._add(with_remark(line, texts.get(event.remark, ERASED)) if event.remark else line)

    def _seat_changed(self, event: SeatChanged, texts: Any, names: Mapping[str, str]) -> None:
        line = read_entry(event.entry, self.setup)
        self._add(replace(line, name=names.get(event.person, ERASED)))

    def _delayed(self, event: DelaySet, texts: Any, names: Any) -> None:
        self.disclosure.set(Delay(event.seconds, event.lines), self.at)

    def _add(self, line: Line) -> None:
        self.disclosure.add(line, self.at, self.log)
        self.log.append(line)
        self.written.append(self.version)
        held = self.grants.get(self.actor)
        self.writers.append(WriterRole(self.role, held.seat if held else None, held.grant if held else ""))

    def _spoken(self, event: StatementMade, texts: Mapping[str, str], names: Any) -> None:
        text = texts.get(event.remark, ERASED)
        self._talked(event.claim, event.seat, text=text, remark=event.remark)

    def _shown(self, event: PictureShown, texts: Any, names: Any) -> None:
        self._talked(event.line, event.seat, picture=event.picture)

    def _talked(self, line: int, seat: Seat | None, **what: str) -> None:
        said = Said(line=line, seat=seat, role=self.role, at=self.at, **what)
        self.talk = (*self.talk, said)

    def _granted(self, event: RoleGranted, texts: Any, names: Any) -> None:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        self.grants = {**self.grants, event.grant: Grant(**fields, since=self.at)}

    def _first_used(self, event: RoleFirstUsed, texts: Any, names: Any) -> None:
        self.grants = {**self.grants, event.grant: replace(self.grants[event.grant], used=True, came=self.at)}

    def _revoked(self, event: RoleRevoked, texts: Any, names: Any) -> None:
        self.grants = {grant: held for grant, held in self.grants.items() if grant != event.grant}

    def _closed(self, event: SessionClosed, texts: Any, names: Any) -> None:
        self.closed, self.closed_at = True, self.at
        self.stated, self.same = tuple(event.stated), event.same

    def _reopened(self, event: SessionReopened, texts: Any, names: Any) -> None:
        self.closed = False

    def _discarded(self, event: SessionDiscarded, texts: Any, names: Any) -> None:
        self.discarded = True


APPLY: dict[type, Callable] = {
    SessionOpened: SessionState._opened,
    LineRecorded: SessionState._recorded,
    RulingApplied: SessionState._recorded,
    SeatChanged: SessionState._seat_changed,
    DelaySet: SessionState._delayed,
    StatementMade: SessionState._spoken,
    PictureShown: SessionState._shown,
    RoleGranted: SessionState._granted,
    RoleFirstUsed: SessionState._first_used,
    RoleRevoked: SessionState._revoked,
    SessionClosed: SessionState._closed,
    SessionReopened: SessionState._reopened,
    SessionDiscarded: SessionState._discarded,
}


def _folded(setup: Setup, log: list[Line]) -> Timeline:
    fold = Timeline(setup, log)
    fold.learn()
    return fold


def finding_changes(old: list[Frame], new: list[Frame], known: int, last: int) -> FindingChanges:
    """What the lines after the known ones changed. Findings are compared by what they say and where; their facts may
    hold values nobody can compare.
    """
    before = {_said(found): found for frame in old for found in frame.step.findings}
    after = {_said(found): found for frame in new for found in frame.step.findings}
    own = tuple(found for found in after.values() if found.line > known)
    came = tuple(found for said, found in after.items() if said not in before and found.line <= known)
    went = tuple(found for said, found in before.items() if said not in after)
    return FindingChanges(last, own, came, went)


def _said(found: Finding) -> tuple:
    where = (found.line, found.reporting_line, found.root)
    return *where, found.clause, found.check, found.seat, found.verdict, repr(found.facts)
