"""Cells of the harbour as numbers of a grid, so that sets of cells are whole numbers and neighbours are shifts."""

from __future__ import annotations

from functools import lru_cache

FAR = 11  # no card lies farther from the anchor: the longest board has twelve columns
WIDTH = 2 * FAR + 2  # one column stays empty, so that a shift never leads round the edge
ORIGIN = FAR * WIDTH + FAR + 1  # the anchor


def at(x: int, y: int) -> int:
    """The number of a cell; x grows east, y grows south."""
    return ORIGIN + y * WIDTH + x


NOT_SEEN = "?"  # a cell the scribe did not see
SPAN = range(-FAR, FAR + 1)
AT = {f"{x},{y}": at(x, y) for y in SPAN for x in SPAN}
NAME = {cell: name for name, cell in AT.items()}
CELLS = tuple(AT)
X = {cell: int(name.split(",")[0]) for cell, name in NAME.items()}
Y = {cell: int(name.split(",")[1]) for cell, name in NAME.items()}
NOWHERE = -1  # no cell
BIT = {**{cell: 1 << cell for cell in NAME}, NOWHERE: 0}
STEPS = (1, -1, WIDTH, -WIDTH)
NEAR = {cell: sum(BIT[cell + step] for step in STEPS if cell + step in NAME) for cell in NAME}
EVERYWHERE = sum(BIT.values())
SOMEWHERE = -2  # where cards lie whose cell was not seen: next to no other cell, and in no set of cells
AT[NOT_SEEN], NAME[SOMEWHERE] = SOMEWHERE, NOT_SEEN
BIT[SOMEWHERE] = NEAR[SOMEWHERE] = X[SOMEWHERE] = Y[SOMEWHERE] = 0


def grown(cells: int) -> int:
    """Cells and all that share a side with one of them."""
    return cells | cells << 1 | cells >> 1 | cells << WIDTH | cells >> WIDTH


def corners_of(cells: int) -> int:
    """Cells that share a corner with one of these."""
    return cells << WIDTH + 1 | cells << WIDTH - 1 | cells >> WIDTH + 1 | cells >> WIDTH - 1


def apart(one: int, other: int) -> int:
    """Steps from a cell to another, whatever lies between."""
    return abs(X[one] - X[other]) + abs(Y[one] - Y[other])


RINGS = tuple(sum(BIT[cell] for cell in NAME if apart(cell, ORIGIN) == steps) for steps in range(2 * FAR + 1))


def steps_to(cells: int) -> int:
    """Steps from the anchor's cell to the nearest of some cells, whatever lies between."""
    steps = 0
    while not cells & RINGS[steps]:
        steps += 1
    return steps


def cells_in(mask: int) -> list[int]:
    """The cells of a set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def places(cells: tuple[int, ...]) -> int:
    """Some cells as a set."""
    mask = 0
    for cell in cells:
        mask |= BIT[cell]
    return mask


def parts_of(cells: int) -> list[int]:
    """The connected parts of a set of cells."""
    parts = []
    while cells:
        part, before = cells & -cells, 0
        while part != before:
            before, part = part, grown(part) & cells
        parts.append(part)
        cells &= ~part
    return parts


@lru_cache(maxsize=512)
def block(left: int, right: int, top: int, bottom: int) -> int:
    """All cells of a rectangle, as far as cards can lie."""
    xs = range(max(left, -FAR), min(right, FAR) + 1)
    return sum(BIT[at(x, y)] for y in range(max(top, -FAR), min(bottom, FAR) + 1) for x in xs)


def steps_between(taken: int, start: int, goal: int) -> int:
    """The shortest way over cells with cards from a set to another; -1 where there is none."""
    reached, steps, before = start & taken, 0, 0
    while reached != before:
        if reached & goal:
            return steps
        before, reached, steps = reached, grown(reached) & taken, steps + 1
    return -1
