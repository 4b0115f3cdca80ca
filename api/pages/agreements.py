"""The page of what a table plays by: variants, readings, the text that prevails, house rules."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from replays.reference.agreements import Agreements, agreements_of

pages = Pages()


class AgreementsContext(Struct, frozen=True, kw_only=True):
    """What agreements.html shows."""

    agreed: Agreements


@pages.session_page("/s/{session}/agreements")
def agreements(request: SessionRequest) -> HtmlPage:
    """The agreements of a table as they were stored when it was set up."""
    context = AgreementsContext(agreed=agreements_of(request.view, request.lang))
    return HtmlPage("agreements.html", table_header(request), context)
