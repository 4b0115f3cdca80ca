"""The home page and the lists across tables: search, standings, breaches, the docket, one player's games."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from api.http.requests.clubs import held_clubs
from api.http.requests.paging import PageQuery, SessionSearch, arbited, read_page
from api.http.requests.request import ApiRequest
from api.locales import page_texts
from api.pages.cases import cases_page
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import STATUS_CLASSES
from domain.rules import replace
from domain.sessions.session import Session
from domain.setup import Setup
from projections.breaches import read as breaches
from projections.breaches.read import ClauseBreaches
from projections.docket import read as docket
from projections.docket.read import OpenDispute
from projections.listing import read as listing
from projections.listing.read import ListedSession
from projections.players import read as players
from projections.players.read import PlayerSession
from projections.queries import ResultPage
from projections.standings import read as standings
from projections.standings.read import PlayerStanding
from projections.storage import ReadModelsMissing
from projections.terms.read import SessionTerms
from replays.boards import seat_slots
from replays.frames import FrameView, replay_of
from replays.record_text import read_record
from replays.reference.rulebooks import GameSummary, listed_games
from replays.scoreboard import STATUSES

pages = Pages()
OVERVIEW, RESULTS = 8, 30  # rows
FILTERS = (
    *("search", "game", "player", "place", "since", "until", "status", "findings", "record"),
    *("clause", "action", "within", "variant", "reading"),
)
EXAMPLE = """griffier 1
game new-haven
seats B=Ana Y=Bo   first B   faces stand-in
  1    - pool W1 S3 T2 R6 W4
  2    B harvest c2 TR/WR
  3    B build T1 up 1.1
  4    B build R3 up 3.1
  5 !  Y 4 NH-BUILD-3
  6 $  5 void 4 NH-BUILD-3
"""
Row = TypeVar("Row")


class OwnTablesContext(Struct, frozen=True, kw_only=True):
    """What the list of this browser's tables needs: the names of the games, and its texts."""

    named: dict[str, str]
    texts: dict[str, str]


class HomeContext(Struct, frozen=True, kw_only=True):
    """What home.html shows, in an overview or a search."""

    parameters: SessionSearch
    filters: dict[str, object]
    is_search: bool
    statuses: tuple[str, ...]
    games: list[GameSummary]
    slots_of: Callable[[ListedSession], dict[str, str]]
    stamped: dict[str, str]
    listed: ResultPage[ListedSession]
    nearest: str  # the name most like the one that was searched for in vain


class OverviewContext(Struct, frozen=True, kw_only=True):
    """What home.html shows only in an overview."""

    open: ResultPage[ListedSession]
    broken: list[ClauseBreaches]
    docket: list[OpenDispute]
    example: list[FrameView]
    example_game: str
    example_slots: dict[str, str]
    standings: list[PlayerStanding]
    clubs: list[tuple[str, str]]  # id and name of each club in which this browser has a role


@pages.page("/", query=SessionSearch)
def home(request: ApiRequest) -> HtmlPage:
    """The overview of all tables; with a filter, the tables that match it."""
    query: SessionSearch = request.query
    filters = {name: getattr(query, name) for name in FILTERS if getattr(query, name)}
    is_search = bool(filters or query.cursor)
    shown = replace(query, most=RESULTS) if is_search else SessionSearch(record="closed", most=OVERVIEW)
    listed = first_page(listing.sessions, request, shown, terms=query.terms)
    context = HomeContext(
        parameters=query,
        filters=filters,
        is_search=is_search,
        statuses=STATUSES,
        games=listed_games(request.lang),
        slots_of=listed_slots,
        stamped=STATUS_CLASSES,
        listed=listed,
        nearest="" if listed.rows or not query.search else nearest_name(request, query.search),
    )
    contexts = (context, own_tables(request.lang))
    return HtmlPage("home.html", *contexts) if is_search else HtmlPage("home.html", *contexts, _overview(request))


def nearest_name(request: ApiRequest, searched: str) -> str:
    """The name of a player that is most like a text; empty if none is like it."""
    rows: list[PlayerStanding] = first_page(standings.standings, request, PageQuery(most=100)).rows
    by_lower = {row.name.lower(): row.name for row in rows}
    return next((by_lower[name] for name in get_close_matches(searched.lower(), by_lower, 1)), "")


