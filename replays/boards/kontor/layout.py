"""Where the parts of the table lie in each layout: the window of the harbour, the panels next to or under it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from replays.boards import television
from replays.boards.drawing import Bounds
from replays.boards.scene import NARROW, TV, WIDE

LEAST_CELL = 40
NOT_DRAWN = Bounds(0, 0, 0, 0)
LONG = 9  # a board longer than this is turned on a narrow screen, so that its long side runs down


class CardSizes(Struct, frozen=True, kw_only=True):
    """The sizes of what is on a card."""

    side: float
    number: float
    badge: float
    symbol: float
    good: float
    low: bool = False  # the symbol lies at the foot, where there is no room next to the number
    least: float = 0  # the smallest text
    inset: float = 5  # between the symbol and the edges


class Panel(Struct, frozen=True, kw_only=True):
    """Where things lie in a seat's panel, from its corner; captions stand over the cards."""

    card: CardSizes
    name: float  # how wide it may be
    purse: float
    hand: tuple[float, float, float]  # left, top, room
    play: tuple[float, float]
    pile: tuple[float, float]


class HarbourLayout(Struct, frozen=True, kw_only=True):
    """The places of one layout."""

    layout: str
    size: tuple[float, float]
    cell: CardSizes
    turned: bool
    least: float  # a cell is never smaller on the screen while that can be helped
    frame: Bounds
    panel: Panel
    seats: tuple[Bounds, ...]
    treasury: Bounds
    canals: Bounds
    supply: Bounds
    sectors: Bounds
    aside: Bounds | None = None  # what lies next to a television's harbour

    @property
    def narrow(self) -> bool:
        """Whether it is the layout for a phone."""
        return self.layout == NARROW

    @property
    def tv(self) -> bool:
        """Whether it is the layout for a television: cells as large as they fit, nothing but the harbour."""
        return self.layout == TV


LARGE = CardSizes(side=84, number=15, badge=1.05, symbol=1.15, good=1)
SMALL = CardSizes(side=50, number=10, badge=0.58, symbol=0.56, good=0.7)
IN_HAND = CardSizes(side=58, number=12, badge=0.78, symbol=0.9, good=0.74, low=True)
IN_TEAM = CardSizes(side=44, number=11, badge=0.68, symbol=0.72, good=0.6, low=True)
TELEVISION_CELL = 120
TIGHT = 100  # on a smaller cell of a television the symbol moves into the corner, away from the number
IN_HAND_NARROW = CardSizes(side=46, number=11, badge=0.7, symbol=0.74, good=0.62, low=True)

PAIR = Panel(card=IN_HAND, name=120, purse=190, hand=(12, 64, 392), play=(420, 64), pile=(486, 64))
TEAM = Panel(card=IN_TEAM, name=90, purse=150, hand=(12, 54, 250), play=(150, 114), pile=(216, 114))
ALONE = Panel(card=IN_HAND_NARROW, name=120, purse=186, hand=(12, 64, 238), play=(256, 64), pile=(318, 64))


@lru_cache(maxsize=64)
def layout_of(layout: str, seats: int, width: int, height: int) -> HarbourLayout:
    """The layout for so many seats and a harbour of this size."""
    if layout == TV:
        return _television(width, height)
    return _narrow(seats, width, height) if layout == NARROW else _wide(seats)


def _wide(seats: int) -> HarbourLayout:
    pair = seats <= 2
    width = 556 if pair else 272
    places = [(0, at) if pair else (at % 2, at // 2) for at in range(seats)]
    panels = tuple(Bounds(700 + 284 * x, 92 + 172 * y, width, 164) for x, y in places)
    y = panels[-1].y + 172
    high = max(848, y + 400)
    return HarbourLayout(
        layout=WIDE,
        size=(1280, high),
        cell=LARGE,
        turned=False,
        least=LEAST_CELL,
        frame=Bounds(24, 90, 652, 664),
        panel=PAIR if pair else TEAM,
        seats=panels,
        treasury=Bounds(700, y, 140, 92),
        canals=Bounds(850, y, 150, 92),
        supply=Bounds(1010, y, 246, 92),
        sectors=Bounds(700, y + 104, 556, high - y - 124),
    )


def _narrow(seats: int, width: int, height: int) -> HarbourLayout:
    turned = width > height and width > LONG
    across, down = (height, width) if turned else (width, height)
    frame = Bounds(4, 76, 382, round(min(620, 382 * (down + 0.5) / (across + 0.36))))
    y = frame.y + frame.h + 24
    panels = tuple(Bounds(8, y + 132 * at, 374, 126) for at in range(seats))
    low = y + 132 * seats
    return HarbourLayout(
        layout=NARROW,
        size=(390, low + 68 + 246),
        cell=SMALL,
        turned=turned,
        least=LEAST_CELL,
        frame=frame,
        panel=ALONE,
        seats=panels,
        treasury=Bounds(8, low, 104, 62),
        canals=Bounds(116, low, 112, 62),
        supply=Bounds(232, low, 150, 62),
        sectors=Bounds(8, low + 68, 374, 238),
    )


def _television(width: int, height: int) -> HarbourLayout:
    """The harbour as high as the screen, its long side across; the open sectors beside it."""
    turned = height > width and height > LONG
    across, down = (height, width) if turned else (width, height)
    room = min(television.WIDEST, round(television.HEIGHT * (across + 0.42) / (down + 0.42)))
    beside = television.aside(room, rows=2, scale=1.54)
    strip = Bounds(beside.x, 0, beside.w, 34)
    return HarbourLayout(
        layout=TV,
        size=television.whole(room, beside),
        cell=television_card(TELEVISION_CELL),
        turned=turned,
        least=TELEVISION_CELL * 0.8,
        frame=Bounds(0, 0, room, television.HEIGHT),
        panel=PAIR,
        seats=(),
        treasury=strip,
        canals=NOT_DRAWN,
        supply=NOT_DRAWN,
        aside=beside,
        sectors=Bounds(beside.x, strip.h, beside.w, beside.h - strip.h),
    )


@lru_cache(maxsize=64)
def television_card(side: float) -> CardSizes:
    """The sizes on a card of the television's harbour: letters are never smaller than the screen's smallest text."""
    least, tight = television.LEAST_TEXT, side < TIGHT
    return CardSizes(
        side=side,
        number=max(least + 1, side * 0.18),
        badge=1.56,
        symbol=1 if tight else 1.45,
        good=side / 84,
        least=least,
        inset=1 if tight else 5,
    )
