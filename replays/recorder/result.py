"""Compares the stated result of a table with the computed one, and names the line that may explain a difference."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.errors import NotRecorded
from domain.rules import Seat
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from replays.annotation import Annotator
from replays.review.trackcheck import with_observations
from replays.review.trackcheck_views import track_check
from replays.scoreboard import Scoreboard, Side, scoreboard_of
from replays.view_models import Points
from replays.viewpoint import AnySession, Viewpoint, session_of


class SideResult(Struct, frozen=True, kw_only=True):
    """The points of one side as computed, with all rulings, and as stated; `by` is stated minus computed.

    `line` is where a single mistake would explain the difference, and `look` describes that mistake.
    """

    side: str
    name: str
    seats: list[str]
    computed: Points
    stated: int | None
    by: int | None
    differs: bool
    says: str
    line: int | None
    look: str


class TableResult(Struct, frozen=True, kw_only=True):
    """The result of a session; `same` says that the table accepted the computed points instead of counting.

    `closed_at` is the time of the last closing. `winners` are the names of the sides that win as stated; without a
    stated result, as computed.
    """

    closed: bool
    same: bool
    closed_at: str
    lines: int
    sides: list[SideResult]
    winners: list[str]


def result_of(
    source: AnySession,
    lang: str,
    viewer: Seat | str | None = None,
    stated: Mapping[str, int] | None = None,
    judged: bool = True,
) -> TableResult:
    """The result as stated at the closing, or as it would be with these points by seat."""
    session, board = session_of(source), scoreboard_of(source, lang, Viewpoint(viewer))
    points: Mapping[str, int | None] = board.stated if stated is None else stated
    sides = [_side(session, lang, viewer, board, side, points, judged) for side in board.ruled.sides]
    return TableResult(
        closed=session.closed,
        same=board.same and stated is None,
        closed_at=source.closed_at if isinstance(source, SessionView) else "",
        lines=len(session.log),
        sides=sides,
        winners=_winners(sides, board.ruled.winners),
    )


def computed_points(view: SessionView, viewer: Seat | str | None = None) -> tuple[int | None, ...]:
    """The computed points of each seat; None where they are not known exactly."""
    sides = scoreboard_of(view, "en", Viewpoint(viewer)).ruled.sides
    points = {letter: side.if_ended for side in sides for letter in side.seats}
    return tuple(value if isinstance(value := points[letter], int) else None for letter in view.setup.seats)


def _side(
    session: Session,
    lang: str,
    viewer: Seat | str | None,
    board: Scoreboard,
    side: Side,
    points: Mapping[str, int | None],
    judged: bool,
) -> SideResult:
    computed, stated = side.if_ended, points.get(side.seats[0])
    differs = stated is not None and not _may_be(computed, stated)
    words = Annotator(session.seated, lang).words
    facts = {"name": side.name, "stated": stated, "computed": computed}
    line, look = None, ""
    if stated is not None and differs and judged and not side.to_come and board.parts_at is None:
        line, look = _explained(session, lang, viewer, side.seats[0], stated)
    return SideResult(
        side=side.side,
        name=side.name,
        seats=side.seats,
        computed=computed,
        stated=stated,
        by=stated - computed if isinstance(computed, int) and stated is not None else None,
        differs=differs,
        says=words.fill(words["headings"]["stated-otherwise"], facts, {}) if differs else "",
        line=line,
        look=look,
    )


def _may_be(computed: Points, stated: int) -> bool:
    """Whether the stated points lie within the computed range."""
    if isinstance(computed, int):
        return computed == stated
    least, _, most = computed.partition("..")
    return least == "?" or (int(least) <= stated and (most == "?" or stated <= int(most)))


def _explained(
    session: Session, lang: str, viewer: Seat | str | None, letter: str, stated: int
) -> tuple[int | None, str]:
    """The line whose single mistake best explains the stated points, and that mistake."""
    try:
        read = with_observations(session, [f"{letter} points {stated}"])
    except NotRecorded:  # points cannot be read off this table
        return None, ""
    differences = [
        difference for difference in track_check(read, lang, viewer).differences if difference.told_by == len(read.log)
    ]
    causes = [cause for difference in differences for cause in difference.causes if cause.line]
    return (causes[0].line, causes[0].says) if causes else (None, "")


def _winners(sides: list[SideResult], computed: list[str]) -> list[str]:
    """The sides with the most stated points, ties broken as computed; as computed where a side stated none."""
    first = [side for side in sides if side.side in computed]
    stated = [side.stated for side in sides if side.stated is not None]
    if len(stated) < len(sides):
        return [side.name for side in first]
    most = max(stated)
    leading = [side for side in sides if side.stated == most]
    return [side.name for side in leading if side in first] or [side.name for side in leading]
