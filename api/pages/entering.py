"""Coming in by a link: the key behind its # is shown once, and this browser then reads the table's pages with it.

Only reading: whatever is written is sent with the key itself, so that no other site can have it written.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.http.requests.request import read_ask, shown_token
from api.http.routing import answer
from api.pages.routing import YEAR, Pages, cookie_name
from domain.sessions.roles import GUEST, READ

pages = Pages()
HOMES = {"owner": "record", "scribe": "record", "seat": "record", "arbiter": "audit", "viewer": "", GUEST: ""}


@pages.router.post("/s/{session}/key")
async def come_in(request: Request) -> Response:
    """Keep a key, and say where its holder is at home."""
    ask = await read_ask(request, None, None, None)
    view, held = await ask.desk.work(ask.desk.looked_at, ask.session, ask.token, READ)
    role = held.role if held else GUEST
    seat = view.setup.seats[held.seat] if held and held.seat is not None else None
    response = answer({"role": role, "seat": seat, "home": f"/s/{view.id}/{HOMES[role]}".rstrip("/")})
    if held is not None:
        told = {"max_age": YEAR, "path": f"/s/{view.id}", "httponly": True, "samesite": "strict"}
        secure = request.url.scheme == "https"
        response.set_cookie(cookie_name(str(view.id)), shown_token(request), secure=secure, **told)
    return response


@pages.router.delete("/s/{session}/key")
async def leave(request: Request) -> Response:
    """Keep the key no longer."""
    ask = await read_ask(request, None, None, None)
    response = Response(status_code=204)
    response.delete_cookie(cookie_name(str(ask.session)), path=f"/s/{ask.session}", httponly=True, samesite="strict")
    return response
