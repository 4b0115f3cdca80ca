"""Who plays, what they played, and who won how often."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from api.http.requests.paging import PageQuery, page
from api.http.requests.request import ApiRequest
from api.http.routing import Routes
from projections.players import read
from projections.players.read import ListedPlayer, PlayerSession
from projections.queries import ResultPage
from projections.standings import read as standing
from projections.standings.read import PlayerStanding

routes = Routes("players")


class PlayersQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose name holds something."""

    called: Annotated[str, Meta(max_length=100)] | None = None


@routes.looks("/players", gives=ResultPage[ListedPlayer], asks=PlayersQuery)
def list_players(ask: ApiRequest) -> ResultPage[ListedPlayer]:
    """Everybody who played in the sessions asked for, or whoever's name holds something."""
    return page(read.players, ask, called=ask.query.called or "")


@routes.looks("/players/{player}/sessions", gives=ResultPage[PlayerSession], asks=PageQuery)
def sessions_of_a_player(ask: ApiRequest) -> ResultPage[PlayerSession]:
    """What somebody played, with place and points as ruled; the newest first."""
    return page(read.games_of, ask, ask.path["player"][:100])


@routes.looks("/standings", gives=ResultPage[PlayerStanding], asks=PageQuery)
def list_standings(ask: ApiRequest) -> ResultPage[PlayerStanding]:
    """Per player and game: sessions that are over, first places, places shared, points as ruled. Most wins first.

    Tables laid while somebody turns the pages are not counted on them; whoever's rank changes meanwhile, because a
    table that was counted goes on, may be met on two pages or on none.
    """
    return page(standing.standings, ask)
