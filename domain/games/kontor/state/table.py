"""The table of Kontor: its phases and everything that lies on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from domain.games.kontor.pieces import ANY_OWNER, NO_GOODS
from domain.games.kontor.state.cells import NOWHERE, ORIGIN
from domain.numbers import Number
from domain.rules import Seat, Table, replace

CHOOSE = "choose"  # phases 1 and 2: passes, choices, the reveal
TAX = "tax"  # phases 3 and 4, carried out at once
PLACE = "place"  # phase 5 of the acting seat, its boat before it
SETTLE = "settle"  # sectors finished by phase 5 and 6, carried out at once
REFILL, INCOME, NEXT = "refill", "income", "next"  # phases 7, 8, 9
FINAL, RANKING, OVER, GAP = "final", "ranking", "over", "gap"
PHASES = (CHOOSE, TAX, PLACE, SETTLE, REFILL, INCOME, NEXT, FINAL, RANKING, OVER, GAP)
TURN = (PLACE, SETTLE, REFILL, INCOME, NEXT)  # a seat is acting

NO_SEAT: Seat = -1  # stands where no seat, or no side, is meant
UNKNOWN_SIDE = -2  # a keeper's colour that is not known
NOT_CHOSEN, UNSEEN = -1, 0  # of a choice; else the number of the card
HIDDEN, ON_BOARD, IN_PILE, OUT = b".", b"#", b"=", b"x"  # where a card is: `where` has one such sign per number
LAYOUT = "layout"  # what is not recorded since the beginning
LAID = "laid"  # the fact that tells on which cell the card of a line lies
SIGNS = [bytes((sign,)) for sign in range(256)]


class Card(Struct, frozen=True, gc=False):
    """What is known of a numbered card: an unknown `kind` is "", an unknown `owner` ANY_OWNER, all else None."""

    number: int
    kind: str = ""
    owner: int = ANY_OWNER
    goods: tuple[int, ...] | None = None
    symbol: str | None = None
    sure: bool = False  # everything is known
    plain: bool = False  # no symbol unless one is read off it (KO-I-39)


class Lying(Struct, frozen=True, gc=False):
    """A card in the harbour: whose it is, what it stored, who placed it, and what it covers."""

    kind: str
    number: int = 0  # 0: not recorded, or the anchor
    owner: int = -1
    goods: tuple[Number, ...] = NO_GOODS
    symbol: str | None = ""
    by: Seat = NO_SEAT
    stored: tuple[Number, ...] = NO_GOODS  # the warehouses its placement brought
    under: Lying | None = None
    down: bool = False  # face down (contraband)


class Sector(Struct, frozen=True, gc=False):
    """Connected docks. Sets of cells are whole numbers (state/cells); stock and centres are by side."""

    cells: int
    free: int  # neighbouring cells that are neither canal nor dock, beyond the edges too
    size: int
    stock: tuple[tuple[Number, ...], ...]
    centres: tuple[int, ...]  # cell of each side's distribution centre, NOWHERE without one
    customs: int = 0
    keeper: int = NO_SEAT  # side that won it; only of a finished one
    maybe: int = 0  # docks a side may have for its centre instead: it was free to choose, and it was not seen which


class Plan(Struct, frozen=True, gc=False):
    """The board as it was agreed when the table was laid: what a reading of the harbour is put together by."""

    width: int = 6
    height: int = 6
    edges_close: str = "both"
    shrinks: str = "unfixed"
    customs_size: bool = True
    new_centre: str = "choice"
    boat: bool = False  # docks can be removed


class Board(Struct, frozen=True, kw_only=True, gc=False):
    """The harbour. `edges`: the cells inside edges that count, -1 while none do."""

    cards: dict[int, Lying]  # in the order they were laid; never changed
    taken: int
    open: tuple[Sector, ...] = ()
    docks: int
    water: int
    done: tuple[Sector, ...] = ()  # finished ones, in the order they were finished
    craned: tuple[int, ...]  # by side: cells next to its cranes
    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0
    wide: bool = False  # the width is fixed
    high: bool = False  # the height is fixed
    edges: int = -1
    boat: int = ORIGIN
    unclear: tuple[int, ...] = ()  # cells with cards of an unknown kind
    plan: Plan = Plan()


class Hand(Struct, frozen=True, gc=False):
    """Docks, canals and specials in a hand; and how many of them are unseen."""

    counts: tuple[Number, ...] = (3, 2, 0)
    unseen: tuple[Number, ...] = (3, 2, 0)


class Pile(Struct, frozen=True, gc=False):
    """A face-up pile: how many cards, the top one if it was recorded, those put under it in order."""

    count: Number
    top: int = 0
    under: tuple[int, ...] = ()


class Player(Struct, frozen=True, gc=False):
    """One seat: its purse, its hand, and what it may still claim."""

    purse: Number
    hand: Hand
    owed: Number = 0  # florins due in this round and not taken
    lapsed: Number = 0  # florins due in an earlier round, never taken
    missing: tuple[int, ...] = (0, 0, 0, 0)  # draws not made yet: docks, canals, specials, for an unread card
    kept: Number = 0  # florins it should have paid and did not
    undue: Number = 0  # florins it took although no rule gave them


class Play(Struct, frozen=True, gc=False):
    """The running round. `order`: who still acts, the acting seat first."""

    chosen: tuple[int, ...]
    shown: tuple[int, ...]  # the card in play before each seat, 0 none
    passed: tuple[Seat, ...] = ()
    lost: tuple[Seat, ...] = ()  # seats that took their card back for want of a florin
    order: tuple[Seat, ...] = ()
    had: tuple[Seat, ...] = ()  # seats that have acted
    placed: int = NOWHERE  # where it placed its card
    just: Seat = NO_SEAT  # whose turn ended last, while no seat has acted since
    taxed: tuple[Seat, ...] = ()  # seats that had a tax to pay in this round, and could
    earned: bool = False  # the acting seat has taken its income, before its draw
    unpaid: tuple[Seat, ...] = ()  # seats an empty treasury gave no income for the card they placed last
    moved: int = NOWHERE  # where the acting seat moved the boat
    removed: int = NOWHERE  # which cell it freed
    sailed_late: bool = False  # it moved the boat after it had placed
    drawn: int = 0  # draws the acting seat has made
    doubted: tuple[Seat, ...] = ()  # seats that may have lost the round to a tax: a florin or a purse was not seen


@cache
def fresh(seats: int) -> Play:
    """A round in which no seat has acted."""
    return Play((NOT_CHOSEN,) * seats, (0,) * seats)


class State(Table, frozen=True, kw_only=True, gc=False):
    """The whole table."""

    play: Play
    players: tuple[Player, ...]
    board: Board
    where: bytes  # by number: a..f in that seat's hand, A..F in play before it, and the signs above
    lines: bytes = b""  # by number, two signs each: the line that brought it where it is; contradictions name it
    treasury: Number
    canals: Pile
    piles: tuple[Pile, ...]  # of docks
    first: Seat = 0  # who acted first in the round before
    ended: str = ""  # the clause that ended the game
    missing_fact: str = ""  # what must be recorded before the table is known again: a gap, LAYOUT, TIDE, LAID; or ""
    winners: tuple[Seat, ...] = ()
    pile_of: tuple[int, ...]  # seat -> its pile of docks
    sides: tuple[int, ...]  # seat -> side
    facing: tuple[Seat, ...]  # seat -> the opponent it settles taxes with
    cards: Mapping[int, Card]
    aside: tuple[Number, ...] = (0, 0, 0)  # docks, canals, specials out of the game whose numbers are not recorded
    florins: int = 20  # in the game
    parts: Mapping[str, Any] = {}  # what only a variant needs, made when first needed


def lacks_its_layout(state: State) -> bool:
    """Whether the layout is only drawn in the rulebook, it is not recorded yet, and no card was placed on it."""
    return state.missing_fact == LAYOUT and len(state.board.cards) == 1


def actor_of(state: State) -> Seat:
    """Whose turn it is; NO_SEAT outside turns."""
    order = state.play.order
    return order[0] if order else NO_SEAT


def put_at(values: tuple, at: int, value: object) -> tuple:
    """A tuple with one place changed."""
    if len(values) == 2:  # by far the most frequent
        return (values[0], value) if at else (value, values[1])
    if len(values) == 4:
        one, two, three, four = values
        if at < 2:
            return (one, value, three, four) if at else (value, two, three, four)
        return (one, two, value, four) if at == 2 else (one, two, three, value)
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def with_player(state: State, seat: Seat, player: Player) -> State:
    """The table with one seat changed."""
    return replace(state, players=put_at(state.players, seat, player))


def in_hand(seat: Seat) -> int:
    """The sign of a card in a seat's hand."""
    return 97 + seat


