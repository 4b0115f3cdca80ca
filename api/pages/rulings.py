"""The rulings in force at a table, for the pages that mark them."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import SessionRequest
from domain.timeline.order import standing_rulings, table_order
from replays.annotation import Annotator


class RulingInForce(Struct, frozen=True, kw_only=True):
    """A ruling that no appeal has superseded, and the line it is about."""

    line: int
    about: int
    clause: str
    says: str
    at: str  # when it was written


def rulings_in_force(request: SessionRequest) -> list[RulingInForce]:
    """All rulings in force, the oldest first."""
    annotator, times = Annotator(request.view.seated, request.lang), request.view.disclosure.times
    return [
        RulingInForce(line=line, about=ruled.line, clause=ruled.clause, says=annotator.line(ruled), at=times[line - 1])
        for line, ruled in sorted(standing_rulings(table_order(request.view.session.log)), key=lambda row: row[0])
    ]
