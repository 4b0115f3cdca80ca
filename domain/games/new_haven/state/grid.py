"""The board square by square, and the chains of equal squares that a tile gathers."""

from __future__ import annotations

from domain.games.new_haven.pieces import COLOURS

NOTHING = b"." * 256  # 16 x 16 squares: the board's 14 x 14 with a border
_WIDTH = 16
_RESOURCES = {ord(colour): colour for colour in COLOURS}  # as bytes of the grid


def _top_left(cell: str) -> int:
    """The index of a space's top left square in the grid."""
    return (2 * int(cell[1]) - 1) * _WIDTH + 2 * "abcdefg".index(cell[0]) + 1


AT = {cell: _top_left(cell) for cell in (f"{c}{r}" for c in "abcdefg" for r in range(1, 8))}


def with_squares(grid: bytes, cell: str, face: str) -> bytes:
    """The grid with a face on a space."""
    at = AT[cell]
    raw = face.encode()
    return grid[:at] + raw[:2] + grid[at + 2 : at + _WIDTH] + raw[2:] + grid[at + _WIDTH + 2 :]


def gathered(grid: bytes, cell: str) -> dict[str, int]:
    """How many squares of each resource a tile gathers: its own, and those of every chain that leads from them."""
    field, at = bytearray(grid), AT[cell]
    counts: dict[str, int] = {}
    for start in (at, at + 1, at + _WIDTH, at + _WIDTH + 1):
        resource = field[start]
        if resource not in _RESOURCES:  # counted already, or nothing that can be gathered
            continue
        field[start] = 0
        chain = [start]
        for square in chain:  # grows while it is walked
            if field[square + 1] == resource:
                field[square + 1] = 0
                chain.append(square + 1)
            if field[square - 1] == resource:
                field[square - 1] = 0
                chain.append(square - 1)
            if field[square + _WIDTH] == resource:
                field[square + _WIDTH] = 0
                chain.append(square + _WIDTH)
            if field[square - _WIDTH] == resource:
                field[square - _WIDTH] = 0
                chain.append(square - _WIDTH)
        colour = _RESOURCES[resource]
        counts[colour] = counts.get(colour, 0) + len(chain)
    return counts


def gathered_at_most(grid: bytes, cell: str, colour: str) -> int:
    """How many squares of a colour a tile gathers if every square that was not seen shows it."""
    return gathered(grid.replace(b"?", colour.encode()), cell).get(colour, 0)
