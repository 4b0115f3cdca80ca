"""One file per resource."""

from __future__ import annotations

from api.routes import (
    access,
    advice,
    audit,
    boxes,
    games,
    health,
    importing,
    judging,
    laying,
    listing,
    live,
    operator,
    players,
    proving,
    recording,
    replay,
    scoreboard,
    welcome,
)

FILES = (health, games, boxes, laying, importing, recording, advice, replay, scoreboard, audit, access, live, proving)
ROUTES = tuple(one.routes for one in (*FILES, listing, players, judging, operator, welcome))
