"""Lays out the charts of a score: bars by source, and the score over time with its findings and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from api.pages.rulings import RulingInForce
from replays.audit import Audit
from replays.scoreboard import Side, Standings
from replays.view_models import Points

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SPACING = 22  # between the ends of two curves
TEXTURES = 6  # that distinguish the kinds of sources; after so many they repeat
Axis = Callable[[int], float]  # from a line or a number of points to a coordinate


class BarSegment(Struct, frozen=True):
    """A part of a bar, in percent of its length."""

    kind: str
    start: float
    width: float
    texture: int = 0


class ScoreCurve(Struct, frozen=True):
    """The score of one side over time, as an SVG path."""

    side: str
    path: str
    end: float
    points: Points


class ChartPin(Struct, frozen=True):
    """A finding or a ruling, marked over its line."""

    kind: str
    line: int
    at: float
    says: str


class ScoreChart(Struct, frozen=True):
    """The score over time, in the coordinates of the drawing."""

    width: int
    height: int
    left: int
    right: int
    foot: int
    levels: list[tuple[int, float]]
    rounds: list[tuple[int, float]]
    runs: list[ScoreCurve]
    pins: list[ChartPin]
    ghosts: list[ScoreCurve] = []
    here: float | None = None


def low(points: Points) -> int:
    """The lower bound of a number of points."""
    if isinstance(points, int):
        return points
    start = points.partition("..")[0]
    return int(start) if start.lstrip("-").isdecimal() else 0


def source_kind(source: str) -> str:
    """The kind of a source: a bar adds up all roads, all cities and so on."""
    return source.partition(":")[0]


def source_kinds(sides: Sequence[Side]) -> list[str]:
    """The kinds of sources that a bar shows, in the order they first gave points."""
    gains = (source for side in sides for source in side.sources if low(source.points) > 0)
    return list(dict.fromkeys(source_kind(source.source) for source in gains))


def bars(sides: Sequence[Side]) -> dict[str, list[BarSegment]]:
    """A bar for each side: points by kind of source, then points lost, then points to come if the game ended now."""
    kinds = source_kinds(sides)
    longest = max([1, *(max(low(side.banked), low(side.if_ended), _gained(side)) for side in sides)])
    return {side.side: list(_bar(side, kinds, longest)) for side in sides}


def _gained(side: Side) -> int:
    return sum(max(0, low(source.points)) for source in side.sources)


def _bar(side: Side, kinds: list[str], longest: int) -> Iterable[BarSegment]:
    at = 0
    for nth, kind in enumerate(kinds):
        points = sum(max(0, low(source.points)) for source in side.sources if source_kind(source.source) == kind)
        if points > 0:
            yield BarSegment("seg", at / longest * 100, points / longest * 100, nth % TEXTURES)
            at += points
    if (lost := -sum(min(0, low(source.points)) for source in side.sources)) > 0:
        yield BarSegment("loss", max(0, at - lost) / longest * 100, min(lost, at) / longest * 100)
    if (more := low(side.if_ended) - low(side.banked)) > 0:
        yield BarSegment("soon", max(0, low(side.banked)) / longest * 100, more / longest * 100)


def score_chart(
    standings: Standings,
    audit: Audit | None,
    lines: int,
    rulings: Sequence[RulingInForce],
    width: int,
    other: Standings | None = None,
    mark: int | None = None,
) -> ScoreChart:
    """The score over time, with findings and rulings marked on it where there is an audit to show.

    Another outcome is drawn as ghost curves where it differs, and `mark` is the line where the two part.
    """
    height, left, right, top = (250, 34, width - 60, 34) if width > 600 else (240, 30, width - 58, 34)
    foot, both = height - 26, [standings, *([other] if other else [])]
    scores = [low(points) for standing in both for at in standing.over_time for points in at.scores.values()]
    least, most = min([0, *scores]), max([5, *scores])

    def x(line: int) -> float:
        return left + (right - left) * line / max(1, lines)

    def y(points: int) -> float:
        return foot - (foot - top) * (points - least) / (most - least)

    def curves(of: Standings) -> list[ScoreCurve]:
        return [_curve(side.side, side.banked, of, x, y, right) for side in of.sides]

    step = next((size for size in STEPS if (most - least) / size <= 5), STEPS[-1])
    drawn = curves(standings)
    return ScoreChart(
        width=width,
        height=height,
        left=left,
        right=right,
        foot=foot,
        levels=[(points, y(points)) for points in range(-(-least // step) * step, most + 1, step)],
        rounds=_rounds(standings, x, width),
        runs=_spread(drawn, foot),
        pins=_pins(audit, rulings, x) if audit is not None else [],
        ghosts=[curve for curve, shown in zip(curves(other), drawn, strict=True) if curve.path != shown.path]
        if other
        else [],
        here=None if mark is None else x(mark),
    )


def _rounds(standings: Standings, x: Axis, width: int) -> list[tuple[int, float]]:
    """Where each round began, leaving out those too close to be read."""
    firsts: dict[int, float] = {}
    for at in standings.over_time:
        firsts.setdefault(at.round, x(at.line))
    kept: list[tuple[int, float]] = []
    for number, place in firsts.items():
        if number > 0 and (not kept or place - kept[-1][1] > (60 if width > 600 else 26)):
            kept.append((number, place))
    return kept


def _curve(side: str, points: Points, standings: Standings, x: Axis, y: Axis, right: int) -> ScoreCurve:
    steps = [(x(at.line), y(low(at.scores[side]))) for at in standings.over_time]
    path = f"M{steps[0][0]:.1f} {steps[0][1]:.1f}" if steps else ""
    path += "".join(f"H{after[0]:.1f}V{after[1]:.1f}" for _, after in pairwise(steps)) + f"H{right}"
    return ScoreCurve(side, path, steps[-1][1] if steps else 0, points)


def _spread(curves: list[ScoreCurve], foot: float) -> list[ScoreCurve]:
    """The curves with their labels far enough from each other to be read, and none below the foot."""
    placed: dict[str, float] = {}
    at = -100.0
    for curve in sorted(curves, key=lambda curve: curve.end):
        placed[curve.side] = at = max(curve.end, at + SPACING)
    at = foot + SPACING
    for curve in sorted(curves, key=lambda curve: -placed[curve.side]):
        placed[curve.side] = at = min(placed[curve.side], at - SPACING)
    return [ScoreCurve(curve.side, curve.path, placed[curve.side], curve.points) for curve in curves]


def _pins(audit: Audit, rulings: Sequence[RulingInForce], x: Axis) -> list[ChartPin]:
    pins = [
        ChartPin(finding.verdict, finding.line, x(finding.line), finding.concludes)
        for finding in audit.findings
        if not finding.consequence
    ]
    return pins + [ChartPin("ruled", ruling.line, x(ruling.line), ruling.says) for ruling in rulings]
