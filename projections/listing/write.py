"""One session's row in the listing, and whoever holds a token there."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import msgspec

from domain.store.erasable_texts import ERASED
from projections.listing.seats import seats_of
from projections.search_text import search_key
from projections.snapshot import SessionSnapshot

TABLES = {
    "listing": (
        "session",
        "number",
        "version",
        "game",
        "place",
        "place_key",
        "date",
        "day",
        "opened",
        "at",
        "closed",
        "status",
        "guests",
        "lines",
        "findings",
        "seats",
        "search",
    ),
    "holders": ("session", "token"),
}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def rows(seen: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """Everything a list of sessions shows or is asked by."""
    return {"listing": [_listed(seen)], "holders": [(seen.id.hex, token) for token in _tokens(seen)]}


def _listed(seen: SessionSnapshot) -> tuple[Any, ...]:
    told = seen.setup.told
    place = told.get("place", "")
    return (
        seen.id.hex,
        seen.number,
        seen.version,
        seen.setup.game,
        place,
        search_key(place),
        told.get("date", ""),
        day_of(told.get("date", ""), seen.opened),
        seen.opened,
        seen.at,
        int(seen.closed),
        seen.status,
        int(seen.setup.guests),
        len(seen.log),
        len(seen.findings),
        msgspec.json.encode(seats_of(seen)).decode(),
        search_key(" ".join((*(name for name in seen.setup.names if name != ERASED), place))),
    )


def _tokens(seen: SessionSnapshot) -> list[str]:
    return sorted({held.token for held in seen.grants.values() if held.token})


def day_of(told: str, opened: str) -> str:
    """The day a session counts for: as its table told it, else that on which it was laid."""
    found = _DAY.search(told)
    try:
        return date.fromisoformat(found[0]).isoformat() if found else opened[:10]
    except ValueError:
        return opened[:10]
