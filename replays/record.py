"""A whole session as plain text, and back. Strict when written, lax when read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.faces import Catalogue
from domain.rules import replace
from domain.sessions.errors import NotARecord, NotRecorded, UnknownSeat
from domain.sessions.lines import Line, Note
from domain.sessions.session import Session, open_session, record
from domain.setup import Setup
from replays.entry import read_entry, write_entry

HEAD = "griffier 1"
_NUMBERED = re.compile(r"^\s*(\d+)(?:\s+(.*))?$")


class Trouble(Struct, frozen=True):
    """A line that could not be read; it is kept as a note."""

    line: int
    text: str
    error: NotRecorded


def read_record(text: str, boxes: Mapping[str, Catalogue] | None = None) -> tuple[Session, tuple[Trouble, ...]]:
    """A session out of its text, with the boxes its head may name, and the lines that could not be read."""
    text = text.removeprefix("\ufeff")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not lines or lines[0].strip() != HEAD:
        raise NotARecord(head=HEAD)
    first = next((at for at, line in enumerate(lines) if _NUMBERED.match(line)), len(lines))
    setup = read_setup(" ".join(lines[1:first]))
    session = open_session(replace(setup, box=(boxes or {}).get(setup.faces)))
    troubles = []
    for line in lines[first:]:
        session, trouble = _read_line(session, line)
        if trouble:
            troubles.append(trouble)
    return session, tuple(troubles)


def _read_line(session: Session, text: str) -> tuple[Session, Trouble | None]:
    number = len(session.log) + 1
    match = _NUMBERED.match(text)
    try:
        if match is None or int(match[1]) != number:
            raise NotARecord(head=f"{number}")
        return record(session, read_entry(match[2] or "", session.setup)), None
    except NotRecorded as error:
        kept = Note(text=text.strip(), error=error.code)
        return record(session, kept), Trouble(number, text, error)


def read_setup(text: str) -> Setup:
    """The head of a record: words and their values."""
    words = text.split()
    seats, pairs = [], {}
    while words:
        word = words.pop(0)
        if word == "seats":
            while words and "=" in words[0]:
                seats.append(words.pop(0).split("=", 1))
        elif words:
            pairs[word] = words.pop(0)
    letters = tuple(letter for letter, _ in seats)
    first = pairs.pop("first", letters[0] if letters else "")
    if not letters or len(set(letters)) < len(letters) or "game" not in pairs:
        raise NotARecord(head="game … / seats B=Blue …")
    if first not in letters:
        raise UnknownSeat(seat=first, seats=" ".join(letters))
    return Setup(
        game=pairs.pop("game"),
        seats=letters,
        names=tuple(name.replace("_", " ") for _, name in seats),
        first=letters.index(first),
        variants=_listed(pairs.pop("variants", "-")),
        readings=dict(one.partition("=")[::2] for one in _listed(pairs.pop("readings", "-"))),
        faces=pairs.pop("faces", "printed"),
        help=pairs.pop("help", "on") == "on",
        text=pairs.pop("text", ""),
        told=pairs,
    )


def _listed(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def write_setup(setup: Setup) -> str:
    """The head of a record."""
    readings = ",".join(f"{question}={name}" for question, name in setup.readings.items()) or "-"
    names = setup.names or setup.seats
    seats = " ".join(f"{letter}={name.replace(' ', '_')}" for letter, name in zip(setup.seats, names, strict=True))
    text = f"   text {setup.text}" if setup.text else ""
    told = "".join(f"   {word} {value}" for word, value in setup.told.items())
    return (
        f"game {setup.game}{text}   variants {','.join(setup.variants) or '-'}   readings {readings}\n"
        f"seats {seats}   first {setup.seats[setup.first]}   faces {setup.faces}"
        f"   help {'on' if setup.help else 'off'}{told}"
    )


def write_record(session: Session) -> str:
    """The text of a session; reading it gives the session again."""
    return "\n".join([HEAD, write_setup(session.setup), *written_lines(session)]) + "\n"


def written_lines(session: Session) -> Iterator[str]:
    """The numbered lines."""
    for number, line in enumerate(session.log, 1):
        yield write_line(number, line, session.setup)


def write_line(number: int, line: Line, setup: Setup) -> str:
    """One numbered line."""
    return f"{number:3d} {write_entry(line, setup)}".rstrip()
