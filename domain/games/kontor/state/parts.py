"""The parts of the state that only a variant needs, made when first used."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from domain.games.kontor.state.cells import NOWHERE
from domain.games.kontor.state.table import State
from domain.numbers import Number, not_below_zero
from domain.rules import replace

Part = TypeVar("Part", bound=Struct)
KINDS = 3  # of warehouses


class Last(Struct, frozen=True, gc=False):
    """The turn in which a sector was finished last, and how many were then."""

    turn: int = 0
    count: int = 0


class Bought(Struct, frozen=True, gc=False):
    """Who bought special cards in a round, once for each card."""

    round: int = 0
    seats: tuple[int, ...] = ()


class Favours(Struct, frozen=True, gc=False):
    """The taverns that have brought warehouses."""

    cells: tuple[int, ...] = ()


class Verdicts(Struct, frozen=True, gc=False):
    """Finished sectors whose tavern's side has spoken, by one of their cells; and whether all is counted now."""

    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    now: int = 0


class Spent(Struct, frozen=True, gc=False):
    """The turn in which a flood was given up, and how many canals were placed for it."""

    turn: int = 0
    canals: int = 0


class Late(Struct, frozen=True, gc=False):
    """The round in which customs houses were placed last, and where."""

    round: int = 0
    cells: tuple[int, ...] = ()


class Tide(Struct, frozen=True, gc=False):
    """The turn of a flood that spread, how many canals it took; how many there are for which cells, if not recorded."""

    turn: int = 0
    count: int = 0
    left: int = -1
    cells: tuple[int, ...] = ()


class Island(Struct, frozen=True, gc=False):
    """The cells the canals of the starting layout enclose, as a set."""

    cells: int = 0


class Bribed(Struct, frozen=True, gc=False):
    """Who bribed in a round, in order."""

    round: int = 0
    seats: tuple[int, ...] = ()


class Doubled(Struct, frozen=True, gc=False):
    """The turn in which a second canal was placed."""

    turn: int = 0


class Boxes(Struct, frozen=True, gc=False):
    """The nine boxes between the canals of the starting layout, each a set of cells."""

    cells: tuple[int, ...] = ()


class Reserves(Struct, frozen=True, gc=False):
    """How many warehouses of each kind a side has for itself."""

    each: int = 0


class Contraband(Struct, frozen=True, gc=False):
    """Who keeps a card hidden in a round; and the cards placed so: where, whose, as what, next to a crane or not."""

    round: int = 0
    hiding: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()  # docks or canals, as it was said
    craned: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()


class Exports(Struct, frozen=True, gc=False):
    """Warehouses on the export boards, three kinds for each side, one side after the other."""

    goods: tuple[Number, ...] = ()


class Shipped(Struct, frozen=True, gc=False):
    """The docks whose warehouses were exported, each followed by the good."""

    docks: tuple[int, ...] = ()


class Events(Struct, frozen=True, gc=False):
    """The events: how many are left, those turned up, and what the last one asks of whom."""

    left: int = 0
    turned: tuple[int, ...] = ()
    finished: int = 0  # sectors finished in the running round
    round: int = 0  # the round before which events are due
    due: int = 0
    waits: tuple[int, ...] = ()  # who has still to carry out the last one
    swapped: tuple[int, ...] = ()  # cells in whose sectors warehouses were exchanged for it
    out: tuple[int, ...] = ()  # who misses a round, and which round; of several one does, perhaps
    beats: tuple[int, ...] = ()  # goods in pairs, the better one first; none: as printed
    taverns: tuple[int, ...] = ()  # sides that have placed a tavern


class Sunk(Struct, frozen=True, gc=False):
    """Where the sunken warehouse of each kind is: the cell of its canal, GONE, or whose it is (`gained_by`)."""

    at: tuple[int, ...] = ()
    turn: int = 0  # in which one was gained last


class Added(Struct, frozen=True, gc=False):
    """Warehouses no dock shows that go with a centre: the dock that carries each, and its kind."""

    cells: tuple[int, ...] = ()
    goods: tuple[int, ...] = ()


GONE = -1  # of a sunken warehouse: out of the canal, and no seat's


def gained_by(seat: int) -> int:
    """The observable which says that a sunken warehouse is a seat's."""
    return -2 - seat


class Wheel(Struct, frozen=True, gc=False):
    """Turns each seat will miss; who missed theirs before the turn of this round; who may have to miss one."""

    skips: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    round: int = 0
    doubted: tuple[int, ...] = ()


class Coins(Struct, frozen=True, gc=False):
    """Coins under docks: the tavern of each, the dock it lies under, and who paid it (-1: no seat)."""

    taverns: tuple[int, ...] = ()
    docks: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()


