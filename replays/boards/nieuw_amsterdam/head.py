"""The head of the table, and the scoring track."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.pieces import LAP, STEPS
from domain.games.nieuw_amsterdam.state import TURN
from domain.numbers import least, most
from replays.boards.drawing import Bounds, number
from replays.boards.nieuw_amsterdam.desk import Desk
from replays.boards.shapes import figure, fitted, path, text

HEIGHT = 15  # of one marker over another


def draw_head(desk: Desk) -> None:
    """The game, the moment, the line; a warning where the faces are made up."""
    name, says, size = desk.words["name"], moment(desk), desk.sizes
    left, right, low = (10, 380, 46) if desk.narrow else (24, 1256, 64)
    actor, after = desk.state.actor, desk.word("after", line=desk.scene.line)
    acts = 0 <= actor < len(desk.letters)
    inner = text(left, 22 if desk.narrow else 38, name, "g-b", size.title)
    inner += text(right, 15 if desk.narrow else 38, after, "g-e g-i2", size.plain)
    inner += desk.badge(actor, left + 10, low - 4, 1 if desk.narrow else 1.12) if acts else ""
    said = fitted(says, 346 if desk.narrow else 800, size.plain + 1, bold=True)
    inner += text(left + (26 if acts else 0), low, said, "g-b", size.plain + 1)
    if desk.scene.setup.faces == "stand-in":
        key = "stand-in-short" if desk.narrow else "stand-in"
        inner += text(right, 29 if desk.narrow else 60, desk.word(key), "g-b g-e g-dbt", size.small)
    foot = low + (12 if desk.narrow else 14)
    desk.add("head", inner + path(f"M{left} {foot}H{right}", "g-ln"), f"{name}: {says}, {after}")


def moment(desk: Desk) -> str:
    """Who acts in which step of which round."""
    state = desk.state
    phase = STEPS[state.step] if state.phase == TURN and 0 <= state.step < len(STEPS) else state.phase
    facts = {"phase": phase, "round": "?" if state.round_untold else state.round, "rounds": desk.rules.rounds}
    short = "-short" if desk.narrow else ""
    if 0 <= state.actor < len(desk.letters):
        return desk.word(f"acts{short}", seat=state.actor, **facts)
    return desk.word(f"nobody-acts{short}", **facts)


def draw_score(desk: Desk) -> None:
    """The track from 0 to 50 and a marker for each seat."""
    x, y, w, h = desk.layout.score
    foot = y + h
    ticks = "".join(f"M{number(x + w * at / LAP)} {foot - 4}v8" for at in range(0, LAP + 1, 5))
    figures = "".join(text(x + w * at / LAP, foot + 18, at, "g-m g-i2", 9.5) for at in range(0, LAP + 1, 10))
    cap = "" if desk.narrow else text(24, foot + 4, desk.word("score").upper(), "g-cap")
    track = path(f"M{x} {foot}H{x + w}{ticks}", "g-ik2")
    desk.add("score", cap + track + figures, desk.word("score-says", lap=LAP))
    placed = _lanes(desk)
    step = min(HEIGHT, h / max([1, *(lane for _, lane in placed)]))
    for (seat, at), lane in placed:
        _marker(desk, seat, x + w * (at % LAP) / LAP, step * lane)


def _lanes(desk: Desk) -> list[tuple[tuple[int, int], int]]:
    """The seats by what they surely have, each in the lowest lane where its marker covers no other."""
    wide = 19.0 * LAP / desk.layout.score.w
    ends: list[float] = []
    placed = []
    for at, seat in sorted((max(0, least(score)), seat) for seat, score in enumerate(desk.state.scores)):
        lane = next((lane for lane, end in enumerate(ends) if at % LAP >= end or at % LAP < end - 2 * wide), len(ends))
        ends[lane : lane + 1] = [at % LAP + wide]
        placed.append(((seat, at), lane))
    return placed


def _marker(desk: Desk, seat: int, x: float, up: float) -> None:
    box, score = desk.layout.score, desk.state.scores[seat]
    foot, inner = box.y + box.h, ""
    y = foot - up
    if most(score) > least(score):
        end = min(box.x + box.w, x + box.w * (most(score) - least(score)) / LAP)
        inner += path(f"M{number(x)} {number(y)}H{number(end)}", "g-unk")
    if up:
        inner += path(f"M{number(x)} {number(y)}V{number(foot)}", "g-stem")
    inner += desk.badge(seat, x, y, 0.94 if desk.narrow else 1)
    if least(score) >= LAP:
        inner += text(x, y - 11, f"+{least(score) // LAP * LAP}", "g-b g-m", 9.5)
    says = desk.word("points-says", seat=seat, points=score)
    desk.within("score", f"score:{desk.letters[seat]}", inner, says, Bounds(x - 11, y - 11, 22, 22))


def scores_said(desk: Desk) -> str:
    """Who has how many points."""
    names = desk.scene.annotator.seats
    return ", ".join(f"{names[seat]} {figure(score)}" for seat, score in enumerate(desk.state.scores))
