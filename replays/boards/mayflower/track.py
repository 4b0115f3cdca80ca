"""Draws the score track of Mayflower."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.pieces import TRACK
from domain.games.mayflower.state import State
from domain.games.mayflower.values import space_on_track, stance
from domain.numbers import least
from replays.boards.drawing import Bounds, Drawing, number
from replays.boards.mayflower.layout import Layout
from replays.boards.mayflower.seats import seat_badge
from replays.boards.scene import Scene
from replays.boards.shapes import is_sure, panel, path, placed, slots_of, text


def draw_track(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Fifty spaces, and a marker for each seat; it lies down on its second lap."""
    state: State = scene.table
    box = layout.track_box(len(state.scores))
    drawing.add("panels", "track", _spaces(layout, box, scene.word("cap-track")), scene.word("track", spaces=TRACK))
    there: dict[int, int] = {}
    for seat, score in enumerate(state.scores):
        space = max(0, space_on_track(least(score)) or 0)
        there[space] = there.get(space, -1) + 1
        _marker(drawing, scene, layout, seat, _place(layout, box, space, there[space]))


def _marker(drawing: Drawing, scene: Scene, layout: Layout, seat: int, at: tuple[float, float]) -> None:
    (x, y), score = at, scene.table.scores[seat]
    lies = stance(least(score), scene.rules.third_lap_stands) == "lying"
    inner = seat_badge(scene, seat, x, y, 0.8 if layout.narrow else 1.0)
    if lies:
        slot = slots_of(scene.setup, scene.blind)[seat]
        inner = placed(f'<use href="#i-lie" class="g-s{slot} g-seat"/>', x, y, 0.8) + inner
    if not is_sure(score):
        inner += text(x + 9, y - 4, "?", "g-uk", 11)
    says = scene.word("marker-lies" if lies else "marker", seat=seat, points=score)
    drawing.add("track", f"score:{scene.setup.seats[seat]}", inner, says, Bounds(x - 11, y - 11, 22, 22))


@lru_cache(maxsize=32)
def _spaces(layout: Layout, box: Bounds, caption: str) -> str:
    across, high = layout.track
    wide = (box.w - 24) / across
    made, d = [panel(box, caption)], ""
    for space in range(1, TRACK + 1):
        down, right = divmod(space - 1, across)
        x, y = box.x + 12 + right * wide, box.y + 28 + down * high
        d += f"M{number(x + 1)} {number(y + 1)}h{number(wide - 2)}v{number(high - 2)}h-{number(wide - 2)}z"
        if not layout.narrow or space % 5 == 0 or space == 1:
            made.append(text(x + 3, y + 10, space, "g-i2", 8.5 if layout.narrow else 9.5))
    return "".join((*made, path(d, "g-ln")))


def _place(layout: Layout, box: Bounds, space: int, before: int) -> tuple[float, float]:
    """Where a marker lies: those on one space side by side, those on no space next to the caption."""
    across, high = layout.track
    wide = (box.w - 24) / across
    if not space:
        return round(box.x + box.w - 20 - 20 * before, 1), box.y + 15
    down, right = divmod(space - 1, across)
    shift = before * (5 if layout.narrow else 8)
    return round(box.x + 12 + (right + 0.58) * wide + shift, 1), round(box.y + 28 + (down + 0.56) * high, 1)
