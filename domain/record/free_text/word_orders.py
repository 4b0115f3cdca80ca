"""Other orders of the words of a line: those in which words that could be confused keep theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import factorial, prod

from domain.record.free_text.translations import TooManyWays

MOST_WORDS = 8
MOST_ORDERS = 1500
_LETTERS, _CAPITALS, _DIGITS = re.compile(r"[a-z]+"), re.compile(r"[A-Z]+"), re.compile(r"-?\d+")


def shape(word: str) -> str:
    """What kind of word it is: a number, a cell, a name, a building."""
    return _LETTERS.sub("a", _CAPITALS.sub("A", _DIGITS.sub("9", word)))


def orders(words: Sequence[str], keys: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every other order. What stands after a key stays after it, and words of one shape never overtake each other."""
    if len(words) > MOST_WORDS:
        return
    head, *keyed = _segments(words, keys)
    ways = [list(_mixed(tuple(head))), *([(key, *rest) for rest in _mixed(tuple(after))] for key, *after in keyed)]
    if prod(map(len, ways)) * factorial(len(keyed)) > MOST_ORDERS:
        raise TooManyWays
    for first, *others in product(*ways):
        for placed in permutations(others):
            order = (*first, *(word for segment in placed for word in segment))
            if order != tuple(words):
                yield order


def _segments(words: Sequence[str], keys: Sequence[str]) -> list[list[str]]:
    """The words before the first key, then each key with the words after it."""
    found: list[list[str]] = [[]]
    for word in words:
        if word in keys:
            found.append([])
        found[-1].append(word)
    return found


def _mixed(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every order in which words of one shape keep theirs."""
    if not words:
        yield ()
    met = set()
    for at, word in enumerate(words):
        if shape(word) not in met:
            met.add(shape(word))
            for rest in _mixed(words[:at] + words[at + 1 :]):
                yield (word, *rest)
