"""How people type the pieces of Mayflower: cells, letters, turns, and who stands where on a tile."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.games.mayflower.pieces import COPIES
from domain.games.mayflower.pieces.cells import SIDES, is_cell
from domain.games.mayflower.state import FARMER, KINDS, ROLES
from domain.notation import Spelling

_CELL = re.compile(r"(-?\d{1,2})[:;.,/](-?\d{1,2})")
_PORTS = {port.lower(): port for side in SIDES for port in (side, f"{side}-", f"{side}+")}
_TURNS = ("r1", "r2", "r3")


def _forms(typed: str) -> Iterator[str]:
    if (found := _CELL.fullmatch(typed)) and is_cell(cell := f"{found[1]}:{found[2]}"):
        yield cell
    before, at, port = typed.partition("@")
    if at and port in _PORTS:
        yield from (f"{role}@{_PORTS[port]}" for role in ROLES if role == before)
        yield from (f"{cell}@{_PORTS[port]}" for cell in _forms(before))


SPELLING = Spelling(
    (*ROLES, *KINDS.values(), *_TURNS, "a", "b", "?", *_PORTS.values(), *COPIES, FARMER, "lying", "standing"),
    _forms,
    ("", "@"),
    keys=("as", "stack", "agreed", "to", "from", "on", "of", "left", "winners"),
    seats_after=("agreed", "of", "winners"),
    unordered=("score",),
    tells=dict.fromkeys(ROLES, "colonist"),
)
