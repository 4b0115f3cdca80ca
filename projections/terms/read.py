"""Searches sessions by their terms: the conditions on the listing, and the lines at which the terms stand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from projections.queries import WORDS
from projections.search_text import search_key
from projections.terms.write import ACTION, CLAUSE

WITH_TERM = "listing.session IN (SELECT session FROM terms WHERE kind = '{kind}' AND term = :{name})"
LINES = "(SELECT lines FROM terms WHERE session = listing.session AND kind = '{kind}' AND term = :{name})"


class SessionTerms(Struct, frozen=True, kw_only=True):
    """What a session must contain; a field without a value matches all."""

    variant: str | None = None
    reading: str | None = None  # a question and its answer, `NH-I-01=one`
    clause: str | None = None  # a clause that was broken
    action: str | None = None  # words of one action as records have them, in any order: `build W4`
    within: int | None = None  # a clause or action at the first so many lines only


class TermFilter(Struct, frozen=True):
    """Terms as SQL: a condition on the listing, its values, and a column of line numbers for each term with lines."""

    conditions: list[str]
    values: dict[str, str]
    columns: list[str]


def term_filter(terms: SessionTerms) -> TermFilter:
    """The SQL of the terms that are asked for."""
    asked = [(kind, f"of_{kind}", search_key(getattr(terms, kind) or "")) for kind in ("variant", "reading", CLAUSE)]
    words = zip(WORDS, search_key(terms.action or "").split(), strict=False)
    asked += [(ACTION, f"of_{name}", word) for name, word in words]
    asked = [(kind, name, term) for kind, name, term in asked if term]
    return TermFilter(
        [WITH_TERM.format(kind=kind, name=name) for kind, name, _ in asked],
        {name: term for _, name, term in asked},
        [LINES.format(kind=kind, name=name) for kind, name, _ in asked if kind in (CLAUSE, ACTION)],
    )


def common_lines(stored: Sequence[str], within: int | None) -> list[int]:
    """The lines that stand in all of several stored lists, up to a line if one is given."""
    lists = [set(map(int, lines.split())) for lines in stored]
    return sorted(line for line in set.intersection(*lists) if not within or line <= within) if lists else []
