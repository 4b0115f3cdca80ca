"""What a list of sessions asks for: newest first, page by page, only what the asker may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.rules import replace
from projections.listing.seats import ListedSeat
from projections.queries import (
    MAX_PAGE,
    Requester,
    ResultPage,
    SessionQuery,
    decode_cursor,
    encode_cursor,
    select_page,
    session_number,
    visible_sessions,
)
from projections.search_text import text_or_erased, words
from projections.storage import ReadModelStorage

LIST = "sessions"
FIELDS = "session, number, game, place, date, day, opened, at, closed, status, guests, lines, findings, seats"
SESSIONS = "SELECT {fields} FROM listing WHERE {where} AND number < :before ORDER BY number DESC"
ALL = f"SELECT {FIELDS} FROM listing ORDER BY number"
FIRST = 2**62  # before the newest

_seats = msgspec.json.Decoder(list[ListedSeat]).decode


class ListedSession(Struct, frozen=True, kw_only=True):
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
    seats: list[ListedSeat]


def sessions(
    views: ReadModelStorage, asked: SessionQuery, asker: Requester, cursor: str | None = None, most: int = MAX_PAGE
) -> ResultPage[ListedSession]:
    """Sessions as somebody asks for them, the newest first."""
    condition, values = visible_sessions(asked, asker)
    values["before"] = session_number(views, *decode_cursor(LIST, cursor, str), asker) if cursor else FIRST
    rows, last = select_page(views, SESSIONS.format(fields=FIELDS, where=condition), values, most)
    return ResultPage(
        rows=[session_from_row(row, asker.lang) for row in rows], next=encode_cursor(LIST, last[0]) if last else None
    )


def every_session(views: ReadModelStorage, lang: str = "en") -> Iterator[ListedSession]:
    """All there are, in the order they were laid: for whoever sits at the machine itself."""
    return (session_from_row(row, lang) for row in views.rows(ALL))


def session_from_row(row: Sequence[Any], lang: str) -> ListedSession:
    """A row as an answer."""
    session, _, game, place, date, day, opened, at, closed, status, guests, lines, findings, seats = row
    return ListedSession(
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
        seats=[replace(one, name=text_or_erased(one.name, lang)) for one in _seats(seats)],
    )


def game_name(game: str, lang: str) -> str:
    """How a game is called."""
    return GAMES[game].speak(lang)["name"] if game in GAMES else game
