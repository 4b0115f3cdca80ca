"""The head of a table: which game, where it stands, who acts; and the whole of it in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.numbers import Number
from domain.rules import Seat
from replays.boards.drawing import Drawing
from replays.boards.scene import BROKEN, CONTRADICTION, UNDETERMINED, Scene
from replays.boards.shapes import badge, figure, fitted, path, slots_of, text


class Heading(Struct, frozen=True, kw_only=True, eq=False):
    """Where the lines of a head stand, and how large they are."""

    left: float
    right: float
    name: tuple[float, float]  # y and size
    about: tuple[float, float, float]  # x, y and size
    after: tuple[float, float]
    who: tuple[float, float]
    faces: tuple[float, float]
    room: float  # for who acts
    foot: float
    short: bool


def draw_heading(drawing: Drawing, scene: Scene, at: Heading, about: str, acting: tuple[Seat, ...]) -> None:
    """Game, moment, who acts, after which line, and whether the faces are made up."""
    who, (y, size) = who_acts(scene, acting), at.who
    made = [
        text(at.left, at.name[0], scene.annotator.words["name"], "g-b", at.name[1]),
        text(at.about[0], at.about[1], about, "g-i2", at.about[2]),
        text(at.right, at.after[0], scene.word("after", line=scene.line), "g-e g-i2", at.after[1]),
        path(f"M{at.left:g} {at.foot:g}H{at.right:g}", "g-ln"),
    ]
    if acting:
        slot = slots_of(scene.setup, scene.blind)[acting[0]]
        made.append(badge(slot, scene.setup.seats[acting[0]], at.left + 10, y))
    made.append(text(at.left + (26 if acting else 0), y + 4, fitted(who, at.room, size, bold=True), "g-b", size))
    if scene.setup.faces == "stand-in":
        said = scene.word("stand-in-short" if at.short else "stand-in")
        made.append(text(at.right, at.faces[0], said, "g-b g-e g-dbt", at.faces[1]))
    drawing.add("head", "head", "".join(made), f"{drawing.title}. {who}")


def desc_of(scene: Scene, scores: Sequence[Number], acting: tuple[Seat, ...]) -> str:
    """How it stands, who acts, what was found."""
    points = ", ".join(f"{name} {figure(scores[seat])}" for seat, name in scene.annotator.seats.items())
    found = [mark.kind for mark in scene.marks]
    counts = {kind: found.count(kind) for kind in (BROKEN, UNDETERMINED, CONTRADICTION)}
    told = (f"{scene.says}.", f"{who_acts(scene, acting)}.", scene.word("standing", points=points))
    return " ".join((*told, scene.word("found", **counts)))


def who_acts(scene: Scene, acting: tuple[Seat, ...]) -> str:
    """Whom the table waits for, and for what; at the end who has won."""
    table = scene.table
    if not acting and table.winners:
        return scene.word("won", seats=table.winners)
    if not acting:
        return scene.annotator.words.name("phase", table.phase)
    return scene.word("waits", seats=acting, phase=table.phase)
