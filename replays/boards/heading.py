"""Draws the heading of a board (game, moment, seats to act), and describes the board in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.numbers import Number
from domain.rules import Seat
from replays.boards.drawing import Drawing
from replays.boards.scene import BROKEN, CONTRADICTION, UNDETERMINED, Scene
from replays.boards.shapes import badge, figure, fitted, path, slots_of, text


class Heading(Struct, frozen=True, kw_only=True, eq=False):
    """The positions and sizes of the texts in a heading."""

    left: float
    right: float
    name: tuple[float, float]  # y and size
    about: tuple[float, float, float]  # x, y and size
    after: tuple[float, float]
    who: tuple[float, float]
    faces: tuple[float, float]
    room: float  # the width for the seats to act
    foot: float
    short: bool


def draw_heading(drawing: Drawing, scene: Scene, at: Heading, about: str, acting: tuple[Seat, ...]) -> None:
    """Draws the game, the moment, the seats to act, the line number, and a warning about made-up faces."""
    who, (y, size) = who_acts(scene, acting), at.who
    parts = [
        text(at.left, at.name[0], scene.annotator.words["name"], "g-b", at.name[1]),
        text(at.about[0], at.about[1], about, "g-i2", at.about[2]),
        text(at.right, at.after[0], scene.word("after", line=scene.line), "g-e g-i2", at.after[1]),
        path(f"M{at.left:g} {at.foot:g}H{at.right:g}", "g-ln"),
    ]
    if acting:
        slot = slots_of(scene.setup, scene.blind)[acting[0]]
        parts.append(badge(slot, scene.setup.seats[acting[0]], at.left + 10, y))
    parts.append(text(at.left + (26 if acting else 0), y + 4, fitted(who, at.room, size, bold=True), "g-b", size))
    if scene.setup.faces == "stand-in":
        warning = scene.word("stand-in-short" if at.short else "stand-in")
        parts.append(text(at.right, at.faces[0], warning, "g-b g-e g-dbt", at.faces[1]))
    drawing.add("head", "head", "".join(parts), f"{drawing.title}. {who}")


def desc_of(scene: Scene, scores: Sequence[Number], acting: tuple[Seat, ...]) -> str:
    """The board in words: the moment, the seats to act, the points, the number of findings."""
    points = ", ".join(f"{name} {figure(scores[seat])}" for seat, name in scene.annotator.seats.items())
    kinds = [mark.kind for mark in scene.marks]
    counts = {kind: kinds.count(kind) for kind in (BROKEN, UNDETERMINED, CONTRADICTION)}
    texts = (f"{scene.says}.", f"{who_acts(scene, acting)}.", scene.word("standing", points=points))
    return " ".join((*texts, scene.word("found", **counts)))


def who_acts(scene: Scene, acting: tuple[Seat, ...]) -> str:
    """The seats to act and the phase; at the end the winners."""
    table = scene.table
    if not acting and table.winners:
        return scene.word("won", seats=table.winners)
    if not acting:
        return scene.annotator.words.name("phase", table.phase)
    return scene.word("waits", seats=acting, phase=table.phase)
