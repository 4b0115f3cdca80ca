"""How a page is declared: an address, what it asks, and a function that gives a template and what it tells."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from msgspec import Struct, structs
from starlette.requests import Request
from starlette.responses import Response

from api.http.requests.request import LANGUAGES, TOKEN, ApiRequest, ask_of, language, token_hash
from api.http.routing import SessionRequest
from api.pages.templating import render
from domain.sessions.roles import READ

POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
HTML = "text/html; charset=utf-8"
WORTH = 800  # bytes from which a page is sent small
YEAR = 31_536_000


class HtmlPage(Struct, kw_only=True):
    """A template and what it tells."""

    template: str
    told: dict[str, Any]
    status: int = 200


class Pages:
    """The pages of one kind."""

    def __init__(self) -> None:
        self.router = APIRouter(include_in_schema=False)

    def at_a_table(self, path: str, asks: type | None = None, needs: str = READ) -> Callable:
        """A page about one session: `def page(at: At) -> Page`, beside the loop."""

        def run(ask: ApiRequest, work: Callable[[SessionRequest], HtmlPage | Response]) -> HtmlPage | Response:
            view, held = ask.desk.looked_at(ask.session, ask.token, needs)
            return work(SessionRequest(ask=ask, view=view, held=held))

        return self._declared(path, asks, run)

    def anywhere(self, path: str, asks: type | None = None) -> Callable:
        """Any other page: `def page(ask: Ask) -> Page`, beside the loop."""
        return self._declared(path, asks, lambda ask, work: work(ask))

    def _declared(self, path: str, asks: type | None, run: Callable) -> Callable:
        def declare(work: Callable) -> Callable:
            async def route(request: Request) -> Response:
                ask = page_ask(request, asks)
                return await ask.desk.work(lambda: sent(ask, run(ask, work)))

            route.__name__ = work.__name__
            self.router.add_api_route(path, route, methods=["GET"], response_model=None, response_class=Response)
            return work

        return declare


def page_ask(request: Request, asks: type | None) -> ApiRequest:
    """What a page is asked: who looks is known by the key their browser keeps for this table."""
    token = request.cookies.get(cookie_name(request.path_params.get("session", "")), "")
    known = known_query(request, asks)
    return ask_of(known, asks, page_language(request), token_hash(token) if TOKEN.fullmatch(token) else "")


def known_query(request: Request, asks: type | None) -> Request:
    """The request with the parameters its page knows and that hold a value; other sites add their own to a link."""
    names = {"lang", *(field.encode_name for field in (structs.fields(asks) if asks else ()))}
    kept = {name: value for name, value in request.query_params.multi_items() if value and name in names}
    return Request({**request.scope, "query_string": urlencode(kept).encode()}, request.receive)


def cookie_name(session: str) -> str:
    """Under which name a browser keeps the key to a table."""
    return f"key-{session.lower().replace('-', '')[:32]}"


def page_language(request: Request) -> str:
    """As asked for in the address, else as chosen before, else as the browser wishes."""
    chosen = request.cookies.get("lang", "")
    return chosen if chosen in LANGUAGES and "lang" not in request.query_params else language(request)


def sent(ask: ApiRequest, made: HtmlPage | Response) -> Response:
    """A page on its way."""
    if isinstance(made, Response):
        return made
    here = ask.request.url.path
    text = render(made.template, ask.lang, here=here, query=ask.request.url.query, **made.told).encode()
    headers = {"content-security-policy": POLICY, "vary": "cookie, accept-language, accept-encoding"}
    if len(text) > WORTH and "gzip" in ask.request.headers.get("accept-encoding", ""):
        text, headers["content-encoding"] = gzip.compress(text, 6, mtime=0), "gzip"
    response = Response(text, made.status, headers, HTML)
    if ask.request.query_params.get("lang") in LANGUAGES:
        response.set_cookie("lang", ask.lang, max_age=YEAR, samesite="lax", httponly=True)
    return response
