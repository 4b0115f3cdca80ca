"""Tiles whose space was not seen: the spaces where they may lie, and what can be gathered there."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.new_haven.pieces import COLOURS, NOT_SEEN, positions
from domain.games.new_haven.state import (
    HiddenTile,
    State,
    Tile,
    free_spaces,
    is_perhaps_free,
    learn,
    may_match,
    squares_of,
)
from domain.games.new_haven.state.grid import gathered, gathered_at_most, with_squares
from domain.numbers import Number, between
from domain.rules import replace


def hide(state: State, tile: Tile) -> State:
    """A tile lies on one of the free spaces, but it was not seen on which."""
    return with_hidden(state, (*state.hidden, HiddenTile(state.line, tile)))


def with_hidden(state: State, hidden: tuple[HiddenTile, ...]) -> State:
    """The table with these tiles on spaces that were not seen; every free space may hold one of them."""
    board = {cell: tile for cell, tile in state.board.items() if not is_perhaps_free(tile)}
    if hidden:
        squares = squares_of(hidden[0].tile) if len(hidden) == 1 and hidden[0].tile.kind != "wild" else NOT_SEEN * 4
        board |= {cell: Tile("unseen", squares) for cell in sorted(state.area) if cell not in board}
    grid = state.grid
    for cell in state.area:
        if board.get(cell) != state.board.get(cell):
            grid = with_squares(grid, cell, squares_of(board.get(cell)))
    return replace(state, hidden=hidden, board=board, grid=grid, free=free_spaces(state.area, board, len(hidden)))


def with_last_hidden(state: State, tile: Tile) -> State:
    """The table with another tile in place of the one that was hidden last."""
    return with_hidden(state, (*state.hidden[:-1], HiddenTile(state.hidden[-1].line, tile)))


def found_on(state: State, cell: str, tile: Tile) -> State:
    """The table after a tile was read on a space where a hidden one may lie; it is the hidden one that fits, if any."""
    fits = [hidden for hidden in state.hidden if _may_be(hidden.tile, tile)]
    if not fits:
        return state
    if len(fits) == 1 and fits[0].is_sure:
        state = learn(state, fits[0].line, "cell", cell)
        state = learn(state, fits[0].line, "face", tile.face) if len(tile.face) == 4 and "?" not in tile.face else state
    left = (hidden for hidden in state.hidden if hidden is not fits[0])
    return with_hidden(state, tuple(replace(other, is_sure=False) if other in fits else other for other in left))


def _may_be(hidden: Tile, read: Tile) -> bool:
    """Whether a tile that was read can be a hidden one, in any position."""
    if "wild" in (hidden.kind, read.kind):
        return hidden.kind in ("wild", "goods") or hidden.face == read.face
    return any(may_match(face, read.face) for face in positions(hidden.face))


def gains(state: State, cell: str, colours: str = COLOURS) -> dict[str, Number]:
    """What a tile on a space, or on one not seen, gathers of each colour, wherever the hidden tiles lie."""
    tables = list(_possible_tables(state, cell))
    fact = f"laid {state.hidden[0].line}"
    return {
        colour: between(
            min(gathered(grid, at).get(colour, 0) for grid, at in tables),
            max(gathered_at_most(grid, at, colour) for grid, at in tables),
            fact,
        )
        for colour in colours
    }


def _possible_tables(state: State, cell: str) -> Iterator[tuple[bytes, str]]:
    """The board with the tile hidden last on each space and in each position, and the space that is gathered from.

    Other hidden tiles leave their spaces open: as `?` they count as any colour or as none. Where no space is free, the
    tile covers another one.
    """
    spaces = [at for at, tile in state.board.items() if is_perhaps_free(tile)] or sorted(state.area)
    if cell != NOT_SEEN and len(state.hidden) > 1:
        yield state.grid, cell
        return
    grid = state.grid
    if len(state.hidden) == 1:
        for at in spaces:
            grid = with_squares(grid, at, "....")
    for at in spaces:
        for face in dict.fromkeys(positions(squares_of(state.hidden[-1].tile))):
            yield with_squares(grid, at, face), at if cell == NOT_SEEN else cell
