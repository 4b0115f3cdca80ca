"""Reads the standings: wins and points of each player in each game, from finished sessions, as ruled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.numbers import MOST as UNKNOWN
from projections.listing.read import game_name
from projections.queries import (
    MAX_PAGE,
    Requester,
    ResultPage,
    SessionQuery,
    decode_cursor,
    encode_cursor,
    newest_session,
    select_page,
    session_number,
    visible_sessions,
)
from projections.search_text import text_or_erased
from projections.storage import ReadModelStorage
from replays.view_models import Points

LIST = "standings"
TABLE = """
    WITH counted AS (
        SELECT standings.person AS person, listing.game AS game, count(*) AS played,
            sum(CASE WHEN standings.place = 1 THEN 1 ELSE 0 END) AS won,
            sum(standings.shared) AS shared,
            sum(standings.least) AS least, sum(standings.most) AS most, max(standings.most) AS largest
        FROM standings JOIN listing ON listing.session = standings.session
        WHERE {where} AND listing.number <= :upto {whose} GROUP BY standings.person, listing.game)
    SELECT counted.*, (SELECT min(name) FROM players WHERE players.person = counted.person) FROM counted
    WHERE won < :won OR (won = :won AND (played > :played OR (played = :played AND (counted.person > :person
        OR (counted.person = :person AND game > :game_after)))))
    ORDER BY won DESC, played, counted.person, game
"""
WHOSE = "AND standings.person = :player"  # only this player, not the others in the same sessions
TOP = (2**62, 0, "", "")  # before the first row


class PlayerStanding(Struct, frozen=True, kw_only=True):
    """A player in one game: finished sessions, first places (shared ones too), shared places, all points."""

    player: str
    name: str
    game: str
    game_name: str
    played: int
    won: int
    shared: int
    points: Points


def standings(
    storage: ReadModelStorage,
    query: SessionQuery,
    requester: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[PlayerStanding]:
    """The players by first places; with equal ones, fewer sessions first."""
    condition, values = visible_sessions(query, requester)
    top = (newest_session(storage, condition, values), *TOP)
    upto, won, played, person, game = decode_cursor(LIST, cursor, str, int, int, str, str) if cursor else top
    values |= {
        "upto": session_number(storage, upto, requester),
        "won": won,
        "played": played,
        "person": person,
        "game_after": game,
    }
    sql = TABLE.format(where=condition, whose=WHOSE if query.player else "")
    rows, last = select_page(storage, sql, values, most)
    following = encode_cursor(LIST, upto, int(last[3]), int(last[2]), last[0], last[1]) if last else None
    return ResultPage(rows=[_standing(row, requester.lang) for row in rows], next=following)


def _standing(row: Sequence[Any], lang: str) -> PlayerStanding:
    person, game, played, won, shared, least, most, largest, name = row
    return PlayerStanding(
        player=person,
        name=text_or_erased(name, lang),
        game=game,
        game_name=game_name(game, lang),
        played=int(played),
        won=int(won),
        shared=int(shared),
        points=_points(int(least), int(most), int(largest)),
    )


def _points(least: int, most: int, largest: int) -> Points:
    if least == most:
        return least
    return f"{least}..?" if largest >= UNKNOWN else f"{least}..{most}"
