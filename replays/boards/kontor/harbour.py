"""Draws the harbour of Kontor: cells, edges, cards, warehouses, keepers and the boat."""

from __future__ import annotations

from functools import lru_cache

from domain.games.kontor import pieces as ko
from domain.games.kontor.pieces import GOODS
from domain.games.kontor.state import BIT, NAME, NO_SEAT, NOWHERE, Board, Lying, Sector, cells_in
from domain.games.kontor.state.cells import AT, X, Y
from domain.numbers import Number, least, most
from replays.boards.drawing import Bounds, number
from replays.boards.kontor.canvas import HarbourCanvas, florin
from replays.boards.kontor.cards import Look, drawn, lying_look
from replays.boards.kontor.chart import Chart, outline
from replays.boards.kontor.layout import LARGE, SMALL
from replays.boards.shapes import figure, path, placed, rect, text, use


def draw_harbour(art: HarbourCanvas) -> None:
    """Draws the harbour, from the ground up."""
    _ground(art)
    _limits(art)
    _variants_ground(art)
    done = 0
    for sector in art.board.done:
        done |= sector.cells
    kept = {cell for sector in art.board.done if (cell := keeper_cell(art.board, sector)) is not None}
    for cell, lying in art.board.cards.items():
        if BIT[cell]:
            _card(art, cell, lying_look(art, lying, bool(done >> cell & 1), cell in kept), lying)
    _stores(art)
    _sunken(art)
    _coins(art)
    _boat(art)


# Ground -------------------------------------------------------------------------------------------


def _ground(art: HarbourCanvas) -> None:
    chart, size = art.chart, f"{art.rules.width} × {art.rules.height}"
    art.add("ground", "grid", _axes(chart), art.word("grid-says", size=size))
    for y in range(chart.top, chart.bottom + 1):
        for x in range(chart.left, chart.right + 1):
            if AT[f"{x},{y}"] not in art.board.cards:
                key, inner, box = _free(chart.side, chart.turned, x, y)
                art.add("ground", key, inner, "", box)


@lru_cache(maxsize=4096)
def _free(side: float, turned: bool, x: int, y: int) -> tuple[str, str, Bounds]:
    """An empty cell, which can be pointed at."""
    left, top = (y * side, x * side) if turned else (x * side, y * side)
    return (
        f"cell:{x}:{y}",
        rect(left + 3, top + 3, side - 6, side - 6, "g-slot g-hit", 4),
        Bounds(left + 1, top + 1, side - 2, side - 2),
    )


@lru_cache(maxsize=256)
def _axes(chart: Chart) -> str:
    """The figures of columns and rows."""
    made, size, rim = "", size_on(chart.side, 9.5, 11, 18), chart.side * 0.19
    half, first = chart.side / 2, chart.corner(chart.left, chart.top)
    for x in range(chart.left, chart.right + 1):
        at = chart.corner(x, chart.top)
        where = (first[0] - rim, at[1] + half + 4) if chart.turned else (at[0] + half, first[1] - rim + 4)
        made += text(*where, _signed(x), "g-m g-i2", size)
    for y in range(chart.top, chart.bottom + 1):
        at = chart.corner(chart.left, y)
        where = (at[0] + half, first[1] - rim + 4) if chart.turned else (first[0] - rim, at[1] + half + 4)
        made += text(*where, _signed(y), "g-m g-i2", size)
    return made


def size_on(side: float, small: float, usual: float, large: float) -> float:
    """A size of type by the size of a cell: on a phone, on a desk, on a television."""
    return small if side <= SMALL.side else usual if side <= LARGE.side else large


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def _limits(art: HarbourCanvas) -> None:
    """Thick where the harbour ends for good, dotted where it may still grow."""
    board, chart, rules = art.board, art.chart, art.rules
    if not board.cards:
        return
    wide, high = board.right - board.left + 1, board.bottom - board.top + 1
    for key, fixed, now, most_cells in (("x", board.wide, wide, rules.width), ("y", board.high, high, rules.height)):
        says = art.word(f"limit-{key}-fixed" if fixed else f"limit-{key}-open", now=now, most=most_cells)
        art.add("limits", f"limit:{key}", _limit(chart, _edges(board, chart, key, fixed), fixed), says)