def _overview(request: ApiRequest) -> OverviewContext:
    few, shown = PageQuery(most=OVERVIEW), example()
    return OverviewContext(
        example=replay_of(shown, request.lang).frames[-4:],
        example_game=shown.setup.game,
        example_slots=dict(zip(shown.setup.seats, seat_slots(shown.setup), strict=True)),
        open=first_page(listing.sessions, request, PageQuery(record="open", most=OVERVIEW)),
        broken=first_page(breaches.breaches, request, few).rows,
        docket=first_page(docket.docket, request, few).rows,
        standings=first_page(standings.standings, request, few).rows,
        clubs=[(str(club.id), club.settings.name) for club, _ in held_clubs(request)],
    )


@lru_cache
def example() -> Session:
    """The record whose last lines the home page shows: a mistake, a claim about it, and the ruling."""
    return read_record(EXAMPLE)[0]


def first_page(
    read: Callable[..., ResultPage[Row]], request: ApiRequest, query: PageQuery, **more: SessionTerms
) -> ResultPage[Row]:
    """The first page of a list; an empty one before the read models are built."""
    try:
        return read_page(read, replace(request, query=query), **more)
    except ReadModelsMissing:
        return ResultPage(rows=[])


def listed_slots(session: ListedSession) -> dict[str, str]:
    """The colour slots of a listed table's seats."""
    letters = tuple(seat.seat for seat in session.seats)
    setup = Setup(game=session.game, seats=letters, names=tuple(seat.name for seat in session.seats))
    return dict(zip(letters, seat_slots(setup), strict=True))


@pages.page("/offline")
def offline_page(request: ApiRequest) -> HtmlPage:
    """The page shown without a connection: the tables whose recording can go on."""
    return HtmlPage("offline.html", own_tables(request.lang))


def own_tables(lang: str) -> OwnTablesContext:
    """What the list of this browser's tables needs."""
    return OwnTablesContext(named={game.id: game.name for game in listed_games(lang)}, texts=page_texts(lang, "yours-"))


class DocketContext(Struct, frozen=True, kw_only=True):
    """What docket.html shows."""

    docket: ResultPage[OpenDispute]


@pages.page("/docket", query=PageQuery)
def docket_page(request: ApiRequest) -> HtmlPage:
    """The disputes that wait for an arbiter; for an arbiter's browser, its own cases."""
    if any(arbited(request)):
        return cases_page(request)
    return HtmlPage("docket.html", DocketContext(docket=read_page(docket.docket, request)))


class StandingsContext(Struct, frozen=True, kw_only=True):
    """What standings.html shows."""

    standings: ResultPage[PlayerStanding]


@pages.page("/standings", query=PageQuery)
def standings_page(request: ApiRequest) -> HtmlPage:
    """How often each player has won."""
    return HtmlPage("standings.html", StandingsContext(standings=read_page(standings.standings, request)))


class BreachesContext(Struct, frozen=True, kw_only=True):
    """What breaches.html shows."""

    broken: ResultPage[ClauseBreaches]


@pages.page("/breaches", query=PageQuery)
def breaches_page(request: ApiRequest) -> HtmlPage:
    """The clauses that are broken most often."""
    return HtmlPage("breaches.html", BreachesContext(broken=read_page(breaches.breaches, request)))


class PlayerContext(Struct, frozen=True, kw_only=True):
    """What player.html shows."""

    played: ResultPage[PlayerSession]
    name: str
    stamped: dict[str, str]
    slots_of: Callable[[ListedSession], dict[str, str]]


@pages.page("/players/{player}", query=PageQuery)
def player_page(request: ApiRequest) -> HtmlPage:
    """The games of one player."""
    person = request.path["player"][:100]
    played: ResultPage[PlayerSession] = read_page(players.games_of, request, person)
    seats = (seat for row in played.rows for seat in row.session.seats)
    name = next((seat.name for seat in seats if seat.player == person), "")
    context = PlayerContext(played=played, name=name, stamped=STATUS_CLASSES, slots_of=listed_slots)
    return HtmlPage("player.html", context)
