"""Decides on a second thread what makes much of a record be folded, so that it does not block the writing thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import UUID

from msgspec import Struct

from domain.errors import NotRecorded
from domain.record.line_text import read_entry
from domain.record.lines import CORRECTIONS, Inserted, Line
from domain.sessions.commands import Command, PendingCommand, PreparedDecision, RecordLines
from domain.sessions.session_state import SessionState
from domain.setup import Setup
from domain.timeline.timeline import Timeline

FAR_BACK = 100  # lines; fewer are folded again in a moment
FOLDED_AT_ONCE = 1000  # lines that the rulings of a command may make be folded on the writing thread
REFERRING_MARKS = tuple("~=^")  # the first characters of lines that can refer to an earlier line
RULING_MARK = "$"


class FoldedCommand(Struct):
    """A command whose lines were folded in the background, with the session state they were folded on."""

    pending: PendingCommand
    state: SessionState
    timeline: Timeline | None = None  # None if folding failed
    prepared: PreparedDecision | None = None


class BackgroundFold:
    """One thread that folds for the writing thread; later commands for the same session wait in order."""

    def __init__(
        self,
        states: Mapping[UUID, SessionState],
        deliver: Callable[[FoldedCommand], None],
        decide: Callable[[SessionState, Command], PreparedDecision],
    ):
        self.states, self.deliver, self.decide = states, deliver, decide
        self.held: dict[UUID | None, list[PendingCommand]] = {}  # commands that came after one that is being folded
        self.thread = ThreadPoolExecutor(1, "griffier-walker")

    @property
    def waiting(self) -> int:
        """The number of commands that wait here."""
        return sum(1 + len(later) for later in self.held.copy().values()) if self.held else 0

    def close(self) -> None:
        """Stop the thread."""
        self.thread.shutdown()

    def sort(
        self, items: Iterable[PendingCommand | FoldedCommand]
    ) -> tuple[list[PendingCommand], list[PendingCommand]]:
        """Split commands into those that can be written now and those that come after; start folding where needed."""
        now: list[PendingCommand] = []
        later: list[PendingCommand] = []
        for item in items:
            if isinstance(item, FoldedCommand):
                now.append(self._release(item))
                later += self.held.pop(item.state.id)
                continue
            session = item.command.session
            state = self.states.get(session) if session else None
            if _has_session(later, item):
                later.append(item)
            elif (held := self.held.get(session)) is not None:
                held.append(item)
            elif state is None or not takes_long(state, item.command):
                now.append(item)
            elif _has_session(now, item):  # it is folded after the earlier command is written
                later.append(item)
            else:
                self._fold(state, item)
        return now, later

    def _release(self, folded: FoldedCommand) -> PendingCommand:
        """Give the timeline to the session state, unless that was dropped meanwhile and is loaded again anyway."""
        if self.states.get(folded.state.id) is folded.state:
            folded.state.ahead, folded.pending.prepared = folded.timeline, folded.prepared
        return folded.pending

    def _fold(self, state: SessionState, pending: PendingCommand) -> None:
        self.held[state.id] = []
        self.thread.submit(lambda: self.deliver(self._folded(state, pending)))

    def _folded(self, state: SessionState, pending: PendingCommand) -> FoldedCommand:
        """A command with its decision and the timeline that it leads to; the state is not changed meanwhile."""
        folded = FoldedCommand(pending, state)
        with suppress(Exception):  # the writing thread meets the same error and can answer it
            folded.prepared = self.decide(state, pending.command)
            if folded.prepared.decision is not None:
                lines = [line for _, _, line in folded.prepared.decision.events if line is not None]
                folded.timeline = Timeline(state.setup, [*state.log, *lines])
                folded.timeline.learn()
        return folded


def _has_session(others: list[PendingCommand], pending: PendingCommand) -> bool:
    return any(other.command.session == pending.command.session for other in others)


def takes_long(state: SessionState, command: Command) -> bool:
    """Whether a command makes so much of the record be folded that others would have to wait."""
    if not isinstance(command, RecordLines) or command.key in state.keys:
        return False
    rulings = sum(entry.lstrip().startswith(RULING_MARK) for entry in command.entries)
    if rulings * (len(state.log) + len(command.entries)) > FOLDED_AT_ONCE:
        return True
    if len(state.log) <= FAR_BACK or not state.is_folded:
        return False
    referring = [entry for entry in command.entries if entry.lstrip().startswith(REFERRING_MARKS)]
    return bool(referring) and any(_is_far_back(state, line) for line in _parse(state.setup, referring))


def _is_far_back(state: SessionState, line: Line) -> bool:
    """Whether a line refers far back, or makes the timeline forget what it learned from later lines."""
    target = _target(line)
    return target is not None and (len(state.log) - target > FAR_BACK or not state.timeline.can_grow([line]))


def _target(line: Line) -> int | None:
    if isinstance(line, CORRECTIONS):
        return line.after if isinstance(line, Inserted) else line.target
    observation = getattr(line, "observation", None)
    return observation.about if observation is not None else None


def _parse(setup: Setup, entries: Sequence[str]) -> list[Line]:
    """The lines, or none if one cannot be read: the decision will raise the error."""
    try:
        return [read_entry(entry.strip(), setup) for entry in entries]
    except NotRecorded:
        return []
