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
    MENDINGS,
    WRAPPING,
    Agreed,
    Corrected,
    Line,
    MadeGood,
    Note,
    Omitted,
    OnBranch,
    Played,
    Position,
    Seen,
    Struck,
)
from domain.rules import Seat, replace
from domain.setup import EVERYTHING, Setup
from domain.timeline.order import struck_lines

TAKE_BACK = 10  # seconds that a table laid on the pages starts with
MOST_SECONDS, MOST_LINES = 86_400, 1000
LOOKING = (Seen, Omitted, MadeGood, Agreed)


def shown(line: Line, viewer: Seat | str | None, setup: Setup) -> Line:
    """A line as a viewer may read it: the same one where nothing in it is secret."""
    if viewer == EVERYTHING:
        return line
    if isinstance(line, Played):
        action = masked(line.action, viewer)
        return line if action == line.action else Played(action=action)
    if isinstance(line, WRAPPING):
        body = shown(line.body, viewer, setup)
        return line if body is line.body else replace(line, body=body)
    return told(line, viewer, setup)


def told(line: Line, viewer: Seat | str | None, setup: Setup) -> Line:
    """The same of a line that tells what was seen: behind a seat's screen only that seat looks."""
    observables = GAMES[setup.game].base.observables
    if isinstance(line, LOOKING):
        observation = line.observation
        value = seen_by(observables[observation.what], observation.key, observation.value, viewer)
        return line if value is observation.value else replace(line, observation=replace(observation, value=value))
    if isinstance(line, Position):
        seen = tuple((what, key, seen_by(observables[what], key, value, viewer)) for what, key, value in line.values)
        same = all(one[2] is other[2] for one, other in zip(seen, line.values, strict=True))
        return line if same else replace(line, values=seen)
    return line


# The public delay -------------------------------------------------------------------------------------


class Delay(Struct, frozen=True):
    """A line becomes public after so many seconds, and not before so many other lines were written."""

    seconds: int = 0
    lines: int = 0


def time_text(moment: datetime) -> str:
    """A moment as envelopes write it: such texts sort as the moments do."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def moved(at: str, seconds: int) -> str:
    """So many seconds later, or earlier."""
    return time_text(datetime.fromisoformat(at) + timedelta(seconds=seconds))


class Disclosure:
    """The public delay of one session: the times of its lines, and what was taken back before it was public."""

    def __init__(self) -> None:
        self.times: list[str] = []  # when each line was written
        self.rule = (Delay(), 0)  # the delay that holds now, and how many lines were public when it was set
        self.taken_back: Mapping[int, int] = {}  # strike or correction -> the line it is about, not public at that time

    @property
    def delay(self) -> Delay:
        """The delay that holds now."""
        return self.rule[0]

    def set(self, delay: Delay, at: str) -> None:
        """From now on another delay holds; what is public stays so."""
        self.rule = delay, self.shown(at, len(self.times))

    def add(self, line: Line, at: str, log: Sequence[Line]) -> None:
        """One line more; `log` holds those before it."""
        if isinstance(line, (Struck, Corrected)) and line.target > self.shown(at, len(log)):
            target = log[line.target - 1]
            if isinstance(line, Struck) or not isinstance(target, MENDINGS):
                self.taken_back = {**self.taken_back, len(log) + 1: line.target}
        self.times.append(at)

    def shown(self, now: str, lines: int, over: bool = False) -> int:
        """How many of the first lines are public; once the game is over no other lines are waited for."""
        delay, already = self.rule
        if delay == Delay():
            return lines
        waited = bisect_right(self.times, self.cut(now), hi=lines) if delay.seconds else lines
        return min(lines, max(already, min(waited, lines if over else lines - delay.lines)))

    def cut(self, now: str) -> str:
        """What was written up to this time is public, as far as it depends on the time."""
        return moved(now, -self.delay.seconds) if self.delay.seconds else now

    def due(self, shown: int, lines: int) -> str:
        """When the next line becomes public by itself; nothing where it waits for no time."""
        waits = self.delay.seconds and shown < lines - self.delay.lines
        return moved(self.times[shown], self.delay.seconds) if waits else ""

    def hidden(self, log: Sequence[Line]) -> frozenset[int]:
        """The lines that were taken back before they were public, unless that was undone."""
        if not self.taken_back:
            return frozenset()
        gone = struck_lines(log)
        return frozenset(line for by, line in self.taken_back.items() if by <= len(log) and by not in gone)


def covered(log: Sequence[Line], hidden: frozenset[int]) -> list[Line]:
    """A log with empty notes in the place of hidden lines: numbers stay, and nothing at the table changes."""
    return [_covered(line) if number in hidden else line for number, line in enumerate(log, 1)]


def _covered(line: Line) -> Line:
    return OnBranch(branch=line.branch, body=Note()) if isinstance(line, OnBranch) else Note()
