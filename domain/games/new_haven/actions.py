"""What a seat, or the table, physically does in New Haven: one class per kind of deed."""

from __future__ import annotations

from typing import ClassVar

from domain.rules import CHANCE, SHOWN, SeatAction, TableAction


class Settle(TableAction, frozen=True, kw_only=True, tag="settle"):
    """Side B: what lies on the settlements. A pond that was taken off again is written `off` with its mark."""

    KIND: ClassVar[str] = CHANCE
    places: tuple[tuple[str, str], ...]  # cell, and a face, "pond", "pond:3+", "off:4" ...


class Clear(TableAction, frozen=True, kw_only=True, tag="clear"):
    """Side B: the buildings laid face up on the clearings."""

    KIND: ClassVar[str] = CHANCE
    buildings: tuple[tuple[str, str], ...]  # cell, building


class Pool(TableAction, frozen=True, kw_only=True, tag="pool"):
    """The buildings of the first pool."""

    KIND: ClassVar[str] = CHANCE
    buildings: tuple[str, ...]


class Harvest(SeatAction, frozen=True, kw_only=True, tag="harvest"):
    """A harvest tile from behind the screen, its face as it lies."""

    cell: str
    face: str


class Goods(SeatAction, frozen=True, kw_only=True, tag="goods"):
    """The goods tile, face down, with the resource announced (none or several are recorded as such)."""

    cell: str
    wild: str = ""
    face: str = ""  # only if it was shown


class Name(SeatAction, frozen=True, kw_only=True, tag="name"):
    """The resource of a goods tile, announced after it was placed."""

    wild: str


class Claim(SeatAction, frozen=True, kw_only=True, tag="claim"):
    """A building taken from a clearing."""

    cell: str
    building: str


class Build(SeatAction, frozen=True, kw_only=True, tag="build"):
    """A building set into the village; face down its number may be unknown. `paid` only where the table said it."""

    SECRET: ClassVar[tuple[str, ...]] = ("number",)
    colour: str
    number: int | None = None
    up: bool
    home: str
    paid: tuple[str, int] | None = None

    def hides(self) -> tuple[str, ...]:
        """Face down only the colour is seen."""
        return () if self.up else self.SECRET


class Done(SeatAction, frozen=True, kw_only=True, tag="done"):
    """A seat has finished building."""


class Pass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """A sharing seat builds nothing."""


class Pick(SeatAction, frozen=True, kw_only=True, tag="pick"):
    """A building taken from the pool in plain sight, or from somewhere else."""

    building: str
    elsewhere: bool = False


class Draw(SeatAction, frozen=True, kw_only=True, tag="draw"):
    """A building drawn from the bag, unseen by the others."""

    KIND: ClassVar[str] = CHANCE
    SECRET: ClassVar[tuple[str, ...]] = ("building",)
    building: str | None = None


class Refill(TableAction, frozen=True, kw_only=True, tag="refill"):
    """Buildings from the bag that complete the pool."""

    KIND: ClassVar[str] = CHANCE
    buildings: tuple[str, ...]


class Flip(SeatAction, frozen=True, kw_only=True, tag="flip"):
    """The goods tile turned face up; `turned` where it was not simply flipped from left to right."""

    KIND: ClassVar[str] = SHOWN
    cell: str
    face: str
    turned: bool = False


class Peek(SeatAction, frozen=True, kw_only=True, tag="peek"):
    """A seat looked where it should not, or chose what it should have drawn blindly."""

    at: str  # goods, bag, supply


class Show(SeatAction, frozen=True, kw_only=True, tag="show"):
    """What an earlier line had left unseen: buildings drawn, a number face down, the face of a tile."""

    KIND: ClassVar[str] = SHOWN
    of: int
    pieces: tuple[str, ...]


class End(TableAction, frozen=True, kw_only=True, tag="end"):
    """The table stops and counts."""


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
