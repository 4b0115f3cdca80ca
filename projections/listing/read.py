"""Reads the listing: the sessions that a requester may see, the newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.rules import replace
from projections.listing.seats import ListedSeat, StoredMoment
from projections.queries import (
    MAX_PAGE,
    Requester,
    ResultPage,
    SessionQuery,
    decode_cursor,
    encode_cursor,
    select_page,
    session_number,
    visible_sessions,
)
from projections.search_text import text_or_erased, words
from projections.storage import ReadModelStorage
from projections.terms.read import SessionTerms, common_lines, term_filter

LIST = "sessions"
FIELDS = "session, number, game, place, date, day, opened, at, closed, status, guests, lines, findings, seats, moment"
SESSIONS = "SELECT {columns} FROM listing WHERE {where} AND number < :before ORDER BY number DESC"
ALL = f"SELECT {FIELDS} FROM listing ORDER BY number"
NO_TERMS = SessionTerms()
FIRST = 2**62  # larger than any number of a session

_seats = msgspec.json.Decoder(list[ListedSeat]).decode
_moment = msgspec.json.Decoder(StoredMoment).decode


class ListedMoment(Struct, frozen=True, kw_only=True):
    """Round, turn and phase of a table in words, and the letters of the seats it waits for."""

    round: int
    turn: int
    phase: str
    says: str
    waits: list[str]


class ListedSession(Struct, frozen=True, kw_only=True):
    """One session. `day` is the date that the table gave or, without one, the day it was opened."""

    session: UUID
    game: str
    game_name: str
    place: str
    date: str
    day: str
    opened: str
    at: str  # the time of the last event
    closed: bool
    status: str
    says: str  # the status in words
    guests: bool  # whether guests may watch
    lines: int
    findings: int
    seats: list[ListedSeat]
    moment: ListedMoment
    found: list[int] = []  # the lines at which a clause or an action stands that was searched for


def sessions(
    storage: ReadModelStorage,
    query: SessionQuery,
    requester: Requester,
    cursor: str | None = None,
    most: int = MAX_PAGE,
    terms: SessionTerms = NO_TERMS,
) -> ResultPage[ListedSession]:
    """The sessions that match a query and contain some terms, the newest first.

    Words of an action must stand at one line; sessions without such a line are left out, so a page can have fewer rows.
    """
    condition, values = visible_sessions(query, requester)
    searched = term_filter(terms)
    condition, values = " AND ".join((condition, *searched.conditions)), values | searched.values
    session = decode_cursor(LIST, cursor, str)[0] if cursor else ""
    values["before"] = session_number(storage, session, requester) if cursor else FIRST
    columns = ", ".join((FIELDS, *searched.columns))
    rows, last = select_page(storage, SESSIONS.format(columns=columns, where=condition), values, most)
    own = len(FIELDS.split(", "))
    found = [(session_from_row(row[:own], requester.lang), common_lines(row[own:], terms.within)) for row in rows]
    return ResultPage(
        rows=[replace(session, found=lines) for session, lines in found if lines or not searched.columns],
        next=encode_cursor(LIST, last[0]) if last else None,
    )


def every_session(storage: ReadModelStorage, lang: str = "en") -> Iterator[ListedSession]:
    """All sessions in order of opening, without any check of access: for the command line."""
    return (session_from_row(row, lang) for row in storage.rows(ALL))


def session_from_row(row: Sequence[Any], lang: str) -> ListedSession:
    """A session from its row."""
    session, _, game, place, date, day, opened, at, closed, status, guests, lines, findings, seats, moment = row
    return ListedSession(
        session=UUID(session),
        game=game,
        game_name=game_name(game, lang),
        place=place,
        date=date,
        day=day,
        opened=opened,
        at=at,
        closed=bool(closed),
        status=status,
        says=words(lang)["headings"][status],
        guests=bool(guests),
        lines=lines,
        findings=findings,
        seats=[replace(seat, name=text_or_erased(seat.name, lang)) for seat in _seats(seats)],
        moment=listed_moment(game, _moment(moment), lang),
    )


def listed_moment(game: str, moment: StoredMoment, lang: str) -> ListedMoment:
    """A stored moment in words; a game that is no longer known has none."""
    facts = {"round": moment.round, "turn": moment.turn, "phase": ""}
    says = ""
    if game in GAMES:
        spoken = GAMES[game].speak(lang)
        facts["phase"] = spoken.name("phase", moment.phase)
        says = spoken.fill(spoken["headings"]["moment"], facts, {})
    return ListedMoment(round=moment.round, turn=moment.turn, phase=moment.phase, says=says, waits=moment.waits)


def game_name(game: str, lang: str) -> str:
    """The name of a game."""
    return GAMES[game].speak(lang)["name"] if game in GAMES else game
