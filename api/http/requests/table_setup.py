"""A table as it is laid over HTTP <-> the set-up the domain knows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.validation import InvalidRequest, is_day
from domain.errors import UnknownGame, UnknownSeat
from domain.faces import Catalogue
from domain.games import GAMES
from domain.setup import FREE, Setup

Word = Annotated[str, Meta(max_length=80)]


class SeatSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits at a seat; the letter stands for them in every line."""

    letter: Annotated[str, Meta(min_length=1, max_length=12)]
    name: Word = ""


class TableSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said when a table is laid. `first` is the letter of who begins; `told` is what only this game asks."""

    game: Word
    seats: Annotated[list[SeatSetup], Meta(min_length=1, max_length=12)]
    first: Word = ""
    variants: Annotated[list[Word], Meta(max_length=50)] = []
    readings: dict[str, Word] = {}
    faces: Word = "printed"
    help: bool = True
    guests: bool = True
    text: Literal["", "en", "fr"] = ""  # whose rulebook prevails
    place: Word = ""
    date: Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""
    edition: Word = ""
    scribe: Word = ""
    claims: Annotated[str, Meta(pattern=r"^(turn|round|\d{1,4})?$")] = ""  # how long a line may be claimed against
    told: dict[str, Word] = {}


def setup_of(table: TableSetup, box: Catalogue | None = None) -> Setup:
    """A table as the domain knows it."""
    if table.date and not is_day(table.date):
        raise InvalidRequest("no-such-day", "date")
    if table.game not in GAMES:
        raise UnknownGame(game=table.game[:40], games=", ".join(GAMES))
    letters = tuple(seat.letter for seat in table.seats)
    if table.first and table.first not in letters:
        raise UnknownSeat(seat=table.first, seats=" ".join(letters))
    free = {name: getattr(table, name) for name in ("place", "date", "edition", "scribe", "claims")}
    told = {**table.told, **{name: value for name, value in free.items() if value}}
    return Setup(
        game=table.game,
        seats=letters,
        names=tuple(seat.name or seat.letter for seat in table.seats),
        first=letters.index(table.first) if table.first else 0,
        variants=tuple(table.variants),
        readings=table.readings,
        faces=table.faces,
        box=box,
        help=table.help,
        text=table.text,
        told=told if table.guests else {**told, "guests": "off"},
    )


def table_of(setup: Setup) -> TableSetup:
    """A set-up as it was laid."""
    return TableSetup(
        game=setup.game,
        seats=[SeatSetup(letter=letter, name=setup.name(seat)) for seat, letter in enumerate(setup.seats)],
        first=setup.seats[setup.first],
        variants=list(setup.variants),
        readings=dict(setup.readings),
        faces=setup.faces,
        help=setup.help,
        guests=setup.guests,
        text=setup.text,
        told={word: value for word, value in setup.told.items() if word not in FREE},
        **{word: value for word, value in setup.told.items() if word in FREE and word != "guests"},
    )
