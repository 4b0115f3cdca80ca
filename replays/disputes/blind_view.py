"""A table on which nothing betrays who is who: seats are α, β, γ, in lines, boards and what people wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from domain.record.lines import Line, SeatTaken
from domain.rules import replace
from domain.sessions.session import Session
from domain.setup import Setup
from domain.store.erasable_texts import split_remark, with_remark
from domain.timeline.disputes import Said
from domain.timeline.seating import seatings
from replays.boards.shapes import BLIND, COLOURS
from replays.reference.rulebooks import is_citable
from replays.viewpoint import AnySession, session_of, statements_of

HIDDEN = ("scribe",)  # words of a set-up that name somebody


class BlindSession(Struct, frozen=True):
    """A session without names, and what was said about its disputes."""

    session: Session
    talk: tuple[Said, ...]


def nameless_setup(setup: Setup) -> Setup:
    """The same table; its seats are called α, β, γ, in badges, keys and sentences alike."""
    letters = dict(zip(setup.seats, _rings(setup.seats), strict=False))
    told = {word: letters.get(value, value) for word, value in setup.told.items() if word not in HIDDEN}
    return replace(setup, seats=tuple(letters.values()), names=(), told=told)


def blind_session(source: AnySession) -> BlindSession:
    """A session and its talk, as whoever must not know who is who may read them."""
    session, log, talk = session_of(source), session_of(source).log, statements_of(source)
    for _, setup in seatings(session.setup, log):  # the names of all who ever sat there
        log = tuple(_unnamed_in(line, setup) for line in log)
        talk = tuple(replace(said, text=without_names(said.text, setup)) for said in talk)
    return BlindSession(session=Session(setup=nameless_setup(session.setup), log=log, closed=session.closed), talk=talk)


def _rings(seats: tuple[str, ...]) -> tuple[str, ...]:
    """What seats are called there: a letter of this table would be taken for that seat."""
    return tuple(ring for ring in BLIND if ring not in seats)


def _unnamed_in(line: Line, setup: Setup) -> Line:
    if isinstance(line, SeatTaken):
        return replace(line, name="")
    _, remark = split_remark(line)
    if (clause := getattr(line, "clause", "")) and not is_citable(setup.game, clause):
        line = replace(line, clause="")  # a word of somebody's own, that may name somebody
    return with_remark(line, without_names(remark, setup)) if remark else line


def without_names(text: str, setup: Setup) -> str:
    """What a person wrote, with every name, letter and colour of a seat taken out of it."""
    called, words, letters = _named(setup.seats, tuple(map(setup.name, range(len(setup.seats)))))
    text = words.sub(lambda found: called.get(found[0].casefold(), "…"), text)
    return letters.sub(lambda found: called[found[0]], text)


@lru_cache(maxsize=256)
def _named(seats: tuple[str, ...], names: tuple[str, ...]) -> tuple[dict[str, str], re.Pattern[str], re.Pattern[str]]:
    """Who is meant by a name or a letter; a colour that is nobody's name is only taken out."""
    called: dict[str, str] = {}
    for letter, name, blind in zip(seats, names, _rings(seats), strict=False):
        called.update({word.casefold(): blind for word in (name, *name.split()) if word != letter})
        called[letter] = blind
    colours = {word for words in COLOURS.values() for word in words}
    words = {word for word in called if word not in seats} | colours
    return called, _words(words, re.IGNORECASE), _words(seats, 0)


def _words(words: Iterable[str], flags: int) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", flags)
