"""How people type the pieces of Kontor: cells by their distance from the anchor, card numbers, what is on a card."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.games.kontor.pieces import CARD_KINDS, COLOURS, GOODS, NUMBERS
from domain.notation import Spelling

_CELL = re.compile(r"\(?([-−]?\d{1,2})[,;/:]([-−]?\d{1,2})\)?")
_NEAR = tuple(f"{x},{y}" for x in range(-3, 4) for y in range(-3, 4))


def _forms(typed: str) -> Iterator[str]:
    if found := _CELL.fullmatch(typed):
        yield f"{found[1]},{found[2]}".replace("−", "-")
    cell, equals, lying = typed.partition("=")
    if equals:
        yield from (f"{form}={'anchor' if lying == 'ancre' else lying}" for form in _forms(cell))


SPELLING = Spelling(
    (*map(str, NUMBERS), *_NEAR, *CARD_KINDS, *COLOURS, *GOODS, "coin", "boat", "plain", "empty", "anchor", "?"),
    _forms,
    joins=("=",),
    keys=("to", "at", "from", "of", "under", "storing", "exporting", "for", "times", "showing", "against", "as"),
    units=("coin", *GOODS),
    amounts=("take", "pay", "give", "buy"),
    ones=("store",),
    several=("draw",),
)
