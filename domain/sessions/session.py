"""Session: one play at one table, and the decisions whether a line can be written."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.games import GAMES
from domain.rules import replace
from domain.sessions.errors import (
    AgreementsConflict,
    NotMendable,
    SessionIsClosed,
    UnknownAgreement,
    UnknownGame,
    UnknownLine,
)
from domain.sessions.lines import (
    ADOPT,
    MENDINGS,
    NEVER_MENDED,
    Claimed,
    Corrected,
    Inserted,
    Line,
    Played,
    Ruled,
    Struck,
    TakenBack,
    Withdrawn,
)
from domain.setup import Setup
from domain.variants import UnknownChoice, VariantConflict


class Session(Struct, frozen=True, kw_only=True):
    """A table's set-up and its lines, in the order they were written."""

    setup: Setup
    log: tuple[Line, ...] = ()
    closed: bool = False


def open_session(setup: Setup) -> Session:
    """A table is laid; what cannot be agreed on together is said now, naming both."""
    if setup.game not in GAMES:
        raise UnknownGame(game=setup.game, games=", ".join(GAMES))
    for word, value in setup.told.items():
        if word in GAMES[setup.game].told and value not in (GAMES[setup.game].told[word] or setup.seats):
            raise UnknownAgreement(name=f"{word} {value}")
    try:
        GAMES[setup.game].rules(setup)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown
    except VariantConflict as clash:
        raise AgreementsConflict(one=clash.one, other=clash.other, slot=clash.slot) from clash
    return Session(setup=setup)


def record(session: Session, line: Line) -> Session:
    """One line more. What is readable is recorded, whatever the rules think of it."""
    if session.closed:
        raise SessionIsClosed()
    last = len(session.log) + isinstance(line, Ruled)  # a ruling may hold from its own line on
    for number in pointed_at(line):
        if not 0 <= number <= last:
            raise UnknownLine(line=number, last=len(session.log))
    _may_be_mended(session, line)
    _can_be_adopted(session, line)
    return replace(session, log=(*session.log, line))


def close(session: Session) -> Session:
    """Nothing more is written."""
    return replace(session, closed=True)


def reopen(session: Session) -> Session:
    """Lines may be written again."""
    return replace(session, closed=False)


def pointed_at(line: Line) -> Iterator[int]:
    """The lines a line speaks of."""
    if isinstance(line, (Corrected, Struck)):
        yield line.target
    if isinstance(line, Inserted):
        yield line.after
    if isinstance(line, (Corrected, Inserted)):
        yield from pointed_at(line.body)
    if isinstance(line, TakenBack):
        yield line.to
    if isinstance(line, Claimed):
        yield line.about
    if isinstance(line, Withdrawn):
        yield line.claim
    if isinstance(line, Ruled):
        yield from (line.line, line.claim, line.supersedes)
    if (look := getattr(line, "look", None)) is not None and look.about is not None:
        yield look.about


def _may_be_mended(session: Session, line: Line) -> None:
    if isinstance(line, (Corrected, Inserted)) and isinstance(line.body, (*MENDINGS, *NEVER_MENDED)):
        raise NotMendable(line=len(session.log) + 1)
    if not isinstance(line, (Corrected, Struck)):
        return
    if line.target == 0:
        raise NotMendable(line=0)
    target = session.log[line.target - 1]
    if isinstance(target, NEVER_MENDED) or (isinstance(line, Corrected) and isinstance(target, Struck)):
        raise NotMendable(line=line.target)


def _can_be_adopted(session: Session, line: Line) -> None:
    """A ruling can only adopt a reading this game has."""
    if not isinstance(line, Ruled) or line.remedy != ADOPT:
        return
    question, _, name = line.reading.partition("=")
    try:
        GAMES[session.setup.game].rules(session.setup, {**session.setup.readings, question: name})
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown


def play(session: Session, *texts: str) -> Session:
    """Actions as text, one line each."""
    notation = GAMES[session.setup.game].notation
    for text in texts:
        session = record(session, Played(action=notation.read(text, session.setup.seats)))
    return session
