"""The actions of Nieuw Amsterdam: what a seat or the table physically does, one class for each kind.

Payments and furs are pairs of a kind and how many: (("corn", 3), ("lynx", 1)). `paid` left out (None) is done as the
rules say, and shown as an effect. `fee` is the coin that a special action really cost; None where it was not seen.
"""

from __future__ import annotations

from typing import ClassVar

from domain.rules import CHANCE, SHOWN, Seat, SeatAction, TableAction

Mix = tuple[tuple[str, int], ...]


def count_of(mix: Mix) -> int:
    """How many things a mix is."""
    total = 0
    for _, count in mix:
        total += count
    return total


# Set-up and what is read off the board ------------------------------------------------------------


class Sheet(TableAction, frozen=True, kw_only=True, tag="sheet"):
    """What is printed on this board: one row of the sheet for this number of players; None where not legible."""

    KIND: ClassVar[str] = SHOWN
    row: str  # columns, bonus, camps, boats, zones, piers, positions
    values: tuple[int | None, ...]


class Dealt(SeatAction, frozen=True, kw_only=True, tag="furs"):
    """The furs a seat draws before the game."""

    KIND: ClassVar[str] = CHANCE
    furs: tuple[str, ...]  # "?" for one that was not seen


class Post(SeatAction, frozen=True, kw_only=True, tag="post"):
    """A trading post set up on a space of a zone."""

    zone: int | None  # None where it was not seen
    space: str = ""  # black1, white2 ...


class Found(SeatAction, frozen=True, kw_only=True, tag="found"):
    """One of the two first businesses, in a district. `paid` only where the table charged something."""

    district: str  # "?" where it was not seen
    paid: Mix = ()


# Steps 1 to 3 -------------------------------------------------------------------------------------


class Round(TableAction, frozen=True, kw_only=True, tag="round"):
    """The table says that a round begins; the rules let it begin anyway."""

    number: int


class Lands(TableAction, frozen=True, kw_only=True, tag="lands"):
    """New land cards in the slots, from the left: era:spaces/wood/corn, `-` for an empty slot."""

    KIND: ClassVar[str] = CHANCE
    cards: tuple[str, ...]


class Ships(TableAction, frozen=True, kw_only=True, tag="ships"):
    """New ship cards in the slots, from the left: era:goods/coins/furs."""

    KIND: ClassVar[str] = CHANCE
    cards: tuple[str, ...]


class Fill(TableAction, frozen=True, kw_only=True, tag="fill"):
    """Furs laid on the traders' empty spaces."""

    KIND: ClassVar[str] = CHANCE
    furs: tuple[tuple[str, tuple[str, ...]], ...]  # trader, and what was laid there


class Reshuffle(TableAction, frozen=True, kw_only=True, tag="reshuffle"):
    """The fur discard is mixed into a new reserve; the rules do it when it is due."""


class Tiles(TableAction, frozen=True, kw_only=True, tag="tiles"):
    """The action tiles in the columns of the cash box, as letters: LLT CCT LT CT CL."""

    KIND: ClassVar[str] = CHANCE
    columns: tuple[str, ...]


# Step 4 -------------------------------------------------------------------------------------------


class Select(SeatAction, frozen=True, kw_only=True, tag="select"):
    """A column is put up for auction, with the first bid; None where none was made."""

    column: int | None  # None where it was not seen
    bid: int | None = None
    unseen: bool = False  # a first bid was made, and its amount was not seen


class Bid(SeatAction, frozen=True, kw_only=True, tag="bid"):
    """A higher bid."""

    amount: int | None  # None where it was not seen


class Pass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """No bid."""


class Pay(SeatAction, frozen=True, kw_only=True, tag="pay"):
    """What an auction's winner gives for the column."""

    paid: Mix


class Take(SeatAction, frozen=True, kw_only=True, tag="take"):
    """The last one without a column takes one. `paid` only where the table charged something."""

    column: int | None  # None where it was not seen
    paid: Mix = ()


# Steps 5 to 7: tiles ------------------------------------------------------------------------------


class TileAction(SeatAction, frozen=True, kw_only=True):
    """What the six tile actions share. `tile`: the one handed in, where recorded; else that of the action's step."""

    tile: str = ""


class Build(TileAction, frozen=True, kw_only=True, tag="build"):
    """Businesses built with a city tile."""

    where: Mix  # district, how many; "?" where it was not seen
    paid: Mix | None = None


class Elect(TileAction, frozen=True, kw_only=True, tag="elections"):
    """Elections held with a city tile."""


class AddLand(TileAction, frozen=True, kw_only=True, tag="add"):
    """A land card taken from a slot with a land tile; slot 0 is the deck. `at`: its place, if not the end."""

    slots: tuple[int, ...]  # none where it was not seen
    at: int | None = None
    paid: Mix = ()


class Clear(TileAction, frozen=True, kw_only=True, tag="clear"):
    """Land cleared with a land tile; `cards` are places in the row, where the table named them."""

    cards: tuple[int, ...] = ()


