"""Counts sectors, supremacy and ranking of Kontor from the cards on the table, independently of the fold."""

from domain.games.kontor.pieces import GOODS
from domain.games.kontor.state import NAME, cells_in

NEXT_TO = ((1, 0), (-1, 0), (0, 1), (0, -1))
WATER = ("canal", "flood", "anchor")
BEATS = {("wine", "spice"), ("spice", "tea"), ("tea", "wine")}


def place(cell: int) -> tuple[int, int]:
    """A cell as column and row."""
    x, y = NAME[cell].split(",")
    return int(x), int(y)


def around(spot: tuple[int, int]) -> list[tuple[int, int]]:
    """The four cells next to one."""
    return [(spot[0] + x, spot[1] + y) for x, y in NEXT_TO]


def harbour(state) -> dict:
    """The cards by their place."""
    return {place(cell): lying for cell, lying in state.board.cards.items()}


def sectors(lying: dict) -> set[frozenset]:
    """The groups of connected docks."""
    left, found = {spot for spot, card in lying.items() if card.kind not in WATER}, set()
    while left:
        walk, sector = [left.pop()], set()
        while walk:
            spot = walk.pop()
            sector.add(spot)
            beside = left.intersection(around(spot))
            left -= beside
            walk += beside
        found.add(frozenset(sector))
    return found


Spans = tuple[range | None, range | None]


def spans(lying: dict, size: int, before: Spans = (None, None)) -> Spans:
    """The columns and rows of the board, each fixed once the board has its full size."""
    found = []
    for axis, fixed in enumerate(before):
        low, high = (find(spot[axis] for spot in lying) for find in (min, max))
        found.append(fixed or (range(low, high + 1) if high - low + 1 >= size else None))
    return tuple(found)


def is_closed(lying: dict, sector: frozenset, board: Spans) -> bool:
    """Whether no usable cell next to a sector is empty."""
    columns, rows = board
    for spot in sector:
        for x, y in around(spot):
            inside = columns is None or rows is None or (x in columns and y in rows)
            if inside and (x, y) not in lying:
                return False
    return True


def stock(lying: dict, sector: frozenset, side: int) -> tuple[int, ...]:
    """The goods that the docks of a side store in a sector."""
    own = [lying[spot].goods for spot in sector if lying[spot].kind == "dock" and lying[spot].owner == side]
    return tuple(sum(goods[at] for goods in own) for at in range(len(GOODS)))


def winner(lying: dict, sector: frozenset) -> int:
    """Red 0, Black 1, neither -1: the largest lead, the most leads, the better good."""
    leads = {g: r - b for g, r, b in zip(GOODS, stock(lying, sector, 0), stock(lying, sector, 1), strict=True)}
    red = {good: lead for good, lead in leads.items() if lead > 0}
    black = {good: -lead for good, lead in leads.items() if lead < 0}
    if not red and not black:
        return -1
    for one, other in ((max(red.values(), default=0), max(black.values(), default=0)), (len(red), len(black))):
        if one != other:
            return 0 if one > other else 1
    return 0 if (*red, *black) in BEATS else 1


def distance(lying: dict, sector: frozenset) -> int:
    """Steps from the anchor over cards."""
    reached, steps = {(0, 0)}, 0
    while not reached & sector:
        reached |= {spot for one in reached for spot in around(one) if spot in lying}
        steps += 1
    return steps


def counted(lying: dict, done: list[frozenset], places: int) -> list[frozenset]:
    """The sectors that count: the largest, of one size the nearest; equally near ones that do not fit count nothing."""
    found: list[frozenset] = []
    for size in sorted({len(sector) for sector in done}, reverse=True):
        group = [sector for sector in done if len(sector) == size]
        if len(group) <= places - len(found):
            found += group
            continue
        for steps in sorted({distance(lying, sector) for sector in group}):
            level = [sector for sector in group if distance(lying, sector) == steps]
            if len(level) <= places - len(found):
                found += level
    return found


def as_spots(cells: int) -> frozenset:
    """A set of cells as the fold keeps it, as columns and rows."""
    return frozenset(map(place, cells_in(cells)))
