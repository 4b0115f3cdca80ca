"""Who plays here, and what a player played: with place and points, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.store.erasable_texts import ERASED
from projections.listing.read import FIELDS, FIRST, Listed, listed
from projections.queries import MOST, Asked, Asker, Page, cursor_of, number_of, paged, read_cursor, where
from projections.search_text import holding, plain
from projections.storage import Views
from replays.view_models import Points

PEOPLE, THEIRS = "players", "games-of"
PLAYERS = """
    SELECT players.person, min(players.name), count(*), max(listing.day) FROM players
    JOIN listing ON listing.session = players.session
    WHERE {where} AND players.person > :after AND players.name <> :erased {named}
    GROUP BY players.person ORDER BY players.person
"""
CALLED = "AND players.search LIKE :called ESCAPE '!'"
GAMES = """
    SELECT {fields}, players.letter, players.seat, standings.place, standings.shared, standings.points FROM players
    JOIN listing ON listing.session = players.session
    LEFT JOIN standings ON standings.session = players.session AND standings.seat = players.seat
    WHERE {where} AND players.person = :person
    AND (listing.number < :before OR (listing.number = :before AND players.seat > :seat))
    ORDER BY listing.number DESC, players.seat
"""
OF_LISTING = ", ".join(f"listing.{field}" for field in FIELDS.split(", "))


class Player(Struct, frozen=True, kw_only=True):
    """Somebody who sat at tables the asker may see."""

    player: str
    name: str
    sessions: int
    last: str  # the day of the newest


class Played(Struct, frozen=True, kw_only=True):
    """A player's part in a session. Place and points are as ruled, and there once the session is over."""

    seat: str
    place: int | None
    shared: bool
    points: Points | None
    session: Listed


def players(
    views: Views, asked: Asked, asker: Asker, called: str = "", cursor: str | None = None, most: int = MOST
) -> Page[Player]:
    """Everybody, or whoever's name holds something; in an order that never changes."""
    condition, values = where(asked, asker)
    values["erased"] = ERASED  # who is nobody any more is not listed
    values["after"] = read_cursor(PEOPLE, cursor, str)[0] if cursor else ""
    if called:
        values["called"] = holding(plain(called))
    rows, last = paged(views, PLAYERS.format(where=condition, named=CALLED if called else ""), values, most)
    found = [Player(player=player, name=name, sessions=count, last=day) for player, name, count, day in rows]
    return Page(rows=found, next=cursor_of(PEOPLE, last[0]) if last else None)


def games_of(
    views: Views, person: str, asked: Asked, asker: Asker, cursor: str | None = None, most: int = MOST
) -> Page[Played]:
    """What somebody played, the newest first."""
    condition, values = where(asked, asker)
    last, seat = read_cursor(THEIRS, cursor, str, int) if cursor else ("", 0)
    before = number_of(views, last, asker) if last else FIRST
    values |= {"person": person, "before": before, "seat": seat}
    rows, last = paged(views, GAMES.format(fields=OF_LISTING, where=condition), values, most)
    following = cursor_of(THEIRS, last[0], last[-4]) if last else None
    return Page(rows=[_played(row, asker.lang) for row in rows], next=following)


def _played(row: Sequence[Any], lang: str) -> Played:
    *of_it, letter, _, place, shared, points = row
    return Played(seat=letter, place=place, shared=bool(shared), points=as_points(points), session=listed(of_it, lang))


def as_points(text: str | None) -> Points | None:
    """Points as an answer writes them."""
    return int(text) if text is not None and text.lstrip("-").isdecimal() else text
