"""The pages: everything the API gives, for people. They read like the API, in the sight of whoever looks."""

from __future__ import annotations

from api.pages import (
    audit,
    club,
    compare,
    desk,
    disputes,
    entering,
    home,
    lay,
    record,
    replay,
    result,
    roles,
    rules,
    static,
    taking,
    watch,
)

FILES = (entering, home, lay, watch, record, replay, result, roles, audit, compare, disputes, desk, club, rules, taking)
ROUTERS = (static.router, *(one.pages.router for one in FILES))
