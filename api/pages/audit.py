"""The audit: every finding as facts, clause and conclusion, roots with what followed from them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from api.http.routing import SessionRequest
from api.pages.at_table import about
from api.pages.charts import chart
from api.pages.routing import HtmlPage, Pages
from api.pages.ruled import rulings_of
from replays.audit import Audit, FindingFilter, audit_of
from replays.disputes.ledger import ledger_of
from replays.frames import replay_of
from replays.review.trackcheck_text import track_check
from replays.scoreboard import scoreboard_of
from replays.view_models import FindingView
from replays.viewpoint import Viewpoint

pages = Pages()
VERDICTS = ("broken", "undetermined", "contradiction")


class AuditFilters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which findings."""

    verdict: Literal["", "broken", "undetermined", "contradiction"] = ""
    seat: str = ""
    clause: str = ""
    known: Literal["now", "then"] = "now"
    ruled: bool = False


@pages.at_a_table("/s/{session}/audit", asks=AuditFilters)
def audit(at: SessionRequest) -> HtmlPage:
    """What the rules say against a record."""
    asked: AuditFilters = at.ask.query
    sight = Viewpoint(at.sight, asked.ruled, asked.known)
    wanted = FindingFilter(verdict=asked.verdict or None, seat=asked.seat or None, clause=asked.clause or None)
    whole, found = audit_of(at.view, at.lang, sight), audit_of(at.view, at.lang, sight, wanted)
    frames = {frame.line: frame for frame in replay_of(at.view, at.lang, sight).frames}
    board = scoreboard_of(at.view, at.lang, Viewpoint(at.sight))
    told = {
        **about(at),
        "asked": asked,
        "whole": whole,
        "found": [one for one in found.findings if not one.consequence],
        "followed": followed(whole),
        "counts": {name: sum(one.verdict == name for one in roots_of(whole)) for name in VERDICTS},
        "frames": frames,
        "rulings": {one.about: one for one in rulings_of(at)},
        "charts": [chart(board.played, whole, at.view.lines, rulings_of(at), 360)],
        "hushed": not at.judged,
        **_mended(at, sight),
    }
    return HtmlPage(template="audit.html", told=told)


def _mended(at: SessionRequest, sight: Viewpoint) -> dict[str, Any]:
    """Which of the four errors each finding is, and where the table left the rules by what was read off it."""
    if not at.judged:
        return {"errors": {}, "erred": {}, "track": []}
    ledger = ledger_of(at.view, at.lang, sight)
    return {
        "errors": ledger.errors,
        "erred": {(one.line, one.clause): one for one in ledger.entries},
        "track": track_check(at.view.session, at.lang, at.sight).differences,
    }


def roots_of(whole: Audit) -> list[FindingView]:
    """What went wrong by itself."""
    return [one for one in whole.findings if not one.consequence]


def followed(whole: Audit) -> dict[int, list[FindingView]]:
    """What only followed, by the line it followed from."""
    found: dict[int, list[Any]] = {}
    for one in whole.findings:
        if one.consequence:
            found.setdefault(one.root, []).append(one)
    return found
