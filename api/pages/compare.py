"""The comparison page: the record as played next to the record as ruled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.pages.charts import ScoreChart, score_chart
from api.pages.routing import HtmlPage, Pages
from api.pages.rulings import RulingInForce, rulings_in_force
from api.pages.table_header import table_header
from api.pages.watch import ranked
from replays.audit import audit_of
from replays.frames import replay_of
from replays.review.lens import Lens, rules_lens
from replays.scoreboard import Scoreboard, Side, scoreboard_of
from replays.view_models import FindingView, Points, PointsView
from replays.viewpoint import Viewpoint

pages = Pages()
MAX_DIFFERENCES = 60  # lines of the table of differences; the replay shows them all
Item = TypeVar("Item")


class LineDifference(Struct, frozen=True, kw_only=True):
    """A line with other points or other findings as ruled than as played."""

    line: int
    seat: str | None
    says: str
    played: list[PointsView]
    ruled: list[PointsView]
    gone: list[FindingView]  # only as played
    new: list[FindingView]  # only as ruled
    fates: list[str]


class ComparisonQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the page also shows the record under every other reading, which takes longer."""

    lens: bool = False


class ComparisonContext(Struct, frozen=True, kw_only=True):
    """What compare.html shows."""

    board: Scoreboard
    played: list[Side]
    ruled: list[Side]
    banked: dict[str, Points]
    rulings: list[RulingInForce]
    differing: list[LineDifference]
    more: int
    lens: Lens | None
    tells: bool
    charts: list[ScoreChart]


@pages.session_page("/s/{session}/compare", query=ComparisonQuery, heavy=True)
def compare(request: SessionRequest) -> HtmlPage:
    """Both outcomes of one record, the line where they part, and every line that differs."""
    view, lang, viewpoint = request.view, request.lang, Viewpoint(request.viewer)
    board, rulings, sees_findings = (
        scoreboard_of(view, lang, viewpoint),
        rulings_in_force(request),
        request.sees_findings,
    )
    audit = audit_of(view, lang, viewpoint) if sees_findings else None
    differing = list(differences(request)) if board.parts_at is not None else []
    context = ComparisonContext(
        board=board,
        played=ranked(board.played),
        ruled=ranked(board.ruled),
        banked={side.side: side.banked for side in board.played.sides},
        rulings=rulings,
        differing=differing[:MAX_DIFFERENCES],
        more=max(0, len(differing) - MAX_DIFFERENCES),
        lens=rules_lens(view, lang, viewpoint) if request.query.lens and sees_findings else None,
        tells=sees_findings,
        charts=[
            score_chart(board.ruled, audit, view.lines, rulings, width, other=board.played, mark=board.parts_at)
            for width in (1180, 360)
        ],
    )
    return HtmlPage("compare.html", table_header(request), context)


def differences(request: SessionRequest) -> Iterator[LineDifference]:
    """Every line with other points or findings as ruled, or that a ruling touched."""
    view, lang = request.view, request.lang
    played, ruled = (replay_of(view, lang, Viewpoint(request.viewer, is_ruled)).frames for is_ruled in (False, True))
    for frame, other in zip(played, ruled, strict=True):
        points = missing_from(other.points, frame.points), missing_from(frame.points, other.points)
        findings = missing_from(other.findings, frame.findings), missing_from(frame.findings, other.findings)
        fates = [fate.says for fate in other.fates if fate not in frame.fates]
        shown = findings if request.sees_findings else ([], [])
        if fates or any(points) or any(shown):
            yield LineDifference(
                line=frame.line,
                seat=frame.seat,
                says=frame.says,
                played=points[0],
                ruled=points[1],
                gone=shown[0],
                new=shown[1],
                fates=fates,
            )


def missing_from(others: list[Item], items: list[Item]) -> list[Item]:
    """The items that are not among the others."""
    return [item for item in items if item not in others]
