"""The places of the table that an action of New Haven touches, the most important first."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.new_haven import actions as deeds
from domain.games.new_haven.pieces import COLOURS
from domain.rules import Action
from domain.texts import Letters


def _of_seat(action: Action, letters: Letters, *parts: str) -> tuple[str, ...]:
    if action.seat is None or action.seat >= len(letters):
        return ()
    return tuple(f"seat:{letters[action.seat]}:{part}" for part in parts)


def _settle(action: deeds.Settle, letters: Letters) -> tuple[str, ...]:
    return tuple(f"space:{cell}" for cell, _ in action.places)


def _clear(action: deeds.Clear, letters: Letters) -> tuple[str, ...]:
    return tuple(f"space:{cell}" for cell, _ in action.buildings)


def _pool(action: Action, letters: Letters) -> tuple[str, ...]:
    return ("pool",)


def _space(action: deeds.Harvest | deeds.Goods | deeds.Flip, letters: Letters) -> tuple[str, ...]:
    return (f"space:{action.cell}",)


def _name(action: deeds.Name, letters: Letters) -> tuple[str, ...]:
    return tuple(f"track:{colour}" for colour in COLOURS if colour in action.wild)


def _claim(action: deeds.Claim, letters: Letters) -> tuple[str, ...]:
    return (f"space:{action.cell}", *_of_seat(action, letters, "hand"))


def _build(action: deeds.Build, letters: Letters) -> tuple[str, ...]:
    if action.seat is None or action.seat >= len(letters):
        return ()
    return (f"home:{letters[action.seat]}:{action.home}",)


def _pick(action: deeds.Pick, letters: Letters) -> tuple[str, ...]:
    return _of_seat(action, letters, "hand")


def _peek(action: deeds.Peek, letters: Letters) -> tuple[str, ...]:
    return _of_seat(action, letters, "tiles") if action.at == "goods" else (action.at,)


def _done(action: Action, letters: Letters) -> tuple[str, ...]:
    return _of_seat(action, letters, "name")


def _nothing(action: Action, letters: Letters) -> tuple[str, ...]:
    return ()


TOUCHES: dict[type[Action], Callable[..., tuple[str, ...]]] = {
    deeds.Settle: _settle,
    deeds.Clear: _clear,
    deeds.Pool: _pool,
    deeds.Harvest: _space,
    deeds.Goods: _space,
    deeds.Name: _name,
    deeds.Claim: _claim,
    deeds.Build: _build,
    deeds.Done: _done,
    deeds.Pass: _done,
    deeds.Pick: _pick,
    deeds.Draw: _pick,
    deeds.Refill: _pool,
    deeds.Flip: _space,
    deeds.Peek: _peek,
    deeds.Show: _nothing,  # what it tells of lies where the line it points at put it
    deeds.End: _nothing,
}
