"""Parses an HTTP request into the typed request that a route handles."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request

from api.http.problems import HttpProblem
from api.http.requests.json_body import clean_text, parse_json
from api.http.requests.random_ids import random_id
from api.http.requests.role_links import token_hash
from api.http.requests.validation import InvalidRequest, invalid_request
from api.http.service import Service, names_hidden
from domain.errors import UnknownSession
from domain.rules import Seat
from domain.sessions.commands import Command
from domain.sessions.roles import Grant, may_see_findings, viewer_of
from domain.sessions.session_state import SessionView

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits in base64url
ID = re.compile(r"[0-9a-fA-F]{8}(-?)[0-9a-fA-F]{4}\1[0-9a-fA-F]{4}\1[0-9a-fA-F]{4}\1[0-9a-fA-F]{12}")
KEY = re.compile(r"[!-~]{1,200}")
WEIGHT = re.compile(r"[01](\.\d{0,3})?")
LANGUAGES = ("en", "fr")
JSON, TEXT = "application/json", "text/plain"
RAW = bytes  # the body type of a route that reads the stream itself
CommandType = TypeVar("CommandType", bound=Command)
Result = TypeVar("Result")


class ApiRequest(Struct, kw_only=True):
    """A parsed request. Its handler decides whether the sender may do what it asks for."""

    http: Request
    service: Service
    lang: str
    token: str  # the hash of the bearer token; empty for a guest
    session_id: UUID | None
    key: str = ""  # the idempotency key
    query: Any = None  # the query parameters, as the route's own Struct
    body: Any = None

    @property
    def session(self) -> UUID:
        """The id of the session in the address."""
        if self.session_id is None:
            raise UnknownSession(session="")
        return self.session_id

    @property
    def path(self) -> Mapping[str, str]:
        """The named parts of the address."""
        return self.http.path_params

    @property
    def base_url(self) -> str:
        """The address under which people reach the service: as it is set, else as this request reached it."""
        url = self.http.url
        return (self.service.settings.address or f"{url.scheme}://{url.netloc}").rstrip("/")

    @property
    def caller(self) -> str:
        """The address the request came from, as far as it is believed."""
        return self.http.scope.get("caller", "")

    async def run(self, work: Callable[[], Result], heavy: bool = False) -> Result:
        """Carries out the work in a thread; expensive work a few requests at a time."""
        if heavy:
            return await self.service.heavy_work.run(self.caller, work)
        return await self.service.run_in_thread(work)

    async def run_for_stream(self, work: Callable[[], Result]) -> Result:
        """Carries out the work of a stream that is far behind, one at a time for each caller."""
        return await self.service.stream_work.run(self.caller, work)

    def command(self, kind: type[CommandType], **fields: Any) -> CommandType:
        """A command of the sender on this session; it gets a random key where the sender gave none."""
        return kind(session=self.session_id, token=self.token, key=self.key or random_id(), **fields)


class SessionRequest(ApiRequest, kw_only=True):
    """A request about one session, whose sender may do what its route needs."""

    view: SessionView  # as far as it is public for the sender
    grant: Grant | None

    @property
    def viewer(self) -> Seat | str | None:
        """Whose knowledge the sender has."""
        return viewer_of(self.grant)

    @property
    def blind(self) -> bool:
        """Whether the seats have no names for the sender, who is an arbiter with a dispute to decide."""
        return names_hidden(self.view, self.grant)

    @property
    def sees_findings(self) -> bool:
        """Whether the sender may know the findings of the rules."""
        return may_see_findings(self.grant, self.view.setup, self.view.closed)


def session_request(request: ApiRequest, permission: str) -> SessionRequest:
    """The request with its session; UnknownSession or NotAllowed where the sender has no such permission."""
    view, grant = request.service.authorize(request.session, request.token, permission)
    return SessionRequest(
        http=request.http,
        service=request.service,
        lang=request.lang,
        token=request.token,
        session_id=request.session_id,
        key=request.key,
        query=request.query,
        body=request.body,
        view=view,
        grant=grant,
    )


async def parse_request(
    http: Request, query: type | None = None, body: type | None = None, max_bytes: int | None = None
) -> ApiRequest:
    """A request with its query and body as these types; HttpProblem where it cannot be read."""
    request = address_request(http, query, language(http), token_hash(bearer_token(http)))
    request.key, settings = _key(http), request.service.settings
    if request.key and not request.token:  # a key belongs to a token
        raise HttpProblem("key-without-token", 401)
    if body not in (None, RAW):
        request.body = await _body(http, body, max_bytes or settings.body, settings.patience)
    return request


def address_request(http: Request, query: type | None, lang: str, token: str) -> ApiRequest:
    """A request as far as its address says it, without headers and body."""
    return ApiRequest(
        http=http,
        service=http.app.state.service,
        lang=lang,
        token=token,
        session_id=_session_id(http.path_params.get("session")),
        query=_query(http, query),
    )


def language(http: Request) -> str:
    """The language to answer in: from the address, else from the Accept-Language header, else English."""
    chosen = http.query_params.get("lang") if http.scope["query_string"] else None
    if chosen is not None:
        return chosen if chosen in LANGUAGES else LANGUAGES[0]
    accepted = [_weighted_language(part) for part in http.headers.get("accept-language", "").split(",")[:20]]
    known = [(weight, lang) for weight, lang in accepted if lang in LANGUAGES and weight > 0]
    return max(known, key=lambda weighted: weighted[0])[1] if known else LANGUAGES[0]


def _weighted_language(part: str) -> tuple[float, str]:
    """One entry of an Accept-Language header."""
    lang, *parameters = (word.strip().lower() for word in part.split(";"))
    weight = next((word[2:] for word in parameters if word.startswith("q=")), "1")
    return float(weight) if WEIGHT.fullmatch(weight) else 0.0, lang.partition("-")[0]


def bearer_token(http: Request) -> str:
    """The token of the Authorization header; empty for a guest."""
    header = http.headers.get("authorization")
    if header is None:
        return ""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not TOKEN.fullmatch(token.strip()):
        raise HttpProblem("bad-token", 401)
    return token.strip()


def _key(http: Request) -> str:
    key = http.headers.get("idempotency-key")
    if key is not None and not KEY.fullmatch(key):
        raise HttpProblem("bad-key", 400)
    return key or ""


def _session_id(text: str | None) -> UUID | None:
    if text is None:
        return None
    if not ID.fullmatch(text):
        raise UnknownSession(session=text[:40])
    return UUID(text)


def _query(http: Request, kind: type | None) -> Any:
    if not http.scope["query_string"] and kind is None:
        return None
    values: dict[str, str] = {}
    for name, value in http.query_params.multi_items():
        if name in values:
            raise HttpProblem("key-twice", 400)
        values[name] = clean_text(value)
    if values.pop("lang", LANGUAGES[0]) not in LANGUAGES:
        raise InvalidRequest("none-of-these", "lang")
    if kind is None:
        if values:
            raise InvalidRequest("unknown")
        return None
    return convert(values, kind, strict=False)


async def _body(http: Request, kind: type | None, max_bytes: int, patience: float) -> Any:
    """The body as a Struct, or as a text where that is the route's type."""
    expected = TEXT if kind is str else JSON
    media_type = http.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != expected or http.headers.get("content-encoding", "identity") != "identity":
        raise HttpProblem("wrong-kind", 415, kind=expected)
    try:
        async with asyncio.timeout(patience):
            raw = await _read(http, max_bytes)
    except (TimeoutError, ClientDisconnect) as error:
        raise HttpProblem("too-slow", 408) from error
    if kind is not str:
        return convert(parse_json(raw), kind)
    try:
        return clean_text(raw.decode("utf-8").removeprefix("\ufeff"), lines=True)
    except UnicodeDecodeError as error:
        raise HttpProblem("not-text", 400) from error


async def _read(http: Request, max_bytes: int) -> bytes:
    length = http.headers.get("content-length", "0")
    if length.isdecimal() and (len(length) > 15 or int(length) > max_bytes):
        raise HttpProblem("too-large", 413, most=max_bytes)
    parts, size = [], 0
    async for part in http.stream():
        size += len(part)
        if size > max_bytes:
            raise HttpProblem("too-large", 413, most=max_bytes)
        parts.append(part)
    return b"".join(parts)


def convert(value: Any, kind: Any, strict: bool = True) -> Any:
    """A value as a type; InvalidRequest names the place that does not fit, without repeating what was sent."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise invalid_request(error) from error
