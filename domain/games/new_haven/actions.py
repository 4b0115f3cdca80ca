"""The actions of New Haven: what a seat or the table physically does, one class for each kind."""

from __future__ import annotations

from typing import ClassVar

from domain.rules import CHANCE, SHOWN, SeatAction, TableAction


class Settle(TableAction, frozen=True, kw_only=True, tag="settle"):
    """Side B: what is put on the settlements. A pond that was removed again is written `off` with its mark."""

    KIND: ClassVar[str] = CHANCE
    places: tuple[tuple[str, str], ...]  # cell, and a face, "pond", "pond:3+", "off:4" ...


class Clear(TableAction, frozen=True, kw_only=True, tag="clear"):
    """Side B: the buildings put face up on the clearings."""

    KIND: ClassVar[str] = CHANCE
    buildings: tuple[tuple[str, str], ...]  # cell, building


class Pool(TableAction, frozen=True, kw_only=True, tag="pool"):
    """The buildings of the first pool."""

    KIND: ClassVar[str] = CHANCE
    buildings: tuple[str, ...]


class Harvest(SeatAction, frozen=True, kw_only=True, tag="harvest"):
    """A seat places a harvest tile; `face` is written as the tile lies."""

    cell: str  # "?" where it was not seen
    face: str


class Goods(SeatAction, frozen=True, kw_only=True, tag="goods"):
    """A seat places its goods tile face down and names a resource; none or several are recorded as they were named."""

    cell: str  # "?" where it was not seen
    wild: str = ""
    face: str = ""  # only if the player showed it


class Name(SeatAction, frozen=True, kw_only=True, tag="name"):
    """A seat names the resource of its goods tile after placing it."""

    wild: str


class Claim(SeatAction, frozen=True, kw_only=True, tag="claim"):
    """A seat takes a building from a clearing."""

    cell: str  # "?" where it was not seen
    building: str  # "?" where it was not seen


class Build(SeatAction, frozen=True, kw_only=True, tag="build"):
    """A seat builds in its village; face down, the number may be unknown. `paid` only where the table announced it."""

    SECRET: ClassVar[tuple[str, ...]] = ("number",)
    colour: str
    number: int | None = None
    up: bool
    home: str  # "?" where it was not seen
    paid: tuple[str, int] | None = None

    def hides(self) -> tuple[str, ...]:
        """Face down, the others see the colour only."""
        return () if self.up else self.SECRET


class Done(SeatAction, frozen=True, kw_only=True, tag="done"):
    """A seat says that it has finished building."""


class Pass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """A sharing seat builds nothing."""


class Pick(SeatAction, frozen=True, kw_only=True, tag="pick"):
    """A seat draws a building from the pool, or takes one from elsewhere."""

    building: str
    elsewhere: bool = False


class Draw(SeatAction, frozen=True, kw_only=True, tag="draw"):
    """A seat draws a building from the bag; the others do not see it."""

    KIND: ClassVar[str] = CHANCE
    SECRET: ClassVar[tuple[str, ...]] = ("building",)
    building: str | None = None


class Refill(TableAction, frozen=True, kw_only=True, tag="refill"):
    """The table refills the pool from the bag."""

    KIND: ClassVar[str] = CHANCE
    buildings: tuple[str, ...]


class Flip(SeatAction, frozen=True, kw_only=True, tag="flip"):
    """The goods tile is flipped face up; `turned` if it was not flipped from left to right."""

    KIND: ClassVar[str] = SHOWN
    cell: str
    face: str
    turned: bool = False


class Peek(SeatAction, frozen=True, kw_only=True, tag="peek"):
    """A seat looks at hidden pieces, or chooses what it should draw blindly."""

    at: str  # goods, bag, supply


class Show(SeatAction, frozen=True, kw_only=True, tag="show"):
    """A seat shows what an earlier line left unseen: drawn buildings, a face-down number, the face of a tile."""

    KIND: ClassVar[str] = SHOWN
    of: int
    pieces: tuple[str, ...]


class End(TableAction, frozen=True, kw_only=True, tag="end"):
    """The table stops and counts points."""


ACTIONS = (
    Settle,
    Clear,
    Pool,
    Harvest,
    Goods,
    Name,
    Claim,
    Build,
    Done,
    Pass,
    Pick,
    Draw,
    Refill,
    Flip,
    Peek,
    Show,
    End,
)
