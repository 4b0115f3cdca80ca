"""What many sessions can be asked by, and for whom: conditions of one WHERE, and pages that lose and double nothing.

A cursor names the last row a page gave, by a key that never changes; rows that come later stand before or after it and
shift none. Lists that rank what they count also keep the newest session they counted, so that tables laid meanwhile
do not move anybody from one page to another; one that was counted and goes on still may. A cursor holds only what its
page told: nothing of tables its asker may not see, nor how many there are.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from projections.search_text import like_pattern, search_key
from projections.storage import ReadModelStorage

MAX_PAGE = 100  # rows on a page
WORDS = tuple(f"word_{letter}" for letter in "abcdefgh")  # of a search; more are not looked at
T = TypeVar("T")

VISIBLE = """(listing.guests = 1 OR EXISTS
    (SELECT 1 FROM holders WHERE holders.session = listing.session AND holders.token = :token))"""
MINE = "EXISTS (SELECT 1 FROM holders WHERE holders.session = listing.session AND holders.token = :token)"
CONDITIONS = {
    "game": "listing.game = :game",
    "player": "EXISTS (SELECT 1 FROM players WHERE players.session = listing.session AND players.person = :player)",
    "place": "listing.place_key = :place",
    "since": "listing.day >= :since",
    "until": "listing.day <= :until",
    "status": "listing.status = :status",
}
RECORD = {"open": "listing.closed = 0", "closed": "listing.closed = 1"}
FINDINGS = {"with": "listing.findings > 0", "without": "listing.findings = 0"}


class BadCursor(ValueError):
    """A cursor that no page gave."""


Word = Annotated[str, Meta(max_length=100)]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$", examples=["2026-11-16"])]


class SessionQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which sessions somebody asks for; what is left open matches all."""

    game: Word | None = None
    player: Word | None = None  # by the id that lists of players give
    place: Word | None = None
    since: Day | None = None
    until: Day | None = None
    status: Literal["provisional", "under-protest", "confirmed", "amended"] | None = None
    findings: Literal["with", "without"] | None = None
    record: Literal["open", "closed"] | None = None  # whether it is still being written
    search: Word | None = None  # words of names and places, in any order
    mine: bool = False  # only those where the shown token holds a grant


class Requester(Struct, frozen=True, kw_only=True):
    """Who asks: the hash of the token they showed, if any, and their language."""

    token: str = ""
    lang: str = "en"


class ResultPage(Struct, Generic[T], frozen=True, kw_only=True):
    """Some rows, and the cursor that leads to the next ones; without one there are no more."""

    rows: list[T]
    next: str | None = None


def visible_sessions(asked: SessionQuery, asker: Requester) -> tuple[str, dict[str, Any]]:
    """The condition on `listing` that a wish comes to, and its values. What the asker may not see is not there."""
    values: dict[str, Any] = {"token": asker.token}
    parts = [MINE if asked.mine else VISIBLE]
    for name, condition in CONDITIONS.items():
        if value := getattr(asked, name):
            parts.append(condition)
            values[name] = search_key(value) if name == "place" else value
    if asked.findings:
        parts.append(FINDINGS[asked.findings])
    if asked.record:
        parts.append(RECORD[asked.record])
    for name, word in zip(WORDS, search_key(asked.search or "").split(), strict=False):
        parts.append(f"listing.search LIKE :{name} ESCAPE '!'")
        values[name] = like_pattern(word)
    return " AND ".join(parts), values


# Pages ----------------------------------------------------------------------------------------------


def encode_cursor(kind: str, *key: int | str) -> str:
    """A row's key as nobody needs to read it."""
    return urlsafe_b64encode(msgspec.json.encode([kind, *key])).rstrip(b"=").decode()


def decode_cursor(kind: str, text: str, *types: type) -> tuple[Any, ...]:
    """The key a cursor holds; BadCursor where it is none of this list's."""
    try:
        found = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=list[int | str])
    except (ValueError, msgspec.MsgspecError) as error:
        raise BadCursor() from error
    fits = len(found) == 1 + len(types) and found[0] == kind
    if not fits or any(not isinstance(one, type) for one, type in zip(found[1:], types, strict=True)):
        raise BadCursor()
    if any(isinstance(one, int) and abs(one) >= 2**63 for one in found):
        raise BadCursor()
    return tuple(found[1:])


def select_page(
    views: ReadModelStorage, sql: str, values: Mapping[str, Any], most: int = MAX_PAGE
) -> tuple[Sequence[Sequence[Any]], Sequence[Any] | None]:
    """The rows of one page, and its last one where there are more."""
    most = max(1, min(most, MAX_PAGE))
    found = views.rows(f"{sql} LIMIT :most", {**values, "most": most + 1})
    return found[:most], found[most - 1] if len(found) > most else None


def newest_session(views: ReadModelStorage, condition: str, values: Mapping[str, Any]) -> str:
    """The session laid last, of those asked for; nothing where there is none."""
    found = views.rows(f"SELECT session FROM listing WHERE {condition} ORDER BY number DESC LIMIT 1", values)
    return found[0][0] if found else ""


def session_number(views: ReadModelStorage, session: str, asker: Requester) -> int:
    """Where a session stands in the order they were laid; BadCursor for what this asker could not have been told."""
    asked = {"session": session, "token": asker.token}
    found = views.rows(f"SELECT number FROM listing WHERE session = :session AND {VISIBLE}", asked)
    if not found and session:
        raise BadCursor()
    return found[0][0] if found else 0


def all_rows(read: Any, *given: Any, **asked: Any) -> Iterator[Any]:
    """All rows of a list, page after page."""
    cursor: str | None = ""
    while cursor is not None:
        page = read(*given, cursor=cursor, **asked)
        yield from page.rows
        cursor = page.next
