"""Whether a claim came in time: how much was played between a line and the claim against it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from domain.numbers import least
from domain.record.lines import MAIN, Corrected, Inserted, Line, OnBranch, Played
from domain.setup import ROUND, TURN
from domain.timeline.disputes import Dispute
from domain.timeline.order import Order
from domain.timeline.timeline import Frame


def is_late(time: PlayHistory, one: Dispute, limit: str) -> bool:
    """Whether so much was played after a line was written that the time to claim against it was over.

    What was inserted or corrected later stands earlier in the record; nobody could claim against it before.
    """
    if not limit:
        return False
    played = time.played(one.claim.about, one.line)
    if limit not in (TURN, ROUND):
        return next(islice(played, int(limit), None), None) is not None
    found = _moment(time.found(one.claim.about), limit)
    return any(_moment(time.frames[at], limit) > found for at in played)


class PlayHistory:
    """What was played when, in the order it was written."""

    def __init__(self, log: Sequence[Line], frames: list[Frame], order: Order):
        self.log, self.frames, self.order = log, frames, order
        entries = enumerate(order.entries)
        self.places = [at for at, entry in entries if not isinstance(log[entry.line - 1], Inserted)]
        self.lines = [order.entries[at].line for at in self.places]

    def played(self, after: int, before: int) -> Iterator[int]:
        """The places of what was played between two lines, in the way of the first one."""
        on = _branch(self.log, after)
        since = self.places[bisect_right(self.lines, after) : bisect_left(self.lines, before)]
        return (at for at in since if isinstance(_done(self.order.entries[at].body, on), Played))

    def found(self, line: int) -> Frame:
        """The table a line found when it was written."""
        at = bisect_left(self.lines, line)
        return self.frames[self.places[at] if at < len(self.places) else -1]


def _branch(log: Sequence[Line], number: int) -> str:
    """The branch a line was written on."""
    line = log[number - 1] if number else None
    while isinstance(line, (Corrected, Inserted)):
        line = line.body
    return line.branch if isinstance(line, OnBranch) else MAIN


def _done(body: Line, on: str) -> Line:
    """What was done in the way in question, or before it parted."""
    return body.body if isinstance(body, OnBranch) and body.branch == on else body


def _moment(before: Frame, limit: str) -> tuple[int, ...]:
    """The turn, or the round, in which a line was done, by the table it found."""
    state = before.step.state
    return (least(state.round),) if limit == ROUND else (least(state.round), least(state.turn))
