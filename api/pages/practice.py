"""Leads to a practice table, with the key that may write there."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from api.http.requests.request import ApiRequest
from api.pages.routing import Pages

pages = Pages()


@pages.page("/try")
def practice_table(request: ApiRequest) -> Response:
    """An empty practice table; as with every link that gives a role, its key stands behind the #."""
    session, token = request.service.practice_tables.free_table()
    lang = f"?lang={request.lang}" if "lang" in request.http.query_params else ""
    return RedirectResponse(f"/s/{session}{lang}#k={token}", 303, headers={"cache-control": "no-store"})
