"""Queries over sessions: the filter of a list, what a requester may see of it, and its pages.

A cursor contains the key of the last row of a page. Keys never change, so new rows do not shift the pages. Lists that
are ordered by a count also keep the newest session they counted, so that sessions opened later do not move rows to
another page; a counted session that goes on still may. A cursor contains nothing that its page did not show.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from projections.search_text import club_key, like_pattern, search_key
from projections.storage import ReadModelStorage

MAX_PAGE = 100  # rows
WORDS = tuple(f"word_{letter}" for letter in "abcdefgh")  # the words of a search; further ones are ignored
T = TypeVar("T")

VISIBLE = """(listing.guests = 1 OR EXISTS
    (SELECT 1 FROM holders WHERE holders.session = listing.session AND holders.token = :token){of_clubs})"""
ARBITED = "SELECT session FROM holders WHERE token = :token AND role = 'arbiter'"
MINE = "EXISTS (SELECT 1 FROM holders WHERE holders.session = listing.session AND holders.token = :token)"
CONDITIONS = {
    "game": "listing.game = :game",
    "club": "listing.club = :club",
    "player": "EXISTS (SELECT 1 FROM players WHERE players.session = listing.session AND players.person = :player)",
    "place": "listing.place_key = :place",
    "since": "listing.day >= :since",
    "until": "listing.day <= :until",
    "status": "listing.status = :status",
}
RECORD = {"open": "listing.closed = 0", "closed": "listing.closed = 1"}
FINDINGS = {"with": "listing.findings > 0", "without": "listing.findings = 0"}


class BadCursor(ValueError):
    """A cursor that does not come from a page of this list."""


Word = Annotated[str, Meta(max_length=100)]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$", examples=["2026-11-16"])]


class SessionQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A filter of sessions; a field without a value matches all."""

    game: Word | None = None
    club: Word | None = None  # the id of the club
    player: Word | None = None  # the id from the list of players
    place: Word | None = None
    since: Day | None = None
    until: Day | None = None
    status: Literal["provisional", "under-protest", "confirmed", "amended"] | None = None
    findings: Literal["with", "without"] | None = None
    record: Literal["open", "closed"] | None = None  # whether the record is still open
    search: Word | None = None  # words in names and places, in any order
    mine: bool = False  # only sessions in which the requester has a grant


class Requester(Struct, frozen=True, kw_only=True):
    """The sender of a request: the hash of the token, if any, and the language.

    `hidden` are the sessions that lists leave out, because their seats have no names for this sender; `clubs` the
    clubs in which the sender has a role, and so may see every session.
    """

    token: str = ""
    lang: str = "en"
    hidden: tuple[str, ...] = ()
    clubs: tuple[str, ...] = ()


class ResultPage(Struct, Generic[T], frozen=True, kw_only=True):
    """A page of rows, and the cursor of the next page; None on the last page."""

    rows: list[T]
    next: str | None = None


def arbited_sessions(storage: ReadModelStorage, token: str) -> list[str]:
    """The sessions in which a token proves the role of an arbiter."""
    return [session for (session,) in storage.rows(ARBITED, {"token": token})] if token else []


def visible_to(requester: Requester) -> tuple[str, dict[str, Any]]:
    """The SQL condition on `listing` for a session that the requester may see, and its values."""
    clubs = {"club" + "_x" * at: club_key(club) for at, club in enumerate(requester.clubs, 1)}
    of_clubs = "".join(f" OR listing.club = :{name}" for name in clubs)
    return VISIBLE.format(of_clubs=of_clubs), {"token": requester.token, **clubs}


def visible_sessions(query: SessionQuery, requester: Requester) -> tuple[str, dict[str, Any]]:
    """The SQL condition on `listing` for a query and its values; it excludes what the requester may not see."""
    visible, values = visible_to(requester)
    parts = [MINE if query.mine else visible]
    for name, condition in CONDITIONS.items():
        if value := getattr(query, name):
            parts.append(condition)
            values[name] = KEYS.get(name, str)(value)
    for at, session in enumerate(requester.hidden, 1):
        name = "hidden" + "_x" * at  # names of values have no digits
        parts.append(f"listing.session <> :{name}")
        values[name] = session
    if query.findings:
        parts.append(FINDINGS[query.findings])
    if query.record:
        parts.append(RECORD[query.record])
    for name, word in zip(WORDS, search_key(query.search or "").split(), strict=False):
        parts.append(f"listing.search LIKE :{name} ESCAPE '!'")
        values[name] = like_pattern(word)
    return " AND ".join(parts), values


KEYS = {"place": search_key, "club": club_key}


# Pages ----------------------------------------------------------------------------------------------


def encode_cursor(kind: str, *key: int | str) -> str:
    """The cursor of a row, from the name of the list and the key of the row."""
    return urlsafe_b64encode(msgspec.json.encode([kind, *key])).rstrip(b"=").decode()


def decode_cursor(kind: str, text: str, *types: type) -> tuple[Any, ...]:
    """The key in a cursor; raises BadCursor if it does not belong to this list."""
    try:
        key = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=list[int | str])
    except (ValueError, msgspec.MsgspecError) as error:
        raise BadCursor() from error
    fits = len(key) == 1 + len(types) and key[0] == kind
    if not fits or any(not isinstance(part, type) for part, type in zip(key[1:], types, strict=True)):
        raise BadCursor()
    if any(isinstance(part, int) and abs(part) >= 2**63 for part in key):
        raise BadCursor()
    return tuple(key[1:])


def select_page(
    storage: ReadModelStorage, sql: str, values: Mapping[str, Any], most: int = MAX_PAGE
) -> tuple[Sequence[Sequence[Any]], Sequence[Any] | None]:
    """The rows of one page, and the last of them if there are more pages."""
    most = max(1, min(most, MAX_PAGE))
    rows = storage.rows(f"{sql} LIMIT :most", {**values, "most": most + 1})
    return rows[:most], rows[most - 1] if len(rows) > most else None


def newest_session(storage: ReadModelStorage, condition: str, values: Mapping[str, Any]) -> str:
    """The newest session that matches a condition; empty if there is none."""
    rows = storage.rows(f"SELECT session FROM listing WHERE {condition} ORDER BY number DESC LIMIT 1", values)
    return rows[0][0] if rows else ""


def session_number(storage: ReadModelStorage, session: str, requester: Requester) -> int:
    """The number of a session in order of opening; raises BadCursor for one that the requester may not see."""
    visible, values = visible_to(requester)
    values["session"] = session
    rows = storage.rows(f"SELECT number FROM listing WHERE session = :session AND {visible}", values)
    if not rows and session:
        raise BadCursor()
    return rows[0][0] if rows else 0


def all_rows(read: Callable[..., ResultPage[T]], *arguments: Any, **filters: Any) -> Iterator[T]:
    """All rows of a list, page after page."""
    cursor: str | None = ""
    while cursor is not None:
        page = read(*arguments, cursor=cursor, **filters)
        yield from page.rows
        cursor = page.next
