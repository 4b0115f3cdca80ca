"""How people type the pieces of New Haven: buildings, spaces, homes and faces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.games.new_haven.pieces import CELLS, COLOURS, HOMES, KINDS
from domain.notation import Spelling

_HOME = re.compile(r"([1-6])[.,:/-]([1-5])")
_FACE = re.compile(r"([wstr]{2})[/-]?([wstr]{2})")
_HALF = re.compile(r"[wstr]{2}")  # the upper or the lower half of a face
_UNSEEN = re.compile(r"[wstr]\?")


def _forms(typed: str) -> Iterator[str]:
    if found := _HOME.fullmatch(typed):
        yield f"{found[1]}.{found[2]}"
    if found := _FACE.fullmatch(typed):
        yield f"{found[1]}/{found[2]}".upper()
    if _UNSEEN.fullmatch(typed) or _HALF.fullmatch(typed):
        yield typed.upper()
    cell, equals, lying = typed.partition("=")
    if equals and cell in CELLS:
        yield from (f"{cell}={form}" for form in _forms(lying))
        yield f"{cell}={lying.upper() if lying.upper() in KINDS else lying}"


SPELLING = Spelling(
    (*COLOURS, *KINDS, *CELLS, *HOMES, "?", "up", "down"),
    _forms,
    ("", "/"),
    keys=("as", "showing", "paying"),
    unsaid=("as",),
    several=("pick", "draw", "claim"),
)
