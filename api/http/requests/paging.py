"""Reads one page of a list across sessions, as its query asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from api.http.requests.validation import InvalidRequest, is_date
from domain.errors import UnknownGame
from domain.games import GAMES
from projections.queries import MAX_PAGE, BadCursor, Requester, ResultPage, SessionQuery

Cursor = Annotated[str, Meta(max_length=400, pattern="^[A-Za-z0-9_-]+$")]
PageSize = Annotated[int, Meta(ge=1, le=MAX_PAGE)]
Row = TypeVar("Row")


class PageQuery(SessionQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which sessions, and which page of the list."""

    cursor: Cursor | None = None  # `next` of the page before
    most: PageSize = 50


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
    asker = Requester(token=request.token, lang=request.lang)
    try:
        return read(request.service.views, *arguments, query, asker, cursor=query.cursor, most=query.most, **more)
    except BadCursor as error:
        raise HttpProblem("bad-cursor", 422) from error
