"""One session's rulings, each with its claim, what it changed, and what superseded it."""

from __future__ import annotations

from typing import Any

import orjson

from domain.record.lines import Ruled
from domain.store.erasable_texts import ERASED
from domain.timeline.disputes import superseded
from domain.timeline.order import Order, table_order
from projections.search_text import in_all_languages, search_key
from projections.snapshot import SessionSnapshot
from replays.disputes.blind_view import nameless_setup, without_names
from replays.disputes.similarity import circumstances_of, claim_of_ruling

COLUMNS = ("nth", "session", "line", "claim", "claimed", "about", "clause", "remedy", "reading", "entry")
COLUMNS += ("said", "remark", "under", "precedent", "phase", "checks", "search", "unnamed")
COLUMNS += ("rules", "before", "after", "superseded_by", "at")
TABLES = {"rulings": COLUMNS}


def rows(seen: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """A row for every ruling, standing or not."""
    ruled = [(line, seen.log[line - 1]) for line in seen.sources if isinstance(seen.log[line - 1], Ruled)]
    over = superseded(ruled)
    order = table_order(seen.log) if ruled else None
    return {"rulings": [_row(seen, line, one, over.get(line), order) for line, one in ruled]}


def _row(seen: SessionSnapshot, line: int, ruled: Ruled, over: int | None, order: Order | None) -> tuple[Any, ...]:
    stored = seen.sources[line]
    claim = seen.log[ruled.claim - 1] if ruled.claim else None
    about = claim.about if claim else ruled.line
    shown, first = stored.event, claim_of_ruling(seen.log, ruled)
    clause = ruled.clause or first.clause
    moment = circumstances_of(first, order, seen.played, seen.findings)
    claimed = claim.text if claim else ""
    return (
        stored.nth,
        seen.id.hex,
        line,
        ruled.claim or None,
        claimed,
        about,
        clause,
        ruled.remedy,
        ruled.reading,
        shown.entry,
        in_all_languages(seen.setup, lambda annotator: annotator.line(ruled)),
        ruled.text,
        ruled.under,
        int(ruled.precedent),
        moment.phase,
        spaced(moment.checks),
        search_key(" ".join(text for text in (claimed, ruled.text) if text != ERASED)),
        _unnamed(seen, ruled, claimed),
        getattr(shown, "rules", ""),
        _told(seen.impacts[line].before),
        _told(seen.impacts[line].after),
        over,
        stored.at,
    )


def _unnamed(seen: SessionSnapshot, ruled: Ruled, claimed: str) -> str:
    """What was claimed, ruled and given as the reason, for whoever must not know who is who."""
    setup = nameless_setup(seen.setup)
    texts = [text if text == ERASED else without_names(text, seen.setup) for text in (claimed, ruled.text)]
    return orjson.dumps([texts[0], in_all_languages(setup, lambda annotator: annotator.line(ruled)), texts[1]]).decode()


def spaced(words: list[str]) -> str:
    """Words that can each be found again by a LIKE."""
    return "".join(f" {word} " for word in words)


def _told(points: list[str]) -> str:
    return orjson.dumps(points).decode()
