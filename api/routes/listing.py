"""Sessions, listed and searched."""

from __future__ import annotations

from api.http.requests.paging import PageQuery, page
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from projections.listing import read
from projections.listing.read import ListedSession
from projections.queries import ResultPage

routes = Routes("sessions")


@routes.looks("/sessions", gives=ResultPage[ListedSession], asks=PageQuery)
def list_sessions(ask: ApiRequest) -> ResultPage[ListedSession]:
    """Sessions by game, player, place, date, status, findings or words of their names and place; the newest first.

    Tables without guests are among them only for those who show a token that holds a role there.
    """
    return page(read.sessions, ask)
