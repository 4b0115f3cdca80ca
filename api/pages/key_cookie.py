"""Keeps the key of a role link as a cookie, so that this browser's pages are read with it.

The cookie only reads: every write is sent with the key itself, so that no other site can cause one.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http.requests.clubs import club_cookie, club_id
from api.http.requests.request import ApiRequest, bearer_token, parse_request
from api.http.routing import to_response
from api.pages.routing import YEAR, HtmlPage, Pages, cookie_name
from domain.clubs.roles import CLUB_READ
from domain.sessions.roles import ARBITER, GUEST, READ

pages = Pages()
COOKIE: dict[str, Any] = {"path": "/", "httponly": True, "samesite": "strict"}
HOME_PAGES = {"owner": "record", "scribe": "record", "seat": "record", "arbiter": "disputes", "viewer": "", GUEST: ""}


def _is_secure(request: ApiRequest) -> bool:
    return request.base_url.startswith("https:")


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
            secure=_is_secure(request),
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


@pages.router.post("/clubs/{club}/key")
async def come_into_a_club(http: Request) -> Response:
    """Set the cookie with the key to a club, and name the page where the key's role begins."""
    request = await parse_request(http)
    service, token = request.service, bearer_token(http)
    club, grant = await service.run_in_thread(service.authorize_in_club, club_id(request), request.token, CLUB_READ)
    role = grant.role if grant else GUEST
    response = to_response({"role": role, "seat": None, "home": "/docket" if role == ARBITER else f"/clubs/{club.id}"})
    if grant is not None:  # for every page: those of the club's tables are read with it, too
        response.set_cookie(club_cookie(str(club.id)), token, max_age=YEAR, secure=_is_secure(request), **COOKIE)
    return response


@pages.router.delete("/clubs/{club}/key")
async def leave_a_club(http: Request) -> Response:
    """Delete the cookie with the key to a club."""
    response = Response(status_code=204)
    response.delete_cookie(club_cookie(str(club_id(await parse_request(http)))), **COOKIE)
    return response


class EntryContext(Struct, frozen=True, kw_only=True):
    """What entry.html shows."""

    session: str = ""
    club: str = ""


@pages.page("/s/{session}/key")
def entry_page(request: ApiRequest) -> HtmlPage:
    """The page that an arbiter's link opens: it shows nothing of the table before the key is known."""
    return HtmlPage("entry.html", EntryContext(session=str(request.session)))


@pages.page("/clubs/{club}/key")
def club_entry_page(request: ApiRequest) -> HtmlPage:
    """The page that the link of a club's arbiter opens: it shows nothing before the key is known."""
    return HtmlPage("entry.html", EntryContext(club=str(club_id(request))))