def _edges(board, chart: Chart, key: str, fixed: bool) -> tuple[tuple[int, int, int, int], ...]:
    """Two lines from corner to corner, in cells."""
    if key == "x":
        west, east = (board.left, board.right + 1) if fixed else (chart.left, chart.right + 1)
        top, bottom = (board.top, board.bottom + 1) if fixed else (chart.top, chart.bottom + 1)
        return (west, top, west, bottom), (east, top, east, bottom)
    north, south = (board.top, board.bottom + 1) if fixed else (chart.top, chart.bottom + 1)
    left, right = (board.left, board.right + 1) if fixed else (chart.left, chart.right + 1)
    return (left, north, right, north), (left, south, right, south)


@lru_cache(maxsize=512)
def _limit(chart: Chart, edges: tuple[tuple[int, int, int, int], ...], fixed: bool) -> str:
    lines = [(chart.corner(x, y), chart.corner(to_x, to_y)) for x, y, to_x, to_y in edges]
    d = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(e)}" for (a, b), (c, e) in lines)
    return path(d, "g-lim" if fixed else "g-limo")


def _variants_ground(art: HarbourCanvas) -> None:
    """What only some variants have on the ground: an island, boxes between the canals."""
    island = art.part("island", "cells", 0)
    if island:
        sand = "".join(rect(*art.chart.box(cell), "g-isle") for cell in cells_in(island) if cell in NAME)
        art.add("limits", "island", sand, art.word("island"))
    lines = [_round(art, cells) for cells in art.part("boxes", "cells") if cells]
    if lines:
        art.add("limits", "boxes", path("".join(lines), "g-boxl"), art.word("boxes"))


def _round(art: HarbourCanvas, cells: int) -> str:
    squares = frozenset((X[cell], Y[cell]) for cell in cells_in(cells) if cell in NAME)
    return outline(squares, art.chart.side, art.chart.turned)


# Cards --------------------------------------------------------------------------------------------


def card_key(cell: int) -> str:
    """The key of a cell's card."""
    return f"card:{X[cell]}:{Y[cell]}"


def keeper_cell(board: Board, sector: Sector) -> int | None:
    """The dock of a finished sector where its keeper stands: the last of those with the fewest goods."""
    if sector.keeper == NO_SEAT or not sector.cells:
        return None
    cells = [cell for cell in cells_in(sector.cells) if cell in board.cards] or cells_in(sector.cells)
    return min(reversed(cells), key=lambda cell: _goods_on(board.cards.get(cell)))


def _goods_on(lying: Lying | None) -> int:
    return sum(map(most, lying.goods)) if lying is not None and lying.kind == ko.DOCK else 0


def _card(art: HarbourCanvas, cell: int, look: Look, lying: Lying) -> None:
    sizes, (x, y) = art.layout.cell, art.chart.at(cell)
    inner = placed(drawn(art, look, sizes), x, y)
    if lying.kind == ko.ANCHOR:
        inner += use("anchor", x + sizes.side / 2, y + sizes.side / 2, sizes.side / 56)
    art.add("cards", card_key(cell), inner, _card_says(art, cell, lying), art.chart.box(cell))


def _card_says(art: HarbourCanvas, cell: int, lying: Lying) -> str:
    if lying.down:
        return art.word("hidden-says", cell=NAME[cell])
    parts = [named(art, lying.kind, lying.number)]
    if lying.owner >= 0 and lying.kind in (*ko.GROUP, ""):
        parts.append(art.side_name(lying.owner))
    if lying.kind == ko.DOCK:
        parts.append(goods_said(art, lying.goods))
    if lying.symbol:
        parts.append(art.words.name("face", lying.symbol))
    what = ", ".join(part for part in parts if part)
    if lying.under is None:
        return art.word("card-says", what=what, cell=NAME[cell])
    under = named(art, lying.under.kind, lying.under.number)
    return art.word("over-says", what=what, cell=NAME[cell], under=under)


def named(art: HarbourCanvas, kind: str, number: int) -> str:
    """A card by its kind and number; docks have none where it would betray a side."""
    bare = not number or (art.blind and ko.group_of(kind, 0) == 0)
    return art.words.name("kind", kind) + ("" if bare else f" {number}")


