"""What a list of sessions asks for: newest first, page by page, only what the asker may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.rules import replace
from projections.listing.seats import SeatListed
from projections.queries import MOST, Asked, Asker, Page, cursor_of, number_of, paged, read_cursor, where
from projections.search_text import words, written
from projections.storage import Views

LIST = "sessions"
FIELDS = "session, number, game, place, date, day, opened, at, closed, status, guests, lines, findings, seats"
SESSIONS = "SELECT {fields} FROM listing WHERE {where} AND number < :before ORDER BY number DESC"
ALL = f"SELECT {FIELDS} FROM listing ORDER BY number"
FIRST = 2**62  # before the newest

_seats = msgspec.json.Decoder(list[SeatListed]).decode


class Listed(Struct, frozen=True, kw_only=True):
    """One session as it stands. `day` is what it is listed under: the date told, else that of its opening."""

    session: UUID
    game: str
    game_name: str
    place: str
    date: str
    day: str
    opened: str
    at: str  # when something was last written
    closed: bool
    status: str
    says: str  # the status in words
    guests: bool  # whether everybody may look on
    lines: int
    findings: int
    seats: list[SeatListed]


def sessions(views: Views, asked: Asked, asker: Asker, cursor: str | None = None, most: int = MOST) -> Page[Listed]:
    """Sessions as somebody asks for them, the newest first."""
    condition, values = where(asked, asker)
    values["before"] = number_of(views, *read_cursor(LIST, cursor, str), asker) if cursor else FIRST
    rows, last = paged(views, SESSIONS.format(fields=FIELDS, where=condition), values, most)
    return Page(rows=[listed(row, asker.lang) for row in rows], next=cursor_of(LIST, last[0]) if last else None)


def every_session(views: Views, lang: str = "en") -> Iterator[Listed]:
    """All there are, in the order they were laid: for whoever sits at the machine itself."""
    return (listed(row, lang) for row in views.rows(ALL))


def listed(row: Sequence[Any], lang: str) -> Listed:
    """A row as an answer."""
    session, _, game, place, date, day, opened, at, closed, status, guests, lines, findings, seats = row
    return Listed(
        session=UUID(session),
        game=game,
        game_name=game_name(game, lang),
        place=place,
        date=date,
        day=day,
        opened=opened,
        at=at,
        closed=bool(closed),
        status=status,
        says=words(lang)["headings"][status],
        guests=bool(guests),
        lines=lines,
        findings=findings,
        seats=[replace(one, name=written(one.name, lang)) for one in _seats(seats)],
    )


def game_name(game: str, lang: str) -> str:
    """How a game is called."""
    return GAMES[game].speak(lang)["name"] if game in GAMES else game
