"""The read-back after a round, or after several short ones: which seats agree, and which lines they query."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from domain.record.lines import CORRECTIONS, Answered, Claimed, Corrected, Inserted, Line, Struck
from domain.timeline.frame import Frame
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of

AGREE, QUERY = "agree", "query"
LEAST_LINES = 18  # between two read-backs; short rounds are read back together


class SeatAnswer(Struct, frozen=True, kw_only=True):
    """A seat's answer: `agree`, `query` or None; `answered` is the line of the answer, `about` the queried line.

    `again` says that the seat must answer again, because a line was fixed after its answer.
    """

    seat: str
    name: str
    answer: str | None
    answered: int | None
    about: int | None
    text: str
    again: bool


class ReadBack(Struct, frozen=True, kw_only=True):
    """The last round after which the record is read back, its last line, and every seat's answer."""

    round: int
    upto: int
    open: bool  # whether a seat has not answered or queries a line
    seats: list[SeatAnswer]


def read_back(source: AnySession, viewpoint: Viewpoint) -> ReadBack | None:
    """The last read-back that is due: at the end of a round, and of the game; None before the first one."""
    session, ended = session_of(source), _ended(frames_from(source, viewpoint))
    if ended is None:
        return None
    round, upto = ended
    setup = session.seated
    seats = [_answer(session.log, upto, seat, setup.seats[seat], setup.name(seat)) for seat in range(len(setup.seats))]
    return ReadBack(round=round, upto=upto, open=any(answer.answer != AGREE for answer in seats), seats=seats)


def _ended(frames: Sequence[Frame]) -> tuple[int, int] | None:
    """The last round whose end came enough lines after the last read-back, or ended the game, and its last line."""
    ended, place = None, 0
    for at, (before, after) in enumerate(pairwise(frames), 1):
        old, new = before.step.state, after.step.state
        over = new.result is not None and old.result is None
        if old.round and (over or (new.round > old.round and at - place >= LEAST_LINES)):
            ended, place = (old.round, after.line), at
    return ended


def _answer(log: Sequence[Line], upto: int, seat: int, letter: str, name: str) -> SeatAnswer:
    """The last answer of a seat after that line; a fix, or a claim after its query, settles it."""
    whose = {"seat": letter, "name": name}
    since = list(enumerate(log, 1))[upto:]
    answers = [(number, line) for number, line in since if isinstance(line, Answered) and line.seat == seat]
    if not answers:
        return SeatAnswer(**whose, answer=None, answered=None, about=None, text="", again=False)
    number, line = answers[-1]
    later = log[number:]
    if any(isinstance(entry, CORRECTIONS) and _fixed_line(entry) <= max(upto, line.about) for entry in later):
        return SeatAnswer(**whose, answer=None, answered=None, about=None, text="", again=True)
    disputed = not line.agrees and any(isinstance(entry, Claimed) and entry.seat == seat for entry in later)
    answer = AGREE if line.agrees else None if disputed else QUERY
    return SeatAnswer(**whose, answer=answer, answered=number, about=line.about, text=line.text, again=disputed)


def _fixed_line(line: Corrected | Struck | Inserted) -> int:
    """The line that a fix is about, or comes after."""
    return line.after if isinstance(line, Inserted) else line.target
