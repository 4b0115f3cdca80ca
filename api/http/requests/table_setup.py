"""Converts the set-up of a table between its JSON form and the domain's Setup."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.http.requests.validation import InvalidRequest, is_date
from domain.errors import UnknownGame, UnknownSeat
from domain.faces import Catalogue
from domain.games import GAMES
from domain.setup import TABLE_DETAILS, Setup

Rulebook = Literal["", "en", "fr"]
RULEBOOKS: dict[str, Rulebook] = {"": "", "en": "en", "fr": "fr"}
Word = Annotated[str, Meta(max_length=80)]


class SeatSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat: the letter that stands for it in every line, and the name of its player."""

    letter: Annotated[str, Meta(min_length=1, max_length=12)]
    name: Word = ""


class TableSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The set-up of a table: `first` is the first player's letter, `told` the answers to this game's own questions."""

    game: Word
    seats: Annotated[list[SeatSetup], Meta(min_length=1, max_length=12)]
    first: Word = ""
    variants: Annotated[list[Word], Meta(max_length=50)] = []
    readings: dict[str, Word] = {}
    faces: Word = "printed"
    help: bool = True
    guests: bool = True
    text: Rulebook = ""  # the language of the rulebook that prevails
    place: Word = ""
    date: Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""
    edition: Word = ""
    house: Annotated[str, Meta(max_length=2000)] = ""  # the rules that the table made for itself, as text
    scribe: Word = ""
    claims: Annotated[str, Meta(pattern=r"^(turn|round|\d{1,4})?$")] = ""  # how long a line can be disputed
    appeals: Annotated[str, Meta(pattern=r"^\d{0,5}$")] = ""  # minutes after a ruling in which an appeal is in time
    told: dict[str, Word] = {}


def setup_of(table: TableSetup, box: Catalogue | None = None) -> Setup:
    """The domain's Setup of a table; an error of the domain where game or seats are unknown."""
    if table.date and not is_date(table.date):
        raise InvalidRequest("no-such-day", "date")
    if table.game not in GAMES:
        raise UnknownGame(game=table.game[:40], games=", ".join(GAMES))
    letters = tuple(seat.letter for seat in table.seats)
    if table.first and table.first not in letters:
        raise UnknownSeat(seat=table.first, seats=" ".join(letters))
    common = {name: getattr(table, name) for name in TABLE_DETAILS if name != "guests"}
    details = {**table.told, **{name: value for name, value in common.items() if value}}
    return Setup(
        game=table.game,
        seats=letters,
        names=tuple(seat.name or seat.letter for seat in table.seats),
        first=letters.index(table.first) if table.first else 0,
        variants=tuple(table.variants),
        readings={**GAMES[table.game].changed_defaults, **table.readings},
        faces=table.faces,
        box=box,
        help=table.help,
        text=table.text,
        details=details if table.guests else {**details, "guests": "off"},
    )


def table_of(setup: Setup) -> TableSetup:
    """The JSON form of a Setup."""
    return TableSetup(
        game=setup.game,
        seats=[SeatSetup(letter=letter, name=setup.name(seat)) for seat, letter in enumerate(setup.seats)],
        first=setup.seats[setup.first],
        variants=list(setup.variants),
        readings=dict(setup.readings),
        faces=setup.faces,
        help=setup.help,
        guests=setup.guests,
        text=RULEBOOKS[setup.text],
        told={word: value for word, value in setup.details.items() if word not in TABLE_DETAILS},
        **{word: value for word, value in setup.details.items() if word in TABLE_DETAILS and word != "guests"},
    )