def goods_said(art: HarbourCanvas, goods: tuple[Number, ...]) -> str:
    """`wine 2, tea 1`; what is unread has a question mark."""
    listed = [(good, count) for good, count in zip(GOODS, goods, strict=False) if most(count)]
    return ", ".join(f"{art.words.name('good', good)} {figure(count)}" for good, count in listed)


# Warehouses and pieces ----------------------------------------------------------------------------


def _stores(art: HarbourCanvas) -> None:
    """The trays: what each side has in store where its distribution centre is."""
    trays: dict[int, list[tuple[int, tuple[Number, ...]]]] = {}
    for sector in (*art.board.open, *art.board.done):
        for side, (goods, cell) in enumerate(zip(sector.stock, sector.centres, strict=False)):
            if cell != NOWHERE and cell in NAME and any(most(count) for count in goods):
                trays.setdefault(cell, []).append((side, goods))
    for cell, stored in trays.items():
        side, goods = stored[0]
        says = "; ".join(
            art.word("store-says", side=art.side_name(side), goods=goods_said(art, goods)) for side, goods in stored
        )
        x, y = art.chart.at(cell)
        bounds = tuple((least(count), most(count)) for count in goods)
        letters = "".join(art.icons[good] for good in GOODS)
        key = f"store:{X[cell]}:{Y[cell]}"
        box = Bounds(x + 3, y + art.chart.side * 0.7, art.chart.side - 6, art.chart.side * 0.28)
        art.add("stores", key, placed(_tray(art.chart.side, bounds, letters), x, y), says, box)


@lru_cache(maxsize=1024)
def _tray(side: float, goods: tuple[tuple[int, int], ...], letters: str) -> str:
    wide, high, foot = side * 0.8, side * 0.25, side - 4
    left, slope = side * 0.12, side * 0.06
    made = path(
        f"M{number(left)} {number(foot - high + slope)}l{number(slope)} {number(-slope)}h{number(wide - 2 * slope)}"
        f"l{number(slope)} {number(slope)}V{number(foot)}h{number(-wide)}Z",
        "g-back",
    )
    listed = [(good, (low, high)) for good, (low, high) in zip(GOODS, goods, strict=False) if high]
    step, first = (side * 0.25, left + side * 0.065) if len(listed) > 2 else (side * 0.3, left + side * 0.08)
    size = size_on(side, 9, 12, 17)
    for at, (good, (low, high_)) in enumerate(listed):
        x = first + step * at
        label = str(low) if low == high_ else (f"{low}?" if side > 60 else "?")
        made += use(good, x, foot - high / 2 + 1, 0.56 * side / 84)
        made += text(x + side * 0.075, foot - high / 2 + size * 0.4, label, "g-b" if low == high_ else "g-uk", size)
    return made


def _sunken(art: HarbourCanvas) -> None:
    """Warehouses lying in a canal, where a variant has them."""
    for good, cell in zip(GOODS, art.part("sunk", "at"), strict=False):
        if cell in NAME:
            x, y = art.chart.at(cell)
            side = art.chart.side
            inner = art.good(good, x + side * 0.72, y + side * 0.66, 0.8 * side / 84)
            art.add("stores", f"sunk:{good}", inner, art.word("sunk-says", good=good, cell=NAME[cell]))


def _coins(art: HarbourCanvas) -> None:
    """Coins lying under docks, where a variant has them."""
    for cell in art.part("coins", "docks"):
        if cell in NAME:
            x, y = art.chart.at(cell)
            side = art.chart.side
            inner = florin(art.icons["florin"], x + side * 0.2, y + side * 0.84, side / 84)
            art.add("stores", f"coin:{X[cell]}:{Y[cell]}", inner, art.word("coin-says", cell=NAME[cell]))


def _boat(art: HarbourCanvas) -> None:
    cell = art.board.boat
    if not art.rules.boat or cell not in NAME:
        return
    x, y = art.chart.at(cell)
    side = art.chart.side
    inner = use("boat", x + side / 2, y + side * 0.55, side / 84 * 1.15)
    box = Bounds(x + side * 0.2, y + side * 0.2, side * 0.6, side * 0.65)
    art.add("pieces", "boat", inner, art.word("boat-says", cell=NAME[cell]), box)