def in_play(seat: Seat) -> int:
    """The sign of a card in play before a seat."""
    return 65 + seat


def moved_to(where: bytes, number: int, sign: int) -> bytes:
    """The signs with one card elsewhere; a card without a number is nowhere."""
    return where[:number] + SIGNS[sign] + where[number + 1 :]


def noted(lines: bytes, number: int, line: int) -> bytes:
    """Remember the line that brought a card where it is."""
    at = 2 * number
    return lines[:at] + (line & 65535).to_bytes(2, "big") + lines[at + 2 :]


def line_of(state: State, number: int) -> int:
    """The line that brought a card where it is; 0 where none did."""
    return int.from_bytes(state.lines[2 * number : 2 * number + 2], "big")


def unplaced(state: State) -> str:
    """The fact that tells where a card lies that was placed on a cell not seen; empty where there is none."""
    return state.missing_fact if state.missing_fact.startswith(LAID) else ""


def unrecorded(state: State) -> str:
    """The fact that tells what happened where the record is silent, not only where a card was placed."""
    return "" if unplaced(state) else state.missing_fact


def learned(state: State, key: tuple, value: object) -> State:
    """A timeless fact, with the line that states it; the first statement counts."""
    known = state.known.with_fact(key, value, state.line)
    return state if known is state.known else replace(state, known=known)


def scored(state: State, side: int, by: Number) -> tuple[Number, ...]:
    """All scores with one of them changed."""
    return put_at(state.scores, side, state.scores[side] + by)
