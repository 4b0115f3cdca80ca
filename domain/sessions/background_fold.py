"""Walking beside the writing thread: what goes far back in a long record must not keep everybody else waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.errors import NotRecorded
from domain.record.line_text import read_entry
from domain.record.lines import MENDINGS, Inserted, Line
from domain.sessions.commands import Command, RecordLines
from domain.sessions.session_state import SessionState
from domain.setup import Setup
from domain.timeline.timeline import Timeline

FAR = 100  # lines; fewer are walked again in a moment
SPEAK_OF_OTHERS = tuple("~=^")  # what lines begin with that can be about an earlier one


class FoldedCommand(Struct):
    """A command whose lines were walked here, with the session they were walked on, and the walk if there is one."""

    pending: Any
    live: SessionState
    fold: Timeline | None


class BackgroundFold:
    """One thread that walks for the writing thread; whoever comes to the same session meanwhile waits in order."""

    def __init__(self, hot: Mapping[UUID, SessionState], give: Callable[[FoldedCommand], None]):
        self.hot, self.give = hot, give
        self.held: dict[UUID, list[Any]] = {}  # what came after a command that is being walked
        self.thread = ThreadPoolExecutor(1, "griffier-walker")

    @property
    def waiting(self) -> int:
        """How many commands wait here."""
        return sum(1 + len(after) for after in self.held.copy().values()) if self.held else 0

    def close(self) -> None:
        """No more of it."""
        self.thread.shutdown()

    def sorted(self, taken: Iterable[Any]) -> tuple[list[Any], list[Any]]:
        """What can be written now, and what only after that."""
        now, later = [], []
        for one in taken:
            if isinstance(one, FoldedCommand):
                now.append(self._back(one))
                later += self.held.pop(one.pending.command.session)
            elif _is_among(one, later):
                later.append(one)
            elif (held := self.held.get(one.command.session)) is not None:
                held.append(one)
            elif (live := self.hot.get(one.command.session)) is None or not goes_far(live, one.command):
                now.append(one)
            elif _is_among(one, now):  # that comes first, and is to be walked as well
                later.append(one)
            else:
                self._walk(live, one)
        return now, later

    def _back(self, walked: FoldedCommand) -> Any:
        """A session that was dropped meanwhile is read again anyway."""
        if self.hot.get(walked.pending.command.session) is walked.live:
            walked.live.ahead = walked.fold
        return walked.pending

    def _walk(self, live: SessionState, pending: Any) -> None:
        self.held[pending.command.session] = []
        log, entries = list(live.log), pending.command.entries
        self.thread.submit(lambda: self.give(FoldedCommand(pending, live, _walked(live.setup, log, entries))))


def _is_among(one: Any, others: list[Any]) -> bool:
    return bool(others) and any(other.command.session == one.command.session for other in others)


def goes_far(live: SessionState, command: Command) -> bool:
    """Whether so much must be walked again that others would notice."""
    if not isinstance(command, RecordLines) or len(live.log) <= FAR or not live.is_walked:
        return False
    others = [entry for entry in command.entries if entry.lstrip().startswith(SPEAK_OF_OTHERS)]
    return bool(others) and any(_is_far(live, line) for line in _read(live.setup, others))


def _is_far(live: SessionState, line: Line) -> bool:
    """What was learned from a later line may have to be forgotten, whichever line is mended."""
    about = _about(line)
    return about is not None and (len(live.log) - about > FAR or not live.fold.can_grow([line]))


def _about(line: Line) -> int | None:
    if isinstance(line, MENDINGS):
        return line.after if isinstance(line, Inserted) else line.target
    look = getattr(line, "observation", None)
    return look.about if look is not None else None


def _read(setup: Setup, entries: Sequence[str]) -> list[Line]:
    """The lines, or none where they cannot be read: deciding will say why."""
    try:
        return [read_entry(entry.strip(), setup) for entry in entries]
    except NotRecorded:
        return []


def _walked(setup: Setup, log: list[Line], entries: Sequence[str]) -> Timeline | None:
    try:
        fold = Timeline(setup, [*log, *_read(setup, entries)])
        fold.learn()
    except Exception:  # whatever it is, it is met again where it can be answered
        return None
    return fold
