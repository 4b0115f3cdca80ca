"""What a seat, or the table, physically does in Kontor: one class per kind of deed.

Cells are `x,y` from the anchor, x east, y south. A face is words as spoken, what was not seen left out:
("dock", "black", "spice", "boat"). The next issue adds the deeds only variants bring.
"""

from __future__ import annotations

from typing import ClassVar

from domain.rules import CHANCE, SHOWN, Action, Seat

Face = tuple[str, ...]
Mix = tuple[tuple[str, int], ...]

# Set-up and what is read off the cards ------------------------------------------------------------


class Layout(Action, frozen=True, kw_only=True, tag="layout"):
    """What lies in the harbour before the first round: cell and card; 0 the anchor, None a canal nobody read."""

    KIND: ClassVar[str] = CHANCE
    SEATED: ClassVar[bool] = False
    cards: tuple[tuple[str, int | None], ...]
    boat: str = ""  # where the boat begins, if not on the anchor


class Out(Action, frozen=True, kw_only=True, tag="out"):
    """Cards that are out of the game."""

    SEATED: ClassVar[bool] = False
    cards: tuple[int, ...]


class Hold(Action, frozen=True, kw_only=True, tag="hold"):
    """The hand a seat was dealt, as its own device tells it; for others it holds no number."""

    KIND: ClassVar[str] = CHANCE
    SECRET: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[int, ...] | None = None


class Top(Action, frozen=True, kw_only=True, tag="top"):
    """The card lying on top of a pile: a seat's own docks, or the canals."""

    KIND: ClassVar[str] = SHOWN
    SEATED: ClassVar[bool] = False
    pile: Seat  # -1 the canals
    card: int
    face: Face = ()


class Declare(Action, frozen=True, kw_only=True, tag="face"):
    """What is printed on a card, as far as it was read."""

    KIND: ClassVar[str] = SHOWN
    SEATED: ClassVar[bool] = False
    card: int
    face: Face


class Show(Action, frozen=True, kw_only=True, tag="show"):
    """Cards of a seat's hand, shown."""

    KIND: ClassVar[str] = SHOWN
    cards: tuple[int, ...]


# Phases 1 to 3 ------------------------------------------------------------------------------------


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """A seat gives up the round for a florin."""


class Choose(Action, frozen=True, kw_only=True, tag="choose"):
    """A card laid face down. Only the seat's own device knows which."""

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    card: int | None = None


class Reveal(Action, frozen=True, kw_only=True, tag="reveal"):
    """All chosen cards turned over together: seat, number, and its face as far as it is new."""

    KIND: ClassVar[str] = SHOWN
    SEATED: ClassVar[bool] = False
    cards: tuple[tuple[Seat, int, Face], ...]


class TakeBack(Action, frozen=True, kw_only=True, tag="take-back"):
    """A revealed card not placed: for want of a florin, or of a cell; `to` where it went if not into the hand."""

    why: str = ""  # tax, stuck
    to: str = ""  # pile, discard


# Phases 4 to 8 ------------------------------------------------------------------------------------


class Sail(Action, frozen=True, kw_only=True, tag="boat"):
    """The boat moved to a cell."""

    cell: str


class Remove(Action, frozen=True, kw_only=True, tag="remove"):
    """A card taken off the harbour. `under`: the seat whose pile it went under, where it was told."""

    cell: str
    under: Seat | None = None
    to: str = ""  # hand, discard, top: where it went if not under a pile


class Move(Action, frozen=True, kw_only=True, tag="move"):
    """A lying card moved to another cell: no rule provides for it."""

    source: str
    target: str


class Place(Action, frozen=True, kw_only=True, tag="place"):
    """The revealed card added to the harbour."""

    card: int
    cell: str
    face: Face = ()


class Store(Action, frozen=True, kw_only=True, tag="store"):
    """Warehouses as they were put, where the table did otherwise than the card shows, or had a choice."""

    goods: Mix
    cell: str


class Centre(Action, frozen=True, kw_only=True, tag="centre"):
    """The dock that is a seat's distribution centre from now on."""

    cell: str


class Tokens(Action, frozen=True, kw_only=True, tag="tokens"):
    """Warehouses moved from a centre to another, or to the supply (no target)."""

    goods: Mix
    source: str
    target: str = ""


class Keeper(Action, frozen=True, kw_only=True, tag="keeper"):
    """A keeper put into the sector of a cell; `colour` if not the seat's own."""

    cell: str
    colour: str = ""
    count: int = 1


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """A card drawn: from one's own docks, the canals, or a pile named by its seat. None: nobody saw which."""

    KIND: ClassVar[str] = CHANCE
    card: int | None = None
    pile: str = ""  # docks, canals; "" as the rules say
    whose: Seat | None = None  # the seat whose docks they were, if not one's own
    face: Face = ()
    below: bool = False  # not the top card


class Take(Action, frozen=True, kw_only=True, tag="take"):
    """Florins taken from the treasury otherwise than the rules do it: claimed late, or not due at all."""

    amount: int = 1
    why: str = ""  # canal, pass, relief


class Pay(Action, frozen=True, kw_only=True, tag="pay"):
    """Florins paid to the treasury otherwise than the rules do it."""

    amount: int = 1
    why: str = ""  # tax


class Give(Action, frozen=True, kw_only=True, tag="give"):
    """Florins handed to another seat; `why` tax where they should have gone to the treasury."""

    to: Seat
    amount: int = 1
    why: str = ""


class Done(Action, frozen=True, kw_only=True, tag="done"):
    """A seat ends its turn."""


class End(Action, frozen=True, kw_only=True, tag="end"):
    """The table stops and counts."""

    SEATED: ClassVar[bool] = False


ACTIONS = (
    *(Layout, Out, Hold, Top, Declare, Show),
    *(Pass, Choose, Reveal, TakeBack),
    *(Sail, Remove, Move, Place, Store, Centre, Tokens, Keeper, Draw, Take, Pay, Give, Done, End),
)
