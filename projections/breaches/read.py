"""Which rules are broken most: by clause and game, roots first; and where a clause was broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.games import GAMES
from projections.listing.read import FIRST, game_name
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
from projections.search_text import in_language, words
from projections.storage import ReadModelStorage

LIST, LINES = "breaches", "lines"
BY_CLAUSE = """
    WITH counted AS (
        SELECT listing.game AS game, breaches.clause AS clause,
            sum(CASE WHEN breaches.kind = 'root' THEN 1 ELSE 0 END) AS roots,
            sum(CASE WHEN breaches.kind = 'consequence' THEN 1 ELSE 0 END) AS consequences,
            sum(CASE WHEN breaches.kind = 'undetermined' THEN 1 ELSE 0 END) AS undetermined,
            count(DISTINCT breaches.session) AS sessions
        FROM breaches JOIN listing ON listing.session = breaches.session
        WHERE {where} AND listing.number <= :upto {whose} GROUP BY listing.game, breaches.clause)
    SELECT * FROM counted
    WHERE roots < :roots OR (roots = :roots AND (game > :game_after OR (game = :game_after AND clause > :clause)))
    ORDER BY roots DESC, game, clause
"""
OF_CLAUSE = """
    SELECT listing.number, breaches.nth, listing.session, listing.game, breaches.clause, breaches.kind,
        breaches.verdict, breaches.line, breaches.told_by, breaches.root, breaches.seat, breaches.person, breaches.said,
        listing.day
    FROM breaches JOIN listing ON listing.session = breaches.session
    WHERE {where} AND breaches.clause = :clause {whose}
    AND (listing.number < :before OR (listing.number = :before AND breaches.nth > :nth))
    ORDER BY listing.number DESC, breaches.nth
"""
WHOSE = "AND breaches.person = :player"  # by that player, not by everybody at their tables


class ClauseBreaches(Struct, frozen=True, kw_only=True):
    """A clause in the sessions asked for: how often it was broken, what followed from that, what nobody can tell."""

    game: str
    game_name: str
    clause: str
    says: str  # the clause in words
    roots: int
    consequences: int
    undetermined: int
    sessions: int


class BrokenLine(Struct, frozen=True, kw_only=True):
    """A finding: where it stands, of which kind it is, and by whom."""

    session: UUID
    game: str
    day: str
    line: int
    kind: str  # root, consequence or undetermined
    verdict: str
    told_by: int
    root: int
    seat: str | None  # none: all did it together
    player: str | None
    says: str  # what is wrong


def breaches(
    views: ReadModelStorage, asked: SessionQuery, asker: Requester, cursor: str | None = None, most: int = MAX_PAGE
) -> ResultPage[ClauseBreaches]:
    """What is broken most comes first."""
    condition, values = visible_sessions(asked, asker)
    top = (newest_session(views, condition, values), FIRST, "", "")
    upto, roots, game, clause = decode_cursor(LIST, cursor, str, int, str, str) if cursor else top
    values |= {"upto": session_number(views, upto, asker), "roots": roots, "game_after": game, "clause": clause}
    sql = BY_CLAUSE.format(where=condition, whose=WHOSE if asked.player else "")
    rows, last = select_page(views, sql, values, most)
    following = encode_cursor(LIST, upto, int(last[2]), last[0], last[1]) if last else None
    return ResultPage(rows=[_breach(row, asker.lang) for row in rows], next=following)


def lines_of(
    views: ReadModelStorage,
    clause: str,
    asked: SessionQuery,
    asker: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[BrokenLine]:
    """Where one clause was broken, newest session first."""
    condition, values = visible_sessions(asked, asker)
    session, nth = decode_cursor(LINES, cursor, str, int) if cursor else ("", 0)
    before = session_number(views, session, asker) if session else FIRST
    values |= {"clause": clause, "before": before, "nth": nth}
    rows, last = select_page(
        views, OF_CLAUSE.format(where=condition, whose=WHOSE if asked.player else ""), values, most
    )
    following = encode_cursor(LINES, last[2], last[1]) if last else None
    return ResultPage(rows=[_line(row, asker.lang) for row in rows], next=following)


def _breach(row: Sequence[Any], lang: str) -> ClauseBreaches:
    game, clause, *counts = row
    roots, consequences, undetermined, sessions = map(int, counts)
    return ClauseBreaches(
        game=game,
        game_name=game_name(game, lang),
        clause=clause,
        says=clause_text(game, clause, lang),
        roots=roots,
        consequences=consequences,
        undetermined=undetermined,
        sessions=sessions,
    )


def _line(row: Sequence[Any], lang: str) -> BrokenLine:
    _, _, session, game, _, kind, verdict, line, told_by, root, seat, person, said, day = row
    return BrokenLine(
        session=UUID(session),
        game=game,
        day=day,
        line=line,
        kind=kind,
        verdict=verdict,
        told_by=told_by,
        root=root,
        seat=seat,
        player=person or None,
        says=in_language(said, lang),
    )


def clause_text(game: str, clause: str, lang: str) -> str:
    """A clause in words."""
    said = GAMES[game].speak(lang) if game in GAMES else words(lang)
    return said["clauses"].get(clause, clause)
