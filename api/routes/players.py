"""Players, their games and their standings."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from api.http.requests.paging import PageQuery, read_page
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from projections.players import read
from projections.players.read import ListedPlayer, PlayerSession
from projections.queries import ResultPage
from projections.standings import read as standing
from projections.standings.read import PlayerStanding

routes = Routes("players")


class PlayersQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which players: those whose name contains a text."""

    called: Annotated[str, Meta(max_length=100)] | None = None


@routes.get("/players", response=ResultPage[ListedPlayer], query=PlayersQuery)
def list_players(request: ApiRequest) -> ResultPage[ListedPlayer]:
    """The players of the sessions that match, or those whose name contains a text."""
    return read_page(read.players, request, called=request.query.called or "")


@routes.get("/players/{player}/sessions", response=ResultPage[PlayerSession], query=PageQuery)
def sessions_of_a_player(request: ApiRequest) -> ResultPage[PlayerSession]:
    """The games of a player, with place and points as ruled; the newest first."""
    return read_page(read.games_of, request, request.path["player"][:100])


@routes.get("/standings", response=ResultPage[PlayerStanding], query=PageQuery)
def list_standings(request: ApiRequest) -> ResultPage[PlayerStanding]:
    """Per player and game: sessions that are over, first places, places shared, points as ruled. Most wins first.

    Tables set up after the first page was read are not counted on the following pages. A player whose rank changes
    meanwhile, because a counted table plays on, can appear on two pages or on none.
    """
    return read_page(standing.standings, request)
