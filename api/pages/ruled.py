"""The rulings in force at a table, for whatever page stamps them on something."""

from __future__ import annotations

from msgspec import Struct

from api.http.routing import SessionRequest
from domain.timeline.order import standing_rulings, table_order
from replays.annotation import Annotator


class RulingInForce(Struct, frozen=True, kw_only=True):
    """A ruling that no appeal has superseded, and the line it is about."""

    line: int
    about: int
    clause: str
    says: str


def rulings_of(at: SessionRequest) -> list[RulingInForce]:
    """All of them, the oldest first."""
    annotator = Annotator(at.view.seated, at.lang)
    return [
        RulingInForce(line=line, about=ruled.line, clause=ruled.clause, says=annotator.line(ruled))
        for line, ruled in sorted(standing_rulings(table_order(at.view.session.log)), key=lambda one: one[0])
    ]
