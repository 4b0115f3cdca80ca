"""Reads the breaches: how often each clause is broken, and the lines that break it."""

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
WHOSE = "AND breaches.person = :player"  # only those of this player, not of others in the same sessions


class ClauseBreaches(Struct, frozen=True, kw_only=True):
    """A clause, and how many findings on it are roots, consequences of earlier errors, or undetermined."""

    game: str
    game_name: str
    clause: str
    says: str  # the clause in words
    roots: int
    consequences: int
    undetermined: int
    sessions: int


class BrokenLine(Struct, frozen=True, kw_only=True):
    """A finding: its line, its kind and its seat."""

    session: UUID
    game: str
    day: str
    line: int
    kind: str  # root, consequence or undetermined
    verdict: str
    told_by: int
    root: int
    seat: str | None  # none: an action of the whole table
    player: str | None
    says: str  # what is wrong


def breaches(
    storage: ReadModelStorage,
    query: SessionQuery,
    requester: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[ClauseBreaches]:
    """The clauses, the most broken first."""
    condition, values = visible_sessions(query, requester)
    top = (newest_session(storage, condition, values), FIRST, "", "")
    upto, roots, game, clause = decode_cursor(LIST, cursor, str, int, str, str) if cursor else top
    values |= {"upto": session_number(storage, upto, requester), "roots": roots, "game_after": game, "clause": clause}
    sql = BY_CLAUSE.format(where=condition, whose=WHOSE if query.player else "")
    rows, last = select_page(storage, sql, values, most)
    following = encode_cursor(LIST, upto, int(last[2]), last[0], last[1]) if last else None
    return ResultPage(rows=[_breach(row, requester.lang) for row in rows], next=following)


def lines_of(
    storage: ReadModelStorage,
    clause: str,
    query: SessionQuery,
    requester: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[BrokenLine]:
    """The lines that break one clause, newest session first."""
    condition, values = visible_sessions(query, requester)
    session, nth = decode_cursor(LINES, cursor, str, int) if cursor else ("", 0)
    before = session_number(storage, session, requester) if session else FIRST
    values |= {"clause": clause, "before": before, "nth": nth}
    rows, last = select_page(
        storage, OF_CLAUSE.format(where=condition, whose=WHOSE if query.player else ""), values, most
    )
    following = encode_cursor(LINES, last[2], last[1]) if last else None
    return ResultPage(rows=[_line(row, requester.lang) for row in rows], next=following)


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
    _, _, session, game, _, kind, verdict, line, told_by, root, seat, person, text, day = row
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
        says=in_language(text, lang),
    )


def clause_text(game: str, clause: str, lang: str) -> str:
    """A clause in words."""
    texts = GAMES[game].speak(lang) if game in GAMES else words(lang)
    return str(texts["clauses"].get(clause, clause))
