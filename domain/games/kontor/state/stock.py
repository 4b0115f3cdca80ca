"""Warehouses of both sides in a sector: added, taken away, and put on a centre."""

from __future__ import annotations

from domain.games.kontor.pieces import DOCK, NO_GOODS
from domain.games.kontor.state.cells import NOWHERE
from domain.games.kontor.state.table import Lying, Sector, put_at
from domain.numbers import Number, not_below_zero
from domain.rules import replace

NOTHING_STORED, NO_CENTRES = (NO_GOODS, NO_GOODS), (NOWHERE, NOWHERE)


def nothing(sides: int) -> tuple[tuple[Number, ...], ...]:
    """No warehouses of any side."""
    return NOTHING_STORED if sides == 2 else (NO_GOODS,) * sides


def nowhere(sides: int) -> tuple[int, ...]:
    """No centre of any side."""
    return NO_CENTRES if sides == 2 else (NOWHERE,) * sides


def plus(one: tuple[Number, ...], other: tuple[Number, ...]) -> tuple[Number, ...]:
    """Warehouses of two places together, good by good."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def both(one: tuple[tuple[Number, ...], ...], other: tuple[tuple[Number, ...], ...]) -> tuple[tuple[Number, ...], ...]:
    """The warehouses of two sectors together, side by side."""
    if len(one) == 2:  # by far the most frequent
        return plus(one[0], other[0]), plus(one[1], other[1])
    return tuple([plus(own, more) for own, more in zip(one, other, strict=True)])


def kept(centres: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """The centres of two sectors that join: each side keeps that of the first, where it has one."""
    if NOWHERE not in centres:
        return centres
    return tuple([own if own != NOWHERE else other for own, other in zip(centres, others, strict=True)])


def minus(one: tuple[Number, ...], other: tuple[Number, ...]) -> tuple[Number, ...]:
    """Warehouses less those taken away, never below nothing."""
    return tuple([not_below_zero(have - less) for have, less in zip(one, other, strict=True)])


def with_stock(sector: Sector, side: int, goods: tuple[Number, ...], centre: int) -> Sector:
    """A sector with a side's warehouses and centre as given."""
    stock, centres = list(sector.stock), list(sector.centres)
    stock[side], centres[side] = goods, centre
    return replace(sector, stock=tuple(stock), centres=tuple(centres))


def some(goods: tuple[Number, ...]) -> bool:
    """Whether any of these numbers of warehouses may be above 0."""
    if goods is NO_GOODS:
        return False
    for good in goods:  # noqa: SIM110  a loop is faster than a generator
        if good.__class__ is not int or good:
            return True
    return False


def stored_on(stock: tuple, centres: tuple[int, ...], cell: int, lying: Lying) -> tuple[tuple, tuple[int, ...]]:
    """Stock and centres with a dock's goods on the centre of its side; the first is one (KO-STORE-1 to 3)."""
    side = lying.owner
    if side < 0 or lying.stored is NO_GOODS or lying.kind != DOCK:
        return stock, centres
    wine, spice, tea = stock[side]
    goods = lying.stored
    stock = put_at(stock, side, (wine + goods[0], spice + goods[1], tea + goods[2]))
    return stock, put_at(centres, side, cell) if centres[side] == NOWHERE else centres
