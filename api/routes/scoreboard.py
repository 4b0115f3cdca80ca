"""The scoreboard of a session."""

from __future__ import annotations

from api.http.requests.viewpoint import ViewerQuery, viewer_asked
from api.http.routing import Routes, SessionRequest
from replays.scoreboard import Scoreboard, scoreboard_of
from replays.viewpoint import Viewpoint

routes = Routes("scoreboard")


@routes.reads("/sessions/{session}/scoreboard", asks=ViewerQuery, gives=Scoreboard)
def scoreboard(at: SessionRequest) -> Scoreboard:
    """As played beside as ruled: banked, and if it ended now; every point with its line, its clause and its source."""
    return scoreboard_of(at.view, at.lang, Viewpoint(viewer_asked(at, at.ask.query.sight)))
