"""Where everything lies on the table of Mayflower: one table of sizes for each layout."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from domain.games.mayflower.pieces.cells import SPOTS
from replays.boards import television
from replays.boards.drawing import Bounds

LEAST_CELL = 40  # a cell on the screen is never smaller while the whole map is shown
COLUMNS, ROWS = 7, 10  # shown from the first tile on
STEP = 3  # cells by which the window moves
LARGEST, SMALLEST = 80, 60  # tiles on a television
STRIP = 34  # over the features on a television
MARGIN = 2  # cells around the last line, where not all of the map is shown


class Layout(Struct, frozen=True, kw_only=True, eq=False):
    """The sizes of one layout. Each is equal to itself."""

    narrow: bool
    width: float
    edge: float
    tile: float
    frame: Bounds  # the window of the map
    head: float  # the strip with the columns over the map
    axis: float  # the strip with the rows, left of the map
    sea: float
    badge: float  # how large a seat's badge is on the map
    panel: tuple[float, float]  # where the panels begin
    panel_width: float
    seat: float  # how high a seat's panel is
    stock: float
    row: float  # of the features
    rows: int
    track: tuple[int, float]  # spaces in a row, and how high they are
    least_height: float
    least: float = LEAST_CELL
    text: float = 0  # the smallest text
    aside: Bounds | None = None  # what lies next to a television's map

    def cell(self, cell: str) -> Bounds:
        """Where a cell lies in the map: the coast is at its origin, columns grow to the left."""
        spot = SPOTS[cell]
        return Bounds(-spot.column * self.tile, (spot.row - 1) * self.tile, self.tile, self.tile)

    def seat_box(self, seat: int) -> Bounds:
        """Where a seat's panel lies."""
        x, y = self.panel
        return Bounds(x, y + seat * (self.seat + 6), self.panel_width, self.seat)

    def stock_box(self, seats: int, at: int) -> Bounds:
        """Where the tiles left (0) and the tile in hand (1) lie."""
        width = (self.panel_width - 10) / 2
        return Bounds(self.panel[0] + at * (width + 10), self.seat_box(seats).y + 2, width, self.stock)

    def features_box(self, seats: int) -> Bounds:
        """Where the features with colonists lie."""
        y = self.stock_box(seats, 0).y + self.stock + 10
        if self.aside is not None:
            y = self.aside.y + STRIP
        return Bounds(self.panel[0], y, self.panel_width, 30 + self.row * self.rows)

    def track_box(self, seats: int) -> Bounds:
        """Where the score track lies."""
        above = self.features_box(seats)
        across, high = self.track
        return Bounds(self.panel[0], above.y + above.h + 10, self.panel_width, 30 + high * (50 // across) + 10)

    def height(self, seats: int) -> float:
        """The height of the drawing for a number of seats."""
        track = self.track_box(seats)
        return max(self.least_height, track.y + track.h + (70 if self.narrow else 12))


WIDE = Layout(
    narrow=False,
    width=1280,
    edge=24,
    tile=80,
    frame=Bounds(20, 82, 756, 856),
    head=80,
    axis=26,
    sea=60,
    badge=1.12,
    panel=(800, 96),
    panel_width=456,
    seat=62,
    stock=86,
    row=24,
    rows=6,
    track=(10, 29),
    least_height=980,
)
NARROW = Layout(
    narrow=True,
    width=390,
    edge=10,
    tile=42,
    frame=Bounds(2, 62, 386, 480),
    head=62,
    axis=18,
    sea=30,
    badge=0.84,
    panel=(8, 552),
    panel_width=374,
    seat=52,
    stock=62,
    row=24,
    rows=6,
    track=(25, 26),
    least_height=900,
)
_BOARD = 820  # how wide a television's map is
_HEAD = 86  # the strip with the columns over it


def television_tile(columns: int, rows: int) -> int:
    """The size of a tile on a television where so many columns and rows are shown: as large as they fit, in steps."""
    room = min((_BOARD - 36 - 44) / columns, (television.HEIGHT - _HEAD - 16) / rows)
    return int(max(SMALLEST, min(LARGEST, room)) // 4 * 4)


@lru_cache(maxsize=32)
def television_layout(tile: int, seats: int) -> Layout:
    """The map as high as the screen; the features with colonists beside it."""
    beside = television.aside(_BOARD, rows=seats, scale=1.56)
    return replace(
        WIDE,
        width=_BOARD,
        tile=tile,
        frame=Bounds(0, 0, _BOARD, television.HEIGHT),
        head=_HEAD,
        axis=36,
        sea=44,
        badge=1.62,
        panel=(beside.x, beside.y),
        panel_width=beside.w,
        rows=int((beside.h - STRIP - 28) // WIDE.row),
        least=tile,
        text=television.LEAST_TEXT,
        aside=beside,
    )