class Allies(Struct, frozen=True, gc=False):
    """Alliances: a cell of the sector of each, and its two seats."""

    cells: tuple[int, ...] = ()
    ones: tuple[int, ...] = ()
    others: tuple[int, ...] = ()


class PutLast(Struct, frozen=True, gc=False):
    """What was put for the card placed last: its cell, the warehouses, the last such line, and the first wrong one."""

    cell: int = NOWHERE
    goods: tuple[Number, ...] = (0, 0, 0)
    line: int = 0
    wrong: int = 0


class PutDown(Struct, frozen=True, gc=False):
    """Warehouses in the order they were put down: where, by whom, how many."""

    cells: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()


class Mixed(Struct, frozen=True, gc=False):
    """What one pile is made of: special cards among the canals, docks of both colours."""

    specials: int = 0
    docks: int = 0


class Passing(Struct, frozen=True, gc=False):
    """What card means passing: a special one of each seat, else the tavern."""

    special: int = 0


PARTS: dict[str, type[Struct]] = {
    "passing": Passing,
    "wheel": Wheel,
    "coins": Coins,
    "mixed": Mixed,
    "allies": Allies,
    "put-down": PutDown,
    "put-last": PutLast,
    "sunk": Sunk,
    "added": Added,
    "contraband": Contraband,
    "exports": Exports,
    "shipped": Shipped,
    "events": Events,
    "reserves": Reserves,
    "boxes": Boxes,
    "bribed": Bribed,
    "doubled": Doubled,
    "island": Island,
    "last": Last,
    "bought": Bought,
    "tide": Tide,
    "late": Late,
    "spent": Spent,
    "favours": Favours,
    "verdicts": Verdicts,
}
NAMES = {kind: name for name, kind in PARTS.items()}


def part_of(state: State, kind: type[Part]) -> Part:
    """A part of the table as it is, or as it begins."""
    return state.parts.get(NAMES[kind]) or kind()


def hiding(state: State) -> tuple[int, ...]:
    """Seats whose card of this round is not turned over."""
    part = state.parts.get("contraband") if state.parts else None
    return part.hiding if part is not None and part.round == state.round else ()


def hidden_cells(state: State) -> int:
    """Cells with a card that lies face down still, as a set."""
    part = state.parts.get("contraband") if state.parts else None
    if part is None:
        return 0
    return sum([1 << cell for cell in part.cells if cell not in part.opened])


def misses(state: State, seat: int) -> bool:
    """Whether an event keeps a seat out of this round."""
    part = state.parts.get("events") if state.parts else None
    return part is not None and part.out == (seat, state.round)


def may_miss(state: State) -> bool:
    """Whether an event keeps a seat out of this round, and it is not known whom."""
    part = state.parts.get("events") if state.parts else None
    return part is not None and len(part.out) > 2 and part.out[-1] == state.round


def blockaded(state: State) -> bool:
    """Whether an event has changed which good is better."""
    part = state.parts.get("events") if state.parts else None
    return part is not None and bool(part.beats)


def carried_out(state: State, seat: int) -> State:
    """An event waits for this seat no more."""
    part = state.parts.get("events") if state.parts else None
    if part is None or seat not in part.waits:
        return state
    return with_part(state, replace(part, waits=tuple([waiting for waiting in part.waits if waiting != seat])))


def exported(state: State, side: int, good: int) -> Number:
    """Warehouses of a kind on a side's export board."""
    goods = part_of(state, Exports).goods
    return goods[KINDS * side + good] if 0 <= KINDS * side < len(goods) else 0


def all_exported(state: State, good: int) -> Number:
    """Warehouses of a kind on all export boards."""
    return sum(part_of(state, Exports).goods[good::KINDS], 0)


def with_exported(state: State, side: int, good: int, count: Number) -> State:
    """The table with so many of a kind on a side's export board."""
    goods = list(part_of(state, Exports).goods)
    goods += [0] * (KINDS * (side + 1) - len(goods))
    goods[KINDS * side + good] = count
    return with_part(state, Exports(tuple(goods)))


def in_reserve(state: State, side: int, good: int) -> Number:
    """Warehouses of a kind a side has left: those that lie in no sector."""
    board = state.board
    used = sum((sector.stock[side][good] for sector in (*board.open, *board.done)), exported(state, side, good))
    return not_below_zero(part_of(state, Reserves).each - used)


def afloat(state: State, good: int) -> int:
    """Sunken warehouses of a kind that lie in a canal, or in front of the seat that closed it in."""
    at = part_of(state, Sunk).at
    return int(bool(at) and at[good] != GONE)


def with_part(state: State, part: Struct) -> State:
    """The table with a part changed."""
    return replace(state, parts={**state.parts, NAMES[type(part)]: part})
