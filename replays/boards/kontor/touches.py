"""The places of the table that an action of Kontor touches, the most important first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.kontor.actions import ACTIONS

Letters = tuple[str, ...]
Touch = Callable[[Any, Letters], tuple[str, ...]]


def _cell(cell: str) -> tuple[str, ...]:
    """A card, or the empty cell where none lies any more."""
    x, comma, y = cell.partition(",")
    return (f"card:{x}:{y}", f"cell:{x}:{y}") if comma else ()


def _cells(*cells: str) -> tuple[str, ...]:
    return tuple(key for cell in cells for key in _cell(cell))


def _laid(action: Any, letters: Letters) -> tuple[str, ...]:
    return _cell(action.cell)[:1]


def _lifted(action: Any, letters: Letters) -> tuple[str, ...]:
    """The cell that is free now; a card that lay underneath, where one did."""
    return _cell(action.cell)[::-1]


def _own(action: Any, letters: Letters, *parts: str) -> tuple[str, ...]:
    seat = action.seat
    return tuple(f"seat:{letters[seat]}:{part}" for part in parts) if seat is not None and seat < len(letters) else ()


def _panel(*parts: str) -> Touch:
    return lambda action, letters: _own(action, letters, *parts)


def _layout(action: Any, letters: Letters) -> tuple[str, ...]:
    return _cells(*(cell for cell, _ in action.cards))


def _top(action: Any, letters: Letters) -> tuple[str, ...]:
    return (f"pile:{letters[action.pile]}",) if 0 <= action.pile < len(letters) else ("pile:canal",)


def _reveal(action: Any, letters: Letters) -> tuple[str, ...]:
    return tuple(f"seat:{letters[seat]}:play" for seat, _, _ in action.cards if seat < len(letters))


def _stored(action: Any, letters: Letters) -> tuple[str, ...]:
    x, _, y = action.cell.partition(",")
    return (f"store:{x}:{y}", *_cell(action.cell))


def _draw(action: Any, letters: Letters) -> tuple[str, ...]:
    if action.pile == "canals":
        return ("pile:canal", *_own(action, letters, "hand"))
    seat = action.seat if action.whose is None else action.whose
    pile = (f"pile:{letters[seat]}",) if seat is not None and seat < len(letters) else ()
    return (*pile, *_own(action, letters, "hand"))


def _given(action: Any, letters: Letters) -> tuple[str, ...]:
    theirs = (f"seat:{letters[action.to]}:purse",) if action.to < len(letters) else ()
    return (*_own(action, letters, "purse"), *theirs)


def _spent(action: Any, letters: Letters) -> tuple[str, ...]:
    return _cells(*(cell for _, cell in action.canals)) + _own(action, letters, "hand")


def _sunk(action: Any, letters: Letters) -> tuple[str, ...]:
    return _cells(*(cell for cell, _ in action.cargo))


def _nothing(action: Any, letters: Letters) -> tuple[str, ...]:
    return ()


def _whatever(action: Any, letters: Letters) -> tuple[str, ...]:
    """By the names of its fields: the cells it names, else the panel of the acting seat."""
    named = [getattr(action, field, "") for field in ("cell", "target", "source")]
    cells = [cell for cell in (*named, *getattr(action, "cells", ())) if isinstance(cell, str)]
    return _cells(*cells) or _own(action, letters, "hand", "purse")


BY_TAG: dict[str, Touch] = {
    "layout": _layout,
    "out": _nothing,
    "hold": _panel("hand", "unseen"),
    "top": _top,
    "face": _nothing,
    "show": _panel("hand"),
    "pass": _panel("play", "purse"),
    "choose": _panel("play"),
    "reveal": _reveal,
    "take-back": _panel("hand"),
    "boat": _laid,
    "remove": _lifted,
    "bribe": _lifted,
    "place": _laid,
    "second": _laid,
    "stow": _laid,
    "open": _laid,
    "store": _stored,
    "centre": _stored,
    "draw": _draw,
    "take": _panel("purse"),
    "pay": _panel("purse"),
    "give": _given,
    "done": _panel("play"),
    "end": _nothing,
    "spend": _spent,
    "sink": _sunk,
    "event": lambda action, letters: ("supply",),
    "buy": _panel("purse", "hand"),
    "smuggle": _panel("play"),
}
TOUCHES: dict[type, Touch] = {action: BY_TAG.get(str(action.__struct_config__.tag), _whatever) for action in ACTIONS}
