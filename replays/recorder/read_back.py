"""The read-back at the end of a round: which seats agree with the record so far, and which lines are queried."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.record.lines import MENDINGS, Answered, Claimed, Line
from domain.timeline.frame import Frame
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of

AGREE, QUERY = "agree", "query"


class SeatAnswer(Struct, frozen=True, kw_only=True):
    """A seat's answer: `agree`, `query` or none yet; `answered` is its own line, `about` the line it names.

    `again` says that a line was fixed after the seat had answered, so that it is asked once more.
    """

    seat: str
    name: str
    answer: str | None
    answered: int | None
    about: int | None
    text: str
    again: bool


class ReadBack(Struct, frozen=True, kw_only=True):
    """The last round that ended, the last line of it, and every seat's answer."""

    round: int
    upto: int
    open: bool  # whether a seat has not answered yet, or queries a line
    seats: list[SeatAnswer]


def read_back(source: AnySession, viewpoint: Viewpoint) -> ReadBack | None:
    """The read-back of the last round that ended; none before the first one did."""
    session, ended = session_of(source), _ended(frames_from(source, viewpoint))
    if ended is None:
        return None
    round, upto = ended
    setup = session.seated
    seats = [_answer(session.log, upto, seat, setup.seats[seat], setup.name(seat)) for seat in range(len(setup.seats))]
    return ReadBack(round=round, upto=upto, open=any(one.answer != AGREE for one in seats), seats=seats)


def _ended(frames: Sequence[Frame]) -> tuple[int, int] | None:
    """The last round that ended, by itself or with the game, and the line it ended with."""
    for before, after in zip(reversed(frames[:-1]), reversed(frames[1:]), strict=True):
        old, new = before.step.state, after.step.state
        if old.round and (new.round > old.round or (new.result is not None and old.result is None)):
            return old.round, after.line
    return None


def _answer(log: Sequence[Line], upto: int, seat: int, letter: str, name: str) -> SeatAnswer:
    """What a seat answered last since that line; a fix after it, or a claim of its own after a query, settles it."""
    told = {"seat": letter, "name": name}
    since = list(enumerate(log, 1))[upto:]
    found = [(number, line) for number, line in since if isinstance(line, Answered) and line.seat == seat]
    if not found:
        return SeatAnswer(**told, answer=None, answered=None, about=None, text="", again=False)
    number, line = found[-1]
    later = log[number:]
    if any(isinstance(one, MENDINGS) and _where(one) <= max(upto, line.about) for one in later):
        return SeatAnswer(**told, answer=None, answered=None, about=None, text="", again=True)
    disputed = not line.agrees and any(isinstance(one, Claimed) and one.seat == seat for one in later)
    answer = AGREE if line.agrees else None if disputed else QUERY
    return SeatAnswer(**told, answer=answer, answered=number, about=line.about, text=line.text, again=disputed)


def _where(line: Line) -> int:
    """The line a mending is about, or comes after."""
    return line.after if hasattr(line, "after") else line.target
