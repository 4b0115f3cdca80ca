"""Draws the chains on the board of New Haven: the squares that the last tile counted, colour by colour."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.games.new_haven.pieces import COLOURS
from domain.games.new_haven.state import State
from domain.games.new_haven.state.grid import AT, gathered_at_most
from domain.numbers import Number, between
from replays.boards.drawing import Drawing, number
from replays.boards.new_haven.layout import Layout
from replays.boards.scene import Scene
from replays.boards.shapes import figure, path, rect, text

ROW = 16  # squares in a row of the state's grid
STEPS = (1, -1, ROW, -ROW)


class Chain(NamedTuple):
    """What a colour of a tile counts: the squares, the farthest last; and how many they are."""

    colour: str
    squares: tuple[int, ...]
    least: int
    most: int


def draw_chains(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """The squares the last tile counted, colour by colour."""
    state: State = scene.table
    if state.placed not in AT:
        return
    for chain in _chains(state.grid, state.placed):
        value: Number = between(chain.least, chain.most, "")
        says = scene.word("chain", colour=chain.colour, count=value)
        drawing.add("chains", f"chain:{chain.colour}", _outline(layout, chain.squares), says)
        drawing.add("values", f"chain:{chain.colour}:value", _value(layout, chain.squares[-1], figure(value)), says)


@lru_cache(maxsize=2048)
def _chains(grid: bytes, cell: str) -> tuple[Chain, ...]:
    return tuple(_chain(grid, cell, colour) for colour in COLOURS if ord(colour) in _face(grid, cell))


def _face(grid: bytes, cell: str) -> bytes:
    at = AT[cell]
    return grid[at : at + 2] + grid[at + ROW : at + ROW + 2]


def _chain(grid: bytes, cell: str, colour: str) -> Chain:
    at, wanted = AT[cell], ord(colour)
    todo = [p for p in (at, at + 1, at + ROW, at + ROW + 1) if grid[p] == wanted]
    squares = dict.fromkeys(todo)
    for p in todo:  # grows while it is walked: the nearest first
        for q in (p + step for step in STEPS):
            if grid[q] == wanted and q not in squares:
                squares[q] = None
                todo.append(q)
    return Chain(colour, tuple(squares), len(squares), gathered_at_most(grid, cell, colour))


@lru_cache(maxsize=1024)
def _outline(layout: Layout, squares: tuple[int, ...]) -> str:
    d = "".join(_edges(layout, squares))
    return path(d, "g-chainh") + path(d, "g-chain")


def _edges(layout: Layout, squares: tuple[int, ...]) -> Iterator[str]:
    """The sides of the squares that no other square of the chain shares."""
    inside, half = set(squares), number(layout.space / 2)
    for p in sorted(squares):
        x, y = _corner(layout, p)
        for q, left, top, way in ((p - ROW, 0, 0, "h"), (p + ROW, 0, 1, "h"), (p - 1, 0, 0, "v"), (p + 1, 1, 0, "v")):
            if q not in inside:
                yield f"M{number(x + left * layout.space / 2)} {number(y + top * layout.space / 2)}{way}{half}"


def _corner(layout: Layout, square: int) -> tuple[float, float]:
    down, right = divmod(square, ROW)
    return layout.board[0] + (right - 1) * layout.space / 2, layout.board[1] + (down - 1) * layout.space / 2


def _value(layout: Layout, square: int, label: str) -> str:
    x, y = _corner(layout, square)
    size = max(11, layout.text)
    right, wide = x + layout.space / 2 - 4, size * (0.8 + 0.31 * max(0, len(label) - 1))
    disc = rect(right - wide, y - 0.55 * size, 2 * wide, 1.64 * size, "g-ink g-halo", 0.82 * size)
    return disc + text(right, y + 0.64 * size, label, "g-b g-m g-inv", size)
