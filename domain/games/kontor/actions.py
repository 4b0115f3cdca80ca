"""The actions of Kontor: what a seat or the table physically does, one class for each kind.

Cells are `x,y` from the anchor, x east, y south. A face is words as spoken, what was not seen left out:
("dock", "black", "spice", "boat").
"""

from __future__ import annotations

from typing import ClassVar

from domain.rules import CHANCE, SHOWN, Seat, SeatAction, TableAction

Face = tuple[str, ...]
Mix = tuple[tuple[str, int], ...]

# Set-up and what is read off the cards ------------------------------------------------------------


class Layout(TableAction, frozen=True, kw_only=True, tag="layout"):
    """What lies in the harbour before the first round: cell and card; 0 the anchor, None an unread canal."""

    KIND: ClassVar[str] = CHANCE
    cards: tuple[tuple[str, int | None], ...]
    boat: str = ""  # where the boat begins, if not on the anchor


class Out(TableAction, frozen=True, kw_only=True, tag="out"):
    """Cards that are out of the game."""

    cards: tuple[int, ...]


class Hold(SeatAction, frozen=True, kw_only=True, tag="hold"):
    """The hand a seat was dealt, as its own device shows it; for others it holds no number."""

    KIND: ClassVar[str] = CHANCE
    SECRET: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[int, ...] | None = None


class Top(TableAction, frozen=True, kw_only=True, tag="top"):
    """The card lying on top of a pile: a seat's own docks, or the canals."""

    KIND: ClassVar[str] = SHOWN
    pile: Seat  # -1 the canals
    card: int
    face: Face = ()


class Declare(TableAction, frozen=True, kw_only=True, tag="face"):
    """What is printed on a card, as far as it was read."""

    KIND: ClassVar[str] = SHOWN
    card: int
    face: Face


class Show(SeatAction, frozen=True, kw_only=True, tag="show"):
    """Cards of a seat's hand, shown."""

    KIND: ClassVar[str] = SHOWN
    cards: tuple[int, ...]


# Phases 1 to 3 ------------------------------------------------------------------------------------


class Pass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """A seat gives up the round for a florin."""


class Choose(SeatAction, frozen=True, kw_only=True, tag="choose"):
    """A card laid face down. Only the seat's own device knows which."""

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    card: int | None = None


class Reveal(TableAction, frozen=True, kw_only=True, tag="reveal"):
    """All chosen cards turned over together: seat, number, and its face as far as it is new."""

    KIND: ClassVar[str] = SHOWN
    cards: tuple[tuple[Seat, int, Face], ...]


class TakeBack(SeatAction, frozen=True, kw_only=True, tag="take-back"):
    """A revealed card not placed: for want of a florin, or of a cell; `to` where it went if not into the hand."""

    why: str = ""  # tax, stuck
    to: str = ""  # pile, discard


# Phases 4 to 8 ------------------------------------------------------------------------------------


class Sail(SeatAction, frozen=True, kw_only=True, tag="boat"):
    """The boat moved to a cell."""

    cell: str


class Remove(SeatAction, frozen=True, kw_only=True, tag="remove"):
    """A card taken off the harbour. `under`: the seat whose pile it went under, where it was recorded."""

    cell: str
    under: Seat | None = None
    to: str = ""  # hand, discard, top: where it went if not under a pile


class Move(SeatAction, frozen=True, kw_only=True, tag="move"):
    """A lying card moved to another cell: no rule provides for it."""

    source: str
    target: str


class Place(SeatAction, frozen=True, kw_only=True, tag="place"):
    """The revealed card added to the harbour."""

    card: int
    cell: str  # "?" where it was not seen
    face: Face = ()
    good: str = ""  # the one good that is stored, where a variant lets the player choose
    export: tuple[str, ...] = ()  # goods whose warehouse goes onto the export board, where a variant has one


class Store(SeatAction, frozen=True, kw_only=True, tag="store"):
    """Warehouses as they were put, where the table did otherwise than the card shows, or had a choice."""

    goods: Mix
    cell: str


class Centre(SeatAction, frozen=True, kw_only=True, tag="centre"):
    """The dock that is a seat's distribution centre from now on."""

    cell: str


class Tokens(SeatAction, frozen=True, kw_only=True, tag="tokens"):
    """Warehouses moved from a centre to another, or to the supply (no target)."""

    goods: Mix
    source: str
    target: str = ""


class Keeper(SeatAction, frozen=True, kw_only=True, tag="keeper"):
    """A keeper put into the sector of a cell; `colour` if not the seat's own."""

    cell: str
    colour: str = ""
    count: int = 1


class Draw(SeatAction, frozen=True, kw_only=True, tag="draw"):
    """A card drawn: from one's own docks, the canals, or a pile named by its seat. None: not seen which."""

    KIND: ClassVar[str] = CHANCE
    card: int | None = None
    pile: str = ""  # docks, canals; "" as the rules say
    whose: Seat | None = None  # the seat whose docks they were, if not one's own
    face: Face = ()
    below: bool = False  # not the top card


class Take(SeatAction, frozen=True, kw_only=True, tag="take"):
    """Florins taken from the treasury otherwise than the rules do it: claimed late, or not due at all."""

    amount: int = 1
    why: str = ""  # canal, pass, relief


class Pay(SeatAction, frozen=True, kw_only=True, tag="pay"):
    """Florins paid to the treasury otherwise than the rules do it."""

    amount: int = 1
    why: str = ""  # tax


