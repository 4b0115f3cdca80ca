"""The harbour: its cells and edges, the cards on them, warehouses, keepers and the boat."""

from __future__ import annotations

from functools import lru_cache

from domain.games.kontor import pieces as ko
from domain.games.kontor.pieces import GOODS
from domain.games.kontor.state import NAME, NOWHERE, Lying, cells_in
from domain.games.kontor.state.cells import AT, X, Y
from domain.numbers import Number, least, most
from replays.boards.drawing import Bounds, number
from replays.boards.kontor.chart import Chart, outline
from replays.boards.kontor.desk import Desk, florin
from replays.boards.kontor.looks import drawn, lying_look
from replays.boards.shapes import figure, path, placed, rect, text, use


def draw_harbour(desk: Desk) -> None:
    """From the ground up."""
    _ground(desk)
    _limits(desk)
    _variants_ground(desk)
    done = 0
    for sector in desk.board.done:
        done |= sector.cells
    for cell, lying in desk.board.cards.items():
        if cell in NAME:
            _card(desk, cell, lying, bool(done >> cell & 1))
    _stores(desk)
    _sunken(desk)
    _coins(desk)
    _boat(desk)


# Ground -------------------------------------------------------------------------------------------


def _ground(desk: Desk) -> None:
    chart, size = desk.chart, f"{desk.rules.width} × {desk.rules.height}"
    desk.add("ground", "grid", _axes(chart), desk.word("grid-says", size=size))
    for y in range(chart.top, chart.bottom + 1):
        for x in range(chart.left, chart.right + 1):
            if AT[f"{x},{y}"] not in desk.board.cards:
                key, inner, box = _free(chart.side, chart.turned, x, y)
                desk.add("ground", key, inner, "", box)


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
    made, size, rim = "", 11 if chart.side > 60 else 9.5, chart.side * 0.19
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


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def _limits(desk: Desk) -> None:
    """Thick where the harbour ends for good, dotted where it may still grow."""
    board, chart, rules = desk.board, desk.chart, desk.rules
    if not board.cards:
        return
    wide, high = board.right - board.left + 1, board.bottom - board.top + 1
    for key, fixed, now, most_cells in (("x", board.wide, wide, rules.width), ("y", board.high, high, rules.height)):
        says = desk.word(f"limit-{key}-fixed" if fixed else f"limit-{key}-open", now=now, most=most_cells)
        desk.add("limits", f"limit:{key}", _limit(chart, _edges(board, chart, key, fixed), fixed), says)


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


def _variants_ground(desk: Desk) -> None:
    """What only some variants have on the ground: an island, boxes between the canals."""
    island = desk.part("island", "cells", 0)
    if island:
        sand = "".join(rect(*desk.chart.box(cell), "g-isle") for cell in cells_in(island) if cell in NAME)
        desk.add("limits", "island", sand, desk.word("island"))
    lines = [_round(desk, cells) for cells in desk.part("boxes", "cells") if cells]
    if lines:
        desk.add("limits", "boxes", path("".join(lines), "g-boxl"), desk.word("boxes"))


def _round(desk: Desk, cells: int) -> str:
    found = frozenset((X[cell], Y[cell]) for cell in cells_in(cells) if cell in NAME)
    return outline(found, desk.chart.side, desk.chart.turned)


# Cards --------------------------------------------------------------------------------------------


def card_key(cell: int) -> str:
    """The key of a cell's card."""
    return f"card:{X[cell]}:{Y[cell]}"


def _card(desk: Desk, cell: int, lying: Lying, finished: bool) -> None:
    sizes, (x, y) = desk.layout.cell, desk.chart.at(cell)
    inner = placed(drawn(desk, lying_look(desk, lying, finished), sizes), x, y)
    if lying.kind == ko.ANCHOR:
        inner += use("anchor", x + sizes.side / 2, y + sizes.side / 2, sizes.side / 56)
    desk.add("cards", card_key(cell), inner, _card_says(desk, cell, lying), desk.chart.box(cell))


