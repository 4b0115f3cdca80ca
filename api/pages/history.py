"""The page of a record as it was written: who wrote, struck or changed a line, when and why."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from replays.review.history import History, history_of

pages = Pages()
PAGE = 200  # lines


class HistoryPageQuery(Struct, frozen=True, kw_only=True):
    """The first line of the page, left out for the last lines; with `changes` only changed and changing lines."""

    first: Line | None = None
    changes: bool = False


class HistoryContext(Struct, frozen=True, kw_only=True):
    """What history.html shows, and the first lines of the pages before and after it."""

    history: History
    only_changes: bool
    before: int | None
    after: int | None


@pages.session_page("/s/{session}/history", query=HistoryPageQuery)
def history(request: SessionRequest) -> HtmlPage:
    """The lines in the order of their writing, struck ones included."""
    query, lines = request.query, request.view.lines
    first = max(1, min(query.first or lines - PAGE + 1, lines))
    shown = history_of(request.view, request.lang, request.viewer, first, first + PAGE - 1, query.changes)
    context = HistoryContext(
        history=shown,
        only_changes=query.changes,
        before=max(1, first - PAGE) if first > 1 else None,
        after=first + PAGE if first + PAGE <= lines else None,
    )
    return HtmlPage("history.html", table_header(request), context)
