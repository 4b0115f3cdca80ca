"""Reads the players, and the sessions of one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.store.erasable_texts import ERASED
from projections.listing.read import FIELDS, FIRST, ListedSession, session_from_row
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
from projections.search_text import like_pattern, search_key
from projections.storage import ReadModelStorage
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


class ListedPlayer(Struct, frozen=True, kw_only=True):
    """A player of sessions that the requester may see."""

    player: str
    name: str
    sessions: int
    last: str  # the day of the newest session


class PlayerSession(Struct, frozen=True, kw_only=True):
    """A session of a player; place and points are as ruled, and None until the session is over."""

    seat: str
    place: int | None
    shared: bool
    points: Points | None
    session: ListedSession


def players(
    storage: ReadModelStorage,
    query: SessionQuery,
    requester: Requester,
    called: str = "",
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[ListedPlayer]:
    """All players, or those whose name contains a text, ordered by id."""
    condition, values = visible_sessions(query, requester)
    values["erased"] = ERASED  # players whose name was erased are not listed
    values["after"] = decode_cursor(PEOPLE, cursor, str)[0] if cursor else ""
    if called:
        values["called"] = like_pattern(search_key(called))
    rows, last = select_page(storage, PLAYERS.format(where=condition, named=CALLED if called else ""), values, most)
    listed = [ListedPlayer(player=player, name=name, sessions=count, last=day) for player, name, count, day in rows]
    return ResultPage(rows=listed, next=encode_cursor(PEOPLE, last[0]) if last else None)


def games_of(
    storage: ReadModelStorage,
    person: str,
    query: SessionQuery,
    requester: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[PlayerSession]:
    """The sessions of a player, the newest first."""
    condition, values = visible_sessions(query, requester)
    last, seat = decode_cursor(THEIRS, cursor, str, int) if cursor else ("", 0)
    before = session_number(storage, last, requester) if last else FIRST
    values |= {"person": person, "before": before, "seat": seat}
    rows, last = select_page(storage, GAMES.format(fields=OF_LISTING, where=condition), values, most)
    following = encode_cursor(THEIRS, last[0], last[-4]) if last else None
    return ResultPage(rows=[_played(row, requester.lang) for row in rows], next=following)


def _played(row: Sequence[Any], lang: str) -> PlayerSession:
    *fields, letter, _, place, shared, points = row
    return PlayerSession(
        seat=letter, place=place, shared=bool(shared), points=as_points(points), session=session_from_row(fields, lang)
    )


def as_points(text: str | None) -> Points | None:
    """Points from their stored text: a number, or a range as text."""
    return int(text) if text is not None and text.lstrip("-").isdecimal() else text
