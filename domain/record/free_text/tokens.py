"""A typed line cut into tokens, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from domain.record.free_text.lexicon import folded

_RAW = re.compile(r"\([-−\d\s,;:/.]+\)|\S+")  # `(-1, 2)` is one word
_ELIDED = re.compile(r"(?:qu|[ldjnsmtc])['’ʼ](?=\w)", re.IGNORECASE)
_AND = frozenset(("and", "et", "&", "+"))


class Token(Struct, frozen=True):
    """One word: as typed, folded, and where it stands; `breaks` where a comma or an `and` stands before it."""

    raw: str
    low: str
    start: int
    end: int
    breaks: bool = False


def tokens_of(text: str) -> list[Token]:
    """The words of a line; commas, colons and `and` between words are no words."""
    found: list[Token] = []
    breaks = False
    for raw, start in _cut(text):
        word = raw.rstrip(",;:")
        word = word.rstrip("!.") if word.rstrip("!.").isalpha() else word.removesuffix("…")
        if folded(word) in _AND and found:
            breaks = True
        elif word:
            found.append(Token(word, folded(word), start, start + len(word), breaks))
            breaks = raw[-1] in ",;"
        elif found:
            breaks = breaks or raw in ",;"
    return found


def _cut(text: str) -> Iterator[tuple[str, int]]:
    """Words with their place, without elided articles."""
    for match in _RAW.finditer(text):
        raw, start = "".join(match[0].split()), match.start()
        while found := _ELIDED.match(raw):
            raw, start = raw[found.end() :], start + found.end()
        yield raw, start
