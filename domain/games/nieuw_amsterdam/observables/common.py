"""Makes observables of a seat, of its estate, of its turn, of the table or one of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.nieuw_amsterdam.state import NO_SEAT, State, with_player
from domain.games.nieuw_amsterdam.values import set_estate
from domain.numbers import MOST
from domain.observables import Observable, single_key
from domain.rules import Key, replace
from domain.texts import NUMBER, SEAT, Form, seats_form

PLACES = tuple("123456789")
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


def _read_everybody(text: str, letters: tuple[str, ...]) -> tuple[int, ...]:
    """All seats of the table in some order."""
    seats = _read_some(text, letters)
    if len(seats) < len(letters):
        raise ValueError(text)
    return seats


WHOLES = Form(
    lambda values, letters: " ".join(map(str, values)) or "-",
    lambda text, letters: () if text == "-" else tuple(whole(MOST).read(part, letters) for part in text.split()),
)
SOME_SEATS, EVERYBODY = Form(SEATS.text, _read_some), Form(SEATS.text, _read_everybody)
WORD = Form(
    lambda text, letters: text.replace(" ", "_") or "-",
    lambda text, letters: "" if text == "-" else text.replace("_", " "),
)
WHOSE = Form(
    lambda seat, letters: "-" if seat == NO_SEAT else SEAT.text(seat, letters),
    lambda text, letters: NO_SEAT if text == "-" else SEAT.read(text, letters),
)


def seats(state: State) -> list[Key]:
    """One key per seat."""
    return [(seat,) for seat in range(len(state.players))]


def each(words: tuple[str, ...]) -> Callable[[State], list[Key]]:
    """One key per word."""
    return lambda state: [(word,) for word in words]


def seats_by(words: tuple[str, ...]) -> Callable[[State], list[Key]]:
    """One key per seat and word."""
    return lambda state: [(seat, word) for (seat,) in seats(state) for word in words]


def stays(state: State, key: Key, value: Any) -> State:
    """What only shows another value is not put: that value is."""
    return state


def observed(name: str, form: Form = NUMBER, keys: Callable = single_key, **more: Any) -> Observable:
    """Something that can be read, with its text form."""
    return Observable(name=name, keys=keys, text=form.text, read=form.read, **more)


def of_seat(name: str, form: Form = NUMBER, **more: Any) -> Observable:
    """A field of a seat."""
    return observed(
        name,
        form,
        seats,
        key=("seat",),
        get=lambda state, key: getattr(state.players[key[0]], name),
        set=lambda state, key, value: with_player(state, key[0], replace(state.players[key[0]], **{name: value})),
        **more,
    )


def of_estate(name: str, form: Form = NUMBER, field: str = "", **more: Any) -> Observable:
    """A field of a seat's estate."""
    field = field or name
    return observed(
        name,
        form,
        seats,
        key=("seat",),
        get=lambda state, key: getattr(state.players[key[0]].estate, field),
        set=lambda state, key, value: set_estate(state, key, field, value),
        **more,
    )


def of_turn(name: str) -> Observable:
    """What a seat's turn has used."""

    def put(state: State, key: Key, value: int) -> State:
        player = state.players[key[0]]
        return with_player(state, key[0], replace(player, turn=replace(player.turn, **{name: value})))

    def get(state: State, key: Key) -> int:
        return getattr(state.players[key[0]].turn, name)

    return observed(name, whole(MOST), seats, key=("seat",), counts=False, on_table=False, get=get, set=put)


def of_table(name: str, form: Form = NUMBER, part: str = "", field: str = "", **more: Any) -> Observable:
    """A field of the table, or of one of its parts."""
    field = field or name

    def get(state: State, key: Key) -> Any:
        return getattr(getattr(state, part) if part else state, field)

    def put(state: State, key: Key, value: Any) -> State:
        if not part:
            return replace(state, **{field: value})
        return replace(state, **{part: replace(getattr(state, part), **{field: value})})

    return observed(name, form, get=get, set=put, **more)
