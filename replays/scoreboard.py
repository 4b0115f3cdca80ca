"""The scoreboard: points as played and as ruled, banked and if the game ended now, each with line and clause."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.numbers import least, most
from domain.rules import ScoreLine, replace
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.timeline.disputes import open_claims
from domain.timeline.frame import Frame
from replays.annotation import Annotator
from replays.frames import SeatedPlayer, players_of, session_warnings
from replays.review.comparison import Comparison, FoldOutcome, compare_frames, first_divergence
from replays.view_models import Points, PointsView, points_of, score_view
from replays.viewpoint import AS_PLAYED, AnySession, Viewpoint, frames_from, is_changed, session_of, viewer_text

PROVISIONAL, PROTEST, CONFIRMED, AMENDED = STATUSES = ("provisional", "under-protest", "confirmed", "amended")


class SourceTotal(Struct, frozen=True, kw_only=True):
    """The points that one source gave a side in all."""

    source: str
    points: Points
    says: str


class Side(Struct, frozen=True, kw_only=True):
    """The points of one side, a seat or a team: banked, if the game ended now, by source, and one by one.

    A side is named by the letters of its seats. `place` is None until there is a result.
    """

    side: str
    name: str
    seats: list[str]
    banked: Points
    if_ended: Points
    place: int | None
    sources: list[SourceTotal]
    points: list[PointsView]
    to_come: list[PointsView]


class ScoreStep(Struct, frozen=True, kw_only=True):
    """The points of all sides after a line that changed them."""

    line: int
    round: int
    turn: int
    scores: dict[str, Points]


class Standings(Struct, frozen=True, kw_only=True):
    """The points and places of all sides; `winners` is empty until the game is over, `decided_by` names the clause."""

    sides: list[Side]
    winners: list[str]
    places: list[list[str]]
    decided_by: str
    over_time: list[ScoreStep]


class Scoreboard(Struct, frozen=True, kw_only=True):
    """The standings as played and as ruled, and how reliable the result is."""

    game: str
    name: str
    players: list[SeatedPlayer]
    sight: str
    lines: int
    warnings: list[str]
    status: str
    status_says: str
    stated: dict[str, int | None]  # the points by seat that the table stated when it closed the session
    same: bool  # whether the table accepted the computed points instead of counting
    differs: list[str]  # the seats whose stated points contradict the points as played
    played: Standings
    ruled: Standings
    parts_at: int | None


def scoreboard_of(source: AnySession, lang: str = "en", viewpoint: Viewpoint = AS_PLAYED) -> Scoreboard:
    """The scoreboard of a session after its last line."""
    session = session_of(source)
    annotator, both = Annotator(session.seated, lang), both_folds(source, viewpoint)
    status = status_of(session, both.parts_at is not None)
    stated = source.stated if isinstance(source, SessionView) else ()
    return Scoreboard(
        game=session.setup.game,
        name=annotator.words["name"],
        players=players_of(annotator.setup),
        sight=viewer_text(viewpoint.viewer, session.setup),
        lines=len(session.log),
        warnings=session_warnings(session, annotator),
        status=status,
        status_says=annotator.words["headings"][status],
        stated=dict(zip(session.setup.seats, stated, strict=False)),
        same=isinstance(source, SessionView) and source.same,
        differs=_differing(annotator, stated, both.played),
        played=_standings(annotator, both.played),
        ruled=_standings(annotator, both.ruled),
        parts_at=both.parts_at,
    )


def _differing(annotator: Annotator, stated: tuple[int | None, ...], played: FoldOutcome) -> list[str]:
    """The seats whose stated points lie outside the range of the computed ones."""
    sides = enumerate(annotator.game.sides(annotator.setup))
    counted = {seat: score_if_ended(played, side) for side, seats in sides for seat in seats}
    given = ((seat, points) for seat, points in enumerate(stated) if points is not None)
    wrong = (seat for seat, points in given if not least(counted[seat]) <= points <= most(counted[seat]))
    return [annotator.setup.seats[seat] for seat in wrong]


def both_folds(source: AnySession, viewpoint: Viewpoint) -> Comparison:
    """The session as played and as ruled, from one viewpoint."""
    session = session_of(source)
    played = ruled = frames_from(source, replace(viewpoint, ruled=False))
    if is_changed(source):
        ruled = frames_from(source, replace(viewpoint, ruled=True))
    return compare_frames(session, played, ruled)


def session_status(source: AnySession, viewpoint: Viewpoint) -> str:
    """The status of a session's result, without computing the scoreboard."""
    session = session_of(source)
    status = status_of(session, False)
    if status != CONFIRMED or not is_changed(source):
        return status
    played, ruled = (frames_from(source, replace(viewpoint, ruled=ruled)) for ruled in (False, True))
    return status_of(session, first_divergence(session, played, ruled) is not None)


def status_of(session: Session, changed: bool) -> str:
    """The status of a result; `changed` says that a ruling in force changes it."""
    if open_claims(session.log):
        return PROTEST
    if not session.closed or not session.log:
        return PROVISIONAL
    return AMENDED if changed else CONFIRMED


def _standings(annotator: Annotator, standing: FoldOutcome) -> Standings:
    letters = annotator.side_letters
    places = [[letters[side] for side in place] for place in standing.places]
    return Standings(
        sides=[_side(annotator, standing, side) for side in range(len(letters))],
        winners=places[0] if places else [],
        places=places,
        decided_by=standing.decided_by,
        over_time=_over_time(letters, standing.frames),
    )


def _side(annotator: Annotator, standing: FoldOutcome, side: int) -> Side:
    banked = [(line, effect) for line, effect in standing.lines if effect.key == (side,)]
    forecast = [effect for effect in standing.forecast if effect.key == (side,)]
    return Side(
        side=annotator.side_letters[side],
        name=annotator.sides[side],
        seats=[annotator.setup.seats[seat] for seat in annotator.game.sides(annotator.setup)[side]],
        banked=points_of(standing.scores[side]),
        if_ended=points_of(score_if_ended(standing, side)),
        place=next((at for at, place in enumerate(standing.places, 1) if side in place), None),
        sources=_sources(annotator, banked),
        points=[score_view(annotator, line, effect) for line, effect in banked],
        to_come=[score_view(annotator, 0, effect) for effect in forecast],
    )


def score_if_ended(standing: FoldOutcome, side: int) -> Any:
    """The points of a side if the game ended now."""
    return sum((line.by for line in standing.forecast if line.key == (side,)), standing.scores[side])


def _sources(annotator: Annotator, scores: list[tuple[int, ScoreLine]]) -> list[SourceTotal]:
    totals: dict[str, list] = {}
    for _, score in scores:
        totals.setdefault(score.source, []).append(score.by)
    return [
        SourceTotal(source=name, points=points_of(sum(by)), says=annotator.source(name)) for name, by in totals.items()
    ]


def _over_time(letters: list[str], frames: list[Frame]) -> list[ScoreStep]:
    """The points at the start, and after each line that changed them."""
    steps: list[ScoreStep] = []
    for frame in frames:
        state = frame.step.state
        scores = dict(zip(letters, map(points_of, state.scores), strict=True))
        if not steps or scores != steps[-1].scores:
            steps.append(ScoreStep(line=frame.line, round=state.round, turn=state.turn, scores=scores))
    return steps
