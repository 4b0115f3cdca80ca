"""Writes the row of a session in the listing, and its tokens."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import msgspec

from domain.sessions.roles import club_grant
from domain.store.erasable_texts import ERASED
from projections.listing.seats import moment_now, seats_of
from projections.search_text import club_key, search_key
from projections.snapshot import SessionSnapshot

TABLES = {
    "listing": (
        "session",
        "number",
        "version",
        "game",
        "club",
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
        "moment",
        "search",
    ),
    "holders": ("session", "token", "role"),
}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def rows(snapshot: SessionSnapshot) -> dict[str, list[tuple[Any, ...]]]:
    """The row of a session, and one row for each token."""
    return {"listing": [_listed(snapshot)], "holders": [(snapshot.id.hex, *held) for held in _tokens(snapshot)]}


def _listed(snapshot: SessionSnapshot) -> tuple[Any, ...]:
    facts = snapshot.setup.details
    place = facts.get("place", "")
    return (
        snapshot.id.hex,
        snapshot.number,
        snapshot.version,
        snapshot.setup.game,
        club_key(snapshot.club),
        place,
        search_key(place),
        facts.get("date", ""),
        day_of(facts.get("date", ""), snapshot.opened),
        snapshot.opened,
        snapshot.at,
        int(snapshot.closed),
        snapshot.status,
        int(snapshot.setup.guests),
        len(snapshot.log),
        len(snapshot.findings),
        msgspec.json.encode(seats_of(snapshot)).decode(),
        msgspec.json.encode(moment_now(snapshot)).decode(),
        search_key(" ".join((*(name for name in snapshot.setup.names if name != ERASED), place))),
    )


def _tokens(snapshot: SessionSnapshot) -> list[tuple[str, str]]:
    """Each token with the role it proves; the first one that was granted counts. Roles in a club are not listed."""
    own = [grant for grant in snapshot.grants.values() if grant.token and not club_grant(grant)]
    roles = {grant.token: grant.role for grant in reversed(own)}
    return sorted(roles.items())


def day_of(date_text: str, opened: str) -> str:
    """The day of a session: the date that the table gave or, without a valid one, the day it was opened."""
    match = _DAY.search(date_text)
    try:
        return date.fromisoformat(match[0]).isoformat() if match else opened[:10]
    except ValueError:
        return opened[:10]
