"""Reads the rulings, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import orjson
from msgspec import Struct

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
from projections.search_text import in_language, text_or_erased
from projections.storage import ReadModelStorage

LIST = "rulings"
FIELDS = "session, line, claim, claimed, about, clause, remedy, reading, entry, said, remark, under"
FIELDS += ", precedent, phase, checks, unnamed, before, after, superseded_by, at"
RULED = """
    SELECT {fields}, listing.game, listing.place, listing.day
    FROM rulings JOIN listing ON listing.session = rulings.session
    WHERE {where} AND (rulings.at < :at OR (rulings.at = :at AND (rulings.session > :session
        OR (rulings.session = :session AND rulings.line < :line)))) {more}
    ORDER BY rulings.at DESC, rulings.session, rulings.line DESC
"""
AT = FIELDS.split(", ").index("at")
OF_RULINGS = ", ".join(f"rulings.{field}" for field in FIELDS.split(", "))
MORE = {
    "clause": "AND rulings.clause = :clause",
    "remedy": "AND rulings.remedy = :remedy",
    "reading": "AND rulings.reading = :reading",
    "standing": "AND rulings.superseded_by IS NULL",
}


class ListedRuling(Struct, frozen=True, kw_only=True):
    """A ruling, the claim it answers, and the points it changed."""

    session: UUID
    game: str
    game_name: str
    place: str
    day: str
    line: int
    claim: int | None
    claimed: str  # the text of the claim
    about: int  # the line in question
    clause: str
    rule: str  # the clause in words
    remedy: str
    reading: str  # the adopted reading, if the remedy is to adopt one
    entry: str  # as a line of the record
    says: str  # the same in words
    text: str  # the arbiter's reasons
    under: str  # question=reading: the reading that the ruling applied
    precedent: bool  # whether it is marked as a precedent
    phase: str  # of the game at the line in question
    checks: list[str]  # the checks that found something on that line
    before: list[str]  # points of each side without the ruling
    after: list[str]
    in_force: bool
    superseded_by: int | None
    at: str


class RulingQuery(Struct, frozen=True, kw_only=True):
    """A filter of rulings; a field without a value matches all."""

    clause: str | None = None
    remedy: str | None = None
    reading: str | None = None
    standing: bool = False  # only rulings in force


def rulings(
    storage: ReadModelStorage,
    wanted: RulingQuery,
    query: SessionQuery,
    requester: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[ListedRuling]:
    """The rulings that match, the newest first."""
    condition, values = visible_sessions(query, requester)
    before = decode_cursor(LIST, cursor, str, str, int) if cursor else ("A", "", 0)  # later than any date
    values |= dict(zip(("at", "session", "line"), before, strict=True))
    given = {name: value for name in MORE if (value := getattr(wanted, name))}
    more = " ".join(MORE[name] for name in given)
    values |= {name: value for name, value in given.items() if value is not True}
    rows, last = select_page(storage, RULED.format(fields=OF_RULINGS, where=condition, more=more), values, most)
    following = encode_cursor(LIST, last[AT], last[0], last[1]) if last else None
    return ResultPage(rows=[ruling_from_row(row, requester.lang) for row in rows], next=following)


def ruling_from_row(row: Sequence[Any], lang: str) -> ListedRuling:
    """A ruling from its row."""
    session, line, claim, claimed, about, clause, remedy, reading, entry, sentence, text, *of = row
    under, precedent, phase, checks, _, before, after, over, at, game, place, day = of
    return ListedRuling(
        session=UUID(session),
        game=game,
        game_name=game_name(game, lang),
        place=place,
        day=day,
        line=line,
        claim=claim,
        claimed=text_or_erased(claimed, lang),
        about=about,
        clause=clause,
        rule=clause_text(game, clause, lang) if clause else "",
        remedy=remedy,
        reading=reading,
        entry=entry,
        says=in_language(sentence, lang),
        text=text_or_erased(text, lang),
        under=under,
        precedent=bool(precedent),
        phase=phase,
        checks=checks.split(),
        before=orjson.loads(before),
        after=orjson.loads(after),
        in_force=over is None,
        superseded_by=over,
        at=at,
    )
