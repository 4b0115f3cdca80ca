"""Reads precedents, and earlier rulings that are similar to a dispute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import orjson
from msgspec import Struct

from projections.queries import (
    MAX_PAGE,
    WORDS,
    Requester,
    ResultPage,
    SessionQuery,
    decode_cursor,
    encode_cursor,
    select_page,
    visible_sessions,
    visible_to,
)
from projections.rulings.read import AT, FIELDS, OF_RULINGS, ListedRuling, ruling_from_row
from projections.search_text import in_language, like_pattern, search_key, text_or_erased
from projections.storage import ReadModelStorage
from replays.disputes.similarity import Circumstances

LIST = "precedents"
OVER = "CASE WHEN rulings.superseded_by IS NULL THEN 0 ELSE 1 END"
MARKED = f"""
    SELECT {OF_RULINGS}, listing.game, listing.place, listing.day
    FROM rulings JOIN listing ON listing.session = rulings.session
    WHERE {{where}} AND rulings.precedent = 1 {{more}} AND ({OVER} > :over OR ({OVER} = :over AND (rulings.at < :at
        OR (rulings.at = :at AND (rulings.session > :session
        OR (rulings.session = :session AND rulings.line < :line))))))
    ORDER BY {OVER}, rulings.at DESC, rulings.session, rulings.line DESC
"""
MORE = {
    "clause": "AND rulings.clause = :clause",
    "phase": "AND rulings.phase = :phase",
    "remedy": "AND rulings.remedy = :remedy",
    "check": "AND rulings.checks LIKE :check ESCAPE '!'",
}
ALIKE = f"""
    SELECT {OF_RULINGS}
    FROM rulings JOIN listing ON listing.session = rulings.session
    WHERE {{visible}} AND listing.game = :game AND rulings.clause = :clause
    ORDER BY {OVER}, rulings.precedent DESC, rulings.at DESC, rulings.session, rulings.line DESC LIMIT :most
"""
MAX_COMPARED, MAX_SIMILAR = 200, 8  # rulings on the clause that are compared, and that are shown


class PrecedentQuery(Struct, frozen=True, kw_only=True):
    """A filter of precedents; a field without a value matches all."""

    clause: str | None = None
    words: str | None = None  # words of the claim or of the reasons, in any order
    phase: str | None = None
    check: str | None = None
    remedy: str | None = None


class EarlierRuling(Struct, frozen=True, kw_only=True):
    """An earlier ruling on the same clause, without names; `alike` means the same phase and the same kind of facts."""

    session: UUID
    line: int
    alike: bool
    precedent: bool
    in_force: bool
    remedy: str
    under: str
    phase: str
    checks: list[str]
    claimed: str
    says: str
    text: str
    at: str


def precedents(
    storage: ReadModelStorage,
    wanted: PrecedentQuery,
    query: SessionQuery,
    requester: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
) -> ResultPage[ListedRuling]:
    """The precedents that match: those in force first, then those overturned, the newest first."""
    condition, values = visible_sessions(query, requester)
    before = decode_cursor(LIST, cursor, int, str, str, int) if cursor else (0, "A", "", 0)  # later than any date
    values |= dict(zip(("over", "at", "session", "line"), before, strict=True))
    given = {name: value for name in MORE if (value := getattr(wanted, name))}
    more = [MORE[name] for name in given]
    values |= {name: like_pattern(f" {value} ") if name == "check" else value for name, value in given.items()}
    for name, word in zip(WORDS, search_key(wanted.words or "").split(), strict=False):
        more.append(f"AND rulings.search LIKE :of_{name} ESCAPE '!'")
        values[f"of_{name}"] = like_pattern(word)
    rows, last = select_page(storage, MARKED.format(where=condition, more=" ".join(more)), values, most)
    following = encode_cursor(LIST, int(last[AT - 1] is not None), last[AT], last[0], last[1]) if last else None
    return ResultPage(rows=[ruling_from_row(row, requester.lang) for row in rows], next=following)


def similar_rulings(
    storage: ReadModelStorage,
    game: str,
    clause: str,
    moment: Circumstances,
    own: tuple[str, frozenset[int]],
    requester: Requester,
) -> list[EarlierRuling]:
    """Earlier rulings on the clause of a dispute, the similar ones first; `own` are its own rulings."""
    visible, values = visible_to(requester)
    values |= {"game": game, "clause": clause, "most": MAX_COMPARED}
    rows = storage.rows(ALIKE.format(visible=visible), values) if clause else ()
    earlier = [_earlier(row, moment, requester.lang) for row in rows if not (row[0] == own[0] and row[2] in own[1])]
    return sorted(earlier, key=lambda ruling: not ruling.alike)[:MAX_SIMILAR]


def _earlier(row: Sequence[Any], moment: Circumstances, lang: str) -> EarlierRuling:
    fields = dict(zip(FIELDS.split(", "), row, strict=True))
    claimed, sentence, text = orjson.loads(fields["unnamed"])
    facts = fields["checks"].split()
    same = set(facts) & set(moment.checks) or (not facts and not moment.checks)
    return EarlierRuling(
        session=UUID(fields["session"]),
        line=fields["line"],
        alike=fields["phase"] == moment.phase and bool(same),
        precedent=bool(fields["precedent"]),
        in_force=fields["superseded_by"] is None,
        remedy=fields["remedy"],
        under=fields["under"],
        phase=fields["phase"],
        checks=facts,
        claimed=text_or_erased(claimed, lang),
        says=in_language(sentence, lang),
        text=text_or_erased(text, lang),
        at=fields["at"],
    )
