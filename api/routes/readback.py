"""The read-back of a record at the end of a round. Seats answer it with lines."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.http.routing import Routes
from replays.recorder.read_back import ReadBack, read_back
from replays.viewpoint import Viewpoint

routes = Routes("sessions")


class ReadBackResponse(Struct, frozen=True, kw_only=True):
    """The read-back of the last round that ended; none before the end of the first."""

    read_back: ReadBack | None


@routes.session_get("/sessions/{session}/readback", response=ReadBackResponse)
def readback(request: SessionRequest) -> ReadBackResponse:
    """Which seats agree with the record up to the end of the last round, and which lines they query.

    A seat answers with a line: `: agree B 46`, or `: query B 44 "…"`.
    """
    return ReadBackResponse(read_back=read_back(request.view, Viewpoint(request.viewer)))
