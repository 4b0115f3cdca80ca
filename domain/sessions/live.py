"""A session in memory: built from its events, growing with each of them, on which its one writer decides."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.games import GAMES
from domain.rules import Finding, replace
from domain.sessions import lines as kinds
from domain.sessions.entry import read_entry
from domain.sessions.errors import UnknownGame, Unsound
from domain.sessions.events import (
    LineRecorded,
    RoleFirstUsed,
    RoleGranted,
    RoleRevoked,
    RulingApplied,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from domain.sessions.lines import Line
from domain.sessions.mapper import NOTHING, Sealed
from domain.sessions.opening import setup_of
from domain.sessions.remarks import ERASED, with_remark
from domain.sessions.roles import Grant
from domain.sessions.session import Session
from domain.sessions.timeline import Fold, Frame
from domain.setup import Setup


class Course(Struct, frozen=True):
    """A fold as far as it went: its frames, and what the last of them leaves for a line that comes after it."""

    made: list[Frame]
    count: int
    mark: tuple

    @property
    def frames(self) -> list[Frame]:
        """The table after each line."""
        return self.made[: self.count]


class View(Struct, frozen=True, kw_only=True):
    """A stored session as it was at one version. What it holds only grows behind it, so it stays what it is."""

    id: UUID
    version: int
    link: str
    at: str
    setup: Setup
    closed: bool
    stated: tuple[int | None, ...]
    grants: Mapping[str, Grant]
    log: list[Line]
    lines: int
    fold: Callable[[], Course]

    @property
    def session(self) -> Session:
        """Its set-up and its lines."""
        return Session(setup=self.setup, log=tuple(self.log[: self.lines]), closed=self.closed)

    @property
    def frames(self) -> list[Frame]:
        """The table after each line, judged, as known now."""
        return self.course.frames

    @property
    def course(self) -> Course:
        """The same, with what the last line left for the next one."""
        return self.fold()


class Change(Struct, frozen=True):
    """What an event made of the findings: those of its own line, and what became of earlier lines."""

    line: int = 0
    findings: tuple[Finding, ...] = ()
    came: tuple[Finding, ...] = ()
    went: tuple[Finding, ...] = ()


class Live:
    """One session, for one thread. Its folds are made when first wanted."""

    def __init__(self, id: UUID):
        self.id, self.name, self.version, self.link, self.at = id, str(id), 0, NOTHING, ""
        self.salt = b""  # of its commands' hashes, for whoever writes
        self.closed = False
        self.stated: tuple[int | None, ...] = ()
        self.grants: dict[str, Grant] = {}
        self.keys: dict[str, tuple[str, int]] = {}  # every key ever used here -> its command's hash, its last event
        self.log: list[Line] = []
        self.written: list[int] = []  # the version each line came with
        self._fold: Fold | None = None

    @classmethod
    def load(cls, id: UUID, events: Iterable[Sealed], texts: Mapping[str, str], names: Mapping[str, str]) -> Live:
        """A session out of all its events; their links are walked on the way."""
        live = cls(id)
        for sealed in events:
            live._link(sealed)
            try:
                TAKING[type(sealed.event)](live, sealed.event, texts, names)
            except UnknownGame:
                raise
            except Exception as error:  # it was readable when it was stored: whatever is wrong, it is this event
                raise Unsound(why="unreadable", seq=live.version) from error
        return live

    def follow(self, sealed: Sealed, texts: Mapping[str, str]) -> None:
        """One event more, that somebody else has stored."""
        lines = len(self.log)
        self._link(sealed)
        TAKING[type(sealed.event)](self, sealed.event, texts, {})
        if self._fold is not None and len(self.log) > lines:
            self._grow(self._fold, self.log[-1])

    def take(self, sealed: Sealed, line: Line | None, texts: Mapping[str, str], names: Mapping[str, str]) -> Change:
        """One event more; a line that was just read need not be read again."""
        fold = self.fold if line is not None else None
        self._link(sealed)
        if line is None:
            TAKING[type(sealed.event)](self, sealed.event, texts, names)
            return Change()
        self._add(line)
        return self._grow(fold, line)

    @property
    def fold(self) -> Fold:
        """The walk as known now."""
        if self._fold is None:
            self._fold = Fold(self.setup, self.log)
            self._fold.learn()
        return self._fold

    def _grow(self, fold: Fold, line: Line) -> Change:
        old, count = fold.frames, len(fold.frames)
        if isinstance(line, kinds.MENDINGS):  # what a line had told may be known no longer
            fold = self._fold = Fold(self.setup, self.log)
            first = 0
        else:
            first = fold.grow(line)
        first = min(first, fold.learn())
        return changed(old[first:count], fold.frames[first:], len(self.log))

    def since(self, version: int) -> list[tuple[int, Line]]:
        """The lines that came after a version, with their numbers."""
        first = bisect_right(self.written, version)
        return list(enumerate(self.log[first:], first + 1))

    def view(self) -> View:
        """What anybody may hold on to."""
        course = course_of(self._fold) if self._fold is not None else None
        setup, log, lines = self.setup, self.log, len(self.log)
        return View(
            id=self.id,
            version=self.version,
            link=self.link,
            at=self.at,
            setup=setup,
            closed=self.closed,
            stated=self.stated,
            grants=self.grants,
            log=log,
            lines=lines,
            fold=lambda: course or _folded(setup, log[:lines]),
        )

    # Events -------------------------------------------------------------------------------------------

    def _link(self, sealed: Sealed) -> None:
        envelope = sealed.envelope
        if envelope.seq != self.version + 1 or sealed.originator_id.int != self.id.int:
            raise Unsound(why="misplaced", seq=self.version + 1)
        if envelope.prev != self.link:
            raise Unsound(why="link", seq=self.version + 1)
        self.version, self.link, self.at = envelope.seq, sealed.link, envelope.at
        self.keys[envelope.cmd] = (envelope.req, envelope.seq)

    def _opened(self, event: SessionOpened, texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        if event.game not in GAMES:
            raise UnknownGame(game=event.game, games=", ".join(GAMES))
        self.setup = setup_of(event, names)

    def _recorded(self, event: LineRecorded, texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        line = read_entry(event.entry, self.setup)
        self._add(with_remark(line, texts.get(event.remark, ERASED)) if event.remark else line)

    def _add(self, line: Line) -> None:
        self.log.append(line)
        self.written.append(self.version)

    def _granted(self, event: RoleGranted, texts: Any, names: Any) -> None:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        self.grants = {**self.grants, event.grant: Grant(**fields)}

    def _first_used(self, event: RoleFirstUsed, texts: Any, names: Any) -> None:
        self.grants = {**self.grants, event.grant: replace(self.grants[event.grant], used=True)}

    def _revoked(self, event: RoleRevoked, texts: Any, names: Any) -> None:
        self.grants = {grant: held for grant, held in self.grants.items() if grant != event.grant}

    def _closed(self, event: SessionClosed, texts: Any, names: Any) -> None:
        self.closed, self.stated = True, tuple(event.stated)

    def _reopened(self, event: SessionReopened, texts: Any, names: Any) -> None:
        self.closed = False


TAKING: dict[type, Callable] = {
    SessionOpened: Live._opened,
    LineRecorded: Live._recorded,
    RulingApplied: Live._recorded,
    RoleGranted: Live._granted,
    RoleFirstUsed: Live._first_used,
    RoleRevoked: Live._revoked,
    SessionClosed: Live._closed,
    SessionReopened: Live._reopened,
}


def _folded(setup: Setup, log: list[Line]) -> Course:
    fold = Fold(setup, log)
    fold.learn()
    return course_of(fold)


def course_of(fold: Fold) -> Course:
    """Where a fold stands, for whoever does not carry it on."""
    return Course(fold.frames, len(fold.frames), fold.marks[-1])


def changed(old: list[Frame], new: list[Frame], line: int) -> Change:
    """Findings by what they say and where; their facts may hold values nobody can compare."""
    before = {_said(found): found for frame in old for found in frame.step.findings}
    after = {_said(found): found for frame in new for found in frame.step.findings}
    own = tuple(found for found in after.values() if found.line == line)
    came = tuple(found for said, found in after.items() if said not in before and found.line != line)
    went = tuple(found for said, found in before.items() if said not in after)
    return Change(line, own, came, went)


def _said(found: Finding) -> tuple:
    where = (found.line, found.told_by, found.root)
    return *where, found.clause, found.check, found.seat, found.verdict, repr(found.facts)
