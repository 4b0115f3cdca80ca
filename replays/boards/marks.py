"""Draws marks over a board: on what the last line touched, on findings, rulings and claims."""

from __future__ import annotations

from collections.abc import Iterable

from replays.boards.drawing import Bounds, Drawing
from replays.boards.scene import BROKEN, CLAIMED, CONTRADICTION, LAST, PENDING, RULED, UNDETERMINED, BoardMark
from replays.boards.shapes import number, path, placed, rect, text

GRAVEST = (CONTRADICTION, BROKEN, UNDETERMINED, RULED, CLAIMED, PENDING)
OUTLINES = {BROKEN: "g-mk-bad", UNDETERMINED: "g-mk-dbt", PENDING: "g-mk-pend"}
DOUBLE_OUTLINES = {CONTRADICTION: "g-mk-con", RULED: "g-mk-rule"}
MAX_BADGES = 3  # side by side
BADGES = {
    BROKEN: '<path d="M-3.6-8.7H3.6L8.7-3.6V3.6L3.6 8.7H-3.6L-8.7 3.6V-3.6Z" class="g-f-bad g-halo"/>'
    '<path d="M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4" class="g-x"/>',
    UNDETERMINED: '<path d="M0-10L10 0 0 10-10 0Z" class="g-f-dbt g-halo"/>'
    '<text y="4.4" class="g-b g-m g-inv" font-size="12">?</text>',
    CONTRADICTION: '<path d="M-8-8H8V8H-8Z" class="g-f-con g-halo"/>'
    '<path d="M-4.5-2H4.5M-4.5 2H4.5M2.5-5L-2.5 5" class="g-x"/>',
    RULED: '<path d="M0-10L2.6-7.6 6-8 6.8-4.6 9.8-2.6 8.4 0 9.8 2.6 6.8 4.6 6 8 2.6 7.6 0 10-2.6 7.6-6 8-6.8 4.6-9.8 '
    '2.6-8.4 0-9.8-2.6-6.8-4.6-6-8-2.6-7.6Z" class="g-f-rule g-halo"/>'
    '<text y="4.2" class="g-b g-m g-inv" font-size="12">§</text>',
    CLAIMED: '<path d="M-6 10V-9H8L4-4 8 1H-4V10Z" class="g-f-rule g-halo"/>'
    '<text x="0" y="0" class="g-b g-m g-inv" font-size="10">!</text>',
    PENDING: '<circle r="8" class="g-paper g-ring"/><path d="M-4 0H-3.9M0 0H.1M4 0H4.1" class="g-dots"/>',
}


def put_marks(drawing: Drawing, marks: Iterable[BoardMark], top: str, map_top: str = "") -> None:
    """Draws all marks whose things are on the board, in the top layer; those of the map in the map's top layer."""
    stacked: dict[str, int] = {}
    for mark in sorted(marks, key=_gravity):
        keys = [key for key in mark.keys if key in drawing.boxes]
        if not keys:
            continue
        in_map = drawing.boxes[keys[0]][0] in drawing.map
        boxes = [drawing.boxes[key][1] for key in keys if (drawing.boxes[key][0] in drawing.map) == in_map]
        layer, before = (map_top if in_map else top), stacked.get(keys[0], 0)
        if mark.kind == LAST:
            drawing.add(layer, "mark:last", _last(boxes, mark.line), mark.says)
            continue
        stacked[keys[0]] = before + 1
        key = f"{'claim' if mark.kind == CLAIMED else 'pending' if mark.kind == PENDING else 'mark'}:{mark.line}"
        key = key if key not in drawing.parts else f"{key}:{mark.kind}"
        drawing.add(layer, key, _outlined(mark.kind, boxes, before), mark.says)


def _gravity(mark: BoardMark) -> tuple[int, int]:
    return (GRAVEST.index(mark.kind) if mark.kind in GRAVEST else len(GRAVEST)), mark.line


def _outlined(kind: str, boxes: list[Bounds], before: int) -> str:
    """The outline of the gravest mark, badges side by side, then a plus sign."""
    outline = "" if before else "".join(_outline(kind, box) for box in boxes)
    x, y, w, _ = boxes[0]
    if before >= MAX_BADGES:
        return text(x + w - 15 * MAX_BADGES - 8, y + 6, "+", "g-b g-m", 11)
    return outline + placed(BADGES[kind], x + w - 3 - 15 * before, y + 3, 0.9)


def _outline(kind: str, box: Bounds) -> str:
    x, y, w, h = box
    if kind in DOUBLE_OUTLINES:
        inner = rect(x + 4, y + 4, w - 8, h - 8, DOUBLE_OUTLINES[kind], 2) if w > 16 and h > 16 else ""
        return rect(x + 0.5, y + 0.5, w - 1, h - 1, DOUBLE_OUTLINES[kind], 3) + inner
    return rect(x + 1, y + 1, w - 2, h - 2, OUTLINES[kind], 3) if kind in OUTLINES else ""


def _last(boxes: list[Bounds], line: int) -> str:
    """Four corners around each rectangle, and a tag with the line number under the first."""
    tag, width = boxes[0], 7 * len(str(line)) + 8
    middle, foot = tag.x + tag.w / 2, tag.y + tag.h
    return (
        "".join(path(_corners(box), "g-mk-last") for box in boxes)
        + rect(middle - width / 2, foot - 7, width, 14, "g-ink", 3)
        + text(middle, foot + 3.5, line, "g-b g-m g-inv", 9.5)
    )


def _corners(box: Bounds) -> str:
    x, y, w, h = box
    arm = number(min(16.0, w / 4, h / 4))
    right, low = number(x + w), number(y + h)
    left, high = number(x), number(y)
    return (
        f"M{left} {high}m0 {arm}v-{arm}h{arm}M{right} {high}m-{arm} 0h{arm}v{arm}"
        f"M{right} {low}m0-{arm}v{arm}h-{arm}M{left} {low}m{arm} 0h-{arm}v-{arm}"
    )
