"""Where everything lies on the table of New Haven: one table of sizes for each layout."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from domain.games.new_haven.pieces import COLUMNS, ROWS, TRACK_END, VILLAGE_COLUMNS
from replays.boards import television
from replays.boards.drawing import Bounds


class Layout(Struct, frozen=True, kw_only=True, eq=False):
    """The sizes of one layout; a panel's inside is measured from its own corner. Each is equal to itself."""

    narrow: bool
    width: float
    edge: float  # what stays free left and right
    space: float  # a space of the board
    board: tuple[float, float]  # its first corner
    resources: Bounds
    scale: tuple[float, float]  # where the track begins, and how wide one step is
    lines: tuple[float, float]  # where its first line lies, and how far apart they are
    pool: Bounds
    bag: Bounds
    supply: Bounds
    chip: float  # how large the buildings of the pool are
    turn: Bounds
    turn_lines: int
    legend: tuple[float, float]
    villages: tuple[float, float]  # where the first begins
    village: tuple[float, float]  # how large one is
    across: int
    gap: float
    homes: tuple[float, float]  # where its first space lies in it
    home: tuple[float, float]
    screen: float  # where the row with what is behind the screen lies in it
    tiles_at: float  # where its harvest tiles begin
    below: float  # what stays free under the villages
    span: tuple[int, int, int, int] = (0, 7, 0, 7)  # the columns and rows that are drawn
    text: float = 0  # the smallest text
    aside: Bounds | None = None  # what lies next to a television's board

    def height(self, seats: int) -> float:
        """How high the drawing is at a table of so many."""
        rows = -(-max(seats, 1) // self.across)
        return self.villages[1] + rows * (self.village[1] + self.gap) + self.below


WIDE = Layout(
    narrow=False,
    width=1280,
    edge=24,
    space=84,
    board=(52, 110),
    resources=Bounds(680, 96, 576, 160),
    scale=(736, 24.6),
    lines=(60, 26),
    pool=Bounds(680, 268, 390, 100),
    bag=Bounds(1080, 268, 84, 100),
    supply=Bounds(1172, 268, 84, 100),
    chip=1.478,
    turn=Bounds(680, 380, 576, 210),
    turn_lines=4,
    legend=(684, 616),
    villages=(24, 718),
    village=(299, 316),
    across=4,
    gap=12,
    homes=(24, 34),
    home=(46, 34),
    screen=277,
    tiles_at=207,
    below=8,
)
NARROW = Layout(
    narrow=True,
    width=390,
    edge=10,
    space=51,
    board=(23, 93),
    resources=Bounds(8, 461, 374, 126),
    scale=(46, 15.9),
    lines=(50, 22),
    pool=Bounds(8, 595, 246, 64),
    bag=Bounds(258, 595, 58, 64),
    supply=Bounds(320, 595, 62, 64),
    chip=0.98,
    turn=Bounds(8, 667, 374, 80),
    turn_lines=3,
    legend=(12, -40),
    villages=(8, 755),
    village=(185, 266),
    across=2,
    gap=4,
    homes=(15, 30),
    home=(28, 28),
    screen=232,
    tiles_at=131,
    below=64,
)


@lru_cache(maxsize=256)
def space_box(layout: Layout, cell: str) -> Bounds:
    """Where a space of the board lies."""
    x, y = layout.board
    size = layout.space
    return Bounds(x + size * COLUMNS.index(cell[0]), y + size * (int(cell[1]) - 1), size, size)


@lru_cache(maxsize=64)
def village_box(layout: Layout, seat: int) -> Bounds:
    """Where a seat's village lies."""
    x, y = layout.villages
    w, h = layout.village
    down, right = divmod(seat, layout.across)
    return Bounds(x + right * (w + layout.gap), y + down * (h + layout.gap), w, h)


@lru_cache(maxsize=1024)
def home_box(layout: Layout, seat: int, home: str) -> Bounds:
    """Where a space of a village lies."""
    at, (x, y), (w, h) = village_box(layout, seat), layout.homes, layout.home
    row, column = ROWS.index(int(home[0])), VILLAGE_COLUMNS.index(int(home[2]))
    return Bounds(at.x + x + w * column, at.y + y + h * row, w, h)


def marker_box(layout: Layout, line: int) -> Bounds:
    """Where a resource's line of the track lies."""
    first, step = layout.lines
    left, unit = layout.scale
    y = layout.resources.y + first + step * line
    return Bounds(left - 40, y - step / 2, unit * TRACK_END + 52, step)


_AXIS, _STRIP = 26, 58  # over and left of a television's board; under it


def span_of(cells: Iterable[str]) -> tuple[int, int, int, int]:
    """The columns and rows that hold these spaces."""
    columns, rows = zip(*((COLUMNS.index(cell[0]), int(cell[1]) - 1) for cell in cells), strict=True)
    return min(columns), max(columns) + 1, min(rows), max(rows) + 1


@lru_cache(maxsize=64)
def television_layout(span: tuple[int, int, int, int], seats: int) -> Layout:
    """The spaces in use as high as the screen, track and pool under them; the villages beside them."""
    room = television.HEIGHT - _AXIS - _STRIP - 26
    across, down = span[1] - span[0], span[3] - span[2]
    space, width = room // max(across, down), room + _AXIS
    left, top = _AXIS + (room - space * across) / 2, _AXIS + (room - space * down) / 2
    beside = television.aside(width, rows=seats)
    gap, foot = 16, television.HEIGHT - _STRIP - 12
    village = (beside.w + gap) / max(2, seats) - gap
    high = (beside.h - 75) / len(ROWS)
    return replace(
        WIDE,
        width=width,
        space=space,
        board=(left - span[0] * space, top - span[2] * space),
        resources=Bounds(0, foot, 336, _STRIP),
        pool=Bounds(350, foot, 362, _STRIP),
        bag=Bounds(722, foot, 60, _STRIP),
        supply=Bounds(790, foot, 60, _STRIP),
        chip=1.5,
        villages=(beside.x, 0),
        village=(village, beside.h - 11),
        across=max(2, seats),
        gap=gap,
        homes=(6, 34),
        home=(min((village - 46) / len(VILLAGE_COLUMNS), high * 1.4), high),
        span=span,
        text=television.LEAST_TEXT,
        aside=beside,
    )
