"""Draws the edges of the map of Mayflower: columns and rows, the explorers, and the swept columns."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.scoring import BONUS
from domain.games.mayflower.state import PAWNS, State
from domain.numbers import Number, least, most
from replays.boards.drawing import Bounds, Drawing, number
from replays.boards.mayflower.layout import Layout
from replays.boards.scene import Scene
from replays.boards.shapes import circle, figure, is_sure, path, rect, text, use

LEAST_TEXT = 9.5  # pixels, where a large map is shown whole


def draw_columns(drawing: Drawing, scene: Scene, layout: Layout, view: Bounds) -> None:
    """At the upper and left edge of what is shown, so that they are always seen."""
    state: State = scene.table
    drawing.add("axis", "axis", _axis(layout, view), scene.word("axis"))
    columns: dict[int, int] = {}
    for at, column in enumerate(state.explorers):
        columns[least(column)] = columns.get(least(column), 0) + 1
        _explorer(drawing, scene, layout, view, at, column, columns[least(column)] - 1)
    for column, count in columns.items():
        if column > 0:
            inner = _band(layout, view, column, count * BONUS)
            drawing.add("axis", f"column:{column}", inner, scene.word("column", column=column, bonus=count * BONUS))
    _swept(drawing, scene, layout, view)


def _scale(layout: Layout, view: Bounds) -> float:
    """How large a unit of the map is in its window."""
    return min(layout.frame.w / view.w, layout.frame.h / view.h)


@lru_cache(maxsize=64)
def _axis(layout: Layout, view: Bounds) -> str:
    least = max(layout.text + 1.5, LEAST_TEXT / _scale(layout, view))
    size, small = layout.tile, max(least, 10 if layout.narrow else 12)
    strip = rect(view.x, view.y, view.w, layout.head, "g-paper") + rect(view.x, view.y, layout.axis, view.h, "g-paper")
    first = max(0, int(-(view.x + view.w) // size) + 1)
    last = int(-view.x // size)
    columns = (
        text(size / 2 - column * size, view.y + layout.head - 6, column, "g-m g-i2", small)
        for column in range(max(1, first), last + 1)
        if view.x + layout.axis <= -column * size
    )
    rows = (
        text(view.x + layout.axis - 6, (row - 0.5) * size + 4, row, "g-e g-i2", small - 1)
        for row in range(int(view.y // size) + 1, int((view.y + view.h) // size) + 2)
        if view.y + layout.head <= (row - 0.5) * size <= view.y + view.h
    )
    return "".join((strip, *columns, *rows))


def _explorer(
    drawing: Drawing, scene: Scene, layout: Layout, view: Bounds, at: int, column: Number, shift: int
) -> None:
    """A pawn over its column; two in one stand side by side."""
    scale, small = 0.72 if layout.narrow else 0.95, max(layout.text, 9.5)
    x = (0.28 if layout.narrow else 0.2) * layout.tile - least(column) * layout.tile + shift * layout.tile * 0.56
    y = view.y + (30 if layout.narrow else 42)
    x = max(view.x + layout.axis + 8, x)
    label = PAWNS[at] if is_sure(column) else "?"
    letter = text(x, y + (8 if layout.narrow else 11), label, "g-b g-m" if is_sure(column) else "g-uk g-m", small)
    if layout.text:  # the letter stands on a disc of its own, because it is larger than the pawn
        letter = circle(x - 14, y + 10, 10, "g-jn") + text(x - 14, y + 16, label, "g-b g-m", small)
    inner = use("expl", x, y, scale) + letter
    if not is_sure(column):
        inner += text(x + 10, y + 12, figure(column) if most(column) < 99 else f"{least(column)}..", "g-uk", small)
    left = 26 if layout.text else 12 * scale
    box = Bounds(x - left, y - 18 * scale, left + 20 * scale, 42 * scale)
    says = scene.word("explorer", pawn=PAWNS[at], column=column)
    drawing.add("axis", f"explorer:{PAWNS[at]}", inner, says, box)


@lru_cache(maxsize=256)
def _band(layout: Layout, view: Bounds, column: int, bonus: int) -> str:
    size = layout.tile
    x, top, foot = -column * size, view.y + layout.head, view.y + view.h
    sides = f"M{number(x)} {number(top)}V{number(foot)}M{number(x + size)} {number(top)}V{number(foot)}"
    wide, high = size * 0.8, 14 if layout.narrow else 22 if layout.text else 18
    tag = rect(x + size * 0.1, view.y + 2, wide, high, "g-ink", 4)
    label = text(
        x + size / 2, view.y + high - 2, f"+{bonus}", "g-b g-m g-inv", max(layout.text, 10.5 if layout.narrow else 12)
    )
    return rect(x, top, size, foot - top, "g-band") + path(sides, "g-bandl") + tag + label


def _swept(drawing: Drawing, scene: Scene, layout: Layout, view: Bounds) -> None:
    """The columns east of both explorers, where only trappers stay."""
    columns = scene.table.explorers
    if not all(map(is_sure, columns)):
        return
    behind = min(map(least, columns)) - 1
    if behind < 1:
        return
    left, right, y = (
        -behind * layout.tile + 4,
        layout.tile * 0 - 4,
        view.y + (12 if layout.narrow else 24 if layout.text else 16),
    )
    left = max(left, view.x + layout.axis)
    if right - left < 20:
        return
    line = f"M{number(left)} {number(y)}H{number(right)}m0-4v8M{number(left)} {number(y - 4)}v8"
    size = max(layout.text, 9 if layout.narrow else 11, LEAST_TEXT / _scale(layout, view))
    label = text((left + right) / 2, y - 4, scene.word("swept-short"), "g-m g-i2", size)
    drawing.add("axis", "swept", path(line, "g-ik2") + label, scene.word("swept", column=behind))
