"""Draws the head of the table of Nieuw Amsterdam, and the scoring track."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.pieces import LAP, STEPS
from domain.games.nieuw_amsterdam.state import TURN
from domain.numbers import least, most
from replays.boards.drawing import Bounds, number
from replays.boards.nieuw_amsterdam.canvas import CityCanvas
from replays.boards.shapes import figure, fitted, path, text

HEIGHT = 15  # of one marker over another


def draw_head(art: CityCanvas) -> None:
    """The game, the moment, the line; a warning where the faces are made up."""
    name, says, size = art.words["name"], moment(art), art.sizes
    left, right, low = (10, 380, 46) if art.narrow else (24, 1256, 64)
    actor, after = art.state.actor, art.word("after", line=art.scene.line)
    acts = 0 <= actor < len(art.letters)
    inner = text(left, 22 if art.narrow else 38, name, "g-b", size.title)
    inner += text(right, 15 if art.narrow else 38, after, "g-e g-i2", size.plain)
    inner += art.badge(actor, left + 10, low - 4, 1 if art.narrow else 1.12) if acts else ""
    label = fitted(says, 346 if art.narrow else 800, size.plain + 1, bold=True)
    inner += text(left + (26 if acts else 0), low, label, "g-b", size.plain + 1)
    if art.scene.setup.faces == "stand-in":
        key = "stand-in-short" if art.narrow else "stand-in"
        inner += text(right, 29 if art.narrow else 60, art.word(key), "g-b g-e g-dbt", size.small)
    foot = low + (12 if art.narrow else 14)
    art.add("head", inner + path(f"M{left} {foot}H{right}", "g-ln"), f"{name}: {says}, {after}")


def moment(art: CityCanvas) -> str:
    """Who acts in which step of which round."""
    state = art.state
    phase = STEPS[state.step] if state.phase == TURN and 0 <= state.step < len(STEPS) else state.phase
    facts = {"phase": phase, "round": "?" if state.round_gap else state.round, "rounds": art.rules.rounds}
    short = "-short" if art.narrow else ""
    if 0 <= state.actor < len(art.letters):
        return art.word(f"acts{short}", seat=state.actor, **facts)
    return art.word(f"nobody-acts{short}", **facts)


def draw_score(art: CityCanvas) -> None:
    """The track from 0 to 50 and a marker for each seat."""
    x, y, w, h = art.layout.score
    foot = y + h
    ticks = "".join(f"M{number(x + w * at / LAP)} {foot - 4}v8" for at in range(0, LAP + 1, 5))
    figures = "".join(text(x + w * at / LAP, foot + 18, at, "g-m g-i2", art.size(9.5)) for at in range(0, LAP + 1, 10))
    cap = "" if art.narrow else text(24, foot + 4, art.word("score").upper(), "g-cap")
    track = path(f"M{x} {foot}H{x + w}{ticks}", "g-ik2")
    art.add("score", cap + track + figures, art.word("score-says", lap=LAP))
    placed = _lanes(art)
    step = min(HEIGHT, h / max([1, *(lane for _, lane in placed)]))
    for (seat, at), lane in placed:
        _marker(art, seat, x + w * (at % LAP) / LAP, step * lane)


def _lanes(art: CityCanvas) -> list[tuple[tuple[int, int], int]]:
    """The seats by what they surely have, each in the lowest lane where its marker covers no other."""
    wide, lap = (length * max(1, art.sizes.badge) * LAP / art.layout.score.w for length in (21.0, 24.0))
    ends: list[float] = []
    placed = []
    for at, seat in sorted((max(0, least(score)), seat) for seat, score in enumerate(art.state.scores)):
        lane = next((lane for lane, end in enumerate(ends) if at % LAP >= end or at % LAP < end - 2 * wide), len(ends))
        ends[lane : lane + 1] = [at % LAP + wide + (lap if at >= LAP else 0)]
        placed.append(((seat, at), lane))
    return placed


def _marker(art: CityCanvas, seat: int, x: float, up: float) -> None:
    box, score = art.layout.score, art.state.scores[seat]
    foot, inner = box.y + box.h, ""
    y = foot - up
    if most(score) > least(score):
        end = min(box.x + box.w, x + box.w * (most(score) - least(score)) / LAP)
        inner += path(f"M{number(x)} {number(y)}H{number(end)}", "g-unk")
    if up:
        inner += path(f"M{number(x)} {number(y)}V{number(foot)}", "g-stem")
    inner += art.badge(seat, x, y, max(art.sizes.badge, 0.94 if art.narrow else 1))
    if least(score) >= LAP:
        laps = f"+{least(score) // LAP * LAP}"
        inner += text(x + 12 * max(1, art.sizes.badge), y + 4, laps, "g-b g-edge", art.size(9.5))
    says = art.word("points-says", seat=seat, points=score)
    art.within("score", f"score:{art.letters[seat]}", inner, says, Bounds(x - 11, y - 11, 22, 22))


def scores_said(art: CityCanvas) -> str:
    """Who has how many points."""
    names = art.scene.annotator.seats
    return ", ".join(f"{names[seat]} {figure(score)}" for seat, score in enumerate(art.state.scores))
