"""Where the parts of the table lie in each layout, for any number of seats."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from domain.games.nieuw_amsterdam.pieces import DISTRICTS
from replays.boards import television
from replays.boards.drawing import Bounds
from replays.boards.scene import NARROW, TV


class Sizes(Struct, frozen=True, kw_only=True):
    """What differs between the layouts apart from the places: sizes of type and of pictures."""

    title: float
    name: float
    plain: float
    small: float
    row: float  # of a seat in a district
    columns: int = 1  # of such rows
    badge: float
    house: float
    tile: float
    card: float  # scale of a card in a row
    offer: float  # scale of a card on offer
    fur: float
    least: float = 0  # the smallest text; letters in pictures that would be smaller are left out


LARGE = Sizes(
    title=22, name=15, plain=12, small=11, row=18, badge=0.85, house=1.25, tile=1, card=1, offer=1.28, fur=1.12
)
SMALL = Sizes(
    title=18, name=15, plain=11, small=10.5, row=15.5, badge=0.75, house=1, tile=0.8, card=0.89, offer=1.2, fur=0.9
)


GIANT = Sizes(
    title=18,
    name=15,
    plain=11.5,
    small=11,
    row=16,
    badge=1.06,
    house=1.05,
    tile=0.88,
    card=0.89,
    offer=1.2,
    fur=1.12,
    least=11,
)


class Layout(Struct, frozen=True, kw_only=True):
    """The places of one layout."""

    narrow: bool  # whether parts have the form of a narrow column
    sizes: Sizes
    size: tuple[float, float]
    score: Bounds  # the track: its line runs along the foot
    city: tuple[Bounds, ...]
    cash: Bounds
    traders: Bounds
    river: Bounds
    lands: Bounds
    ships: Bounds
    seats: tuple[Bounds, ...]
    aside: Bounds | None = None  # what lies next to a television's board


@lru_cache(maxsize=32)
def layout_of(layout: str, seats: int) -> Layout:
    """The layout for so many seats."""
    if layout == TV:
        return _television(seats)
    return _narrow(seats) if layout == NARROW else _wide(seats)


def _wide(seats: int) -> Layout:
    high = 38 + 18 * max(seats, 4)
    city = tuple(Bounds(24 + 204 * (at % 3), 164 + (high + 6) * (at // 3), 198, high) for at in range(len(DISTRICTS)))
    top, foot = 150.0, city[-1].y + high + 8
    river = Bounds(24, foot + 12, 1232, 158)
    lands = Bounds(24, river.y + 170, 610, 124)
    first = lands.y + 136
    panels = tuple(Bounds(24 + 622 * (at % 2), first + 252 * (at // 2), 610, 240) for at in range(seats))
    return Layout(
        narrow=False,
        sizes=LARGE,
        size=(1280, panels[-1].y + 254),
        score=Bounds(120, 84, 1120, 34),
        city=city,
        cash=Bounds(648, top, 350, foot - top),
        traders=Bounds(1010, top, 246, foot - top),
        river=river,
        lands=lands,
        ships=Bounds(646, lands.y, 610, 124),
        seats=panels,
    )


def _narrow(seats: int) -> Layout:
    high = 30 + 15.5 * max(seats, 3)
    city = tuple(Bounds(8 + 189 * (at % 2), 140 + (high + 4) * (at // 2), 185, high) for at in range(len(DISTRICTS)))
    cash = Bounds(8, city[-1].y + high + 8, 374, 192)
    traders = Bounds(8, cash.y + 198, 374, 126)
    river = Bounds(8, traders.y + 132, 374, 256)
    lands = Bounds(8, river.y + 262, 374, 118)
    ships = Bounds(8, lands.y + 124, 374, 118)
    panels = tuple(Bounds(8, ships.y + 124 + 278 * at, 374, 272) for at in range(seats))
    return Layout(
        narrow=True,
        sizes=SMALL,
        size=(390, panels[-1].y + 280),
        score=Bounds(24, 64, 342, 34),
        city=city,
        cash=cash,
        traders=traders,
        river=river,
        lands=lands,
        ships=ships,
        seats=panels,
    )


_SCALE = 1.474  # pixels of a television to a unit of its board


def _television(seats: int) -> Layout:
    """Two narrow columns as high as the screen, without the seats; those lie beside it, one row each."""
    width, foot = television.WIDEST / _SCALE, television.HEIGHT / _SCALE
    cash = Bounds(0, foot - 188, 374, 186)
    high = (cash.y - 74 - 6) / 3 - 4
    columns = 1 if seats <= 3 else 2
    row = min(26.0, (high - 30) / max(3, ceil(seats / columns)))
    city = tuple(Bounds(189 * (at % 2), 74 + (high + 4) * (at // 2), 185, high) for at in range(len(DISTRICTS)))
    lands = Bounds(width - 374, foot - 246, 374, 116)
    river = Bounds(lands.x, 132, 374, lands.y - 138)
    beside = television.aside(television.WIDEST, rows=seats)
    step = min(58, beside.h / max(seats, 2))
    beside = Bounds(width, beside.y, beside.w, step * seats)
    return Layout(
        narrow=True,
        sizes=replace(GIANT, row=row, columns=columns),
        size=(beside.x + beside.w, foot),
        score=Bounds(14, 4, 346, 34),
        city=city,
        cash=cash,
        traders=Bounds(lands.x, 0, 374, 126),
        river=river,
        lands=lands,
        ships=Bounds(lands.x, lands.y + 122, 374, 114),
        seats=tuple(Bounds(beside.x, step * at, beside.w, step - 2) for at in range(seats)),
        aside=beside,
    )
