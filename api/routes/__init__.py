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
    pictures,
    players,
    proving,
    recording,
    replay,
    scoreboard,
    welcome,
)

# In the order they are looked through: what is asked most comes first.
FILES = (health, recording, games, boxes, laying, importing, advice, replay, scoreboard, audit, access, live, proving)
ROUTES = tuple(one.routes for one in (*FILES, pictures, listing, players, judging, operator, welcome))
