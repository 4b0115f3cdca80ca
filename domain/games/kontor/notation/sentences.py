"""How this game's codes are written out in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.kontor.pieces import SIDES
from domain.games.kontor.state import NAME
from domain.games.kontor.state.parts import GONE, gained_by
from domain.words import Words, tail, with_seats


def _face(words: Words, face: tuple[str, ...]) -> str:
    """A face as it was read: `Dock, black, Spice, Boat`."""
    return ", ".join(words.name("face", word) for word in face) or "-"


def _seen(words: Words, face: tuple[str, ...]) -> str:
    """The face in brackets; empty where nothing was read."""
    return f" ({_face(words, face)})" if face else ""


@with_seats
def _revealed(words: Words, cards: tuple, seats: dict) -> str:
    """The cards that were turned over, seat by seat."""
    named = [(seats.get(seat) or words["headings"]["no-seat"], number, face) for seat, number, face in cards]
    return ", ".join(f"{name} {number}{_seen(words, face)}" for name, number, face in named) or "-"


@with_seats
def _pile(words: Words, pile: int, seats: dict) -> str:
    """A pile by whose it is."""
    if pile < 0:
        return words.name("pile", "canals")
    return words.fill(words["names"]["pile_of"]["some"], {"": seats.get(pile, "-")}, {})


def _mix(words: Words, pairs: tuple) -> str:
    """Warehouses: `1 wine and 2 tea`."""
    return words.listed(words.count(*pair) for pair in pairs) if pairs else words.name("good", "")


def _goods(words: Words, goods: tuple[str, ...]) -> str:
    """Kinds of goods: `wine and tea`."""
    return words.listed(words.name("good", good) for good in goods or ("",))


def _numbers(words: Words, values: tuple | None) -> str:
    return words.listed(map(str, values or ()))


def _card(words: Words, number: int | None) -> str:
    """A card by its number; or an unseen one."""
    named = words["names"]["card"]
    return str(named["some"].format(number) if number else named["?" if number is None else "anchor"])


def _laid(words: Words, cards: tuple) -> str:
    """A layout, cell by cell."""
    template = words["names"]["laid_on"]["some"]
    return ", ".join(template.format(card=_card(words, number), cell=cell) for cell, number in cards) or "-"


def _spot(words: Words, spot: tuple) -> str:
    """What lies on a cell, the top card first."""
    named = words["names"]["a_kind"]["some"]
    cards = [named.format(number) if number else words.name("kind", kind) for number, kind, *_ in spot]
    return words["names"]["over"]["some"].join(cards) or words.name("card", "none")


def _sunken(words: Words, cargo: tuple) -> str:
    """Sunken warehouses: `wine on 1,0, tea on -2,0`."""
    template = words["names"]["sunken"]["some"]
    return ", ".join(template.format(words.name("good", good), cell) for cell, good in cargo) or "-"


@with_seats
def _cargo(words: Words, where: int, seats: dict) -> str:
    """Who has a sunken warehouse, or the cell of its canal."""
    if where == GONE:
        return "-"
    return NAME[where] if where >= 0 else seats.get(gained_by(where), "-")  # the same both ways


def _side(words: Words, side: int | str) -> str:
    """A side by its colour."""
    if isinstance(side, int):
        side = SIDES[side] if 0 <= side < len(SIDES) else "" if side == -1 else "?"
    return words.name("colour", side)


def _placed_on(words: Words, cell: str) -> str:
    """`on 2,1`, or that the cell was not seen."""
    names = words["names"]["placed_on"]
    return str(names.get(cell) or names["some"].format(cell))


def _seat_tail(kind: str) -> Callable:
    @with_seats
    def form(words: Words, value: int | None, seats: dict) -> str:
        return "" if value is None else words.fill(words["names"][kind]["some"], {"": seats.get(value, "-")}, {})

    return form


FORMS: dict[str, Callable[..., Any]] = {
    "face": _face,
    "seen": _seen,
    "a_kind": tail("a_kind", lambda words, card: str(card)),
    "revealed": _revealed,
    "pile_at": _pile,
    "mix": _mix,
    "numbers": _numbers,
    "card": tail("card", lambda words, number: str(number)),
    "see_line": tail("see_line", lambda words, line: str(line)),
    "laid": _laid,
    "spot": _spot,
    "side": _side,
    "beginning": tail("beginning", lambda words, cell: cell),
    "gone_to": tail("gone_to", lambda words, place: words.name("place", place)),
    "because": tail("because", lambda words, why: words.name("why", why)),
    "of_colour": tail("of_colour", lambda words, colour: words.name("colour", colour)),
    "to_cell": tail("to_cell", lambda words, cell: cell),
    "from_pile": tail("from_pile", lambda words, pile: words.name("pile", pile)),
    **{kind: tail(kind, lambda words, number: str(number)) for kind in ("showing", "against")},
    "storing": tail("storing", lambda words, good: words.name("good", good)),
    "exporting": tail("exporting", _goods),
    "goods_said": _goods,
    "claimed": tail("claimed", lambda words, kind: words.name("kind", kind)),
    "ordered": tail("ordered", _goods),
    "put_under": tail("put_under", lambda words, number: str(number)),
    "all_under": tail("all_under", _numbers),
    "placed_on": _placed_on,
    "placed_at": tail("placed_at", lambda words, cell: cell),
    "kinds": _goods,
    "sunken": _sunken,
    "cargo": _cargo,
    "for_tavern": tail("for_tavern", lambda words, cell: cell),
    "salvaged": tail("salvaged", lambda words, cell: cell),
    "shuffled": tail("shuffled", lambda words, value: ""),
    "counts": tail("counts", lambda words, value: str(value)),
    "canals_at": lambda words, canals: words.listed(f"{number} ({cell})" for number, cell in canals),
    "times": tail("times", lambda words, count: str(count)),
    "not_top": tail("not_top", lambda words, value: str(value)),
    "under_whose": _seat_tail("under_whose"),
    "whose_docks": _seat_tail("whose_docks"),
}
