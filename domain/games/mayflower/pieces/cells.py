"""The cells on which tiles can lie, written `column:row`, and the cells around each of them.

Column 0 are the start spaces, columns grow westward; row 1 is the northernmost start space, rows grow southward.
"""

from __future__ import annotations

import re

from msgspec import Struct

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = "NESW"
NOT_SEEN = "?"  # a cell the scribe did not see
_CELL = re.compile(r"(0|-?[1-9]\d?):(0|-?[1-9]\d?)")


class CellGeometry(Struct, frozen=True):
    """What belongs to a cell: its column and row, its four neighbours N E S W, and all eight cells around it."""

    column: int
    row: int
    near: tuple[tuple[str, int, int, int], ...]  # each with its column, the side it is on, and its side that faces us
    around: tuple[tuple[str, int], ...]  # each with its column
    ring: frozenset[str]  # the same, to be looked up
    rank: int  # from east to west, then from north to south


def cell_at(column: int, row: int) -> str:
    """The text of a cell."""
    return f"{column}:{row}"


def is_cell(text: str) -> bool:
    """Whether a text names a cell."""
    return _CELL.fullmatch(text) is not None


def read_cell(text: str) -> str:
    """A cell out of its text; raises ValueError for another text."""
    if not is_cell(text):
        raise ValueError(text)
    return text


class _Spots(dict):
    """Spots by cell, each made when it is first looked up."""

    def __missing__(self, cell: str) -> CellGeometry:
        if cell == NOT_SEEN:  # somewhere on the map, next to nothing that is known
            return CellGeometry(1, 0, (), (), frozenset(), 0)
        column, row = map(int, cell.split(":"))
        steps = ((0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, 1), (1, -1))  # east is a smaller column
        around = tuple((cell_at(column + dc, row + dr), column + dc) for dc, dr in steps)
        near = tuple((*neighbour, side, side ^ 2) for side, neighbour in enumerate(around[:4]))
        ring = frozenset(neighbour for neighbour, _ in around)
        found = self[cell] = CellGeometry(column, row, near, around, ring, 1000 * column + row)
        return found


SPOTS = _Spots()


class _Cells:
    """The set of all cells: contains every text that names one."""

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and is_cell(word)


CELLS = _Cells()
