"""Keeps the key of a role link as a cookie, so that this browser's pages are read with it.

The cookie only reads: every write is sent with the key itself, so that no other site can cause one.
"""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http.requests.request import ApiRequest, bearer_token, parse_request
from api.http.routing import to_response
from api.pages.routing import YEAR, HtmlPage, Pages, cookie_name
from domain.sessions.roles import ARBITER, GUEST, READ

pages = Pages()
HOME_PAGES = {"owner": "record", "scribe": "record", "seat": "record", "arbiter": "disputes", "viewer": "", GUEST: ""}


@pages.router.post("/s/{session}/key")
async def come_in(http: Request) -> Response:
    """Set the cookie, and name the page where the key's role begins."""
    request = await parse_request(http)
    view, grant = await request.service.authorized(request.session, request.token, READ)
    role = grant.role if grant else GUEST
    seat = view.setup.seats[grant.seat] if grant and grant.seat is not None else None
    response = to_response({"role": role, "seat": seat, "home": f"/s/{view.id}/{HOME_PAGES[role]}".rstrip("/")})
    if grant is not None:
        response.set_cookie(
            cookie_name(str(view.id)),
            bearer_token(http),
            max_age=YEAR,
            path="/" if role == ARBITER else f"/s/{view.id}",  # an arbiter's lists leave out a disputed table
            secure=request.base_url.startswith("https:"),
            httponly=True,
            samesite="strict",
        )
    return response


@pages.router.delete("/s/{session}/key")
async def leave(http: Request) -> Response:
    """Delete the cookie."""
    session = (await parse_request(http)).session
    response = Response(status_code=204)
    for path in ("/", f"/s/{session}"):
        response.delete_cookie(cookie_name(str(session)), path=path, httponly=True, samesite="strict")
    return response


class EntryContext(Struct, frozen=True, kw_only=True):
    """What entry.html shows."""

    session: str


@pages.page("/s/{session}/key")
def entry_page(request: ApiRequest) -> HtmlPage:
    """The page that an arbiter's link opens: it shows nothing of the table before the key is known."""
    return HtmlPage("entry.html", EntryContext(session=str(request.session)))
