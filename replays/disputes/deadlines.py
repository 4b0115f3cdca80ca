"""Decides whether a claim came in time, by what was played between a line and the claim about it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from domain.numbers import least
from domain.record.lines import MAIN, Corrected, Inserted, Line, OnBranch, Played
from domain.setup import ROUND, TURN
from domain.timeline.disputes import Dispute
from domain.timeline.frame import Frame
from domain.timeline.order import Order


def is_late(history: PlayHistory, dispute: Dispute, limit: str) -> bool:
    """Whether more was played between a line and the claim about it than the limit allows.

    A line that was inserted or corrected later stands earlier in the record; its time begins when it was written.
    """
    if not limit:
        return False
    played = history.played(dispute.claim.about, dispute.line)
    if limit not in (TURN, ROUND):
        return next(islice(played, int(limit), None), None) is not None
    start = _moment(history.frame_before(dispute.claim.about), limit)
    return any(_moment(history.frames[at], limit) > start for at in played)


class PlayHistory:
    """The actions of a session in the order they were written."""

    def __init__(self, log: Sequence[Line], frames: list[Frame], order: Order):
        self.log, self.frames, self.order = log, frames, order
        entries = enumerate(order.entries)
        self.places = [at for at, entry in entries if not isinstance(log[entry.line - 1], Inserted)]
        self.lines = [order.entries[at].line for at in self.places]

    def played(self, after: int, before: int) -> Iterator[int]:
        """The places of the actions between two lines, on the branch of the first."""
        on = _branch(self.log, after)
        since = self.places[bisect_right(self.lines, after) : bisect_left(self.lines, before)]
        return (at for at in since if isinstance(_on_branch(self.order.entries[at].body, on), Played))

    def frame_before(self, line: int) -> Frame:
        """The frame before a line, as it was when the line was written."""
        at = bisect_left(self.lines, line)
        return self.frames[self.places[at] if at < len(self.places) else -1]


def _branch(log: Sequence[Line], number: int) -> str:
    """The branch a line was written on."""
    line = log[number - 1] if number else None
    while isinstance(line, (Corrected, Inserted)):
        line = line.body
    return line.branch if isinstance(line, OnBranch) else MAIN


def _on_branch(body: Line, on: str) -> Line:
    """The action of a line on this branch; other lines as they are."""
    return body.body if isinstance(body, OnBranch) and body.branch == on else body


def _moment(before: Frame, limit: str) -> tuple[int, ...]:
    """The round, or the round and turn, of the table before a line."""
    state = before.step.state
    return (least(state.round),) if limit == ROUND else (least(state.round), least(state.turn))
