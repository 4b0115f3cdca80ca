"""The pages for people: what the API gives, as HTML. Each page knows at most what its reader may know."""

from __future__ import annotations

from api.pages import (
    agreements,
    audit,
    club,
    compare,
    desk,
    disputes,
    downloads,
    evidence,
    home,
    key_cookie,
    practice,
    record,
    replay,
    result,
    roles,
    rules,
    static,
    table_form,
    watch,
)

MODULES = (
    key_cookie,
    home,
    practice,
    table_form,
    watch,
    record,
    replay,
    result,
    roles,
    audit,
    agreements,
    compare,
    disputes,
    desk,
    club,
    rules,
    downloads,
    evidence,
)
ROUTERS = (static.router, *(module.pages.router for module in MODULES))
