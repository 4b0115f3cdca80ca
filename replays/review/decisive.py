"""Computes which findings decide the result: whether a place changes when one of them is put right."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.errors import NotRecorded
from domain.record.lines import VOID, Played, Ruled, unwrapped
from domain.rules import UNDETERMINED, Finding
from domain.sessions.session import Session, check_line
from domain.timeline.order import standing_rulings, table_order
from replays.disputes.differences import made_good
from replays.disputes.remedies import RemedyCalculator
from replays.view_models import Points, is_consequence
from replays.viewpoint import AnySession, session_of

MOST_FINDINGS, MOST_LINES = 12, 6000  # findings that are put right, and lines that are folded for it in all


class PodiumPlace(Struct, frozen=True, kw_only=True):
    """A side with its place and points; `before` are its points as they stand where they differ."""

    place: int
    side: str
    points: Points
    before: Points | None = None


class DecisiveFinding(Struct, frozen=True, kw_only=True):
    """A finding that changes a place when it is put right, and the places then."""

    line: int
    clause: str
    winner: bool  # whether it changes the first place
    podium: list[PodiumPlace]


class ResultStakes(Struct, frozen=True, kw_only=True):
    """The places as they stand, and the findings that change one; `whole` says that every finding was tried."""

    podium: list[PodiumPlace]
    decisive: list[DecisiveFinding]
    whole: bool


def result_stakes(source: AnySession, lang: str) -> ResultStakes:
    """The places as they stand, and with each mistake put right that changes one. It sees every secret."""
    session, calculator = session_of(source), RemedyCalculator(source, lang)
    settled = {ruled.line for _, ruled in standing_rulings(table_order(session.log))}
    roots = [
        finding
        for finding in calculator.known
        if finding.verdict != UNDETERMINED and not is_consequence(finding) and finding.line not in settled
    ]
    tried = roots[: max(1, min(MOST_FINDINGS, MOST_LINES // max(1, len(session.log))))]
    now, decisive = calculator.now, []
    for finding, ruled in _put_right(session, tried):
        outcome = calculator.impact(ruled).outcome
        if outcome.places != now.places:
            places = podium(outcome.places, outcome.scores, now.scores)
            winner = outcome.places[:1] != now.places[:1]
            decisive.append(DecisiveFinding(line=finding.line, clause=finding.clause, winner=winner, podium=places))
    decisive.sort(key=lambda finding: (not finding.winner, finding.line))
    whole = len(tried) == len(roots)
    return ResultStakes(podium=podium(now.places, now.scores, now.scores), decisive=decisive, whole=whole)


def _put_right(session: Session, findings: list[Finding]) -> Iterator[tuple[Finding, Ruled]]:
    """For each finding the ruling that puts it right: its difference made good, or its line undone."""
    for finding in findings:
        ruled = made_good(session.setup.game, finding)
        line = unwrapped(session.log[finding.line - 1]) if finding.line else None
        if ruled is None and isinstance(line, Played):
            ruled = Ruled(remedy=VOID, line=finding.line, clause=finding.clause)
        if ruled is None:
            continue
        try:
            check_line(session, ruled)
        except NotRecorded:
            continue
        yield finding, ruled


def podium(places: list[list[str]], scores: dict[str, Points], before: dict[str, Points]) -> list[PodiumPlace]:
    """The sides with place and points, from the first to the last."""
    made: list[PodiumPlace] = []
    for sides in places:
        place = len(made) + 1
        made += [
            PodiumPlace(
                place=place,
                side=side,
                points=scores[side],
                before=before[side] if before[side] != scores[side] else None,
            )
            for side in sides
        ]
    return made
