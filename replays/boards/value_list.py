"""Draws a game without a board of its own: the values of all observables, as a list."""

from __future__ import annotations

from domain.observables import Observation
from replays.boards.drawing import Bounds, Drawing
from replays.boards.marks import put_marks
from replays.boards.scene import BoardRenderer, Scene
from replays.boards.shapes import fitted, text

WIDE, NARROW = 640, 390
LEFT, TOP, ROW, SIZE = 16, 64, 24, 14


def draw(scene: Scene) -> Drawing:
    """The name of the game, the moment, and one row for each value."""
    width = NARROW if scene.narrow else WIDE
    values = [
        (
            f"{name}:{':'.join(map(str, key))}",
            scene.annotator.look(Observation(what=name, key=key, value=observable.get(scene.table, key))),
        )
        for name, observable in scene.rules.observables.items()
        for key in observable.keys(scene.table)
    ]
    name = scene.annotator.words["name"]
    drawing = Drawing(
        title=f"{name}, {scene.line}",
        desc=f"{scene.says}. {'; '.join(value for _, value in values)}.",
        size=(width, TOP + ROW * (len(values) + 1)),
        layers=("head", "values", "marks"),
    )
    head = text(LEFT, 30, name, "g-b", 20) + text(LEFT, 52, fitted(scene.says, width - 2 * LEFT, SIZE), "g-i2", SIZE)
    drawing.add("head", "head", head, drawing.title)
    for at, (key, value) in enumerate(values):
        y = TOP + ROW * (at + 1)
        row = text(LEFT, y, fitted(value, width - 2 * LEFT, SIZE), "", SIZE)
        drawing.add("values", key, row, value, Bounds(LEFT, y - SIZE, width - 2 * LEFT, ROW))
    put_marks(drawing, scene.marks, top="marks")
    return drawing


BOARD = BoardRenderer(draw=draw, touches={}, symbols="")
