"""How this game's codes are written out in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.kontor.pieces import SIDES
from domain.words import Words, with_seats


def _face(words: Words, said: tuple[str, ...]) -> str:
    """A face as it was read: `Dock, black, Spice, Boat`."""
    return ", ".join(words.name("face", word) for word in said) or "-"


def _seen(words: Words, said: tuple[str, ...]) -> str:
    """The same in brackets, nothing where nothing was said."""
    return f" ({_face(words, said)})" if said else ""


@with_seats
def _revealed(words: Words, cards: tuple, seats: dict) -> str:
    """Who turned over what."""
    return ", ".join(f"{seats.get(seat, '-')} {number}{_seen(words, said)}" for seat, number, said in cards) or "-"


@with_seats
def _pile(words: Words, pile: int, seats: dict) -> str:
    """A pile by whose it is."""
    if pile < 0:
        return words.name("pile", "canals")
    return words["names"]["pile_of"]["some"].format(seats.get(pile, "-"))


def _mix(words: Words, pairs: tuple) -> str:
    """Warehouses: `1 Wine, 2 Tea`."""
    return ", ".join(f"{count} {words.name('good', good)}" for good, count in pairs) or words.name("good", "")


def _numbers(words: Words, values: tuple | None) -> str:
    return ", ".join(map(str, values or ())) or "-"


def _card(words: Words, number: int | None) -> str:
    """A card by its number; or an unseen one."""
    return str(number) if number else words.name("card", "?" if number is None else "anchor")


def _laid(words: Words, cards: tuple) -> str:
    """A layout, cell by cell."""
    return ", ".join(f"{cell} {_card(words, number)}" for cell, number in cards) or "-"


def _spot(words: Words, spot: tuple) -> str:
    """What lies on a cell, the top card first."""
    cards = [str(number) if number else words.name("kind", kind) for number, kind, *_ in spot]
    return words["names"]["over"]["some"].join(cards) or words.name("card", "none")


def _side(words: Words, side: int | str) -> str:
    """A side by its colour."""
    if isinstance(side, int):
        side = SIDES[side] if 0 <= side < len(SIDES) else "" if side == -1 else "?"
    return words.name("colour", side)


def _tail(kind: str, write: Callable) -> Callable:
    """The part of a sentence that is left out, or said otherwise, for some values: the word file lists them."""

    def form(words: Words, value: object) -> str:
        said = words["names"][kind]
        return said[str(value)] if str(value) in said else said["some"].format(write(words, value))

    return form


def _seat_tail(kind: str) -> Callable:
    @with_seats
    def form(words: Words, value: int | None, seats: dict) -> str:
        return "" if value is None else words["names"][kind]["some"].format(seats.get(value, "-"))

    return form


FORMS: dict[str, Callable[..., Any]] = {
    "face": _face,
    "seen": _seen,
    "revealed": _revealed,
    "pile_at": _pile,
    "mix": _mix,
    "numbers": _numbers,
    "card": _card,
    "laid": _laid,
    "spot": _spot,
    "side": _side,
    "beginning": _tail("beginning", lambda words, cell: cell),
    "gone_to": _tail("gone_to", lambda words, place: words.name("place", place)),
    "because": _tail("because", lambda words, why: words.name("why", why)),
    "of_colour": _tail("of_colour", lambda words, colour: words.name("colour", colour)),
    "to_cell": _tail("to_cell", lambda words, cell: cell),
    "from_pile": _tail("from_pile", lambda words, pile: words.name("pile", pile)),
    **{kind: _tail(kind, lambda words, number: str(number)) for kind in ("showing", "against")},
    "storing": _tail("storing", lambda words, good: words.name("good", good)),
    "exporting": _tail("exporting", lambda words, goods: ", ".join(words.name("good", good) for good in goods)),
    "goods_said": lambda words, goods: ", ".join(words.name("good", good) for good in goods) or "-",
    "claimed": _tail("claimed", lambda words, kind: words.name("kind", kind)),
    "ordered": _tail("ordered", lambda words, goods: ", ".join(words.name("good", good) for good in goods)),
    "put_under": _tail("put_under", lambda words, number: str(number)),
    "all_under": _tail("all_under", _numbers),
    "placed_at": _tail("placed_at", lambda words, cell: cell),
    "kinds": lambda words, goods: ", ".join(words.name("good", good) for good in goods) or words.name("good", ""),
    "sunken": lambda words, cargo: ", ".join(f"{words.name('good', good)} {cell}" for cell, good in cargo) or "-",
    "for_tavern": _tail("for_tavern", lambda words, cell: cell),
    "salvaged": _tail("salvaged", lambda words, cell: cell),
    "shuffled": _tail("shuffled", lambda words, value: ""),
    "counts": _tail("counts", lambda words, value: str(value)),
    "canals_at": lambda words, canals: ", ".join(f"{number} ({cell})" for number, cell in canals) or "-",
    "times": _tail("times", lambda words, count: str(count)),
    "not_top": _tail("not_top", lambda words, value: str(value)),
    "under_whose": _seat_tail("under_whose"),
    "whose_docks": _seat_tail("whose_docks"),
}
