"""Declares the pages: an address, its query, and a function that returns a template with its context."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter
from msgspec import Struct, structs
from starlette.requests import Request
from starlette.responses import Response

from api.http.requests.clubs import club_cookie_token
from api.http.requests.paging import requester_of
from api.http.requests.request import (
    LANGUAGES,
    TOKEN,
    ApiRequest,
    SessionRequest,
    address_request,
    language,
    session_request,
)
from api.http.requests.role_links import token_hash
from api.http.routing import colourless
from api.pages.templates import render
from domain.sessions.roles import READ
from replays.disputes.blind_view import without_side_colours

POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
HTML = "text/html; charset=utf-8"
COMPRESS_FROM = 800  # bytes
YEAR = 31_536_000  # seconds


class HtmlPage:
    """A template and the structs whose fields it shows; where two have a field of one name, the later one counts.

    Only a page that is `framed` may be shown in a frame of another site.
    """

    def __init__(self, template: str, *contexts: Struct, framed: bool = False):
        self.template, self.contexts, self.framed = template, contexts, framed


PageHandler = TypeVar("PageHandler", bound=Callable[..., HtmlPage | Response])


class Pages:
    """The pages of one kind. Their functions run in a worker thread."""

    def __init__(self) -> None:
        self.router = APIRouter(include_in_schema=False)

    def session_page(
        self, path: str, query: type | None = None, permission: str = READ, heavy: bool = False
    ) -> Callable[[PageHandler], PageHandler]:
        """A page about one session: `def page(request: SessionRequest) -> HtmlPage`; `heavy` where it is expensive."""

        def with_session(request: ApiRequest) -> SessionRequest:
            return session_request(with_club_key(request), permission)

        return self._declare(path, query, with_session, heavy)

    def guest_page(self, path: str, query: type | None = None) -> Callable[[PageHandler], PageHandler]:
        """A page about one session that shows every reader what guests see; an arbiter without names, less."""

        def as_guest(request: ApiRequest) -> SessionRequest:
            own = session_request(with_club_key(request), READ)
            if own.blind:
                return own
            request.token = ""
            return session_request(request, READ)

        return self._declare(path, query, as_guest)

    def page(self, path: str, query: type | None = None) -> Callable[[PageHandler], PageHandler]:
        """Any other page: `def page(request: ApiRequest) -> HtmlPage`."""
        return self._declare(path, query, lambda request: request)

    def _declare(
        self, path: str, query: type | None, prepare: Callable[[ApiRequest], ApiRequest], heavy: bool = False
    ) -> Callable[[PageHandler], PageHandler]:
        def declare(handler: PageHandler) -> PageHandler:
            def answer(request: ApiRequest) -> Response:
                prepared = prepare(request)
                return page_response(prepared, handler(prepared))

            async def route(http: Request) -> Response:
                request = page_request(http, query)
                return await request.run(lambda: answer(request), heavy)

            route.__name__ = handler.__name__
            self.router.add_api_route(path, route, methods=["GET"], response_model=None, response_class=Response)
            return handler

        return declare


def page_request(http: Request, query: type | None) -> ApiRequest:
    """The request for a page; its token is the key that the browser keeps for this table or club."""
    kept = http.cookies.get(cookie_name(http.path_params.get("session", "")), "")
    token = token_hash(kept) if TOKEN.fullmatch(kept) else club_cookie_token(http, http.path_params.get("club", ""))
    return address_request(without_foreign_parameters(http, query), query, page_language(http), token)


def with_club_key(request: ApiRequest) -> ApiRequest:
    """The request about a table; without a key to the table it has the browser's key to the table's club."""
    if not request.token:
        request.token = club_cookie_token(request.http, request.service.clubs.club_of(request.session))
    return request


def without_foreign_parameters(http: Request, query: type | None) -> Request:
    """The request with the query parameters its page knows; other sites add their own to a link."""
    names = {"lang", *(field.encode_name for field in (structs.fields(query) if query else ()))}
    known = {name: value for name, value in http.query_params.multi_items() if value and name in names}
    return Request({**http.scope, "query_string": urlencode(known).encode()}, http.receive)


def cookie_name(session: str) -> str:
    """The name of the cookie that holds the key to a table."""
    return f"key-{session.lower().replace('-', '')[:32]}"


def page_language(http: Request) -> str:
    """The language of the address, else of the cookie, else of the browser."""
    chosen = http.cookies.get("lang", "")
    return chosen if chosen in LANGUAGES and "lang" not in http.query_params else language(http)


class AddressContext(Struct, frozen=True, kw_only=True):
    """The address of a page, for its links to the same page, and whether names are hidden from its reader."""

    here: str
    query: str
    blind: bool


def _rendered(request: ApiRequest, page: HtmlPage, address: AddressContext) -> str:
    text = render(page.template, request.lang, address, *page.contexts)
    return without_side_colours(text, request.view.setup) if isinstance(request, SessionRequest) else text


def page_response(request: ApiRequest, page: HtmlPage | Response) -> Response:
    """A page as a response, compressed where the browser accepts it."""
    http = request.http
    if isinstance(page, Response):
        return colourless(request, page) if isinstance(request, SessionRequest) else page
    blind = request.blind if isinstance(request, SessionRequest) else bool(requester_of(request).hidden)
    address = AddressContext(here=http.url.path, query=http.url.query, blind=blind)
    text = _rendered(request, page, address).encode()
    policy = FRAMED_POLICY if page.framed else POLICY
    headers = {"content-security-policy": policy, "vary": "cookie, accept-language, accept-encoding"}
    if len(text) > COMPRESS_FROM and "gzip" in http.headers.get("accept-encoding", ""):
        text, headers["content-encoding"] = gzip.compress(text, 6, mtime=0), "gzip"
    response = Response(text, 200, headers, HTML)
    if http.query_params.get("lang") in LANGUAGES:
        secure = request.base_url.startswith("https:")
        response.set_cookie("lang", request.lang, max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    return response
