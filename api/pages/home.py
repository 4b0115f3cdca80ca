"""Home: the tables now, those that are closed, who won, which rules are broken most, what waits for an arbiter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.http.requests.paging import PageQuery, page
from api.http.requests.request import ApiRequest
from api.locales import texts_of
from api.pages.at_table import STAMPED
from api.pages.routing import HtmlPage, Pages
from domain.rules import replace
from domain.setup import Setup
from projections.breaches import read as breaches
from projections.docket import read as docket
from projections.listing import read as listing
from projections.players import read as players
from projections.queries import ResultPage as Listing
from projections.standings import read as standings
from projections.storage import ReadModelsMissing
from replays.boards import seat_slots
from replays.reference.rulebooks import listed_games
from replays.scoreboard import STATUSES

pages = Pages()
FEW, MANY = 8, 30
WISHES = ("search", "game", "player", "place", "since", "until", "status", "findings", "record")


@pages.anywhere("/", asks=PageQuery)
def home(ask: ApiRequest) -> HtmlPage:
    """Where everybody begins; with a wish, what answers it."""
    wished = {name: getattr(ask.query, name) for name in WISHES if getattr(ask.query, name)}
    is_search = bool(wished or ask.query.cursor)
    told = {
        "asked": ask.query,
        "wished": wished,
        "is_search": is_search,
        "statuses": STATUSES,
        "games": listed_games(ask.lang),
        **_yours(ask.lang),
        "slots_of": listed_slots,
        "stamped": STAMPED,
    }
    return HtmlPage(template="home.html", told=told | (_found(ask) if is_search else _overview(ask)))


def _found(ask: ApiRequest) -> dict[str, Any]:
    return {"found": few(listing.sessions, ask, replace(ask.query, most=MANY))}


def _overview(ask: ApiRequest) -> dict[str, Any]:
    return {
        "open": few(listing.sessions, ask, PageQuery(record="open", most=FEW)),
        "found": few(listing.sessions, ask, PageQuery(record="closed", most=FEW)),
        "broken": few(breaches.breaches, ask, PageQuery(most=FEW)).rows,
        "docket": few(docket.docket, ask, PageQuery(most=FEW)).rows,
        "standings": few(standings.standings, ask, PageQuery(most=FEW)).rows,
    }


def few(read: Callable[..., Listing], ask: ApiRequest, query: PageQuery) -> Listing:
    """The first of a list; before the read models are made there is nothing in it."""
    try:
        return page(read, replace(ask, query=query))
    except ReadModelsMissing:
        return Listing(rows=[])


def listed_slots(one: listing.ListedSession) -> dict[str, str]:
    """The colours of a listed table's seats."""
    letters = tuple(seat.seat for seat in one.seats)
    setup = Setup(game=one.game, seats=letters, names=tuple(seat.name for seat in one.seats))
    return dict(zip(letters, seat_slots(setup), strict=True))


@pages.anywhere("/offline")
def offline_page(ask: ApiRequest) -> HtmlPage:
    """What is shown without a link where nothing else was kept: the tables that can be gone on with."""
    return HtmlPage(template="offline.html", told=_yours(ask.lang))


def _yours(lang: str) -> dict[str, Any]:
    """What the list of this browser's tables needs: the names of the games, and its words."""
    texts = texts_of(lang, "pages")
    return {
        "named": {game.id: game.name for game in listed_games(lang)},
        "texts": {name[6:]: text for name, text in texts.items() if name.startswith("yours-")},
    }


@pages.anywhere("/docket", asks=PageQuery)
def docket_page(ask: ApiRequest) -> HtmlPage:
    """Disputes that wait for an arbiter."""
    return HtmlPage(template="docket.html", told={"docket": page(docket.docket, ask)})


@pages.anywhere("/standings", asks=PageQuery)
def standings_page(ask: ApiRequest) -> HtmlPage:
    """Who won how often."""
    return HtmlPage(template="standings.html", told={"standings": page(standings.standings, ask)})


@pages.anywhere("/breaches", asks=PageQuery)
def breaches_page(ask: ApiRequest) -> HtmlPage:
    """Which rules are broken most."""
    return HtmlPage(template="breaches.html", told={"broken": page(breaches.breaches, ask)})


@pages.anywhere("/players/{player}", asks=PageQuery)
def player_page(ask: ApiRequest) -> HtmlPage:
    """What somebody played."""
    person = ask.path["player"][:100]
    played = page(players.games_of, ask, person)
    seats = (seat for one in played.rows for seat in one.session.seats)
    name = next((seat.name for seat in seats if seat.player == person), "")
    told = {"played": played, "name": name, "stamped": STAMPED, "slots_of": listed_slots}
    return HtmlPage(template="player.html", told=told)
