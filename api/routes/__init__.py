"""One file per resource."""

from __future__ import annotations

from api.routes import (
    access,
    advice,
    audit,
    boxes,
    closing,
    delay,
    disputes,
    games,
    health,
    importing,
    joining,
    judging,
    laying,
    listing,
    live,
    operator,
    photographs,
    pictures,
    players,
    proving,
    readback,
    recording,
    replay,
    ruling,
    scoreboard,
    weighing,
    welcome,
)

# In the order they are looked through: what is asked most comes first.
FILES = (
    health,
    recording,
    games,
    boxes,
    laying,
    closing,
    importing,
    advice,
    replay,
    scoreboard,
    audit,
    access,
    joining,
    live,
    proving,
)
DECIDING = (readback, delay, disputes, photographs, ruling, weighing, judging)
ROUTES = tuple(one.routes for one in (*FILES, pictures, *DECIDING, listing, players, operator, welcome))
