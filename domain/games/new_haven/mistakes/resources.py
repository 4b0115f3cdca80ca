"""Mistakes in counting what a tile gathers."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Goods, Harvest
from domain.games.new_haven.mistakes.common import announced, breaks, goes_on, made, one_of
from domain.games.new_haven.mistakes.resource_counts import Counts, count, squares
from domain.games.new_haven.pieces import COLOURS
from domain.observables import Observation
from domain.rules import Effect


def gathered(at: Moment) -> dict[str, Effect]:
    """What the tile raises each marker by; nothing where a square was not seen."""
    effects = made(at, nh.GATHER_1, "marker")
    seen = not any("?" in square for square in squares(at.after.state).values())
    return {effect.key[0]: effect for effect in effects} if seen and len(effects) == 4 else {}


def miscounted(at: Moment, figure: Callable[[Counts], set[int]]) -> WrongPlay | None:
    """A wrong count of a resource of the tile that only one slip gives."""
    found = []
    for colour, effect in gathered(at).items():
        if effect.by:
            counts = count(at.after.state, at.after.state.placed, colour)
            found += [(effect, done) for done in figure(counts) if done >= 0 and done != counts.right]
    return announced_or_read(at, *(one_of(at, found) or (None, None)))


def announced_or_read(at: Moment, effect: Effect | None, done: int | None) -> WrongPlay | None:
    """Announced, or read off the track before anything is built."""
    if effect is None or any(at.state.markers) or at.rng.random() < 0.5:
        return announced(at, effect, done)
    look = Observation(what="marker", key=effect.key, value=done)
    return WrongPlay(actions=(at.action,), read=(look,), then=goes_on(at))


def only(figure: int, *others: int) -> set[int]:
    """A count that no other slip gives."""
    return {figure} - set(others)


@breaks(nh.GATHER_1, Harvest, Goods)
def a_resource_miscounted(at: Moment) -> WrongPlay | None:
    return miscounted(at, lambda c: {c.right + by for by in (-2, -1, 1, 2, 3)} - c.slips)


@breaks(nh.GATHER_2, Harvest, Goods)
def counted_over_corners(at: Moment) -> WrongPlay | None:
    return miscounted(at, lambda c: only(c.corners, c.ponds, c.wild, *c.short))


@breaks(nh.GATHER_5, Harvest, Goods)
def a_square_of_the_tile_left_out(at: Moment) -> WrongPlay | None:
    return miscounted(at, lambda c: set(c.short) - {c.corners, c.ponds, c.wild})


@breaks(nh.B_4, Harvest, Goods)
def counted_across_a_pond(at: Moment) -> WrongPlay | None:
    return miscounted(at, lambda c: only(c.ponds, c.corners, c.wild, *c.short))


@breaks(nh.GOODS_5, Harvest, Goods)
def a_goods_tile_still_wild(at: Moment) -> WrongPlay | None:
    return miscounted(at, lambda c: only(c.wild, c.ponds, c.corners, *c.short))


def raised_besides(at: Moment, all_four: bool) -> WrongPlay | None:
    """A marker raised whose resource is not on the tile; the others may all be up already."""
    effects = gathered(at)
    up = [colour for colour, value in zip(COLOURS, at.after.state.markers, strict=True) if value]
    absent = [effect for colour, effect in effects.items() if not effect.by and colour not in up]
    if not absent or (len(up) == 3) != all_four:
        return None
    return announced_or_read(at, one_of(at, absent), at.rng.randint(1, 4))


@breaks(nh.GATHER_3, Harvest, Goods)
def a_resource_not_on_the_tile(at: Moment) -> WrongPlay | None:
    return raised_besides(at, all_four=False)


@breaks(nh.GATHER_4, Harvest, Goods)
def all_four_raised(at: Moment) -> WrongPlay | None:
    return raised_besides(at, all_four=True)
