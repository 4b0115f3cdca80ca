"""Makes observables of a seat, of the table or one of its parts, of the running round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.kontor.follow.taxes import acting_order
from domain.games.kontor.notation.words import cell as read_cell
from domain.games.kontor.pieces import DOCK
from domain.games.kontor.state import AT, NAME, NO_SEAT, NOWHERE, PLACE, State, put_at, with_player
from domain.games.kontor.state.cells import NOT_SEEN, SOMEWHERE
from domain.numbers import MOST, Range
from domain.observables import Observable, single_key
from domain.rules import BROKEN, CONTRADICTION, Key, replace
from domain.texts import NUMBER, SEAT, Form, seats_form

SEATS = seats_form()


def whole(most: int, least: int = 0) -> Form:
    """A whole number within bounds: what says where in the turn the table is, so nothing else can be meant."""

    def read(text: str, letters: tuple[str, ...]) -> int:
        if not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return Form(lambda value, letters: str(value), read)


def _read_some(text: str, letters: tuple[str, ...]) -> tuple[int, ...]:
    """Seats, each once."""
    seats = SEATS.read(text, letters)
    if len(set(seats)) < len(seats):
        raise ValueError(text)
    return seats


SOME_SEATS = Form(SEATS.text, _read_some)
WHOSE = Form(
    lambda seat, letters: "-" if seat == NO_SEAT else SEAT.text(seat, letters),
    lambda text, letters: NO_SEAT if text == "-" else SEAT.read(text, letters),
)
CELL = Form(
    lambda cell, letters: "-" if cell == NOWHERE else NAME[cell],
    lambda text, letters: NOWHERE if text == "-" else AT[read_cell(text)],
)
CELL_OR_NOT_SEEN = Form(CELL.text, lambda text, letters: SOMEWHERE if text == NOT_SEEN else CELL.read(text, letters))
WORD = Form(
    lambda text, letters: text.replace(" ", "_") or "-",
    lambda text, letters: "" if text == "-" else text.replace("_", " "),
)


def wholes(count: int | None = None) -> Form:
    """The text form of whole numbers: this many, or any number of them."""

    def read(text: str, letters: tuple[str, ...]) -> tuple[int, ...]:
        found = () if text == "-" else tuple(whole(MOST, -1).read(part, letters) for part in text.split())
        if count is not None and len(found) != count:
            raise ValueError(text)
        return found

    return Form(lambda values, letters: " ".join(map(str, values)) or "-", read)


def numbers(count: int) -> Form:
    """The text form of this many numbers, each perhaps a range."""

    def read(text: str, letters: tuple[str, ...]) -> tuple:
        found = tuple(NUMBER.read(part, letters) for part in text.split())
        if len(found) != count:
            raise ValueError(text)
        return found

    return Form(lambda values, letters: " ".join(NUMBER.text(value, letters) for value in values), read)


def seats(state: State) -> list[Key]:
    """One key per seat."""
    return [(seat,) for seat in range(len(state.players))]


def sides(state: State) -> list[Key]:
    """One key per side that is played."""
    return [(side,) for side in range(len(state.scores)) if side in state.sides]


def each(words: tuple[str, ...]) -> Callable[[State], list[Key]]:
    """One key per word."""
    return lambda state: [(word,) for word in words]


def stays(state: State, key: Key, value: Any) -> State:
    """Changes nothing: a value that only follows from others is set through those."""
    return state


def cannot_be(state: State, key: Key, seen: Any) -> str:
    """A reading that differs contradicts what the record says."""
    return CONTRADICTION


def cannot_be_if(get: Callable) -> Callable:
    """A reading that differs from a known number contradicts the record; one within bounds cannot be judged."""
    return lambda state, key, seen: "" if isinstance(get(state, key), Range) else CONTRADICTION


def card_breaks(state: State, key: Key, seen: tuple) -> str:
    """A card that lay there and is gone was taken away (KO-PLACE-4); another one was misread, a new one left out.

    Where the boat sails a dock that shows one may have been removed without being recorded.
    """
    lying = state.board.cards.get(AT[key[0]])
    if seen or lying is None:
        return ""
    removable = state.board.plan.boat and lying.kind in ("", DOCK, "crane", "tavern") and lying.symbol in (None, "boat")
    return "" if removable else BROKEN


def observed(name: str, form: Form = NUMBER, keys: Callable = single_key, **more: Any) -> Observable:
    """Something that can be read, with its text form."""
    return Observable(name=name, keys=keys, text=form.text, read=form.read, **more)


def of_seat(name: str, form: Form = NUMBER, field: str = "", **more: Any) -> Observable:
    """A field of a seat."""
    field = field or name
    return observed(
        name,
        form,
        seats,
        key=("seat",),
        **{
            "get": lambda state, key: getattr(state.players[key[0]], field),
            "set": lambda state, key, value: with_player(
                state, key[0], replace(state.players[key[0]], **{field: value})
            ),
            **more,
        },
    )


def of_table(name: str, form: Form = NUMBER, part: str = "", field: str = "", **more: Any) -> Observable:
    """A field of the table, or of one of its parts."""
    field = field or name

    def get(state: State, key: Key) -> Any:
        return getattr(getattr(state, part) if part else state, field)

    def put(state: State, key: Key, value: Any) -> State:
        if not part:
            return replace(state, **{field: value})
        return replace(state, **{part: replace(getattr(state, part), **{field: value})})

    return observed(name, form, **{"get": get, "set": put, **more})


def of_play(name: str, form: Form, **more: Any) -> Observable:
    """An observable that states how far the round has come."""
    return of_table(name, form, "play", counts=False, on_table=False, **more)


def by_seat(name: str, form: Form, **more: Any) -> Observable:
    """A field of the running round that has an entry for each seat."""

    def put(state: State, key: Key, value: Any) -> State:
        entries = put_at(getattr(state.play, name), key[0], value)
        return replace(state, play=replace(state.play, **{name: entries}))

    def get(state: State, key: Key) -> Any:
        return getattr(state.play, name)[key[0]]

    return observed(name, form, seats, key=("seat",), counts=False, **{"get": get, "set": put, **more})


def set_shown(state: State, key: Key, number: int) -> State:
    """The card in play before a seat; who has one still acts, in the order of the numbers."""
    play = state.play
    shown = put_at(play.shown, key[0], number)
    if shown == play.shown or state.phase != PLACE:
        return replace(state, play=replace(play, shown=shown))
    return replace(state, play=replace(play, shown=shown, order=acting_order(shown)))
