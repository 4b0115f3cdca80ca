"""Writes the rulings of a session, each with its claim, the points it changed, and the ruling that superseded it."""

from __future__ import annotations

from typing import Any

import orjson

from domain.record.lines import Claimed, Ruled
from domain.store.erasable_texts import ERASED
from domain.timeline.disputes import superseded
from domain.timeline.order import Order, table_order
from projections.search_text import in_all_languages, search_key
from projections.snapshot import SessionSnapshot
from replays.disputes.blind_view import nameless_setup, without_names
from replays.disputes.similarity import circumstances_of, claim_of_ruling

COLUMNS = (
    "nth session line claim claimed about clause remedy reading entry said remark under precedent phase checks search"
    " unnamed rules before after superseded_by at"
)
TABLES = {"rulings": tuple(COLUMNS.split())}


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """One row for each ruling, in force or superseded."""
    lines = ((number, snapshot.log[number - 1]) for number in snapshot.sources)
    rulings = [(number, line) for number, line in lines if isinstance(line, Ruled)]
    if not rulings:
        return {"rulings": []}
    over, order = superseded(rulings), table_order(snapshot.log)
    return {"rulings": [_row(snapshot, number, ruling, over.get(number), order) for number, ruling in rulings]}


def _row(snapshot: SessionSnapshot, line: int, ruled: Ruled, over: int | None, order: Order) -> tuple[Any, ...]:
    stored = snapshot.sources[line]
    disputed = snapshot.log[ruled.claim - 1] if ruled.claim else None
    claim = disputed if isinstance(disputed, Claimed) else None
    about = claim.about if claim else ruled.line
    shown, first = stored.event, claim_of_ruling(snapshot.log, ruled)
    clause = ruled.clause or first.clause
    moment = circumstances_of(first, order, snapshot.played, snapshot.findings)
    claimed = claim.text if claim else ""
    return (
        stored.nth,
        snapshot.id.hex,
        line,
        ruled.claim or None,
        claimed,
        about,
        clause,
        ruled.remedy,
        ruled.reading,
        getattr(shown, "entry", ""),
        in_all_languages(snapshot.setup, lambda annotator: annotator.line(ruled)),
        ruled.text,
        ruled.under,
        int(ruled.precedent),
        moment.phase,
        spaced(moment.checks),
        search_key(" ".join(text for text in (claimed, ruled.text) if text != ERASED)),
        _unnamed(snapshot, ruled, claimed),
        getattr(shown, "rules", ""),
        _as_json(snapshot.impacts[line].before),
        _as_json(snapshot.impacts[line].after),
        over,
        stored.at,
    )


def _unnamed(snapshot: SessionSnapshot, ruled: Ruled, claimed: str) -> str:
    """The claim, the ruling and its reasons as JSON, without names."""
    setup = nameless_setup(snapshot.setup)
    texts = [text if text == ERASED else without_names(text, snapshot.setup) for text in (claimed, ruled.text)]
    return orjson.dumps([texts[0], in_all_languages(setup, lambda annotator: annotator.line(ruled)), texts[1]]).decode()


def spaced(words: list[str]) -> str:
    """Words with a space on both sides, so that LIKE can find each of them."""
    return "".join(f" {word} " for word in words)


def _as_json(points: list[str]) -> str:
    return orjson.dumps(points).decode()
