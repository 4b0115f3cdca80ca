"""One file per resource."""

from __future__ import annotations

from api.routes import access, health, judging, laying, listing, live, players, proving, recording

ROUTES = tuple(one.routes for one in (health, recording, laying, access, live, proving, listing, players, judging))
