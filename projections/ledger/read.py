"""Reads the ledger: the errors by game, place and clause, the most frequent first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.record.lines import ERRORS
from projections.breaches.read import clause_text
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
from projections.storage import ReadModelStorage

LIST = "ledger"
SUMS = ", ".join(
    f"sum(CASE WHEN ledger.error = '{error}' THEN ledger.{how} ELSE 0 END) AS {error}_{how}"
    for error in ERRORS
    for how in ("sorted", "likely")
)
COUNTED = f"""
    WITH counted AS (
        SELECT listing.game AS game, listing.place_key AS place, min(listing.place) AS called, ledger.clause AS clause,
            sum(ledger.sorted + ledger.likely) AS errors, count(DISTINCT ledger.session) AS sessions, {SUMS}
        FROM ledger JOIN listing ON listing.session = ledger.session
        WHERE {{where}} AND listing.number <= :upto {{more}}
        GROUP BY listing.game, listing.place_key, ledger.clause)
    SELECT * FROM counted
    WHERE errors < :errors OR (errors = :errors AND (game > :game_after OR (game = :game_after
        AND (place > :place_after OR (place = :place_after AND clause > :clause_after)))))
    ORDER BY errors DESC, game, place, clause
"""
OF_CLAUSE = "AND ledger.clause = :clause"


class ErrorCount(Struct, frozen=True, kw_only=True):
    """A number of errors: those that a person sorted, and those that are only likely."""

    sorted: int
    likely: int


class ClauseErrors(Struct, frozen=True, kw_only=True):
    """The errors on one clause of a game at one place, by kind."""

    game: str
    game_name: str
    place: str
    clause: str  # empty for a ruling that cites no clause
    says: str  # the clause in words
    errors: int
    sessions: int
    recorded: ErrorCount
    played: ErrorCount
    scored: ErrorCount
    ruled: ErrorCount


def ledger(
    storage: ReadModelStorage,
    query: SessionQuery,
    requester: Requester,
    clause: str = "",
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[ClauseErrors]:
    """The clauses with their errors, the most frequent first."""
    condition, values = visible_sessions(query, requester)
    top = (newest_session(storage, condition, values), FIRST, "", "", "")
    upto, *after = decode_cursor(LIST, cursor, str, int, str, str, str) if cursor else top
    values |= dict(zip(("errors", "game_after", "place_after", "clause_after"), after, strict=True))
    values |= {"upto": session_number(storage, upto, requester), **({"clause": clause} if clause else {})}
    rows, last = select_page(storage, COUNTED.format(where=condition, more=OF_CLAUSE if clause else ""), values, most)
    following = encode_cursor(LIST, upto, int(last[4]), last[0], last[1], last[3]) if last else None
    return ResultPage(rows=[_errors(row, requester.lang) for row in rows], next=following)


def _errors(row: Sequence[Any], lang: str) -> ClauseErrors:
    game, _, place, clause, errors, sessions, *counts = row
    pairs = zip(counts[::2], counts[1::2], strict=True)
    each = {
        error: ErrorCount(sorted=int(sure), likely=int(likely))
        for error, (sure, likely) in zip(ERRORS, pairs, strict=True)
    }
    return ClauseErrors(
        game=game,
        game_name=game_name(game, lang),
        place=place,
        clause=clause,
        says=clause_text(game, clause, lang) if clause else "",
        errors=int(errors),
        sessions=int(sessions),
        **each,
    )
