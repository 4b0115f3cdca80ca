"""The places of the table that an action of Nieuw Amsterdam touches, the most important first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.pieces import DISTRICTS, FURS, TRADERS
from domain.games.nieuw_amsterdam.state import State
from domain.rules import replace

Letters = tuple[str, ...]
Touch = Callable[[Any, Letters], tuple[str, ...]]


def whole(action: Any, table: State) -> Any:
    """A land card added at the end, with the place where it lies: the row may grow later."""
    if not isinstance(action, na.AddLand) or action.at is not None or action.seat is None:
        return action
    row = table.players[action.seat].estate.row if action.seat < len(table.players) else ()
    return replace(action, at=len(row)) if row else action


def _own(action: Any, letters: Letters, *parts: str) -> tuple[str, ...]:
    """Parts of the panel of the seat that acted."""
    seat = action.seat
    return tuple(f"seat:{letters[seat]}:{part}" for part in parts) if seat is not None and seat < len(letters) else ()


def _panel(*parts: str) -> Touch:
    return lambda action, letters: _own(action, letters, *parts)


def _always(*keys: str) -> Touch:
    return lambda action, letters: keys


def _sheet(action: na.Sheet, letters: Letters) -> tuple[str, ...]:
    where = {"columns": "cash", "bonus": "cash", "camps": "river", "boats": "river", "zones": "river"}
    panel = tuple(f"seat:{letter}:wharf" for letter in letters) if action.row == "piers" else ()
    return (where[action.row],) if action.row in where else panel


def _post(action: na.Post, letters: Letters) -> tuple[str, ...]:
    return _own(action, letters, "post")


def _rows(districts: Any, action: Any, letters: Letters) -> tuple[str, ...]:
    mine = letters[action.seat] if action.seat is not None and action.seat < len(letters) else ""
    return tuple(f"biz:{district}:{mine}" for district in districts if district in DISTRICTS and mine)


def _found(action: na.Found, letters: Letters) -> tuple[str, ...]:
    return _rows((action.district,), action, letters)


def _built(action: na.Build | na.Remove, letters: Letters) -> tuple[str, ...]:
    return _rows((district for district, _ in action.where), action, letters) + _own(action, letters, "supply")


def _elected(action: na.Elect, letters: Letters) -> tuple[str, ...]:
    return _own(action, letters, "score", "tiles")


def _filled(action: na.Fill, letters: Letters) -> tuple[str, ...]:
    return tuple(f"trader:{trader}" for trader, _ in action.furs if trader in TRADERS)


def _column(action: na.Select | na.Take, letters: Letters) -> tuple[str, ...]:
    return (f"cash:{action.column}", *_own(action, letters, "tiles"))


def _added(action: na.AddLand, letters: Letters) -> tuple[str, ...]:
    place = "land:last" if action.at is None else f"land:{action.at}"
    return (*_own(action, letters, place), *(f"land:{slot}" for slot in action.slots if slot))


def _cleared(action: na.Clear, letters: Letters) -> tuple[str, ...]:
    return _own(action, letters, *(f"land:{place}" for place in action.cards), "score")


def _traded(action: na.Trade, letters: Letters) -> tuple[str, ...]:
    traders = (action.trader, *(trader for trader, _ in action.also))
    return (*(f"trader:{trader}" for trader in traders), *_own(action, letters, "furs"))


def _shipped(action: na.Ship, letters: Letters) -> tuple[str, ...]:
    return (*_own(action, letters, "ship:last"), *(f"ship:{slot}" for slot in action.slots))


def _housed(action: na.Millwork, letters: Letters) -> tuple[str, ...]:
    return _own(action, letters, *(f"land:{place}" for place in action.at), "supply")


def _moved_post(action: na.Company, letters: Letters) -> tuple[str, ...]:
    return _own(action, letters, "post")


def _given(action: na.Give, letters: Letters) -> tuple[str, ...]:
    kinds = [_stock(kind) for kind, _ in action.what]
    theirs = [f"seat:{letters[action.to]}:{kind}" for kind in kinds] if action.to < len(letters) else []
    return (*_own(action, letters, *kinds), *theirs)


def _stock(kind: str) -> str:
    named = {"goods": "wharf", "points": "score", "buildings": "supply", "building": "supply", "tile": "tiles"}
    return "furs" if kind in (*FURS, "fur") else named.get(kind, kind)


def _moved(action: na.Move, letters: Letters) -> tuple[str, ...]:
    """Places are called as in the record: camp3, zone2, card1, slot4, column5, top, wharf."""
    keys: list[str] = []
    for place in (action.target, action.source):
        kind, at = place.rstrip("0123456789"), place[len(place.rstrip("0123456789")) :]
        keys += _place(action, letters, kind, at)
    return tuple(keys) + _own(action, letters, _stock(action.thing))


def _place(action: na.Move, letters: Letters, kind: str, at: str) -> tuple[str, ...]:
    shared = {"camp": f"camp:{at}", "zone": f"zone:{at}", "column": f"cash:{at}", "slot": f"{action.thing}:{at}"}
    fixed = {"reserve": "furs:rest", "discard": "furs:rest", **{trader: f"trader:{trader}" for trader in TRADERS}}
    if kind in DISTRICTS:
        return _rows((kind,), action, letters)
    if kind == "card":
        return _own(action, letters, f"land:{at}")
    key = shared.get(kind) if at else fixed.get(kind)
    return (key,) if key else ()


def _bid(action: na.Bid | na.Pass, letters: Letters) -> tuple[str, ...]:
    return ("bid", *_own(action, letters, "token"))


def _declared(action: na.Declare, letters: Letters) -> tuple[str, ...]:
    part = {"harvest": "corn", "corn": "corn", "goods": "wharf", "income": "coins"}.get(action.step, "income")
    return tuple(f"seat:{letter}:{part}" for letter in letters)


NOTHING = _always()  # words that move no piece
TOUCHES: dict[type, Touch] = {
    na.Round: NOTHING,
    na.End: NOTHING,
    na.Show: NOTHING,
    na.Sheet: _sheet,
    na.Dealt: _panel("furs"),
    na.Post: _post,
    na.Found: _found,
    na.Lands: _always("offer:land"),
    na.Ships: _always("offer:ship"),
    na.Fill: _filled,
    na.Reshuffle: _always("furs:rest"),
    na.Tiles: _always("cash"),
    na.Select: _column,
    na.Bid: _bid,
    na.Pass: _bid,
    na.Pay: _panel("coins", "tiles"),
    na.Take: _column,
    na.Build: _built,
    na.Elect: _elected,
    na.AddLand: _added,
    na.Clear: _cleared,
    na.Trade: _traded,
    na.Ship: _shipped,
    na.PassTile: _panel("tiles", "coins"),
    na.Lumberyard: _panel("wood", "coins"),
    na.Granary: _panel("corn", "coins"),
    na.Docks: _panel("wharf"),
    na.Millwork: _housed,
    na.Market: _panel("furs"),
    na.Company: _moved_post,
    na.PassSpecial: _panel("coins"),
    na.Done: _panel("tiles"),
    na.Remove: _built,
    na.Declare: _declared,
    na.Give: _given,
    na.Move: _moved,
}
