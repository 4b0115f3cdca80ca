"""Reads and writes the text of a whole record; a line that cannot be read is kept as a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct

from domain.errors import NotARecord, NotRecorded, OutOfOrder, UnknownSeat, UnknownWord
from domain.faces import Catalogue
from domain.games import GAMES
from domain.record.free_text.parser import read_meant
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Line, Note, Ruled
from domain.rules import replace
from domain.sessions.session import Session, open_session, record
from domain.setup import TABLE_DETAILS, Setup
from domain.timeline.disputes import may_stand

HEAD = "griffier 1"
HEADING = ("game", "text", "variants", "readings", "seats", "first", "faces", "help")
_NUMBERED = re.compile(r"\s*(\d{1,6})\.?(?:\s+(.*))?")
_COMMENT = re.compile(r'^((?:[^"]|"(?:[^"\\]|\\.)*")*?)\s{2,}# .*$')
_MOST_MISSING = 500


class BoxLookup(Protocol):
    """Finds an owner's own box by its id."""

    def get(self, id: str, /) -> Catalogue | None: ...


class LineError(Struct, frozen=True):
    """A line that could not be read, and why; the record keeps it as a note."""

    line: int
    text: str
    error: NotRecorded


def read_record(
    text: str, boxes: BoxLookup | None = None, forgiving: bool = False, storing: bool = False
) -> tuple[Session, tuple[LineError, ...]]:
    """The session in a text, and the lines that could not be read; NotRecorded where the text is no record.

    `boxes` finds the box that the head names. `forgiving` also reads an inexact line that can mean only one line;
    `storing` refuses a ruling that contradicts an earlier one, which a store does not take.
    """
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    lines = [_COMMENT.sub(r"\1", line) for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not lines or lines[0].strip() != HEAD:
        raise NotARecord(head=HEAD)
    first = next((at for at, line in enumerate(lines) if _NUMBERED.fullmatch(line)), None) or _end_of_head(lines)
    setup = read_setup(" ".join(lines[1:first]))
    box = None if boxes is None else boxes.get(setup.faces)
    fitting = box if box is not None and box.game == setup.game else None
    reader = _RecordReader(open_session(replace(setup, box=fitting)), read_meant if forgiving else read_entry, storing)
    for line in lines[first:]:
        reader.read(line)
    return reader.result()


def _end_of_head(lines: list[str]) -> int:
    """The first line after the head in a record without line numbers; all lines after it are kept as notes."""
    words = {*HEADING, *TABLE_DETAILS, *(word for game in GAMES.values() for word in game.setup_questions)}
    return next((at for at, line in enumerate(lines) if at and line.split()[0] not in words), len(lines))


class _RecordReader:
    """Reads numbered lines into a session; lines without a usable number come last."""

    def __init__(self, session: Session, parse: Callable[[str, Setup], Line], storing: bool = False):
        self.session, self.parse, self.storing = session, parse, storing
        self.errors: list[LineError] = []
        self.unnumbered: list[tuple[str, NotRecorded]] = []

    def read(self, text: str) -> None:
        due = len(self.session.log) + 1
        match = _NUMBERED.fullmatch(text)
        number = int(match[1]) if match else 0
        if match is None or number < due or number > due + _MOST_MISSING:
            self.unnumbered.append((text, OutOfOrder(due=due, text=text.strip())))
            return
        for missing in range(due, number):
            self._keep("", OutOfOrder(due=missing, text=text.strip()))
        try:
            line = self.parse(match[2] or "", self.session.setup)
            if self.storing and isinstance(line, Ruled):
                may_stand(self.session.log, line)
            self.session = record(self.session, line)
        except NotRecorded as error:
            self._keep(text, error)

    def _keep(self, text: str, error: NotRecorded) -> None:
        self.session = record(self.session, Note(text=text.strip(), error=error.code))
        self.errors.append(LineError(len(self.session.log), text, error))

    def result(self) -> tuple[Session, tuple[LineError, ...]]:
        for text, error in self.unnumbered:
            self._keep(text, error)
        return self.session, tuple(self.errors)


def read_setup(text: str) -> Setup:
    """The set-up in the head of a record: words and their values."""
    words = text.split()
    seats, pairs = [], {}
    while words:
        word = words.pop(0)
        if word == "seats":
            while words and "=" in words[0]:
                seats.append(words.pop(0).split("=", 1))
        elif words:
            pairs[word] = words.pop(0)
        else:
            raise UnknownWord(word=word)
    letters = tuple(letter for letter, _ in seats)
    if not letters or "game" not in pairs:
        raise NotARecord(head="game … / seats B=Blue …")
    first = pairs.pop("first", letters[0])
    if first not in letters:
        raise UnknownSeat(seat=first, seats=" ".join(letters))
    setup = Setup(
        game=pairs.pop("game"),
        seats=letters,
        names=tuple(_read_name(name) for _, name in seats),
        first=letters.index(first),
        variants=_listed(pairs.pop("variants", "-")),
        readings=dict(pair.partition("=")[::2] for pair in _listed(pairs.pop("readings", "-"))),
        faces=pairs.pop("faces", "printed"),
        help=_on(pairs.pop("help", "on")),
        text=pairs.pop("text", ""),
        details={word: _read_name(value) if word in TABLE_DETAILS else value for word, value in pairs.items()},
    )
    known = (*TABLE_DETAILS, *(GAMES[setup.game].setup_questions if setup.game in GAMES else pairs))
    for word in pairs:
        if word not in known:
            raise UnknownWord(word=word)
    return setup


def _on(text: str) -> bool:
    if text not in ("on", "off"):
        raise UnknownWord(word=f"help {text}")
    return text == "on"


def _listed(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def _name(name: str) -> str:
    """A name as one word: `_` stands for a space, and after a backslash for itself."""
    return re.sub(r"\s", "_", re.sub(r"([\\_])", r"\\\1", name))


def _read_name(text: str) -> str:
    return re.sub(r"\\(.)|_", lambda sign: sign[1] or " ", text)


def write_setup(setup: Setup) -> str:
    """The head of a record."""
    readings = ",".join(f"{question}={name}" for question, name in setup.readings.items()) or "-"
    seats = " ".join(f"{letter}={_name(setup.name(seat))}" for seat, letter in enumerate(setup.seats))
    text = f"   text {setup.text}" if setup.text else ""
    agreed = "".join(
        f"   {word} {_name(value) if word in TABLE_DETAILS else value}" for word, value in setup.details.items()
    )
    return (
        f"game {setup.game}{text}   variants {','.join(setup.variants) or '-'}   readings {readings}\n"
        f"seats {seats}   first {setup.seats[setup.first]}   faces {setup.faces}"
        f"   help {'on' if setup.help else 'off'}{agreed}"
    )


def write_record(session: Session) -> str:
    """The text of a session; reading it gives the same session."""
    return "\n".join([HEAD, write_setup(session.setup), *written_lines(session)]) + "\n"


def written_lines(session: Session) -> Iterator[str]:
    """The numbered lines of a session."""
    for number, line in enumerate(session.log, 1):
        yield write_line(number, line, session.setup)


def write_line(number: int, line: Line, setup: Setup) -> str:
    """One numbered line."""
    return f"{number:3d} {write_entry(line, setup)}".rstrip()
