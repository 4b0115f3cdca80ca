"""How values are written in a record and read back: numbers, words, lists, seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.numbers import MOST, Number, Range

Letters = tuple[str, ...]


class WrongPart(ValueError):
    """A text with one wrong part: which one, and why (a code that the words files explain)."""

    def __init__(self, part: str, why: str):
        super().__init__(f"{part}: {why}")
        self.part, self.why = part, why


class Form(Struct, frozen=True):
    """A text form that round-trips; `read` raises ValueError on what it does not know."""

    text: Callable[[Any, Letters], str]
    read: Callable[[str, Letters], Any]


def number_text(number: Number, letters: Letters = ()) -> str:
    """`4`, `3..5`, or `?` where nothing is known."""
    if not isinstance(number, Range):
        return str(number)
    return "?" if number.most >= MOST else f"{number.least}..{number.most}"


def read_number(text: str, letters: Letters = ()) -> Number:
    """The number a text means."""
    if text == "?":
        return Range(0, MOST, "told")
    low, dots, high = text.partition("..")
    if not dots:
        return int(text)
    if int(low) > int(high):
        raise ValueError(text)
    return Range(int(low), int(high), "told")


def read_count(text: str) -> int:
    """A number of zero or more, in ASCII digits or other decimal signs that `int` reads; ValueError otherwise."""
    if not text.isdigit():
        raise ValueError(text)
    return int(text)


def _read_yes(text: str, letters: Letters) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


def _read_seat(text: str, letters: Letters) -> int:
    """A seat by its letter, or by its place at the table."""
    return letters.index(text) if text in letters else range(len(letters))[int(text)]


NUMBER = Form(number_text, read_number)
YES = Form(lambda value, letters: "yes" if value else "no", _read_yes)
SEAT = Form(lambda seat, letters: letters[seat], _read_seat)


def one_of(words: tuple[str, ...]) -> Form:
    """A word of a vocabulary; `-` stands for none."""

    def read(text: str, letters: Letters) -> str:
        if text != "-" and text not in words:
            raise ValueError(text)
        return "" if text == "-" else text

    return Form(lambda value, letters: value or "-", read)


def letters_of(alphabet: str) -> Form:
    """Some letters of an alphabet, written together."""

    def read(text: str, letters: Letters) -> str:
        if text != "-" and set(text) - set(alphabet):
            raise ValueError(text)
        return "" if text == "-" else text

    return Form(lambda value, letters: value or "-", read)


def word_list(words: tuple[str, ...]) -> Form:
    """A list of words; without a vocabulary, of numbers."""

    def read(text: str, letters: Letters) -> tuple[Any, ...]:
        parts = () if text == "-" else tuple(text.split())
        if not words:
            return tuple(read_number(part) for part in parts)
        if any(part not in words for part in parts):
            raise ValueError(text)
        return parts

    return Form(lambda value, letters: " ".join(str(item) for item in value) or "-", read)


def seats_form() -> Form:
    """A list of seats by their letters."""

    def read(text: str, letters: Letters) -> tuple[int, ...]:
        return () if text == "-" else tuple(letters.index(part) for part in text.split())

    return Form(lambda seats, letters: " ".join(letters[seat] for seat in seats) or "-", read)


def table_form() -> Form:
    """Counts by name: `W4=2 S1=1`."""

    def read(text: str, letters: Letters) -> dict[str, int]:
        pairs = [] if text == "-" else [part.split("=") for part in text.split()]
        return {name: int(count) for name, count in pairs}

    return Form(lambda counts, letters: " ".join(f"{n}={c}" for n, c in sorted(counts.items())) or "-", read)


def capitalized(text: str) -> str:
    """A sentence with a capital at its start; the Greek letter of a hidden seat stays as it is."""
    return text if "α" <= text[:1] <= "ω" else text[:1].upper() + text[1:]
