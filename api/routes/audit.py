"""What the rules say against a session."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from api.routing import At, Routes
from api.sights import Line, Sighted, sight_asked
from replays.auditing import Audit, Wanted, audited

routes = Routes("audit")


class Findings(Sighted, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which findings: on a line, against a seat (`-`: against nobody in particular), of a clause, with a verdict."""

    line: Line | None = None
    seat: Annotated[str, Meta(max_length=12)] | None = None
    clause: Annotated[str, Meta(max_length=80)] | None = None
    verdict: Literal["broken", "undetermined", "contradiction"] | None = None


@routes.reads("/sessions/{session}/audit", asks=Findings, gives=Audit)
def audit(at: At) -> Audit:
    """The findings, each with its facts, its clause and its conclusion; roots apart from what followed from them."""
    asked: Findings = at.ask.query
    wanted = Wanted(line=asked.line, seat=asked.seat, clause=asked.clause, verdict=asked.verdict)
    return audited(at.view, at.lang, sight_asked(at), wanted)
