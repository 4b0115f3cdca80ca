"""Asking over many sessions: which of them, from where on, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from api.http.requests.validation import InvalidRequest, is_day
from domain.errors import UnknownGame
from domain.games import GAMES
from projections.queries import MAX_PAGE, BadCursor, Requester, ResultPage, SessionQuery

Cursor = Annotated[str, Meta(max_length=400, pattern="^[A-Za-z0-9_-]+$")]
PageSize = Annotated[int, Meta(ge=1, le=MAX_PAGE)]


class PageQuery(SessionQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which sessions, and which page of what they give."""

    cursor: Cursor | None = None  # `next` of the page before
    most: PageSize = 50


def page(read: Callable[..., ResultPage], ask: ApiRequest, *given: Any, **more: Any) -> ResultPage:
    """One page of a list, of what this asker may see."""
    for name in ("since", "until"):
        if (day := getattr(ask.query, name)) is not None and not is_day(day):
            raise InvalidRequest("no-such-day", name)
    if ask.query.game not in (None, *GAMES):
        raise UnknownGame(game=ask.query.game[:40], games=", ".join(GAMES))
    asker = Requester(token=ask.token, lang=ask.lang)
    try:
        return read(ask.desk.views, *given, ask.query, asker, cursor=ask.query.cursor, most=ask.query.most, **more)
    except BadCursor as error:
        raise HttpProblem("bad-cursor", 422) from error
