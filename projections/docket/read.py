"""Reads the docket: the disputes that wait for an arbiter, the oldest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.timeline.disputes import OPEN as OPEN_STILL
from projections.breaches.read import clause_text
from projections.listing.read import game_name
from projections.queries import (
    MAX_PAGE,
    Requester,
    ResultPage,
    SessionQuery,
    decode_cursor,
    encode_cursor,
    select_page,
    visible_sessions,
)
from projections.search_text import club_key, in_language, text_or_erased, words
from projections.storage import ReadModelStorage

LIST = "docket"
OPEN = """
    SELECT docket.session, listing.game, listing.place, listing.day, docket.line, docket.about,
        docket.clause, docket.subject, docket.late, docket.appeals, docket.seat, docket.said, docket.remark, docket.at,
        players.person, players.name
    FROM docket JOIN listing ON listing.session = docket.session
    LEFT JOIN players ON players.session = docket.session AND players.letter = docket.seat
    WHERE {where} AND (docket.at > :at OR (docket.at = :at AND (docket.session > :session
        OR (docket.session = :session AND docket.line > :line)))) {clause}
    ORDER BY docket.at, docket.session, docket.line
"""
NUMBERS = """
    SELECT claims.line, (SELECT count(*) FROM claims AS earlier WHERE earlier.nth <= claims.nth)
    FROM claims WHERE claims.session = :session
"""
DISPUTED = """
    SELECT DISTINCT docket.session FROM docket JOIN listing ON listing.session = docket.session
    WHERE listing.club = :club
"""
OF_CLAUSE = "AND docket.clause = :clause"


class OpenDispute(Struct, frozen=True, kw_only=True):
    """A claim that is neither withdrawn nor ruled on."""

    session: UUID
    game: str
    game_name: str
    place: str
    day: str
    line: int  # of the claim
    about: int  # the line that is disputed
    clause: str
    rule: str  # the clause in words
    subject: str  # a line, a finding, an announced value, an omission, or a ruling
    subject_says: str
    late: bool
    appeals: int | None  # the ruling it appeals against
    state: str
    state_says: str
    seat: str | None
    player: str | None
    name: str
    says: str  # the claim in words
    text: str  # what the claimant wrote
    at: str


def docket(
    storage: ReadModelStorage,
    query: SessionQuery,
    requester: Requester,
    clause: str = "",
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[OpenDispute]:
    """The open disputes, in the order of their claims."""
    condition, values = visible_sessions(query, requester)
    after = decode_cursor(LIST, cursor, str, str, int) if cursor else ("", "", 0)
    values |= dict(zip(("at", "session", "line"), after, strict=True))
    if clause:
        values["clause"] = clause
    rows, last = select_page(storage, OPEN.format(where=condition, clause=OF_CLAUSE if clause else ""), values, most)
    following = encode_cursor(LIST, last[13], last[0], last[4]) if last else None
    return ResultPage(rows=[_dispute(row, requester.lang) for row in rows], next=following)


def disputed_sessions(storage: ReadModelStorage, club: str) -> list[UUID]:
    """The sessions of a club with open disputes."""
    rows = storage.rows(DISPUTED, {"club": club_key(club)})
    return [UUID(session) for (session,) in rows]


def case_numbers(storage: ReadModelStorage, session: UUID) -> dict[int, int]:
    """The numbers of a session's disputes among all disputes of the service, by the line of the claim."""
    rows = storage.rows(NUMBERS, {"session": session.hex})
    return {int(line): int(number) for line, number in rows}


def _dispute(row: Sequence[Any], lang: str) -> OpenDispute:
    session, game, place, day, line, about, clause, subject, late, appeals, seat, sentence, text, at, person, name = row
    heads = words(lang)["disputes"]
    return OpenDispute(
        session=UUID(session),
        game=game,
        game_name=game_name(game, lang),
        place=place,
        day=day,
        line=line,
        about=about,
        clause=clause,
        rule=clause_text(game, clause, lang) if clause else "",
        subject=subject,
        subject_says=heads[f"about-{subject}"].format(line=about),
        late=bool(late),
        appeals=appeals,
        state=OPEN_STILL,
        state_says=heads[OPEN_STILL],
        seat=seat,
        player=person,
        name=text_or_erased(name, lang),
        says=in_language(sentence, lang),
        text=text_or_erased(text, lang),
        at=at,
    )
