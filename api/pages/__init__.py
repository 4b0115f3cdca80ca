"""The pages for people: what the API gives, as HTML. Each page knows at most what its reader may know."""

from __future__ import annotations

from api.pages import (
    agreements,
    audit,
    case_law,
    clubs,
    compare,
    desk,
    disputes,
    downloads,
    evidence,
    history,
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
    what_if,
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
    history,
    compare,
    what_if,
    disputes,
    desk,
    case_law,
    clubs,
    rules,
    downloads,
    evidence,
)
ROUTERS = (static.router, *(module.pages.router for module in MODULES))
