"""The actions of Mayflower, one class each."""

from __future__ import annotations

from typing import ClassVar

from domain.rules import CHANCE, SHOWN, TABLE, Seat, SeatAction, TableAction

UNPLAYED_COLOUR = TABLE  # stands for the seat of a colonist whose colour no player has


class Face(TableAction, frozen=True, kw_only=True, tag="face"):
    """The face of a letter, or of a start space (`0:3`), as printed."""

    of: str
    face: str
    KIND: ClassVar[str] = SHOWN


class Explorers(TableAction, frozen=True, kw_only=True, tag="explorers"):
    """Set-up: the two explorers on their start spaces."""

    a: str
    b: str


class Draw(SeatAction, frozen=True, kw_only=True, tag="draw"):
    """A tile from a stack: its letter, its face, or neither if it was not seen."""

    letter: str = ""
    face: str = ""
    stack: int | None = None
    shown: bool = True  # to all players (MF-DRAW-2)
    known: bool = False  # before it was drawn (MF-SETUP-6)
    KIND: ClassVar[str] = CHANCE


class Discard(SeatAction, frozen=True, kw_only=True, tag="discard"):
    """A tile that fits nowhere leaves the hand. `agreed` are the other seats that agreed, None if all did."""

    agreed: tuple[Seat, ...] | None = None
    to: str = "box"  # box, stack or hand
    letter: str = ""  # which one, if there are several in hand


class Place(SeatAction, frozen=True, kw_only=True, tag="place"):
    """A tile goes on a cell, turned by quarter turns clockwise from its face as it was entered.

    `face` is the face as it lies, for a tile whose letter was not read. With a letter or a face the draw need not be
    recorded. `source` is the cell a lying tile was shifted from.
    """

    cell: str  # "?" where it was not seen
    turn: int = 0
    letter: str = ""
    face: str = ""
    source: str = ""


class Colonist(SeatAction, frozen=True, kw_only=True, tag="colonist"):
    """A colonist onto a part of a tile: a role and a port, no port for a farmer."""

    role: str  # merchant, robber, trapper, farmer, or empty if it was not seen
    port: str = ""
    cell: str = ""  # if not on the tile just laid
    colour: Seat | None = None  # whose colonist it is, if not the seat's own
    lying: bool | None = None  # laid down or standing; None if that was not seen


class Skip(SeatAction, frozen=True, kw_only=True, tag="skip"):
    """No colonist this turn."""


class Score(SeatAction, frozen=True, kw_only=True, tag="score"):
    """The seat chooses the feature that is scored next; several if their order was not recorded."""

    features: tuple[tuple[str, str, str], ...]  # kind, cell, port


class Explore(SeatAction, frozen=True, kw_only=True, tag="explore"):
    """An explorer is moved, to a column and a row if these were recorded."""

    pawn: str  # a or b
    column: int | None = None
    row: int | None = None


class Retrieve(SeatAction, frozen=True, kw_only=True, tag="retrieve"):
    """A colonist is taken back into the reserve without being scored or swept."""

    cell: str
    port: str = ""
    colour: Seat | None = None


class Pass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """A seat gives up its turn."""

    reason: str = ""  # "colonists": because none are left


class End(TableAction, frozen=True, kw_only=True, tag="end"):
    """The game ends, with the tiles left and the winners if these were recorded."""

    left: int | None = None
    winners: tuple[Seat, ...] = ()


ACTIONS = (Face, Explorers, Draw, Discard, Place, Colonist, Skip, Score, Explore, Retrieve, Pass, End)
