"""As played beside as ruled: where the two part, who won either way, and every line that came out differently."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from api.http.routing import SessionRequest
from api.pages.at_table import about
from api.pages.charts import chart
from api.pages.routing import HtmlPage, Pages
from api.pages.ruled import rulings_of
from api.pages.watch import in_order
from replays.audit import audit_of
from replays.frames import FrameView, replay_of
from replays.review.lens import rules_lens
from replays.scoreboard import Scoreboard, scoreboard_of
from replays.view_models import FindingView, PointsView
from replays.viewpoint import Viewpoint

pages = Pages()
FEW = 60  # lines of the table of differences; the replay has them all


class LineDifference(Struct, frozen=True, kw_only=True):
    """A line that came out differently: the points it gave and what was found about it, either way."""

    line: int
    seat: str | None
    says: str
    played: list[PointsView]
    ruled: list[PointsView]
    found: list[FindingView]  # only as played
    new: list[FindingView]  # only as ruled
    fates: list[str]


class ComparisonQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the record is also read under every other reading, which takes a moment."""

    lens: bool = False


@pages.at_a_table("/s/{session}/compare", asks=ComparisonQuery)
def compare(at: SessionRequest) -> HtmlPage:
    """Both folds of one record."""
    board, rulings = scoreboard_of(at.view, at.lang, Viewpoint(at.sight)), rulings_of(at)
    tells = at.judged
    audit = audit_of(at.view, at.lang, Viewpoint(at.sight)) if tells else None
    differing = list(differences(at, tells)) if board.parts_at is not None else []
    told = {
        **about(at),
        "board": board,
        "played": in_order(board.played),
        "ruled": in_order(board.ruled),
        "banked": {side.side: side.banked for side in board.played.sides},
        "rulings": rulings,
        "differing": differing[:FEW],
        "more": max(0, len(differing) - FEW),
        "lens": rules_lens(at.view, at.lang, Viewpoint(at.sight)) if at.ask.query.lens and tells else None,
        "tells": tells,
        "charts": [_chart(board, audit, rulings, at.view.lines, width) for width in (1180, 360)],
    }
    return HtmlPage(template="compare.html", told=told)


def _chart(board: Scoreboard, audit: Any, rulings: list, lines: int, width: int) -> Any:
    return chart(board.ruled, audit, lines, rulings, width, beside=board.played, here=board.parts_at)


def differences(at: SessionRequest, tells: bool) -> Iterator[LineDifference]:
    """Every line whose points or findings are not the same as ruled, or that a ruling touched."""
    folds = (replay_of(at.view, at.lang, Viewpoint(at.sight, ruled)).frames for ruled in (False, True))
    for one, other in zip(*folds, strict=True):
        points, findings = _apart(one.points, other.points), _apart(one.findings, other.findings)
        fates = [fate.says for fate in other.fates if fate not in one.fates]
        if fates or any(points) or (tells and any(findings)):
            yield _difference(one, points, findings if tells else ([], []), fates)


def _difference(frame: FrameView, points: tuple, findings: tuple, fates: list[str]) -> LineDifference:
    return LineDifference(
        line=frame.line,
        seat=frame.seat,
        says=frame.says,
        played=points[0],
        ruled=points[1],
        found=findings[0],
        new=findings[1],
        fates=fates,
    )


def _apart(played: list, ruled: list) -> tuple[list, list]:
    """What stands in only one of them."""
    return [one for one in played if one not in ruled], [one for one in ruled if one not in played]
