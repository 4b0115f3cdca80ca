"""Session: one play at one table, and the decisions whether a line can be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from domain.errors import (
    AgreementsConflict,
    NoSuchBranch,
    NoSuchRuling,
    NoSuchTable,
    NotMendable,
    RecordFull,
    SessionIsClosed,
    UnknownAgreement,
    UnknownGame,
    UnknownLine,
    UnknownSeat,
    UnknownWord,
    Unreadable,
)
from domain.games import GAMES
from domain.record.lines import (
    ADOPT,
    DISPUTING,
    FACTS,
    MAIN,
    MENDINGS,
    NEVER_MENDED,
    PICK,
    REMEDIES,
    WRAPPING,
    Answered,
    Branched,
    Claimed,
    Corrected,
    Inserted,
    Line,
    Note,
    OnBranch,
    Played,
    Ruled,
    SeatTaken,
    Struck,
    TakenBack,
    Triaged,
    Withdrawn,
)
from domain.rules import Action, RefusedAction, replace
from domain.setup import FREE, ROUND, TURN, Setup
from domain.timeline.seating import seated
from domain.variants import UnknownChoice, VariantConflict

MAX_BRANCHES = 20  # branches of a record: each is walked whole by who goes over to it
MARKS = frozenset("=~<!$;?@^+&-#|%:")  # what a line can begin with instead of a seat


class Session(Struct, frozen=True, kw_only=True):
    """A table's set-up and its lines, in the order they were written."""

    setup: Setup
    log: tuple[Line, ...] = ()
    closed: bool = False

    @property
    def seated(self) -> Setup:
        """The set-up with the names of those who sit there now."""
        return seated(self.setup, self.log)


def open_session(setup: Setup) -> Session:
    """A table is laid; what cannot be agreed on together is said now, naming both."""
    if setup.game not in GAMES:
        raise UnknownGame(game=setup.game, games=", ".join(GAMES))
    setup = _seated(setup)
    for word, value in setup.told.items():
        if not _is_fit(word, value):
            raise UnknownAgreement(name=f"{word} {value}")
        if word not in FREE and word not in GAMES[setup.game].told:
            raise UnknownWord(word=word)
        if word in GAMES[setup.game].told and value not in (GAMES[setup.game].told[word] or setup.seats):
            raise UnknownAgreement(name=f"{word} {value}")
    _can_be_agreed(setup, setup.readings)
    return Session(setup=setup)


def _is_fit(word: str, value: str) -> bool:
    """Whether a word that any table may tell is told so that it means something."""
    if word == "guests":
        return value in ("on", "off")
    return word != "claims" or value in (TURN, ROUND) or (value.isdecimal() and value.isascii() and len(value) <= 4)


def _seated(setup: Setup) -> Setup:
    """Everybody has a letter of their own, and is called by it who gave no name."""
    seats = setup.seats
    wrong = [seat for seat in seats if not seat or seat[0] in MARKS or len(seat.split()) != 1 or "=" in seat]
    doubled = len(set(seats)) < len(seats)
    if not seats or wrong or doubled or not 0 <= setup.first < len(seats) or len(setup.names) not in (0, len(seats)):
        raise NoSuchTable(seats=" ".join(seats) or "-")
    return replace(setup, names=setup.names or seats)


def _can_be_agreed(setup: Setup, readings: object) -> None:
    try:
        GAMES[setup.game].rules(setup, readings)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown
    except VariantConflict as clash:
        raise AgreementsConflict(game=setup.game, one=clash.one, other=clash.other, slot=clash.slot) from clash


def record(session: Session, line: Line) -> Session:
    """One line more. What is readable is recorded, whatever the rules think of it."""
    check_line(session, line)
    return replace(session, log=(*session.log, line))


class RecordLike(Protocol):
    """Whatever a line can be added to: a session, or a longer one in memory."""

    @property
    def setup(self) -> Setup: ...

    @property
    def log(self) -> Sequence[Line]: ...

    @property
    def closed(self) -> bool: ...


def check_line(session: RecordLike, line: Line) -> None:
    """The gates: a line that speaks of what is not there is refused, and nothing else."""
    if session.closed and not isinstance(line, DISPUTING):
        raise SessionIsClosed()
    if isinstance(line, Played):  # speaks of no other line
        return _is_done_by(session.setup, line.action)
    last = len(session.log) + isinstance(line, Ruled)  # a ruling may hold from its own line on
    for number in referenced_lines(line):
        if not 0 <= number <= last:
            raise UnknownLine(line=number, last=len(session.log))
    _may_be_mended(session, line)
    _may_branch(session, line)
    _may_be_ruled(session, line)
    _somebody_did(session, line)


