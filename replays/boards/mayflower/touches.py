"""The places of the table that an action of Mayflower touches, the most important first."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.mayflower import actions as deeds
from domain.games.mayflower.pieces.cells import SPOTS, is_cell
from domain.games.mayflower.state import State
from domain.rules import Action, replace
from domain.texts import Letters


def whole(action: Action, table: State) -> Action:
    """The action with the cell of the tile just laid, for a colonist recorded without a cell."""
    if isinstance(action, deeds.Colonist) and not action.cell and table.now.cell:
        return replace(action, cell=table.now.cell)
    return action


def _of_seat(seat: int | None, letters: Letters, part: str) -> tuple[str, ...]:
    return () if seat is None or not 0 <= seat < len(letters) else (f"seat:{letters[seat]}:{part}",)


def _of_cell(cell: str) -> tuple[str, ...]:
    """A cell with whatever lies there: a tile, a start space, or nothing."""
    if not is_cell(cell):
        return ()
    return (f"start:{SPOTS[cell].row}",) if SPOTS[cell].column == 0 else (f"tile:{cell}",)


def _face(action: deeds.Face, letters: Letters) -> tuple[str, ...]:
    return _of_cell(action.of)


def _explorers(action: deeds.Explorers, letters: Letters) -> tuple[str, ...]:
    return ("explorer:a", "explorer:b")


def _draw(action: Action, letters: Letters) -> tuple[str, ...]:
    return ("drawn",)


def _discard(action: Action, letters: Letters) -> tuple[str, ...]:
    return ("stock",)


def _place(action: deeds.Place, letters: Letters) -> tuple[str, ...]:
    return _of_cell(action.cell)


def _colonist(action: deeds.Colonist, letters: Letters) -> tuple[str, ...]:
    seat = action.seat if action.colour is None else action.colour
    letter = letters[seat] if seat is not None and 0 <= seat < len(letters) else "–"
    return (f"colonist:{letter}:{action.cell}",) if action.cell else ()


def _seat(action: Action, letters: Letters) -> tuple[str, ...]:
    return _of_seat(action.seat, letters, "name")


def _score(action: deeds.Score, letters: Letters) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for _, cell, _ in action.features for key in _of_cell(cell)))


def _explore(action: deeds.Explore, letters: Letters) -> tuple[str, ...]:
    return (f"explorer:{action.pawn}",)


def _retrieve(action: deeds.Retrieve, letters: Letters) -> tuple[str, ...]:
    return (*_of_cell(action.cell), *_of_seat(action.seat, letters, "reserve"))


def _nothing(action: Action, letters: Letters) -> tuple[str, ...]:
    return ()


TOUCHES: dict[type, Callable[..., tuple[str, ...]]] = {
    deeds.Face: _face,
    deeds.Explorers: _explorers,
    deeds.Draw: _draw,
    deeds.Discard: _discard,
    deeds.Place: _place,
    deeds.Colonist: _colonist,
    deeds.Skip: _seat,
    deeds.Score: _score,
    deeds.Explore: _explore,
    deeds.Retrieve: _retrieve,
    deeds.Pass: _seat,
    deeds.End: _nothing,
}
