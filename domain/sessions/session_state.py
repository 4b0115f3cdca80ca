"""A session in memory: the state that its events build up, and a view of it that any thread may keep."""

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
from domain.sessions.roles import Grant, WriterRole, with_hands
from domain.sessions.session import Session
from domain.setup import Setup
from domain.store.erasable_texts import ERASED, with_remark
from domain.store.events import (
    ArbiterAgreed,
    DelaySet,
    HandsRead,
    LineRecorded,
    NamesShown,
    PictureShown,
    RoleFirstUsed,
    RoleGranted,
    RoleRevoked,
    RulingApplied,
    SeatChanged,
    SessionClosed,
    SessionDiscarded,
    SessionEvent,
    SessionOpened,
    SessionPlaced,
    SessionReopened,
    StatementMade,
)
from domain.store.mapper import FIRST_LINK, SealedEvent
from domain.store.people import setup_from_event
from domain.timeline.disputes import Statement
from domain.timeline.fold_cache import FoldCache, FoldSnapshot, Viewpoint, snapshot_of
from domain.timeline.frame import Frame
from domain.timeline.seating import seated
from domain.timeline.timeline import Timeline
from domain.timeline.visibility import Delay, Disclosure, covered, moved


class SessionView(Struct, frozen=True, kw_only=True):
    """A stored session at one version, safe for every thread: `lines` bounds its log, which only grows."""

    id: UUID
    version: int
    link: str
    at: str
    setup: Setup
    opened_rules: str  # the version of the rules when it was opened; empty where it was not stored
    club: str  # the id of its club; empty for a table without one
    closed: bool
    stated: tuple[int | None, ...]
    same: bool  # whether the stated points are the computed ones
    closed_at: str
    discarded: bool
    grants: Mapping[str, Grant]
    talk: tuple[Statement, ...]
    log: list[Line]
    writers: list[WriterRole]  # one for each line
    lines: int
    whole: FoldSnapshot | None  # as the writing thread folded it
    fold_cache: FoldCache  # from all other viewpoints
    disclosure: Disclosure

    def public(self, now: str) -> SessionView:
        """The part of the session that is public at this time."""
        disclosure, cut = self.disclosure, self.disclosure.cut(now)
        if disclosure.delay == Delay() and not disclosure.taken_back:
            return self
        closed = self.closed and self.closed_at <= cut
        lines = disclosure.shown(now, self.lines, over=closed)
        hidden = frozenset(line for line in disclosure.hidden(self.log[: self.lines]) if line <= lines)
        early = (statement for statement in self.talk if statement.line <= lines and statement.at <= cut)
        talk = tuple(statement for statement in early if statement.line not in hidden)
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
        """The time at which more than this public view becomes public; empty if nothing is due."""
        line = self.disclosure.due(self.lines, whole.lines)
        closing = moved(whole.closed_at, self.disclosure.delay.seconds) if whole.closed and not self.closed else ""
        return min(filter(None, (line, closing)), default="")

    @property
    def session(self) -> Session:
        """The set-up and the lines."""
        return Session(setup=self.setup, log=tuple(self.log[: self.lines]), closed=self.closed)

    @property
    def seated(self) -> Setup:
        """The set-up with the names of those who sit there at the last line."""
        return seated(self.setup, self.log[: self.lines])

    @property
    def frames(self) -> list[Frame]:
        """The judged position after each line."""
        return self.snapshot.frames

    @property
    def snapshot(self) -> FoldSnapshot:
        """The fold of the record as played, with every secret."""
        return self.whole or self.seen(Viewpoint())

    def seen(self, viewpoint: Viewpoint, lines: int | None = None) -> FoldSnapshot:
        """The fold of the record, or of its first lines, from a viewpoint."""
        return self.fold_cache.snapshot(self.setup, self.log, self.lines if lines is None else lines, viewpoint)

    def hides(self, viewer: Seat | str | None, lines: int | None = None) -> bool:
        """Whether the record, or its first lines, hold a secret that this viewer may not know."""
        return self.fold_cache.is_hidden(self.setup, self.log, self.lines if lines is None else lines, viewer)

    @property
    def changed(self) -> bool:
        """Whether a ruling in force changes the position."""
        return self.fold_cache.is_changed(self.log, self.lines)

    @property
    def as_ruled(self) -> FoldSnapshot:
        """The fold of the record with every ruling in force."""
        return self.seen(Viewpoint(ruled=True)) if self.changed else self.snapshot


class FindingChanges(Struct, frozen=True):
    """The findings about new lines, and the findings about earlier lines that the new ones added or removed."""

    line: int = 0
    findings: tuple[Finding, ...] = ()
    came: tuple[Finding, ...] = ()
    went: tuple[Finding, ...] = ()


