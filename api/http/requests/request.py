"""What a request asks: by whom, in which language, of which session, with which words and which body."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request

from api.http.problems import HttpProblem
from api.http.requests.json_body import read_json, text_of
from api.http.requests.random_tokens import drawn
from api.http.requests.validation import InvalidRequest, unfit
from api.http.service import Service
from domain.errors import UnknownSession
from domain.sessions.commands import Command

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits in base64url
ID = re.compile(r"[0-9a-fA-F]{8}(-?)[0-9a-fA-F]{4}\1[0-9a-fA-F]{4}\1[0-9a-fA-F]{4}\1[0-9a-fA-F]{12}")
KEY = re.compile(r"[!-~]{1,200}")
WEIGHT = re.compile(r"[01](\.\d{0,3})?")
LANGUAGES = ("en", "fr")
JSON, TEXT = "application/json", "text/plain"
CommandKind = TypeVar("Asked", bound=Command)
RAW = bytes  # what a route takes that reads its body itself, as it comes


class ApiRequest(Struct, kw_only=True):
    """One request, read; what it wants of a session is decided where that is known."""

    request: Request
    desk: Service
    lang: str
    token: str  # the hash of what the asker showed; empty for a guest
    session: UUID | None
    key: str = ""  # under which a write happens once, however often it is sent
    query: Any = None  # what a route asks for in the address, as its own Struct
    body: Any = None

    @property
    def path(self) -> Mapping[str, str]:
        """The named parts of the address."""
        return self.request.path_params

    def command(self, kind: type[CommandKind], **fields: Any) -> CommandKind:
        """What it wants written, by its asker; under a key of its own where none was sent."""
        return kind(session=self.session, token=self.token, key=self.key or drawn(), **fields)


async def read_ask(request: Request, asks: type | None, takes: type | None, most: int | None) -> ApiRequest:
    """A request as what it asks; Refused, with nothing done, where it cannot be read."""
    ask = ask_of(request, asks, language(request), token_hash(shown_token(request)))
    ask.key, desk = _key(request), ask.desk
    if ask.key and not ask.token:  # nobody could tell whose key it is
        raise HttpProblem("key-without-token", 401)
    if takes not in (None, RAW):
        ask.body = await _body(request, takes, most or desk.settings.body, desk.settings.patience)
    return ask


def ask_of(request: Request, asks: type | None, lang: str, token: str) -> ApiRequest:
    """What a request asks in its address."""
    return ApiRequest(
        request=request,
        desk=request.app.state.desk,
        lang=lang,
        token=token,
        session=_session(request.path_params.get("session")),
        query=_query(request, asks),
    )


def language(request: Request) -> str:
    """The language asked for: in the address, else by the browser, else English."""
    asked = request.query_params.get("lang") if request.scope["query_string"] else None
    if asked is not None:
        return asked if asked in LANGUAGES else LANGUAGES[0]
    wishes = [_wish(part) for part in request.headers.get("accept-language", "").split(",")[:20]]
    wanted = [(weight, lang) for weight, lang in wishes if lang in LANGUAGES and weight > 0]
    return max(wanted, key=lambda wish: wish[0])[1] if wanted else LANGUAGES[0]


def _wish(part: str) -> tuple[float, str]:
    """A language somebody reads, and how gladly."""
    lang, *told = (word.strip().lower() for word in part.split(";"))
    weight = next((word[2:] for word in told if word.startswith("q=")), "1")
    return float(weight) if WEIGHT.fullmatch(weight) else 0.0, lang.partition("-")[0]


def shown_token(request: Request) -> str:
    """The token somebody shows; nothing for a guest."""
    shown = request.headers.get("authorization")
    if shown is None:
        return ""
    scheme, _, token = shown.partition(" ")
    if scheme.lower() != "bearer" or not TOKEN.fullmatch(token.strip()):
        raise HttpProblem("bad-token", 401)
    return token.strip()


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest() if token else ""


def _key(request: Request) -> str:
    key = request.headers.get("idempotency-key")
    if key is not None and not KEY.fullmatch(key):
        raise HttpProblem("bad-key", 400)
    return key or ""


def _session(text: str | None) -> UUID | None:
    if text is None:
        return None
    if not ID.fullmatch(text):
        raise UnknownSession(session=text[:40])
    return UUID(text)


def _query(request: Request, asks: type | None) -> Any:
    given: dict[str, str] = {}
    if not request.scope["query_string"] and asks is None:
        return None
    for name, value in request.query_params.multi_items():
        if name in given:
            raise HttpProblem("key-twice", 400)
        given[name] = text_of(value)
    if given.pop("lang", LANGUAGES[0]) not in LANGUAGES:
        raise InvalidRequest("none-of-these", "lang")
    if asks is None:
        if given:
            raise InvalidRequest("unknown")
        return None
    return fitting(given, asks, strict=False)


async def _body(request: Request, takes: type, most: int, patience: float) -> Any:
    """The body as a Struct, or as a text where that is what the route takes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != (TEXT if takes is str else JSON) or request.headers.get("content-encoding", "identity") != "identity":
        raise HttpProblem("wrong-kind", 415, kind=TEXT if takes is str else JSON)
    try:
        async with asyncio.timeout(patience):
            raw = await _read(request, most)
    except (TimeoutError, ClientDisconnect) as error:
        raise HttpProblem("too-slow", 408) from error
    if takes is not str:
        return fitting(read_json(raw), takes)
    try:
        return text_of(raw.decode("utf-8").removeprefix("\ufeff"), lines=True)
    except UnicodeDecodeError as error:
        raise HttpProblem("not-text", 400) from error


async def _read(request: Request, most: int) -> bytes:
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and (len(length) > 15 or int(length) > most):
        raise HttpProblem("too-large", 413, most=most)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise HttpProblem("too-large", 413, most=most)
        parts.append(part)
    return b"".join(parts)


def fitting(value: Any, kind: type, strict: bool = True) -> Any:
    """A value as a Struct; what does not fit is named by its place, not repeated."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise unfit(error) from error
