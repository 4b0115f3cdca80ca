"""A session as annotated frames, the table after any line, and the record as text."""

from __future__ import annotations

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Line, ViewerQuery, ViewpointQuery, requested_viewer, requested_viewpoint
from api.http.routing import Routes
from domain.rules import replace
from replays.frames import Replay, replay_of
from replays.record_text import write_record
from replays.review.history import History, history_of
from replays.table_values import TableView, table_view
from replays.viewpoint import shown

routes = Routes("replay")


class FramesQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which frames: from the line `first` to the line `last`, both included; all where none is named."""

    first: Line | None = None
    last: Line | None = None


class TableQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line after which the table is read, 0 for the table as it was set up; left out, as it stands now."""

    line: Line | None = None


@routes.session_get("/sessions/{session}/replay", query=FramesQuery, response=Replay)
def replay(request: SessionRequest) -> Replay:
    """The annotated frames: every line in words, the table after it, its effects and its findings.

    Findings are left out, with a warning, as long as the reader may not know them: see the audit.
    """
    query: FramesQuery = request.query
    return replay_of(
        request.view, request.lang, requested_viewpoint(request), query.first, query.last, request.sees_findings
    )


class HistoryQuery(ViewerQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which lines, by their numbers, both included; with `changes` those that change a line or were changed."""

    first: Line = 1
    last: Line | None = None
    changes: bool = False


@routes.session_get("/sessions/{session}/history", query=HistoryQuery, response=History)
def history(request: SessionRequest) -> History:
    """The lines as they were written: when, by which role, and what struck or corrected them later and why.

    A correction gives its reason in quotation marks after the number: `~ 4 "misheard" B pass`, `~ 4 "counted twice" -`.
    """
    query: HistoryQuery = request.query
    viewer = requested_viewer(request, query.sight)
    return history_of(request.view, request.lang, viewer, query.first, query.last, query.changes)


@routes.session_get("/sessions/{session}/table", query=TableQuery, response=TableView)
def table(request: SessionRequest) -> TableView:
    """Everything that can be read off the table after a line, seat by seat; what is not known is marked as unknown."""
    return table_view(request.view, request.lang, requested_viewpoint(request), request.query.line)


@routes.session_get("/sessions/{session}/record", query=ViewerQuery, response=str)
def record(request: SessionRequest) -> str:
    """The record as text, as far as its reader may know it; it can be imported again."""
    viewer, session = requested_viewer(request, request.query.sight), request.view.session
    return write_record(replace(session, log=tuple(shown(line, viewer, session.setup) for line in session.log)))
