"""The scoreboard of a session."""

from __future__ import annotations

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import ViewerQuery, requested_viewer
from api.http.routing import Routes
from replays.scoreboard import Scoreboard, scoreboard_of
from replays.viewpoint import Viewpoint

routes = Routes("scoreboard")


@routes.session_get("/sessions/{session}/scoreboard", query=ViewerQuery, response=Scoreboard)
def scoreboard(request: SessionRequest) -> Scoreboard:
    """The scores as played and as ruled: banked, and if it ended now; every point with its line, clause and source."""
    return scoreboard_of(request.view, request.lang, Viewpoint(requested_viewer(request, request.query.sight)))
