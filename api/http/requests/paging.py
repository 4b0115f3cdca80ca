"""Reads one page of a list across sessions, as its query asks for."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar
from uuid import UUID

from msgspec import Meta
from starlette.requests import Request

from api.http.problems import HttpProblem
from api.http.requests.clubs import held_clubs
from api.http.requests.request import TOKEN, ApiRequest
from api.http.requests.role_links import token_hash
from api.http.requests.validation import InvalidRequest, is_date
from api.http.service import names_hidden
from domain.errors import UnknownGame, UnknownSession
from domain.games import GAMES
from domain.sessions.roles import ARBITER, Grant
from domain.sessions.session_state import SessionView
from projections.docket.read import disputed_sessions
from projections.queries import MAX_PAGE, BadCursor, Requester, ResultPage, SessionQuery, Word, arbited_sessions
from projections.terms.read import SessionTerms

Cursor = Annotated[str, Meta(max_length=400, pattern="^[A-Za-z0-9_-]+$")]
PageSize = Annotated[int, Meta(ge=1, le=MAX_PAGE)]
KEY_COOKIE = re.compile(r"key-[0-9a-f]{32}")
FirstLines = Annotated[int, Meta(ge=1, le=10_000)]
Row = TypeVar("Row")


class PageQuery(SessionQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which sessions, and which page of the list."""

    cursor: Cursor | None = None  # `next` of the page before
    most: PageSize = 50


class SessionSearch(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which sessions, also by what they contain: an action, a broken clause, a variant, a reading."""

    variant: Word | None = None
    reading: Word | None = None  # a question and its answer, `NH-I-01=one`
    clause: Word | None = None  # a clause that was broken
    action: Word | None = None  # words of one action as records have them, in any order: `build W4`
    within: FirstLines | None = None  # a clause or action at the first so many lines only

    @property
    def terms(self) -> SessionTerms:
        """What the sessions must contain."""
        return SessionTerms(
            variant=self.variant, reading=self.reading, clause=self.clause, action=self.action, within=self.within
        )


def requester_of(request: ApiRequest) -> Requester:
    """The sender of a request, and the tables whose names are hidden from it."""
    hidden = tuple(view.id.hex for view, grant in arbited(request) if names_hidden(view, grant))
    clubs = tuple(str(club.id) for club, _ in held_clubs(request))
    return Requester(token=request.token, lang=request.lang, hidden=hidden, clubs=clubs)


def arbited(request: ApiRequest) -> Iterator[tuple[SessionView, Grant]]:
    """The sessions that the sender arbitrates: by the keys in its browser's cookies, or by its token.

    Of a club that the sender arbitrates, those with open disputes.
    """
    service, tokens = request.service, dict(cookie_tokens(request.http))
    if not tokens:
        tokens = {UUID(session): request.token for session in arbited_sessions(service.views, request.token)}
    for club, role in held_clubs(request):
        if role.role == ARBITER:
            tokens |= dict.fromkeys(disputed_sessions(service.views, str(club.id)), role.token)
    for session, token in tokens.items():
        with contextlib.suppress(UnknownSession):
            view, grant = service.clubs.admit(service.sessions.view(session), token)
            if grant is not None and grant.role == ARBITER and not view.discarded:
                yield view, grant


def cookie_tokens(http: Request) -> Iterator[tuple[UUID, str]]:
    """The tables whose keys a page's request brings as cookies, with the hashes of the keys."""
    if http.url.path.startswith("/api/"):
        return
    for name, token in http.cookies.items():
        if KEY_COOKIE.fullmatch(name) and TOKEN.fullmatch(token):
            yield UUID(name[4:]), token_hash(token)


def read_page(
    read: Callable[..., ResultPage[Row]], request: ApiRequest, *arguments: Any, **more: Any
) -> ResultPage[Row]:
    """One page of a list, with the rows the sender may see."""
    query: PageQuery = request.query
    for name in ("since", "until"):
        if (day := getattr(query, name)) is not None and not is_date(day):
            raise InvalidRequest("no-such-day", name)
    if query.game is not None and query.game not in GAMES:
        raise UnknownGame(game=query.game[:40], games=", ".join(GAMES))
    asker = requester_of(request)
    try:
        return read(request.service.views, *arguments, query, asker, cursor=query.cursor, most=query.most, **more)
    except BadCursor as error:
        raise HttpProblem("bad-cursor", 422) from error
