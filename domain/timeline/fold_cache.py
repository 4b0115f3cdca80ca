"""The cache of a session's folds, one per viewpoint: folded when first requested, then grown line by line."""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from domain.record.lines import CHANGING, Line, Ruled
from domain.rules import Finding
from domain.setup import EVERYTHING, Setup, Viewer
from domain.timeline.disputes import superseded
from domain.timeline.frame import Frame, Mark
from domain.timeline.timeline import Timeline
from domain.timeline.visibility import shown

THEN, NOW = "then", "now"
RECENT = 4  # snapshots kept per viewpoint, for readers of a slightly older version
MOST = 60_000  # frames that all caches of a process hold together; beyond it the least recently used are dropped


class Viewpoint(Struct, frozen=True):
    """Who looks at a record, with or without the rulings, and whether facts from later lines are known."""

    viewer: Viewer = EVERYTHING
    ruled: bool = False
    known: str = NOW
    branch: str = ""  # of a record with branches; empty: the main branch


class FoldSnapshot:
    """A fold up to some line: its frames, and the mark from which a timeline can go on after the last of them."""

    def __init__(self, made: list[Frame], count: int, mark: Mark):
        self.made, self.count, self.mark = made, count, mark

    @property
    def frames(self) -> list[Frame]:
        """The table after each line."""
        return self.made[: self.count]

    @property
    def last(self) -> Frame:
        """The table as it stands."""
        return self.made[self.count - 1]

    @cached_property
    def findings_by_line(self) -> dict[int, list[Finding]]:
        """The findings by the line that reported them, which may be later than the line they are about."""
        by_line: dict[int, list[Finding]] = {}
        for frame in self.frames:
            for finding in frame.step.findings:
                by_line.setdefault(finding.reporting_line, []).append(finding)
        return by_line


class CachedTimeline:
    """The timeline of one viewpoint, grown as the record grows, for any thread. Its snapshots never change."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.fold: Timeline | None = None
        self.recent: dict[int, FoldSnapshot] = {}  # by number of lines; the dictionary is replaced, never changed
        self.last_used = 0

    @property
    def frames(self) -> int:
        """How many frames it holds."""
        fold = self.fold
        return len(fold.frames) if fold is not None else 0

    def snapshot(self, setup: Setup, log: Sequence[Line], lines: int, viewpoint: Viewpoint) -> FoldSnapshot:
        """The fold of the first `lines` of a log from a viewpoint."""
        self.last_used = next(_TICKS)
        found = self.recent.get(lines)
        if found is None:
            with self.lock:
                found = self.recent.get(lines) or self._folded(setup, log, lines, viewpoint)
        return found

    def _folded(self, setup: Setup, log: Sequence[Line], lines: int, viewpoint: Viewpoint) -> FoldSnapshot:
        fold, self.fold = self.fold, None  # after an error no half-grown timeline is left
        past = fold is not None and len(fold.log) > lines
        if past or fold is None or not fold.can_grow(fresh := log[len(fold.log) : lines]):
            grown = Timeline(setup, log[:lines], viewpoint.ruled, viewer=viewpoint.viewer, branch=viewpoint.branch)
        else:
            grown = fold
            grown.grow(*fresh)
        if viewpoint.known == NOW:
            grown.learn()
        self.fold = fold if past else grown  # the fold of an old version is not kept
        snapshot = snapshot_of(grown)
        if not past:
            self.recent = {**dict([*self.recent.items()][1 - RECENT :]), lines: snapshot}
        return snapshot

    def clear(self) -> None:
        """Drops the timeline and its snapshots; the next request folds anew."""
        self.fold, self.recent = None, {}


_TICKS = itertools.count(1)
_TIMELINES: weakref.WeakSet[CachedTimeline] = weakref.WeakSet()
_LOCK = threading.Lock()


def _make_room() -> None:
    """Drops the least recently used timelines; the one used last stays, however long it is."""
    with _LOCK:
        timelines = sorted(_TIMELINES, key=lambda timeline: timeline.last_used)
        frames = sum(timeline.frames for timeline in timelines)
        for timeline in timelines[:-1]:
            if frames <= MOST:
                return
            frames -= timeline.frames
            timeline.clear()


class FoldCache:
    """The folds of one record by viewpoint, and which of its lines hide or change something; the record only grows."""

    def __init__(self) -> None:
        self.timelines: dict[Viewpoint, CachedTimeline] = {}
        self.hidden: dict[Viewer, tuple[int, int]] = {}  # lines examined, and the first line with a secret
        self.ruled: tuple[int, tuple[tuple[int, Ruled], ...]] = (0, ())
        self.later: tuple[frozenset[int], FoldCache] | None = None
        self.hidden_names: tuple[tuple[str, ...], FoldCache] | None = None

    def without(self, hidden: frozenset[int]) -> FoldCache:
        """The cache of the same record for readers with a delay, who never see these lines."""
        later = self.later
        if later is None or later[0] != hidden:
            later = self.later = (hidden, FoldCache())
        return later[1]

    def without_names(self, names: tuple[str, ...]) -> FoldCache:
        """The cache of the same record for an arbiter who must not read these names."""
        nameless = self.hidden_names
        if nameless is None or nameless[0] != names:
            nameless = self.hidden_names = (names, FoldCache())
        return nameless[1]

    def snapshot(self, setup: Setup, log: Sequence[Line], lines: int, viewpoint: Viewpoint) -> FoldSnapshot:
        """The fold of the first `lines` of the log from a viewpoint."""
        timeline = self.timelines.get(viewpoint)
        if timeline is None:
            timeline = self.timelines.setdefault(viewpoint, CachedTimeline())
        fresh = not timeline.frames
        snapshot = timeline.snapshot(setup, log, lines, viewpoint)
        if fresh:
            with _LOCK:
                _TIMELINES.add(timeline)
            _make_room()
        return snapshot

    def is_hidden(self, setup: Setup, log: Sequence[Line], lines: int, viewer: Viewer) -> bool:
        """Whether the first `lines` of the log hold anything this viewer may not know."""
        if viewer == EVERYTHING:
            return False
        looked, first = self.hidden.get(viewer, (0, 0))
        if not first and looked < lines:
            hides = (number for number in range(looked, lines) if shown(log[number], viewer, setup) is not log[number])
            first = next(hides, -1) + 1
            self.hidden[viewer] = lines, first
        return 0 < first <= lines

    def is_changed(self, log: Sequence[Line], lines: int) -> bool:
        """Whether a ruling that still stands changes the table."""
        looked, rulings = self.ruled
        if looked < lines:
            fresh = ((number + 1, log[number]) for number in range(looked, lines))
            rulings = (*rulings, *((number, line) for number, line in fresh if isinstance(line, Ruled)))
            self.ruled = lines, rulings
        held = [(number, ruled) for number, ruled in rulings if number <= lines]
        over = superseded(held)
        return any(number not in over and ruled.remedy in CHANGING for number, ruled in held)


def snapshot_of(fold: Timeline) -> FoldSnapshot:
    """A snapshot of a timeline as far as it has been folded."""
    return FoldSnapshot(fold.frames, len(fold.frames), fold.marks[-1])
