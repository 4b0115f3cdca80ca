"""What a viewer may see of a record, and when: secrets of other seats, and the public delay."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from domain.fold import masked
from domain.games import GAMES
from domain.observables import seen_by
from domain.record.lines import (
    CORRECTIONS,
    OBSERVING,
    WRAPPING,
    Corrected,
    Line,
    Note,
    OnBranch,
    Played,
    Position,
    Struck,
)
from domain.rules import replace
from domain.setup import EVERYTHING, Setup, Viewer
from domain.timeline.order import struck_lines

TAKE_BACK = 10  # seconds of delay with which a table set up on the pages starts
MOST_SECONDS, MOST_LINES = 86_400, 1000


def has_hands(setup: Setup) -> bool:
    """Whether a game has anything that only its seat may know."""
    return any(observable.public_value is not None for observable in GAMES[setup.game].base.observables.values())


def shown(line: Line, viewer: Viewer, setup: Setup) -> Line:
    """A line as a viewer may read it: the same one where nothing in it is secret."""
    if viewer == EVERYTHING:
        return line
    if isinstance(line, Played):
        action = masked(line.action, viewer)
        return line if action == line.action else Played(action=action)
    if isinstance(line, WRAPPING):
        body = shown(line.body, viewer, setup)
        return line if body is line.body else replace(line, body=body)
    return _reported(line, viewer, setup)


def _reported(line: Line, viewer: Viewer, setup: Setup) -> Line:
    """A line that reports values, as a viewer may read it: only its seat sees what lies behind a screen."""
    observables = GAMES[setup.game].base.observables
    if isinstance(line, OBSERVING):
        observation = line.observation
        value = seen_by(observables[observation.what], observation.key, observation.value, viewer)
        return line if value is observation.value else replace(line, observation=replace(observation, value=value))
    if isinstance(line, Position):
        seen = tuple((what, key, seen_by(observables[what], key, value, viewer)) for what, key, value in line.values)
        same = all(before[2] is after[2] for before, after in zip(seen, line.values, strict=True))
        return line if same else replace(line, values=seen)
    return line


# The public delay -------------------------------------------------------------------------------------


class Delay(Struct, frozen=True):
    """A line becomes public after `seconds`, and not before `lines` more lines are written."""

    seconds: int = 0
    lines: int = 0


def time_text(moment: datetime) -> str:
    """A moment as envelopes write it; the texts sort like the moments."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def moved(at: str, seconds: int) -> str:
    """The time `seconds` later; earlier if negative."""
    return time_text(datetime.fromisoformat(at) + timedelta(seconds=seconds))


class Disclosure:
    """The public delay of one session: the times of its lines, and the lines corrected before they were public."""

    def __init__(self) -> None:
        self.times: list[str] = []  # of each line, when it was written
        self.rule = (Delay(), 0)  # the delay that holds now, and how many lines were public when it was set
        self.taken_back: Mapping[int, int] = {}  # strike or correction -> its target, which was not public at that time

    @property
    def delay(self) -> Delay:
        """The delay that holds now."""
        return self.rule[0]

    def set(self, delay: Delay, at: str) -> None:
        """Sets another delay from now on; public lines stay public."""
        self.rule = delay, self.shown(at, len(self.times))

    def add(self, line: Line, at: str, log: Sequence[Line]) -> None:
        """Adds a line; `log` holds the lines before it."""
        if isinstance(line, (Struck, Corrected)) and line.target > self.shown(at, len(log)):
            target = log[line.target - 1]
            if isinstance(line, Struck) or not isinstance(target, CORRECTIONS):
                self.taken_back = {**self.taken_back, len(log) + 1: line.target}
        self.times.append(at)

    def shown(self, now: str, lines: int, over: bool = False) -> int:
        """How many of the first `lines` are public; once the game is over only the time counts."""
        delay, already = self.rule
        if delay == Delay():
            return lines
        waited = bisect_right(self.times, self.cut(now), hi=lines) if delay.seconds else lines
        return min(lines, max(already, min(waited, lines if over else lines - delay.lines)))

    def cut(self, now: str) -> str:
        """The time up to which lines are public, if only the time counts."""
        return moved(now, -self.delay.seconds) if self.delay.seconds else now

    def due(self, shown: int, lines: int) -> str:
        """When the next line becomes public by time alone; empty if it waits for other lines."""
        waits = self.delay.seconds and shown < lines - self.delay.lines
        return moved(self.times[shown], self.delay.seconds) if waits else ""

    def hidden(self, log: Sequence[Line]) -> frozenset[int]:
        """The lines that were corrected before they were public, unless the correction was struck."""
        if not self.taken_back:
            return frozenset()
        gone = struck_lines(log)
        return frozenset(line for by, line in self.taken_back.items() if by <= len(log) and by not in gone)


def covered(log: Sequence[Line], hidden: frozenset[int]) -> list[Line]:
    """A log with empty notes in place of the hidden lines, so that line numbers and the table stay the same."""
    return [_covered(line) if number in hidden else line for number, line in enumerate(log, 1)]


def _covered(line: Line) -> Line:
    return OnBranch(branch=line.branch, body=Note()) if isinstance(line, OnBranch) else Note()
