"""Parts of a line's text: seats, remarks in quotation marks, and observations."""

from __future__ import annotations

import re
from typing import Any

from domain.errors import UnknownSeat
from domain.games import GAMES
from domain.observables import Observable, Observation
from domain.rules import Key, Seat
from domain.setup import Setup
from domain.texts import read_number

OWNED = (("seat",), ("side",))  # keys that are written as a seat before the observable
_ABOUT = re.compile(r"@(\d+)(?:/([^/\s]+))?(?:/(\S+))?")
_REMARK = re.compile(r'([^"]*)"((?:[^"\\]|\\.)*)"', re.DOTALL)
_LEADING_REMARK = re.compile(r'"((?:[^"\\]|\\.)*)"\s+(.*)', re.DOTALL)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_PLAIN = {"n": "\n", "r": "\r"}


def read_seat(letter: str, setup: Setup) -> Seat | None:
    """The seat of a letter; None for `-`, the table."""
    if letter == "-":
        return None
    if letter not in setup.seats:
        raise UnknownSeat(seat=letter, seats=" ".join(setup.seats))
    return setup.seats.index(letter)


def seat_text(seat: Seat | None, setup: Setup) -> str:
    """The letter of a seat."""
    return "-" if seat is None else setup.seats[seat]


def quoted(text: str) -> str:
    """A remark in quotation marks, on one line also if it holds line breaks."""
    return '"' + "".join(_ESCAPES.get(sign, sign) for sign in text) + '"' if text else ""


def take_remark(text: str) -> tuple[list[str], str]:
    """The words of a line without its remark, and the remark."""
    text = text.strip()
    if '"' not in text:
        return text.split(), ""
    match = _REMARK.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return match[1].split(), _unquoted(match[2])


def take_leading_remark(text: str) -> tuple[str, str]:
    """The remark in quotation marks with which a text begins, and the text after it."""
    text = text.strip()
    if not text.startswith('"'):
        return "", text
    match = _LEADING_REMARK.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return _unquoted(match[1]), match[2]


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", lambda escaped: _PLAIN.get(escaped[1], escaped[1]), text)


def no_more(words: list[str]) -> None:
    """Raises ValueError if words are left that nothing reads, so that no word of a line is lost."""
    if words:
        raise ValueError(" ".join(words))


def observable_of(setup: Setup, what: str) -> Observable:
    """The observable of this name in the game of a set-up."""
    observable: Observable = GAMES[setup.game].base.observables[what]
    return observable


def read_observation(words: list[str], setup: Setup, amount: bool = True) -> Observation:
    """`B tiles 3`, `- marker W +2 @12/CLAUSE`; without an amount only what it is about."""
    about = _ABOUT.fullmatch(words[-1])
    seat, what, *rest = words[:-1] if about else words
    observable = observable_of(setup, what)
    key, rest = read_key(observable, read_seat(seat, setup), rest, setup)
    by = value = None
    if amount:
        by, value = _read_amount(observable, " ".join(rest), setup)
    else:
        no_more(rest)
    if about is None:
        return Observation(what=what, key=key, value=value, by=by)
    clause, source = about[2] or "", about[3] or ""
    return Observation(what=what, key=key, value=value, by=by, about=int(about[1]), clause=clause, source=source)


def read_key(observable: Observable, seat: Seat | None, words: list[str], setup: Setup) -> tuple[Key, list[str]]:
    """The key of an observable, and the words that are left."""
    owned = observable.key[:1] in OWNED
    others = len(observable.key) - owned
    known = len(words) >= others and all(word in observable.among for word in words[:others])
    if owned == (seat is None) or not known:
        raise ValueError(" ".join(words))
    if not owned or seat is None:
        return tuple(words[:others]), words[others:]
    owner = seat if observable.key[0] == "seat" else side_of(seat, setup)
    return (owner, *words[:others]), words[others:]


def side_of(seat: Seat, setup: Setup) -> int:
    """The side that a seat belongs to."""
    return next(side for side, seats in enumerate(GAMES[setup.game].sides(setup)) if seat in seats)


def _read_amount(observable: Observable, text: str, setup: Setup) -> tuple[Any, Any]:
    if not text:
        raise ValueError(observable.name)
    if not observable.counts:
        return None, observable.read(text, setup.seats)
    text = text.removeprefix("? ") if text != "?" else text
    if text[0] in "+-":
        by = read_number(text[1:])
        return by if text[0] == "+" else -by, None
    return None, read_number(text)


def observation_text(observation: Observation, setup: Setup, amount: bool = True) -> str:
    """The text of an observation."""
    observable = observable_of(setup, observation.what)
    seat, key = ("-", observation.key)
    if observable.key[:1] in OWNED:
        seat, key = owner_letter(observable, observation.key[0], setup), observation.key[1:]
    parts = [seat, observation.what, *key, *([_amount_text(observable, observation, setup)] if amount else [])]
    if observation.about is not None:
        parts.append(
            "/".join(part for part in (f"@{observation.about}", observation.clause, observation.source) if part)
        )
    return " ".join(parts)


def owner_letter(observable: Observable, owner: int, setup: Setup) -> str:
    """The letter of a seat, or of the first seat of a side."""
    if observable.key[0] == "seat":
        return setup.seats[owner]
    return next((setup.seats[seat] for seat in GAMES[setup.game].sides(setup)[owner]), "-")


def side_letters(setup: Setup) -> list[str]:
    """The letters of the seats of each side."""
    sides = GAMES[setup.game].sides(setup)
    return ["".join(setup.seats[seat] for seat in seats) or "-" for seats in sides]


def _amount_text(observable: Observable, observation: Observation, setup: Setup) -> str:
    if observation.by is None or not observable.counts:
        return observable.text(observation.value if observation.by is None else observation.by, setup.seats)
    text = observable.text(observation.by, setup.seats)
    if not text.startswith("-"):
        return f"+{text}"
    low, dots, high = text.partition("..")  # a range of losses is written as what was lost
    return f"-{-int(high)}..{-int(low)}" if dots else text
