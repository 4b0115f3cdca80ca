"""Counts resources square by square, rightly and with each usual slip, independently of the engine."""

from __future__ import annotations

from msgspec import Struct

from domain.games.new_haven.state import State

Square = tuple[int, int]
POND = "~"
_EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Counts(Struct, frozen=True):
    """One resource of a placed tile: the right count, and the count that each slip gives."""

    right: int
    corners: int  # over corners too
    ponds: int  # across ponds
    wild: int  # with flipped goods tiles still standing for what was announced
    short: frozenset[int]  # without a square of the tile that hangs on nothing

    @property
    def slips(self) -> set[int]:
        """The wrong counts that only one slip gives."""
        return {self.corners, self.ponds, self.wild, *self.short} - {self.right}


def count(state: State, cell: str, colour: str) -> Counts:
    """The squares a placed tile gathers of a resource."""
    board = squares(state)
    own = [square for square in places(cell) if board[square] == colour]
    chains = {frozenset(reached(board, [square], colour)) for square in own}
    right = len(reached(board, own, colour))
    wild = len(reached(squares(state, colour, cell), own, colour))
    across = [square for square in reached(board, own, colour + POND) if board[square] == colour]
    short = frozenset(right - len(chain) for chain in chains) if len(chains) > 1 else frozenset()
    return Counts(right, len(reached(board, own, colour, _EDGES + _CORNERS)), len(across), wild, short)


def squares(state: State, wild: str = "", besides: str = "") -> dict[Square, str]:
    """All visible squares; goods tiles announced as `wild` may still count as such."""
    found: dict[Square, str] = {}
    for cell, tile in state.board.items():
        face = {"pond": POND * 4, "wild": tile.face * 4}.get(tile.kind, tile.face)
        if tile.kind == "goods" and wild and tile.was == wild and cell != besides:
            face = wild * 4
        found.update(zip(places(cell), face, strict=False))
    return found


def places(cell: str) -> tuple[Square, ...]:
    """The four squares of a space, in reading order."""
    x, y = 2 * "abcdefg".index(cell[0]), 2 * int(cell[1])
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


def reached(board: dict[Square, str], starts: list[Square], colours: str, steps=_EDGES) -> set[Square]:
    """Every square of these colours in unbroken chains from the start."""
    seen = set(starts)
    todo = list(starts)
    while todo:
        x, y = todo.pop()
        for square in ((x + dx, y + dy) for dx, dy in steps):
            if square not in seen and board.get(square, "") in tuple(colours):
                seen.add(square)
                todo.append(square)
    return seen
