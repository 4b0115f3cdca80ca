"""The scoreboard: as played beside as ruled, banked and if it ended now, every point with its line and clause."""

from __future__ import annotations

from msgspec import Struct

from domain.numbers import least, most
from domain.rules import replace
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.timeline.disputes import open_claims
from domain.timeline.timeline import Frame
from replays.annotation import Annotator
from replays.frames import SeatedPlayer, players_of, session_warnings
from replays.review.comparison import Comparison, FoldOutcome, compare_frames, first_divergence
from replays.view_models import Points, PointsView, points_of, score_view
from replays.viewpoint import AS_PLAYED, AnySession, Viewpoint, frames_from, is_changed, session_of, viewer_text

PROVISIONAL, PROTEST, CONFIRMED, AMENDED = STATUSES = ("provisional", "under-protest", "confirmed", "amended")


class SourceTotal(Struct, frozen=True, kw_only=True):
    """What one source gave a side in all."""

    source: str
    points: Points
    says: str


class Side(Struct, frozen=True, kw_only=True):
    """How one side stands, a seat or a team: banked, if it ended now, by source, and every point.

    A side is named by the letters of its seats. It has a `place` once there is a result.
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
    """How it stood after a line that changed it."""

    line: int
    round: int
    turn: int
    scores: dict[str, Points]


class Standings(Struct, frozen=True, kw_only=True):
    """One fold's outcome. Without a winner it is not over; `decided_by` is the clause that ranked them."""

    sides: list[Side]
    winners: list[str]
    places: list[list[str]]
    decided_by: str
    over_time: list[ScoreStep]


class Scoreboard(Struct, frozen=True, kw_only=True):
    """Both folds of one record, and how far the result can be relied on."""

    game: str
    name: str
    players: list[SeatedPlayer]
    sight: str
    lines: int
    warnings: list[str]
    status: str
    status_says: str
    stated: dict[str, int | None]  # as the table itself counted, when it was closed
    same: bool  # whether the table took the computed points as its result instead of counting
    differs: list[str]  # the seats whose stated points cannot be those counted, as played
    played: Standings
    ruled: Standings
    parts_at: int | None


def scoreboard_of(source: AnySession, lang: str = "en", viewpoint: Viewpoint = AS_PLAYED) -> Scoreboard:
    """The scoreboard of a session as it stands."""
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
    """Where the table counted otherwise; what is not known exactly differs only from what it cannot be."""
    sides = enumerate(annotator.game.sides(annotator.setup))
    counted = {seat: score_if_ended(played, side) for side, seats in sides for seat in seats}
    told = [(seat, points) for seat, points in enumerate(stated) if points is not None]
    other = (seat for seat, points in told if not least(counted[seat]) <= points <= most(counted[seat]))
    return [annotator.setup.seats[seat] for seat in other]


def both_folds(source: AnySession, viewpoint: Viewpoint) -> Comparison:
    """As played and as ruled in one sight."""
    session = session_of(source)
    played = ruled = frames_from(source, replace(viewpoint, ruled=False))
    if is_changed(source):
        ruled = frames_from(source, replace(viewpoint, ruled=True))
    return compare_frames(session, played, ruled)


def session_status(source: AnySession, viewpoint: Viewpoint) -> str:
    """How far the result of a session can be relied on, without counting it."""
    session = session_of(source)
    status = status_of(session, False)
    if status != CONFIRMED or not is_changed(source):
        return status
    played, ruled = (frames_from(source, replace(viewpoint, ruled=ruled)) for ruled in (False, True))
    return status_of(session, first_divergence(session, played, ruled) is not None)


def status_of(session: Session, changed: bool) -> str:
    """How far a result can be relied on; `changed` by a ruling in force."""
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
    made = [(line, one) for line, one in standing.lines if one.key == (side,)]
    coming = [one for one in standing.forecast if one.key == (side,)]
    return Side(
        side=annotator.side_letters[side],
        name=annotator.sides[side],
        seats=[annotator.setup.seats[seat] for seat in annotator.game.sides(annotator.setup)[side]],
        banked=points_of(standing.scores[side]),
        if_ended=points_of(score_if_ended(standing, side)),
        place=next((at for at, place in enumerate(standing.places, 1) if side in place), None),
        sources=_sources(annotator, made),
        points=[score_view(annotator, line, one) for line, one in made],
        to_come=[score_view(annotator, 0, one) for one in coming],
    )


def score_if_ended(standing: FoldOutcome, side: int):
    """The score of a side if it ended now."""
    return sum((one.by for one in standing.forecast if one.key == (side,)), standing.scores[side])


def _sources(annotator: Annotator, made: list) -> list[SourceTotal]:
    totals: dict[str, list] = {}
    for _, one in made:
        totals.setdefault(one.source, []).append(one.by)
    return [
        SourceTotal(source=name, points=points_of(sum(by)), says=annotator.source(name)) for name, by in totals.items()
    ]


def _over_time(letters: list[str], frames: list[Frame]) -> list[ScoreStep]:
    """How the score came about: the first table, and each line that changed it."""
    found: list[ScoreStep] = []
    for frame in frames:
        state = frame.step.state
        scores = dict(zip(letters, map(points_of, state.scores), strict=True))
        if not found or scores != found[-1].scores:
            found.append(ScoreStep(line=frame.line, round=state.round, turn=state.turn, scores=scores))
    return found
