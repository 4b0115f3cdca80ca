"""A session line by line, the table after any of them, and the record as text."""

from __future__ import annotations

from api.http.requests.viewpoint import Line, ViewerQuery, ViewpointQuery, sight_asked, viewer_asked
from api.http.routing import Routes, SessionRequest
from domain.rules import replace
from replays.frames import Replay, replay_of
from replays.record_text import write_record
from replays.table_values import TableView, table_view
from replays.viewpoint import shown

routes = Routes("replay")


class FramesQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which frames: from the line `first` to the line `last`, both included; all where none is named."""

    first: Line | None = None
    last: Line | None = None


class TableQuery(ViewpointQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which table: that after a line, 0 being the table as it was laid; left out, as it stands now."""

    line: Line | None = None


@routes.reads("/sessions/{session}/replay", asks=FramesQuery, gives=Replay)
def replay(at: SessionRequest) -> Replay:
    """The annotated frames: every line in words, the table it left, what followed and what was found.

    What was found is left out, with a warning, as long as whoever asks is not told of it: see the audit.
    """
    asked: FramesQuery = at.ask.query
    return replay_of(at.view, at.lang, sight_asked(at), asked.first, asked.last, at.judged)


@routes.reads("/sessions/{session}/table", asks=TableQuery, gives=TableView)
def table(at: SessionRequest) -> TableView:
    """Everything that can be read off the table after a line, seat by seat; what is not known says so."""
    return table_view(at.view, at.lang, sight_asked(at), at.ask.query.line)


@routes.reads("/sessions/{session}/record", asks=ViewerQuery, gives=str)
def record(at: SessionRequest) -> str:
    """The record as text, as far as its reader may know it; it can be imported again."""
    viewer, session = viewer_asked(at, at.ask.query.sight), at.view.session
    return write_record(replace(session, log=tuple(shown(line, viewer, session.setup) for line in session.log)))
