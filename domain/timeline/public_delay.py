"""The public delay: when those who only look on may see which line, and which lines they never see."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from domain.record.lines import MENDINGS, Corrected, Line, Note, OnBranch, Struck
from domain.timeline.order import struck_lines

TAKE_BACK = 10  # seconds that a table laid on the pages starts with
MOST_SECONDS, MOST_LINES = 86_400, 1000


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
