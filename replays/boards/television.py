"""The sizes of a drawing for a television: a board as high as the screen allows, and a part beside it."""

from __future__ import annotations

from replays.boards.drawing import Bounds

HEIGHT = 924  # of the board; one unit is one pixel on a screen of 1920 x 1080
WIDEST = 1120  # of the board, so that scores and lines have room next to it
LEAST_TEXT = 16.5  # the smallest text on that screen
MARKS = 1.72  # how much larger marks are
_COLUMN = 1756  # the width of the board and of the part beside it, without their margins
_HEIGHTS = {1: 300, 2: 300, 3: 258, 4: 218, 5: 178}  # of the part beside, where so many rows of scores stand above it


def aside(board: float, rows: int, scale: float = 1.0) -> Bounds:
    """The part beside a board of some width; the page shows its units `scale` times as large as those of the board."""
    return Bounds(board, 0, (_COLUMN - board) / scale, _HEIGHTS.get(rows, 160) / scale)


def whole(board: float, beside: Bounds) -> tuple[float, float]:
    """The size of the drawing with the part beside its board."""
    return board + beside.w, max(HEIGHT, beside.h)