def referenced_lines(line: Line) -> Iterator[int]:
    """The lines a line speaks of."""
    if isinstance(line, (Corrected, Struck)):
        yield line.target
    if isinstance(line, (Inserted, Branched)):
        yield line.after
    if isinstance(line, WRAPPING):
        yield from referenced_lines(line.body)
    if isinstance(line, TakenBack):
        yield line.to
    if isinstance(line, (Claimed, Triaged, Answered)):
        yield line.about
    if isinstance(line, Withdrawn):
        yield line.claim
    if isinstance(line, Ruled):
        yield from (line.line, line.claim, line.supersedes)
    if (look := getattr(line, "observation", None)) is not None and look.about is not None:
        yield look.about


def _may_be_mended(session: RecordLike, line: Line) -> None:
    unfit = (*MENDINGS, *NEVER_MENDED, SeatTaken)  # who sits where is kept with its own event
    if isinstance(line, (Corrected, Inserted)) and isinstance(line.body, unfit):
        raise NotMendable(line=len(session.log) + 1)
    if not isinstance(line, (Corrected, Struck)):
        return
    if line.target == 0:
        raise NotMendable(line=0)
    target = session.log[line.target - 1]
    if isinstance(target, NEVER_MENDED) or (isinstance(line, Corrected) and isinstance(target, Struck)):
        raise NotMendable(line=line.target)


def _may_branch(session: RecordLike, line: Line) -> None:
    """A branch is opened once, and only what happened at the table stands on it."""
    if isinstance(line, Branched):
        opened = branches(session.log)
        if line.branch in opened:
            raise NoSuchBranch(branch=line.branch)
        if len(opened) >= MAX_BRANCHES:
            raise RecordFull(most=MAX_BRANCHES)
    inner = line.body if isinstance(line, (Corrected, Inserted)) else line
    if isinstance(inner, OnBranch):
        if inner.branch not in branches(session.log):
            raise NoSuchBranch(branch=inner.branch)
        if not isinstance(inner.body, (*FACTS, Note)):
            raise NotMendable(line=len(session.log) + 1)


def branches(log: Sequence[Line]) -> dict[str, int]:
    """The branches of a record, and the line after which each begins."""
    return {line.branch: line.after for line in log if isinstance(line, Branched)}


def _may_be_ruled(session: RecordLike, line: Line) -> None:
    """A claim is withdrawn or ruled on, a ruling superseded, a reading adopted that this game has."""
    if isinstance(line, Withdrawn):
        _is_a(session, line.claim, Claimed)
    if not isinstance(line, Ruled):
        return
    if line.claim:
        _is_a(session, line.claim, Claimed)
    if line.supersedes:
        _is_a(session, line.supersedes, Ruled)
    if line.remedy not in REMEDIES:
        raise NoSuchRuling(line=len(session.log) + 1)
    if line.remedy == PICK and line.branch not in (MAIN, *branches(session.log)):
        raise NoSuchBranch(branch=line.branch)
    if line.under:
        _can_be_agreed(session.setup, {**session.setup.readings, **dict([line.under.partition("=")[::2]])})
    if line.remedy == ADOPT:
        adopted = [one.reading for one in session.log if isinstance(one, Ruled) and one.remedy == ADOPT]
        readings = dict(reading.partition("=")[::2] for reading in (*adopted, line.reading))
        _can_be_agreed(session.setup, {**session.setup.readings, **readings})


def _is_a(session: RecordLike, number: int, kind: type) -> None:
    if not number or number > len(session.log) or not isinstance(session.log[number - 1], kind):
        raise NoSuchRuling(line=number)


def _somebody_did(session: RecordLike, line: Line) -> None:
    """An action is done by a seat of this table, or by the table where the deed is the table's."""
    if isinstance(line, WRAPPING):
        _somebody_did(session, line.body)
    if isinstance(line, Played):
        _is_done_by(session.setup, line.action)
    seat = getattr(line, "seat", None)
    if seat is not None and not 0 <= seat < len(session.setup.seats):
        raise UnknownSeat(seat=seat, seats=" ".join(session.setup.seats))


def _is_done_by(setup: Setup, action: Action) -> None:
    if (action.seat is None) == action.SEATED:
        raise Unreadable(text=type(action).__struct_config__.tag, like=" ".join(setup.seats) if action.SEATED else "-")
    if action.seat is not None and not 0 <= action.seat < len(setup.seats):
        raise UnknownSeat(seat=action.seat, seats=" ".join(setup.seats))
    if isinstance(action, RefusedAction):
        _is_done_by(setup, action.denied)
