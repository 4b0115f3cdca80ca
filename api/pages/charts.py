"""Scores as pictures: what each source gave, as a bar; the score over time, with what was found pinned on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from replays.audit import Audit
from replays.scoreboard import Side, Standings
from replays.view_models import Points

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
APART = 22  # from the end of one run to the next
TEXTURES = 6  # a kind of source is told apart by its texture, again after so many


class BarSegment(Struct, frozen=True):
    """A part of a bar, in hundredths of its length."""

    kind: str
    start: float
    width: float
    texture: int = 0


class ScoreCurve(Struct, frozen=True):
    """How one side's score went."""

    side: str
    path: str
    end: float
    points: Points


class ChartPin(Struct, frozen=True):
    """A finding or a ruling, over the line it is about."""

    kind: str
    line: int
    at: float
    says: str


class ScoreChart(Struct, frozen=True):
    """The score over time, ready to be drawn."""

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
    """The least a number can be."""
    if isinstance(points, int):
        return points
    start = points.partition("..")[0]
    return int(start) if start.lstrip("-").isdecimal() else 0


def kind_of(source: str) -> str:
    """What a source is one of: of every road and city there is one, and a bar shows what they gave together."""
    return source.partition(":")[0]


def kinds_of(sides: Sequence[Side]) -> list[str]:
    """The kinds of sources there are, in the order they came."""
    return list(dict.fromkeys(kind_of(source.source) for side in sides for source in side.sources))


def bars(sides: Sequence[Side]) -> dict[str, list[BarSegment]]:
    """What each kind of source gave each side, and what would come if it ended now; what was lost stands at the end."""
    kinds = kinds_of(sides)
    longest = max([1, *(max(low(side.banked), low(side.if_ended), _gained(side)) for side in sides)])
    return {side.side: list(_bar(side, kinds, longest)) for side in sides}


def _gained(side: Side) -> int:
    return sum(max(0, low(source.points)) for source in side.sources)


def _bar(side: Side, kinds: list[str], longest: int) -> Iterable[BarSegment]:
    at = 0
    for nth, kind in enumerate(kinds):
        points = sum(max(0, low(source.points)) for source in side.sources if kind_of(source.source) == kind)
        if points > 0:
            yield BarSegment("seg", at / longest * 100, points / longest * 100, nth % TEXTURES)
            at += points
    if (lost := -sum(min(0, low(source.points)) for source in side.sources)) > 0:
        yield BarSegment("loss", max(0, at - lost) / longest * 100, min(lost, at) / longest * 100)
    if (more := low(side.if_ended) - low(side.banked)) > 0:
        yield BarSegment("soon", max(0, low(side.banked)) / longest * 100, more / longest * 100)


def chart(
    standings: Standings,
    audit: Audit | None,
    lines: int,
    rulings: Sequence[Any],
    width: int,
    beside: Standings | None = None,
    here: int | None = None,
) -> ScoreChart:
    """The score over time; audit and rulings are pinned on it where they may be told.

    Another outcome can be drawn beside it as a ghost, as far as it differs, and a line be marked as where they part.
    """
    height, left, right, top = (250, 34, width - 60, 34) if width > 600 else (240, 30, width - 58, 34)
    foot, both = height - 26, [standings, *([beside] if beside else [])]
    scores = [low(points) for one in both for at in one.over_time for points in at.scores.values()]
    least, most = min([0, *scores]), max([5, *scores])

    def x(line: int) -> float:
        return left + (right - left) * line / max(1, lines)

    def y(points: int) -> float:
        return foot - (foot - top) * (points - least) / (most - least)

    def runs(of: Standings) -> list[ScoreCurve]:
        return [_run(side.side, side.banked, of, x, y, right) for side in of.sides]

    step = next((size for size in STEPS if (most - least) / size <= 5), STEPS[-1])
    drawn = runs(standings)
    return ScoreChart(
        width=width,
        height=height,
        left=left,
        right=right,
        foot=foot,
        levels=[(points, y(points)) for points in range(-(-least // step) * step, most + 1, step)],
        rounds=_rounds(standings, x, width),
        runs=_apart(drawn, foot),
        pins=_pins(audit, rulings, x) if audit is not None else [],
        ghosts=[one for one, shown in zip(runs(beside), drawn, strict=True) if one.path != shown.path]
        if beside
        else [],
        here=None if here is None else x(here),
    )


def _rounds(standings: Standings, x: Any, width: int) -> list[tuple[int, float]]:
    """Where a round began, as far as the score tells; not closer than can be read."""
    firsts: dict[int, float] = {}
    for at in standings.over_time:
        firsts.setdefault(at.round, x(at.line))
    kept: list[tuple[int, float]] = []
    for number, place in firsts.items():
        if number > 0 and (not kept or place - kept[-1][1] > (60 if width > 600 else 26)):
            kept.append((number, place))
    return kept


def _run(side: str, points: Points, standings: Standings, x: Any, y: Any, right: int) -> ScoreCurve:
    steps = [(x(at.line), y(low(at.scores[side]))) for at in standings.over_time]
    path = f"M{steps[0][0]:.1f} {steps[0][1]:.1f}" if steps else ""
    path += "".join(f"H{after[0]:.1f}V{after[1]:.1f}" for _, after in pairwise(steps)) + f"H{right}"
    return ScoreCurve(side, path, steps[-1][1] if steps else 0, points)


def _apart(runs: list[ScoreCurve], foot: float) -> list[ScoreCurve]:
    """Their ends far enough from each other to be read, and none below the foot."""
    placed: dict[str, float] = {}
    at = -100.0
    for run in sorted(runs, key=lambda run: run.end):
        placed[run.side] = at = max(run.end, at + APART)
    at = foot + APART
    for run in sorted(runs, key=lambda run: -placed[run.side]):
        placed[run.side] = at = min(placed[run.side], at - APART)
    return [ScoreCurve(run.side, run.path, placed[run.side], run.points) for run in runs]


def _pins(audit: Audit, rulings: Sequence[Any], x: Any) -> list[ChartPin]:
    found = [
        ChartPin(one.verdict, one.line, x(one.line), one.concludes) for one in audit.findings if not one.consequence
    ]
    return found + [ChartPin("ruled", one.line, x(one.line), one.says) for one in rulings]
