"""The pages of rulings and errors across tables: the precedents, and the ledger of errors."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.paging import PageQuery, read_page
from api.http.requests.request import ApiRequest
from api.pages.routing import HtmlPage, Pages
from projections.ledger import read as ledger
from projections.ledger.read import ClauseErrors
from projections.queries import ResultPage
from projections.rulings import precedents
from projections.rulings.precedents import PrecedentQuery
from projections.rulings.read import ListedRuling
from replays.reference.rulebooks import GameSummary, listed_games

pages = Pages()


class PrecedentSearch(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which precedents: of a game, of a clause, with these words in the claim or the reason."""

    clause: str = ""
    words: str = ""


class PrecedentsContext(Struct, frozen=True, kw_only=True):
    """What precedents.html shows."""

    parameters: PrecedentSearch
    precedents: ResultPage[ListedRuling]
    games: list[GameSummary]


class ErrorLedgerContext(Struct, frozen=True, kw_only=True):
    """What ledger.html shows."""

    ledger: ResultPage[ClauseErrors]


@pages.page("/precedents", query=PrecedentSearch)
def precedents_page(request: ApiRequest) -> HtmlPage:
    """The precedents; those that an appeal overturned come last."""
    search: PrecedentSearch = request.query
    wanted = PrecedentQuery(clause=search.clause.strip().upper() or None, words=search.words or None)
    page = read_page(precedents.precedents, request, wanted)
    return HtmlPage(
        "precedents.html", PrecedentsContext(parameters=search, precedents=page, games=listed_games(request.lang))
    )


@pages.page("/ledger", query=PageQuery)
def ledger_page(request: ApiRequest) -> HtmlPage:
    """How often each of the four errors was made, by game, place and clause."""
    return HtmlPage("ledger.html", ErrorLedgerContext(ledger=read_page(ledger.ledger, request)))
