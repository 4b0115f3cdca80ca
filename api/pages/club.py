"""What a club learns from its disputes: rulings others shall follow, and which errors are made where."""

from __future__ import annotations

from api.http.requests.paging import PageQuery, page
from api.http.requests.request import ApiRequest
from api.pages.routing import HtmlPage, Pages
from projections.ledger import read as ledger
from projections.rulings import precedents
from projections.rulings.precedents import PrecedentQuery
from replays.reference.rulebooks import listed_games

pages = Pages()


class PrecedentSearch(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which precedents: of a game, of a clause, with these words in the claim or the reason."""

    clause: str = ""
    words: str = ""


@pages.anywhere("/precedents", asks=PrecedentSearch)
def precedents_page(ask: ApiRequest) -> HtmlPage:
    """Rulings that were made precedents; what an appeal overturned stands last."""
    wanted = PrecedentQuery(clause=ask.query.clause.strip().upper() or None, words=ask.query.words or None)
    found = page(precedents.precedents, ask, wanted)
    return HtmlPage(
        template="precedents.html", told={"asked": ask.query, "found": found, "games": listed_games(ask.lang)}
    )


@pages.anywhere("/ledger", asks=PageQuery)
def ledger_page(ask: ApiRequest) -> HtmlPage:
    """Which of the four errors is made most, by game, place and clause."""
    return HtmlPage(template="ledger.html", told={"ledger": page(ledger.ledger, ask)})
