"""The result page: the result as stated and as computed, with the forms that close and reopen the record."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.locales import page_texts
from api.pages.evidence import Signatures, signatures_of
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from api.routes.checkpoints import checkpoint_of
from domain.sessions.roles import CLOSE, GUEST, REOPEN
from replays.export.plays import bg_stats_link, play_of
from replays.recorder.result import TableResult, result_of

pages = Pages()


class ResultContext(Struct, frozen=True, kw_only=True):
    """What result.html shows."""

    result: TableResult
    version: int
    closes: bool
    reopens: bool
    again: bool
    signed: Signatures | None  # of a closed record, where it has a checkpoint
    bg_stats: str  # the link that opens the play in BG Stats; empty without a result
    texts: dict[str, str]


@pages.session_page("/s/{session}/result")
def result(request: SessionRequest) -> HtmlPage:
    """Of an open record the form that closes it; of a closed one its result, and the form that reopens it."""
    view, header = request.view, table_header(request)
    newest = checkpoint_of(request, 0) if view.closed and not request.blind else None
    play = play_of(view, request.lang) if view.closed else None
    context = ResultContext(
        result=result_of(view, request.lang, request.viewer, judged=request.sees_findings),
        version=view.version,
        closes=CLOSE in header.may and not view.closed,
        reopens=REOPEN in header.may and view.closed,
        again=header.role != GUEST,
        signed=signatures_of(request, newest) if newest is not None and newest.checkpoint else None,
        bg_stats=bg_stats_link(play) if play else "",
        texts=page_texts(request.lang, "result-"),
    )
    return HtmlPage("result.html", header, context)