class SessionState:
    """One session, for one thread; its timeline is folded when it is first needed."""

    setup: Setup

    def __init__(self, id: UUID):
        self.id, self.name, self.version, self.link, self.at, self.role = id, str(id), 0, FIRST_LINK, "", ""
        self.links: list[str] = []  # of all events, for the tree that its checkpoints are of
        self.closed_at = self.club = self.opened_rules = self.actor = ""
        self.salt = b""  # of the request hashes; only a writer needs it
        self.closed = self.same = self.discarded = False
        self.stated: tuple[int | None, ...] = ()
        self.grants: dict[str, Grant] = {}
        self.talk: tuple[Statement, ...] = ()
        self.keys: dict[str, tuple[str, int]] = {}  # every used key -> hash of its command, version of its last event
        self.log: list[Line] = []
        self.written: list[int] = []  # the version of each line
        self.writer: WriterRole | None = None  # of the last event; None until a line needs it
        self.writers: list[WriterRole] = []
        self._timeline: Timeline | None = None
        self.ahead: Timeline | None = None  # with the next lines, folded in the background
        self.fold_cache = FoldCache()
        self.disclosure = Disclosure()

    @classmethod
    def load(
        cls, id: UUID, events: Iterable[SealedEvent], texts: Mapping[str, str], names: Mapping[str, str]
    ) -> SessionState:
        """Build a session from all its events; raises Unsound where the chain is broken."""
        state = cls(id)
        for sealed in events:
            state._link(sealed)
            try:
                EVENT_HANDLERS[type(sealed.event)](state, sealed.event, texts, names)
            except UnknownGame:
                raise
            except Exception as error:  # it was readable when it was stored, so this event was changed
                raise Unsound(why="unreadable", seq=state.version) from error
        return state

    def follow(self, events: Iterable[SealedEvent], texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        """Apply the events that another process has stored since."""
        lines = len(self.log)
        for sealed in events:
            self._link(sealed)
            EVENT_HANDLERS[type(sealed.event)](self, sealed.event, texts, names)
        if self._timeline is not None:
            self.judge_lines(lines)

    def apply(self, sealed: SealedEvent, line: Line | None, texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        """Apply one event; `line` is its parsed line, if the caller has it."""
        self._link(sealed)
        if line is None:
            EVENT_HANDLERS[type(sealed.event)](self, sealed.event, texts, names)
        else:
            self._add(line)

    @property
    def timeline(self) -> Timeline:
        """The folded record."""
        if self._timeline is None:
            self._timeline = _folded(self.setup, self.log)
        return self._timeline

    @property
    def is_folded(self) -> bool:
        """Whether the timeline exists already, so that a new line costs one step."""
        return self._timeline is not None

    def judge_lines(self, known: int) -> FindingChanges:
        """Fold the lines after the first `known` ones and compare the findings before and after all of them."""
        fresh = self.log[known:]
        if not fresh:
            return FindingChanges()
        timeline = self._timeline or _folded(self.setup, self.log[:known])
        old, count = timeline.frames, len(timeline.frames)
        ahead, self.ahead = self.ahead, None
        if ahead is not None and len(ahead.log) == len(self.log) and ahead.log[known:] == fresh:
            timeline, first = ahead, 0
        elif timeline.can_grow(fresh):
            first = timeline.grow(*fresh)
        else:
            timeline, first = Timeline(self.setup, self.log), 0
        first = min(first, timeline.learn())
        self._timeline = timeline
        return finding_changes(old[first:count], timeline.frames[first:], known, len(self.log))

    def since(self, version: int) -> list[tuple[int, Line]]:
        """The lines after a version, with their numbers."""
        first = bisect_right(self.written, version)
        return list(enumerate(self.log[first:], first + 1))

    def view(self) -> SessionView:
        """The current view."""
        snapshot = snapshot_of(self._timeline) if self._timeline is not None else None
        return SessionView(
            id=self.id,
            version=self.version,
            link=self.link,
            at=self.at,
            setup=self.setup,
            opened_rules=self.opened_rules,
            club=self.club,
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
        envelope, seq = sealed.envelope, self.version + 1
        if envelope.seq != seq or sealed.originator_id.int != self.id.int:
            raise Unsound(why="misplaced", seq=seq)
        if envelope.prev != self.link:
            raise Unsound(why="link", seq=seq)
        if envelope.actor != self.actor or envelope.role != self.role:
            self.actor, self.role, self.writer = envelope.actor, envelope.role, None
        self.version, self.link, self.at = seq, sealed.link, envelope.at
        self.links.append(sealed.link)
        self.keys[envelope.cmd] = (envelope.req, seq)

    def _opened(self, event: SessionOpened, texts: Mapping[str, str], names: Mapping[str, str]) -> None:
        if event.game not in GAMES:
            raise UnknownGame(game=event.game, games=", ".join(GAMES))
        self.setup, self.opened_rules = setup_from_event(event, names, texts), event.rules

    def _placed(self, event: SessionPlaced, texts: Any, names: Any) -> None:
        self.club = event.club

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
        writer = self.writer
        if writer is None:
            grant = self.grants.get(self.actor)
            writer = self.writer = WriterRole(self.role, grant.seat if grant else None, grant.grant if grant else "")
        self.writers.append(writer)

    def _set_grants(self, grants: dict[str, Grant]) -> None:
        self.grants, self.writer = with_hands(grants, self.setup), None

    def _change_grant(self, id: str, **fields: Any) -> None:
        self._set_grants({**self.grants, id: replace(self.grants[id], **fields)})

    def _statement_made(self, event: StatementMade, texts: Mapping[str, str], names: Any) -> None:
        self._add_statement(event.claim, event.seat, text=texts.get(event.remark, ERASED), remark=event.remark)

    def _picture_shown(self, event: PictureShown, texts: Any, names: Any) -> None:
        self._add_statement(event.line, event.seat, picture=event.picture)

    def _add_statement(self, line: int, seat: Seat | None, **content: str) -> None:
        statement = Statement(line=line, seat=seat, role=self.role, at=self.at, **content)
        self.talk = (*self.talk, statement)

    def _granted(self, event: RoleGranted, texts: Any, names: Any) -> None:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        self._set_grants({**self.grants, event.grant: Grant(**fields, since=self.at)})

    def _first_used(self, event: RoleFirstUsed, texts: Any, names: Any) -> None:
        self._change_grant(event.grant, used=True, came=self.at)

    def _names_shown(self, event: NamesShown, texts: Any, names: Any) -> None:
        self._change_grant(event.grant, named=self.at)

    def _arbiter_agreed(self, event: ArbiterAgreed, texts: Any, names: Any) -> None:
        self._change_grant(event.grant, agreed=(*self.grants[event.grant].agreed, event.seat))

    def _hands_read(self, event: HandsRead, texts: Any, names: Any) -> None:
        self._change_grant(event.grant, read_hands=event.line)

    def _revoked(self, event: RoleRevoked, texts: Any, names: Any) -> None:
        self._set_grants({id: grant for id, grant in self.grants.items() if id != event.grant})

    def _closed(self, event: SessionClosed, texts: Any, names: Any) -> None:
        self.closed, self.closed_at, self.stated, self.same = True, self.at, tuple(event.stated), event.same

    def _reopened(self, event: SessionReopened, texts: Any, names: Any) -> None:
        self.closed = False

    def _discarded(self, event: SessionDiscarded, texts: Any, names: Any) -> None:
        self.discarded = True


EVENT_HANDLERS: dict[type[SessionEvent], Callable[..., None]] = {
    SessionOpened: SessionState._opened,
    SessionPlaced: SessionState._placed,
    LineRecorded: SessionState._recorded,
    RulingApplied: SessionState._recorded,
    SeatChanged: SessionState._seat_changed,
    DelaySet: SessionState._delayed,
    StatementMade: SessionState._statement_made,
    PictureShown: SessionState._picture_shown,
    RoleGranted: SessionState._granted,
    RoleFirstUsed: SessionState._first_used,
    NamesShown: SessionState._names_shown,
    ArbiterAgreed: SessionState._arbiter_agreed,
    HandsRead: SessionState._hands_read,
    RoleRevoked: SessionState._revoked,
    SessionClosed: SessionState._closed,
    SessionReopened: SessionState._reopened,
    SessionDiscarded: SessionState._discarded,
}


def _folded(setup: Setup, log: list[Line]) -> Timeline:
    timeline = Timeline(setup, log)
    timeline.learn()
    return timeline


def finding_changes(old: list[Frame], new: list[Frame], known: int, last: int) -> FindingChanges:
    """The changes that the lines after the first `known` ones made to the findings of these frames."""
    before = {_key(finding): finding for frame in old for finding in frame.step.findings}
    after = {_key(finding): finding for frame in new for finding in frame.step.findings}
    own = tuple(finding for finding in after.values() if finding.line > known)
    came = tuple(finding for key, finding in after.items() if key not in before and finding.line <= known)
    went = tuple(finding for key, finding in before.items() if key not in after)
    return FindingChanges(last, own, came, went)


def _key(finding: Finding) -> tuple[Any, ...]:
    """What identifies a finding; facts are compared by their repr because some hold values without equality."""
    where = (finding.line, finding.reporting_line, finding.root)
    return *where, finding.clause, finding.check, finding.seat, finding.verdict, repr(finding.facts)
