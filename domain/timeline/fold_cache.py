"""The courses of a session, by whoever looks at it: each is walked when first wanted, and goes on with the record."""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from domain.record import lines as kinds
from domain.record.lines import CHANGING, Line
from domain.rules import Finding, Seat
from domain.setup import EVERYTHING, Setup
from domain.timeline.disputes import superseded
from domain.timeline.timeline import Fold, Frame
from domain.timeline.visibility import shown

THEN, NOW = "then", "now"
RECENT = 4  # courses of each walk that are kept for those who look at a version a little older
MOST = 60_000  # frames in all walks of a process; of those beyond, whatever was wanted longest ago is let go


class Viewpoint(Struct, frozen=True):
    """Whose eyes, with or without the rulings, and whether what was told later is known already."""

    viewer: Seat | str | None = EVERYTHING
    ruled: bool = False
    known: str = NOW
    branch: str = ""  # of a record under protest; none: the one the table began with


class Course:
    """A fold as far as it went: its frames, and what the last of them leaves for a line that comes after it."""

    def __init__(self, made: list[Frame], count: int, mark: tuple):
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
    def told_by(self) -> dict[int, list[Finding]]:
        """The findings by the line that let us know; its number says nothing about where they stand."""
        told: dict[int, list[Finding]] = {}
        for frame in self.frames:
            for found in frame.step.findings:
                told.setdefault(found.told_by, []).append(found)
        return told


class Walk:
    """A fold that goes on with the record, for any thread. What it gave away stays what it was."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.fold: Fold | None = None
        self.recent: dict[int, Course] = {}  # by how many lines they know; never changed, only replaced
        self.wanted = 0

    @property
    def frames(self) -> int:
        """How much it holds."""
        fold = self.fold
        return len(fold.frames) if fold is not None else 0

    def course(self, setup: Setup, log: Sequence[Line], lines: int, viewpoint: Viewpoint) -> Course:
        """So many lines of a log from a viewpoint."""
        self.wanted = next(_MOMENTS)
        found = self.recent.get(lines)
        if found is None:
            with self.lock:
                found = self.recent.get(lines) or self._walked(setup, log, lines, viewpoint)
        return found

    def _walked(self, setup: Setup, log: Sequence[Line], lines: int, viewpoint: Viewpoint) -> Course:
        fold, self.fold = self.fold, None  # if it goes wrong, nothing half done is left
        past = fold is not None and len(fold.log) > lines
        if past or fold is None or not fold.can_grow(fresh := log[len(fold.log) : lines]):
            walked = Fold(setup, log[:lines], viewpoint.ruled, viewer=viewpoint.viewer, branch=viewpoint.branch)
        else:
            walked = fold
            walked.grow(*fresh)
        if viewpoint.known == NOW:
            walked.learn()
        self.fold = fold if past else walked  # whoever looks at what was long ago does so alone
        course = course_of(walked)
        if not past:
            self.recent = {**dict([*self.recent.items()][1 - RECENT :]), lines: course}
        return course

    def let_go(self) -> None:
        """Nothing of it is kept; whoever wants it again has it walked anew."""
        self.fold, self.recent = None, {}


_MOMENTS = itertools.count(1)
_WALKS: weakref.WeakSet[Walk] = weakref.WeakSet()
_ROOM = threading.Lock()


def _make_room() -> None:
    """The walk that was wanted last stays, however long it is."""
    with _ROOM:
        walks = sorted(_WALKS, key=lambda walk: walk.wanted)
        frames = sum(walk.frames for walk in walks)
        for walk in walks[:-1]:
            if frames <= MOST:
                return
            frames -= walk.frames
            walk.let_go()


class Courses:
    """All courses of one record that somebody wanted, and what of it is hidden or ruled on; the record only grows."""

    def __init__(self) -> None:
        self.walks: dict[Viewpoint, Walk] = {}
        self.hidden: dict[Seat | str | None, tuple[int, int]] = {}  # how far somebody looked, and the line they found
        self.ruled: tuple[int, tuple[tuple[int, kinds.Ruled], ...]] = (0, ())
        self.later: tuple[frozenset[int], Courses] | None = None

    def without(self, hidden: frozenset[int]) -> Courses:
        """The courses of the same record for those who see its lines later, and these lines never."""
        later = self.later
        if later is None or later[0] != hidden:
            later = self.later = (hidden, Courses())
        return later[1]

    def course(self, setup: Setup, log: Sequence[Line], lines: int, viewpoint: Viewpoint) -> Course:
        """So many lines of the log, from a viewpoint."""
        walk = self.walks.get(viewpoint)
        if walk is None:
            walk = self.walks.setdefault(viewpoint, Walk())
        fresh = not walk.frames
        course = walk.course(setup, log, lines, viewpoint)
        if fresh:
            with _ROOM:
                _WALKS.add(walk)
            _make_room()
        return course

    def is_hidden(self, setup: Setup, log: Sequence[Line], lines: int, viewer: Seat | str | None) -> bool:
        """Whether so many lines of the log hold anything this viewer may not know."""
        if viewer == EVERYTHING:
            return False
        looked, found = self.hidden.get(viewer, (0, 0))
        if not found and looked < lines:
            hides = (number for number in range(looked, lines) if shown(log[number], viewer, setup) is not log[number])
            found = next(hides, -1) + 1
            self.hidden[viewer] = lines, found
        return 0 < found <= lines

    def is_changed(self, log: Sequence[Line], lines: int) -> bool:
        """Whether a ruling that nobody superseded asks for another table."""
        looked, rulings = self.ruled
        if looked < lines:
            fresh = ((number + 1, log[number]) for number in range(looked, lines))
            rulings = (*rulings, *((number, line) for number, line in fresh if isinstance(line, kinds.Ruled)))
            self.ruled = lines, rulings
        held = [(number, ruled) for number, ruled in rulings if number <= lines]
        over = superseded(held)
        return any(number not in over and ruled.remedy in CHANGING for number, ruled in held)


def course_of(fold: Fold) -> Course:
    """Where a fold stands, for whoever does not carry it on."""
    return Course(fold.frames, len(fold.frames), fold.marks[-1])