class Give(SeatAction, frozen=True, kw_only=True, tag="give"):
    """Florins handed to another seat; `why` tax where they should have gone to the treasury."""

    to: Seat
    amount: int = 1
    why: str = ""


class Done(SeatAction, frozen=True, kw_only=True, tag="done"):
    """A seat ends its turn."""


class End(TableAction, frozen=True, kw_only=True, tag="end"):
    """The table stops and counts."""


# What scenarios bring -----------------------------------------------------------------------------


class Bribe(SeatAction, frozen=True, kw_only=True, tag="bribe"):
    """A dock of the opponent removed for florins."""

    cell: str


class Second(SeatAction, frozen=True, kw_only=True, tag="second"):
    """A second canal out of the hand, right after the first, for a florin."""

    card: int
    cell: str
    face: Face = ()


class Sink(TableAction, frozen=True, kw_only=True, tag="sink"):
    """Warehouses lying in canals before the first round: cell and kind."""

    KIND: ClassVar[str] = CHANCE
    cargo: tuple[tuple[str, str], ...]


class Salvage(SeatAction, frozen=True, kw_only=True, tag="salvage"):
    """A sunken warehouse put on a centre; taken out of the canal for the supply where no cell is recorded."""

    good: str
    cell: str = ""


class Coin(SeatAction, frozen=True, kw_only=True, tag="coin"):
    """A coin under a dock of a tavern's sector: `tavern` its cell, where a player has more than one."""

    cell: str
    tavern: str = ""


class Ally(SeatAction, frozen=True, kw_only=True, tag="ally"):
    """Two players count as one in the sector of a cell, from now on."""

    other: Seat
    cell: str


class Leave(SeatAction, frozen=True, kw_only=True, tag="leave"):
    """An alliance in the sector of a cell is over."""

    cell: str


# What variants bring ------------------------------------------------------------------------------


class Buy(SeatAction, frozen=True, kw_only=True, tag="buy"):
    """Special cards bought unseen; `own` and `other` are the cards shown when both wanted the last ones."""

    count: int = 1
    own: int = 0
    other: int = 0


class Fill(SeatAction, frozen=True, kw_only=True, tag="fill"):
    """The cells next to a flood that took a canal of the pile, where not all of them could."""

    cells: tuple[str, ...]


class Pick(SeatAction, frozen=True, kw_only=True, tag="pick"):
    """Any dock taken out of one's own pile, for florins; `shuffled` if the pile's order was not kept."""

    KIND: ClassVar[str] = CHANCE
    card: int | None = None
    shuffled: bool = False
    face: Face = ()


class Bonus(SeatAction, frozen=True, kw_only=True, tag="bonus"):
    """Warehouses added to docks with a single good after placing a tavern."""

    cells: tuple[str, ...]


class Spend(SeatAction, frozen=True, kw_only=True, tag="spend"):
    """A flood given up to place two canals: each with its cell."""

    card: int
    canals: tuple[tuple[int, str], ...]


class Verdict(SeatAction, frozen=True, kw_only=True, tag="verdict"):
    """Who has a tavern in a finished sector says whether it counts."""

    cell: str
    counts: bool = True


class Smuggle(SeatAction, frozen=True, kw_only=True, tag="smuggle"):
    """A seat says that its card of this round stays face down."""


class Stow(SeatAction, frozen=True, kw_only=True, tag="stow"):
    """A card placed face down, and what it is said to be."""

    cell: str
    kind: str = ""  # dock, canal


class Open(SeatAction, frozen=True, kw_only=True, tag="open"):
    """A card that lay face down is turned over where it lies."""

    KIND: ClassVar[str] = SHOWN
    cell: str
    card: int
    face: Face = ()


class Withdraw(SeatAction, frozen=True, kw_only=True, tag="withdraw"):
    """Warehouses taken off an export board, to a centre or to the supply (no target)."""

    goods: Mix
    target: str = ""


class Event(TableAction, frozen=True, kw_only=True, tag="event"):
    """The top event turned up; `order`: goods as printed on it, each better than the next, the last than the first."""

    KIND: ClassVar[str] = CHANCE
    event: str
    order: tuple[str, ...] = ()


class Exchange(SeatAction, frozen=True, kw_only=True, tag="exchange"):
    """A dock picked out of one's pile, and one put under it: 0: none was; None: not seen which."""

    card: int
    under: int | None = None
    shuffled: bool = False


class Redraw(SeatAction, frozen=True, kw_only=True, tag="redraw"):
    """All docks of a hand put under the pile, in this order if recorded, and others drawn."""

    KIND: ClassVar[str] = CHANCE
    cards: tuple[int, ...]
    under: tuple[int, ...] = ()


class Swap(SeatAction, frozen=True, kw_only=True, tag="swap"):
    """A warehouse exchanged for one of the supply; `target` where the new one goes, if elsewhere."""

    cell: str
    good: str
    other: str
    target: str = ""


ACTIONS = (
    *(Layout, Out, Hold, Top, Declare, Show),
    *(Pass, Choose, Reveal, TakeBack),
    *(Sail, Remove, Move, Place, Store, Centre, Tokens, Keeper, Draw, Take, Pay, Give, Done, End),
    *(Bribe, Second, Sink, Salvage, Coin, Ally, Leave),
    *(Bonus, Spend, Verdict, Pick, Buy, Fill),
    *(Smuggle, Stow, Open, Withdraw, Event, Exchange, Redraw, Swap),
)