class Trade(TileAction, frozen=True, kw_only=True, tag="trade"):
    """Furs bought from a trader with a trade tile. No furs named: all of them. `fee`: corn paid for the journey."""

    trader: str  # "?" where it was not seen
    furs: Mix = ()
    also: tuple[tuple[str, Mix], ...] = ()  # another trader and its furs, where the table took from more
    paid: Mix | None = None
    fee: int | None = None  # None: as the rules say
    unseen: bool = False  # what was paid for the journey was not seen


class Ship(TileAction, frozen=True, kw_only=True, tag="ship"):
    """Furs shipped with a trade tile, in the order declared; several slots where the table took more ships."""

    slots: tuple[int, ...]  # none where it was not seen
    furs: Mix
    paid: Mix = ()


class PassTile(SeatAction, frozen=True, kw_only=True, tag="pass-tile"):
    """A tile given up for a coin."""

    tile: str  # city, land, trade


# Steps 5 to 7: special actions --------------------------------------------------------------------


class Special(SeatAction, frozen=True, kw_only=True):
    """What the six district actions share. `paid` left out: as the rules say."""

    fee: int | None = 0
    paid: Mix | None = None
    DISTRICT: ClassVar[int] = -1


class Lumberyard(Special, frozen=True, kw_only=True, tag="lumberyard"):
    """Wood bought or sold; both only if the table did both."""

    DISTRICT: ClassVar[int] = 0
    buy: int = 0
    sell: int = 0


class Granary(Special, frozen=True, kw_only=True, tag="granary"):
    """Corn bought or sold."""

    DISTRICT: ClassVar[int] = 1
    buy: int = 0
    sell: int = 0


class Docks(Special, frozen=True, kw_only=True, tag="docks"):
    """A warehouse built; no space named: the leftmost empty one."""

    DISTRICT: ClassVar[int] = 2
    spaces: tuple[int, ...] = ()


class Millwork(Special, frozen=True, kw_only=True, tag="millwork"):
    """Houses built in the row; `at`: the place of each, where the table named them."""

    DISTRICT: ClassVar[int] = 3
    houses: int | None  # None where it was not seen
    at: tuple[int | None, ...] = ()  # None for one whose place was not seen


class Market(Special, frozen=True, kw_only=True, tag="market"):
    """Furs bought on the black market: the number declared, then what was drawn, as far as it was seen."""

    DISTRICT: ClassVar[int] = 4
    number: int
    drawn: tuple[str, ...] = ()
    early: bool = False  # looked at before the last one was drawn
    source: str = ""  # discard, top, middle, bottom: drawn from elsewhere than the reserve


class Company(Special, frozen=True, kw_only=True, tag="company"):
    """The trading post moved upriver; no zone named: to the nearest free one. Every stop, if there were more."""

    DISTRICT: ClassVar[int] = 5
    zones: tuple[int | None, ...] = ()  # None for one that was not seen
    space: str = ""


class PassSpecial(SeatAction, frozen=True, kw_only=True, tag="pass-special"):
    """The special action of a step given up for a coin."""


class Done(SeatAction, frozen=True, kw_only=True, tag="done"):
    """A seat ends its turn."""


# Steps 8 to 11, and the end -----------------------------------------------------------------------


class Remove(SeatAction, frozen=True, kw_only=True, tag="remove"):
    """Businesses taken off for lack of corn; `to`: where they went, if not where they belong."""

    where: Mix  # district, how many; "?" where it was not seen
    to: str = ""  # supply, box


class Declare(TableAction, frozen=True, kw_only=True, tag="step"):
    """The table says that it does an automatic step now."""

    step: str  # harvest, corn, goods, income


class End(TableAction, frozen=True, kw_only=True, tag="end"):
    """The table stops and counts."""


# What no rule provides for, and what is shown later ------------------------------------------------


class Give(SeatAction, frozen=True, kw_only=True, tag="give"):
    """Something handed to another seat."""

    to: Seat
    what: Mix


class Move(SeatAction, frozen=True, kw_only=True, tag="move"):
    """Something moved otherwise than by an action: `source` and `target` are places as they are called."""

    thing: str
    count: int = 1
    source: str
    target: str


class Show(TableAction, frozen=True, kw_only=True, tag="show"):
    """What an earlier line had left unseen: a card it laid out, or the furs it drew."""

    KIND: ClassVar[str] = SHOWN
    of: int
    at: int = 1  # which card of the line
    pieces: tuple[str, ...]


TILE_STEP = {Build: 0, Elect: 0, AddLand: 1, Clear: 1, Trade: 2, Ship: 2}  # the step a tile action belongs to
SPECIALS = (Lumberyard, Granary, Docks, Millwork, Market, Company)
ACTIONS = (
    *(Sheet, Dealt, Post, Found, Round, Lands, Ships, Fill, Reshuffle, Tiles),
    *(Select, Bid, Pass, Pay, Take),
    *(Build, Elect, AddLand, Clear, Trade, Ship, PassTile, *SPECIALS, PassSpecial, Done),
    *(Remove, Declare, End, Give, Move, Show),
)
