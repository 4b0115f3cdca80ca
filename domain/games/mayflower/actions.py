"""One Action subclass per kind of deed at a table of Mayflower."""

from __future__ import annotations

from typing import ClassVar

from domain.rules import CHANCE, SHOWN, TABLE, Seat, SeatAction, TableAction

NOBODY = TABLE  # whose a colonist is that no player owns


class Face(TableAction, frozen=True, kw_only=True, tag="face"):
    """The face of a letter, or of a start space (`0:3`), read off the real thing."""

    of: str
    face: str
    KIND: ClassVar[str] = SHOWN


class Explorers(TableAction, frozen=True, kw_only=True, tag="explorers"):
    """Set-up: the two explorers on their start spaces."""

    a: str
    b: str


class Draw(SeatAction, frozen=True, kw_only=True, tag="draw"):
    """A tile from a stack: its letter, its face, or neither where nobody saw it."""

    letter: str = ""
    face: str = ""
    stack: int | None = None
    shown: bool = True  # to everybody (MF-DRAW-2)
    known: bool = False  # before it was drawn (MF-SETUP-6)
    KIND: ClassVar[str] = CHANCE


class Discard(SeatAction, frozen=True, kw_only=True, tag="discard"):
    """A tile that fits nowhere leaves the hand. `agreed` are the others who said so, None if all did."""

    agreed: tuple[Seat, ...] | None = None
    to: str = "box"  # box, stack or hand
    letter: str = ""  # which one, if there are several in hand


class Place(SeatAction, frozen=True, kw_only=True, tag="place"):
    """A tile goes on a cell, turned so many quarters clockwise from its face as it was entered.

    `face` is the face as it lies, for a tile whose letter nobody read. With a letter or a face a draw need not have
    been told. `source` is the cell a lying tile was shifted from.
    """

    cell: str
    turn: int = 0
    letter: str = ""
    face: str = ""
    source: str = ""


class Colonist(SeatAction, frozen=True, kw_only=True, tag="colonist"):
    """A colonist onto a part of a tile: a role and a port, no port for a farmer."""

    role: str  # merchant, robber, trapper, farmer, or nothing where none was named
    port: str = ""
    cell: str = ""  # if not on the tile just laid
    colour: Seat | None = None  # if not one's own; NOBODY of a colour that is not in play
    lying: bool | None = None  # laid down or standing, where somebody looked


class Skip(SeatAction, frozen=True, kw_only=True, tag="skip"):
    """No colonist this turn."""


class Score(SeatAction, frozen=True, kw_only=True, tag="score"):
    """A feature is scored next; whoever chose it is the seat. Several at once where nobody told the order."""

    features: tuple[tuple[str, str, str], ...]  # kind, cell, port


class Explore(SeatAction, frozen=True, kw_only=True, tag="explore"):
    """An explorer is moved: which one, to which column if that was told, and in which row."""

    pawn: str  # a or b
    column: int | None = None
    row: int | None = None


class Retrieve(SeatAction, frozen=True, kw_only=True, tag="retrieve"):
    """A colonist is taken back into the reserve without being scored or swept."""

    cell: str
    port: str = ""
    colour: Seat | None = None


class Pass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """A turn is given up."""

    reason: str = ""  # "colonists": because none are left


class End(TableAction, frozen=True, kw_only=True, tag="end"):
    """The table stops: tiles left face down and winners named, as far as that was told."""

    left: int | None = None
    winners: tuple[Seat, ...] = ()


ACTIONS = (Face, Explorers, Draw, Discard, Place, Colonist, Skip, Score, Explore, Retrieve, Pass, End)
