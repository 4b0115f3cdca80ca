"""The pages of a club: its evening on one page, and the form for its settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from api.http.requests.clubs import ClubBody, HouseRules, body_of, club_id
from api.http.requests.paging import PageQuery
from api.http.requests.request import ApiRequest
from api.locales import page_texts
from api.pages.home import first_page, listed_slots
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import STATUS_CLASSES
from api.routes.clubs import ClubGrantSummary, ClubSummary, club, club_roles
from domain.clubs.roles import CLUB_CHANGE, CLUB_GRANT
from projections.breaches import read as breaches
from projections.breaches.read import ClauseBreaches
from projections.docket import read as docket
from projections.docket.read import OpenDispute
from projections.listing import read as listing
from projections.listing.read import ListedSession
from projections.players import read as players
from projections.players.read import ListedPlayer
from projections.queries import ResultPage
from projections.standings import read as standings
from projections.standings.read import PlayerStanding
from replays.reference.rulebooks import GameSummary, game_view, listed_games

pages = Pages()
FEW, MANY = 8, 30  # rows


class HouseRulesView(Struct, frozen=True, kw_only=True):
    """How a club plays one game, in words; `readings` are answers to open questions, each with its question."""

    game: str
    name: str
    variants: list[str]
    readings: list[tuple[str, str]]


class ClubContext(Struct, frozen=True, kw_only=True):
    """What club.html shows."""

    club: ClubSummary
    open: ResultPage[ListedSession]
    closed: ResultPage[ListedSession]
    docket: list[OpenDispute]
    standings: list[PlayerStanding]
    broken: list[ClauseBreaches]
    players: list[ListedPlayer]
    house_rules: list[HouseRulesView]
    games: list[GameSummary]
    held: list[ClubGrantSummary]
    slots_of: Callable[[ListedSession], dict[str, str]]
    stamped: dict[str, str]
    lists: dict[str, str]
    texts: dict[str, str]


class ClubFormContext(Struct, frozen=True, kw_only=True):
    """What club_form.html shows; for a new club `id` is empty."""

    id: str
    settings: ClubBody
    rules: str  # the house rules as JSON, which the form sends back unchanged


@pages.page("/clubs/new")
def new_club(request: ApiRequest) -> HtmlPage:
    """The form that founds a club."""
    return HtmlPage("club_form.html", ClubFormContext(id="", settings=ClubBody(name=" "), rules="[]"))


@pages.page("/clubs/{club}/settings")
def club_settings(request: ApiRequest) -> HtmlPage:
    """The form that changes a club, for its organisers."""
    own, _ = request.service.authorize_in_club(club_id(request), request.token, CLUB_CHANGE)
    settings = body_of(own.settings)
    rules = msgspec.json.encode(settings.rules).decode()
    return HtmlPage("club_form.html", ClubFormContext(id=str(own.id), settings=settings, rules=rules))


@pages.page("/clubs/{club}")
def club_page(request: ApiRequest) -> HtmlPage:
    """A club: its tables, disputes, standings, players and house rules, and for organisers its links."""
    summary = club(request)
    few, id = PageQuery(club=summary.club, most=FEW), summary.club
    context = ClubContext(
        club=summary,
        open=first_page(listing.sessions, request, PageQuery(club=id, record="open", most=MANY)),
        closed=first_page(listing.sessions, request, PageQuery(club=id, record="closed", most=FEW)),
        docket=first_page(docket.docket, request, few).rows,
        standings=first_page(standings.standings, request, few).rows,
        broken=first_page(breaches.breaches, request, few).rows,
        players=first_page(players.players, request, PageQuery(club=id, most=MANY)).rows,
        house_rules=house_rules_in_words(summary.settings.rules, request.lang),
        games=listed_games(request.lang),
        held=club_roles(request).grants if CLUB_GRANT in summary.may else [],
        slots_of=listed_slots,
        stamped=STATUS_CLASSES,
        lists={name: f"/{name}?{urlencode({'club': id})}" for name in ("", "docket", "standings", "breaches")},
        texts=page_texts(request.lang, "roles-") | page_texts(request.lang, "club-links-"),
    )
    return HtmlPage("club.html", context)


def house_rules_in_words(rules: Iterable[HouseRules], lang: str) -> list[HouseRulesView]:
    """The variants and readings of each game that a club plays in its own way."""
    shown = []
    for one in rules:
        game = game_view(one.game, lang)
        readings = [
            (question.id, reading.says)
            for question in game.questions
            for reading in question.readings
            if one.readings.get(question.id) == reading.id
        ]
        variants = [variant.name for variant in game.variants if variant.id in one.variants]
        if readings or variants:
            shown.append(HouseRulesView(game=one.game, name=game.name, variants=variants, readings=readings))
    return shown