def _card_says(desk: Desk, cell: int, lying: Lying) -> str:
    if lying.down:
        return desk.word("hidden-says", cell=NAME[cell])
    parts = [named(desk, lying.kind, lying.number)]
    if lying.owner >= 0 and lying.kind in (*ko.GROUP, ""):
        parts.append(desk.side_name(lying.owner))
    if lying.kind == ko.DOCK:
        parts.append(goods_said(desk, lying.goods))
    if lying.symbol:
        parts.append(desk.words.name("face", lying.symbol))
    what = ", ".join(part for part in parts if part)
    if lying.under is None:
        return desk.word("card-says", what=what, cell=NAME[cell])
    under = named(desk, lying.under.kind, lying.under.number)
    return desk.word("over-says", what=what, cell=NAME[cell], under=under)


def named(desk: Desk, kind: str, number: int) -> str:
    """A card by its kind and number; docks have none where it would betray a side."""
    bare = not number or (desk.blind and ko.GROUP.get(kind, 0) == 0)
    return desk.words.name("kind", kind) + ("" if bare else f" {number}")


def goods_said(desk: Desk, goods: tuple[Number, ...]) -> str:
    """`wine 2, tea 1`; what is unread has a question mark."""
    listed = [(good, count) for good, count in zip(GOODS, goods, strict=False) if most(count)]
    return ", ".join(f"{desk.words.name('good', good)} {figure(count)}" for good, count in listed)


# Warehouses and pieces ----------------------------------------------------------------------------


def _stores(desk: Desk) -> None:
    """The trays: what each side has in store where its distribution centre is."""
    trays: dict[int, list[tuple[int, tuple[Number, ...]]]] = {}
    for sector in (*desk.board.open, *desk.board.done):
        for side, (goods, cell) in enumerate(zip(sector.stock, sector.centres, strict=False)):
            if cell != NOWHERE and cell in NAME and any(most(count) for count in goods):
                trays.setdefault(cell, []).append((side, goods))
    for cell, stored in trays.items():
        side, goods = stored[0]
        says = "; ".join(
            desk.word("store-says", side=desk.side_name(side), goods=goods_said(desk, goods)) for side, goods in stored
        )
        x, y = desk.chart.at(cell)
        bounds = tuple((least(count), most(count)) for count in goods)
        letters = "".join(desk.icons[good] for good in GOODS)
        key = f"store:{X[cell]}:{Y[cell]}"
        box = Bounds(x + 3, y + desk.chart.side * 0.7, desk.chart.side - 6, desk.chart.side * 0.28)
        desk.add("stores", key, placed(_tray(desk.chart.side, bounds, letters), x, y), says, box)


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
    size = 12 if side > 60 else 9
    for at, (good, (low, high_)) in enumerate(listed):
        x = first + step * at
        said = str(low) if low == high_ else (f"{low}?" if side > 60 else "?")
        made += use(good, x, foot - high / 2 + 1, 0.56 * side / 84)
        made += text(x + side * 0.075, foot - high / 2 + size * 0.4, said, "g-b" if low == high_ else "g-uk", size)
    return made


def _sunken(desk: Desk) -> None:
    """Warehouses lying in a canal, where a variant has them."""
    for good, cell in zip(GOODS, desk.part("sunk", "at"), strict=False):
        if cell in NAME:
            x, y = desk.chart.at(cell)
            side = desk.chart.side
            inner = desk.good(good, x + side * 0.72, y + side * 0.66, 0.8 * side / 84)
            desk.add("stores", f"sunk:{good}", inner, desk.word("sunk-says", good=good, cell=NAME[cell]))


def _coins(desk: Desk) -> None:
    """Coins lying under docks, where a variant has them."""
    for cell in desk.part("coins", "docks"):
        if cell in NAME:
            x, y = desk.chart.at(cell)
            side = desk.chart.side
            inner = florin(desk.icons["florin"], x + side * 0.2, y + side * 0.84, side / 84)
            desk.add("stores", f"coin:{X[cell]}:{Y[cell]}", inner, desk.word("coin-says", cell=NAME[cell]))


def _boat(desk: Desk) -> None:
    cell = desk.board.boat
    if not desk.rules.boat or cell not in NAME:
        return
    x, y = desk.chart.at(cell)
    side = desk.chart.side
    inner = use("boat", x + side / 2, y + side * 0.55, side / 84 * 1.15)
    box = Bounds(x + side * 0.2, y + side * 0.2, side * 0.6, side * 0.65)
    desk.add("pieces", "boat", inner, desk.word("boat-says", cell=NAME[cell]), box)
