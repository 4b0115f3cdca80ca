"""Hides who is who from an arbiter: seats become α, β, γ in lines, boards and texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from domain.errors import NotRecorded
from domain.record.line_text import read_entry
from domain.record.lines import Line, SeatTaken
from domain.rules import replace
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.setup import Setup
from domain.store.erasable_texts import split_remark, with_remark
from domain.timeline.disputes import Statement
from domain.timeline.seating import seatings
from replays.annotation import side_letters
from replays.boards import board_of
from replays.boards.shapes import BLIND, COLOURS, is_nameless
from replays.reference.rulebooks import is_citable
from replays.viewpoint import AnySession, session_of, statements_of

HIDDEN = ("scribe", "place", "house")  # words of a set-up that tell or may tell who plays there


class BlindSession(Struct, frozen=True):
    """A session without names, and the statements about its disputes."""

    session: Session
    talk: tuple[Statement, ...]


def nameless_setup(setup: Setup) -> Setup:
    """The same set-up with seats α, β, γ and without names."""
    if is_nameless(setup):
        return setup
    letters = dict(zip(setup.seats, _blind_letters(setup.seats), strict=False))
    agreed = {word: letters.get(value, value) for word, value in setup.details.items() if word not in HIDDEN}
    return replace(setup, seats=tuple(letters.values()), names=(), details=agreed)


def blind_session(source: AnySession) -> BlindSession:
    """A session and the statements about it, without names."""
    session, log, talk = session_of(source), session_of(source).log, statements_of(source)
    for _, setup in seatings(session.setup, log):  # every name a seat ever had
        log = tuple(_line_without_names(line, setup) for line in log)
        talk = tuple(replace(statement, text=without_names(statement.text, setup)) for statement in talk)
    return BlindSession(session=Session(setup=nameless_setup(session.setup), log=log, closed=session.closed), talk=talk)


def blind_view(view: SessionView) -> SessionView:
    """A stored session without names."""
    hidden = blind_session(view)
    names = tuple(name for _, setup in seatings(view.setup, view.log[: view.lines]) for name in setup.names)
    return replace(
        view,
        setup=hidden.session.setup,
        log=list(hidden.session.log),
        talk=hidden.talk,
        whole=None,
        fold_cache=view.fold_cache.without_names(names),
    )


def read_blind_entry(entry: str, setup: Setup) -> Line:
    """Reads a line that calls seats by their Greek letters or by their own; an error names only the Greek ones."""
    try:
        return read_entry(entry, nameless_setup(setup))
    except NotRecorded as error:
        try:
            return read_entry(entry, setup)
        except NotRecorded:
            raise error from None


def without_side_colours(text: str, setup: Setup) -> str:
    """An answer about a session without names, in which the colour of a side's pieces is replaced by its letters."""
    sides = board_of(setup.game).sides
    if not sides or not is_nameless(setup):
        return text
    letters = dict(zip(sides, side_letters(setup), strict=False))
    words = {word: letters[slot] for slot in letters for word in COLOURS[slot]}
    return _words(words, re.IGNORECASE).sub(lambda match: words[match[0].casefold()], text)


def _blind_letters(seats: tuple[str, ...]) -> tuple[str, ...]:
    """The letters for blind seats; a letter that this table uses for a seat is left out."""
    return tuple(letter for letter in BLIND if letter not in seats)


def _line_without_names(line: Line, setup: Setup) -> Line:
    if isinstance(line, SeatTaken):
        return replace(line, name="")
    _, remark = split_remark(line)
    if (clause := getattr(line, "clause", "")) and not is_citable(setup.game, clause):
        line = replace(line, clause="")  # a word that the claimant made up, possibly a name
    return with_remark(line, without_names(remark, setup)) if remark else line


def without_names(text: str, setup: Setup) -> str:
    """A text in which the names and letters of seats are replaced, and colours removed."""
    blind, words, letters = _patterns(setup.seats, tuple(map(setup.name, range(len(setup.seats)))))
    text = words.sub(lambda match: blind.get(match[0].casefold(), "…"), text)
    return letters.sub(lambda match: blind[match[0]], text)


@lru_cache(maxsize=256)
def _patterns(
    seats: tuple[str, ...], names: tuple[str, ...]
) -> tuple[dict[str, str], re.Pattern[str], re.Pattern[str]]:
    """The blind letter of each name and letter, and the patterns that find names, colours and letters."""
    blind: dict[str, str] = {}
    for letter, name, ring in zip(seats, names, _blind_letters(seats), strict=False):
        blind.update({word.casefold(): ring for word in (name, *name.split()) if word != letter})
        blind[letter] = ring
    colours = {word for words in COLOURS.values() for word in words}
    words = {word for word in blind if word not in seats} | colours
    return blind, _words(words, re.IGNORECASE), _words(seats, 0)


def _words(words: Iterable[str], flags: int) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", flags)
