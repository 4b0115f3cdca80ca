"""One file per resource."""

from __future__ import annotations

from api.routes import access, health, laying, live, recording

ROUTES = (health.routes, laying.routes, recording.routes, access.routes, live.routes)
