"""A session: the record of one game at one table, and the checks whether a line can be added to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Protocol

from msgspec import Struct

from domain.errors import (
    AgreementsConflict,
    ClaimWithdrawn,
    NoSuchBranch,
    NoSuchClause,
    NoSuchRuling,
    NoSuchTable,
    NotCorrectable,
    NothingToUndo,
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
    CORRECTIONS,
    DISPUTING,
    FACTS,
    MAIN,
    NEVER_CORRECTED,
    PICK,
    REMEDIES,
    VOID,
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
    unwrapped,
)
from domain.rules import Action, RefusedAction, replace
from domain.setup import ROUND, TABLE_DETAILS, TURN, Setup
from domain.timeline.seating import seated
from domain.variants import UnknownChoice, VariantConflict

MAX_BRANCHES = 20  # of a record: a reader who follows a branch folds it whole
MARKS = frozenset("=~<!$;?@^+&-#|%:")  # the characters that a line can begin with instead of a seat


class Session(Struct, frozen=True, kw_only=True):
    """The set-up of a table and its lines, in the order they were written."""

    setup: Setup
    log: tuple[Line, ...] = ()
    closed: bool = False

    @property
    def seated(self) -> Setup:
        """The set-up with the names of those who sit there at the last line."""
        return seated(self.setup, self.log)


def open_session(setup: Setup) -> Session:
    """A session with this set-up; raises an error for an unknown game, seat, word or reading, or for a conflict."""
    if setup.game not in GAMES:
        raise UnknownGame(game=setup.game, games=", ".join(GAMES))
    setup = _with_names(setup)
    questions = GAMES[setup.game].setup_questions
    for word, value in setup.details.items():
        if not is_valid_fact(word, value):
            raise UnknownAgreement(name=f"{word} {value}")
        if word not in TABLE_DETAILS and word not in questions:
            raise UnknownWord(word=word)
        if word in questions and value not in (questions[word] or setup.seats):
            raise UnknownAgreement(name=f"{word} {value}")
    _check_agreements(setup, setup.readings)
    return Session(setup=setup)


def is_valid_fact(word: str, value: str) -> bool:
    """Whether a word that every game accepts has a value that it can have."""
    if word == "guests":
        return value in ("on", "off")
    if word == "appeals":
        return value.isdecimal() and value.isascii() and len(value) <= 5
    return word != "claims" or value in (TURN, ROUND) or (value.isdecimal() and value.isascii() and len(value) <= 4)


def _with_names(setup: Setup) -> Setup:
    """The set-up with a name for each seat, by default its letter; raises NoSuchTable for wrong seats."""
    seats = setup.seats
    wrong = [seat for seat in seats if not seat or seat[0] in MARKS or len(seat.split()) != 1 or "=" in seat]
    doubled = len(set(seats)) < len(seats)
    if not seats or wrong or doubled or not 0 <= setup.first < len(seats) or len(setup.names) not in (0, len(seats)):
        raise NoSuchTable(seats=" ".join(seats) or "-")
    return replace(setup, names=setup.names or seats)


def _check_agreements(setup: Setup, readings: Mapping[str, str]) -> None:
    """Raise an error if the variants and readings of a table do not exist or exclude each other."""
    try:
        GAMES[setup.game].rules(setup, readings)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown
    except VariantConflict as clash:
        raise AgreementsConflict(game=setup.game, one=clash.one, other=clash.other, slot=clash.slot) from clash


def record(session: Session, line: Line) -> Session:
    """The session with one more line. A readable line is recorded even if it is unlawful."""
    check_line(session, line)
    return replace(session, log=(*session.log, line))


class RecordLike(Protocol):
    """A record that a line can be added to: a session, or the state of one in memory."""

    @property
    def setup(self) -> Setup:
        """The set-up of the table."""

    @property
    def log(self) -> Sequence[Line]:
        """The lines so far."""

    @property
    def closed(self) -> bool:
        """Whether the record is finished."""


def check_line(session: RecordLike, line: Line) -> None:
    """Raise NotRecorded for a line that refers to something that does not exist; every other line is accepted."""
    if session.closed and not isinstance(line, DISPUTING):
        raise SessionIsClosed()
    if isinstance(line, Played):  # refers to no other line
        return _check_seat(session.setup, line.action)
    last = len(session.log) + isinstance(line, Ruled)  # a ruling may apply from its own line on
    for number in referenced_lines(line):
        if not 0 <= number <= last:
            raise UnknownLine(line=number, last=len(session.log))
    _check_correction(session, line)
    _check_branch(session, line)
    _check_ruling(session, line)
    _check_seats(session, line)


def referenced_lines(line: Line) -> Iterator[int]:
    """The numbers of the lines that a line refers to."""
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
    if (observation := getattr(line, "observation", None)) is not None and observation.about is not None:
        yield observation.about


def _check_correction(session: RecordLike, line: Line) -> None:
    """Raise NotCorrectable if a correction has a body or a target that cannot be corrected."""
    refused = (*CORRECTIONS, *NEVER_CORRECTED, SeatTaken)  # a change of seats has an event type of its own
    if isinstance(line, (Corrected, Inserted)) and isinstance(line.body, refused):
        raise NotCorrectable(line=len(session.log) + 1)
    if not isinstance(line, (Corrected, Struck)):
        return
    if line.target == 0:
        raise NotCorrectable(line=0)
    target = session.log[line.target - 1]
    if isinstance(target, NEVER_CORRECTED) or (isinstance(line, Corrected) and isinstance(target, Struck)):
        raise NotCorrectable(line=line.target)


def _check_branch(session: RecordLike, line: Line) -> None:
    """Raise an error if a branch is opened twice, does not exist, or gets a line that is no fact or note."""
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
            raise NotCorrectable(line=len(session.log) + 1)


def branches(log: Sequence[Line]) -> dict[str, int]:
    """The branches of a record, and the line after which each begins."""
    return {line.branch: line.after for line in log if isinstance(line, Branched)}


def _check_ruling(session: RecordLike, line: Line) -> None:
    """Raise an error if a ruling or withdrawal names a claim, ruling, branch or reading that does not exist."""
    if isinstance(line, Withdrawn):
        _check_kind(session, line.claim, Claimed)
    if not isinstance(line, Ruled):
        return
    if line.claim:
        _check_kind(session, line.claim, Claimed)
        if any(isinstance(entry, Withdrawn) and entry.claim == line.claim for entry in session.log):
            raise ClaimWithdrawn(line=line.claim)
    _check_cited(session.setup.game, line.clause)
    if line.remedy == VOID:
        undone = unwrapped(session.log[line.line - 1]) if 0 < line.line <= len(session.log) else None
        if not isinstance(undone, (*FACTS, Struck)):  # a strike stands for the line that it strikes
            raise NothingToUndo(line=line.line)
    if line.supersedes:
        _check_kind(session, line.supersedes, Ruled)
    if line.remedy not in REMEDIES:
        raise NoSuchRuling(line=len(session.log) + 1)
    if line.remedy == PICK and line.branch not in (MAIN, *branches(session.log)):
        raise NoSuchBranch(branch=line.branch)
    if line.under:
        _check_agreements(session.setup, {**session.setup.readings, **dict([line.under.partition("=")[::2]])})
    if line.remedy == ADOPT:
        adopted = [entry.reading for entry in session.log if isinstance(entry, Ruled) and entry.remedy == ADOPT]
        readings = dict(reading.partition("=")[::2] for reading in (*adopted, line.reading))
        _check_agreements(session.setup, {**session.setup.readings, **readings})


def _check_cited(game: str, clause: str) -> None:
    """Raise NoSuchClause, with the nearest clauses, unless a ruling cites a clause or a question of its game."""
    known = [*(one.id for one in GAMES[game].citable), *(question.id for question in GAMES[game].questions)]
    if clause and clause not in known:
        near = get_close_matches(clause.upper(), known, 3) or known[:3]
        raise NoSuchClause(clause=clause[:40], game=game, like=", ".join(near))


def _check_kind(session: RecordLike, number: int, kind: type) -> None:
    if not number or number > len(session.log) or not isinstance(session.log[number - 1], kind):
        raise NoSuchRuling(line=number)


def _check_seats(session: RecordLike, line: Line) -> None:
    """Raise an error if a line names a seat that this table does not have."""
    if isinstance(line, WRAPPING):
        _check_seats(session, line.body)
    if isinstance(line, Played):
        _check_seat(session.setup, line.action)
    seat = getattr(line, "seat", None)
    if seat is not None and not 0 <= seat < len(session.setup.seats):
        raise UnknownSeat(seat=seat, seats=" ".join(session.setup.seats))


def _check_seat(setup: Setup, action: Action) -> None:
    """Raise an error unless the action is done by a seat of this table or, for an action of the table, by no seat."""
    if (action.seat is None) == action.SEATED:
        raise Unreadable(text=type(action).__struct_config__.tag, like=" ".join(setup.seats) if action.SEATED else "-")
    if action.seat is not None and not 0 <= action.seat < len(setup.seats):
        raise UnknownSeat(seat=action.seat, seats=" ".join(setup.seats))
    if isinstance(action, RefusedAction):
        _check_seat(setup, action.denied)
