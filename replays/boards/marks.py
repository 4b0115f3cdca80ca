"""Draws marks over a board: on what the last line touched, on findings, rulings and claims."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from replays.boards.drawing import Bounds, Drawing
from replays.boards.scene import BROKEN, CLAIMED, CONTRADICTION, LAST, PENDING, RULED, UNDETERMINED, BoardMark
from replays.boards.shapes import number, path, placed, rect, text

GRAVEST = (CONTRADICTION, BROKEN, UNDETERMINED, RULED, CLAIMED, PENDING)
OUTLINES = {BROKEN: "g-mk-bad", UNDETERMINED: "g-mk-dbt", PENDING: "g-mk-pend"}
DOUBLE_OUTLINES = {CONTRADICTION: "g-mk-con", RULED: "g-mk-rule"}
MAX_BADGES = 3  # side by side; on a small thing one, because more would cover its neighbours
SMALL = 70  # units wide, or in a row of a panel
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
    '<text x="0" y="0" class="g-b g-m g-inv" font-size="11">!</text>',
    PENDING: '<circle r="8" class="g-paper g-ring"/><path d="M-4 0H-3.9M0 0H.1M4 0H4.1" class="g-dots"/>',
}


class MarkStyle(Struct, frozen=True, kw_only=True):
    """How a board draws its marks: how large, and at which corner of a thing (0 or 1 across, 0 or 1 down)."""

    scale: float = 1.0
    beside: float = 1.0  # the scale of those beside the board
    corner: tuple[int, int] = (1, 0)


USUAL = MarkStyle()


def put_marks(
    drawing: Drawing,
    marks: Iterable[BoardMark],
    top: str,
    map_top: str = "",
    aside_top: str = "",
    style: MarkStyle = USUAL,
) -> None:
    """Draws all marks whose things are on the board, in the top layer of the part they are in."""
    tops = dict.fromkeys(drawing.map, map_top) | dict.fromkeys(drawing.beside, aside_top)
    stacked: dict[str, int] = {}
    for mark in sorted(marks, key=_gravity):
        keys = [key for key in mark.keys if key in drawing.boxes]
        if not keys:
            continue
        layer, before = tops.get(drawing.boxes[keys[0]][0], top), stacked.get(keys[0], 0)
        boxes = [box for within, box in map(drawing.boxes.__getitem__, keys) if tops.get(within, top) == layer]
        at = style if layer != aside_top else replace(style, scale=style.beside)
        if mark.kind == LAST:
            drawing.add(layer, "mark:last", _last(boxes, mark.line, at), mark.says)
            continue
        stacked[keys[0]] = before + 1
        key = f"{'claim' if mark.kind == CLAIMED else 'pending' if mark.kind == PENDING else 'mark'}:{mark.line}"
        key = key if key not in drawing.parts else f"{key}:{mark.kind}"
        drawing.add(layer, key, _outlined(mark.kind, boxes, before, at), mark.says)


def _gravity(mark: BoardMark) -> tuple[int, int]:
    return (GRAVEST.index(mark.kind) if mark.kind in GRAVEST else len(GRAVEST)), mark.line


def _outlined(kind: str, boxes: list[Bounds], before: int, style: MarkStyle) -> str:
    """The outline of the gravest mark, badges side by side on a corner, then a plus sign."""
    outline = "" if before else "".join(_outline(kind, box) for box in boxes)
    (x, y, w, h), (right, low), scale = boxes[0], style.corner, style.scale
    step = 15 * scale * (-1 if right else 1)
    small = w < SMALL * scale or _is_row(boxes[0], scale)
    most = 1 if small else MAX_BADGES
    out = 4 * scale if w < SMALL * scale else 0  # on a small thing most of a badge lies outside
    x, y = x + w * right + (out if right else -out), y + h * low + (out if low else -out)
    if before > most:
        return ""
    if before == most:
        return text(x + step * most, y + 4 * scale, "+", "g-b g-m g-edge", 11 * scale)
    return outline + placed(BADGES[kind], x + step * before, y, 0.9 * scale)


def _outline(kind: str, box: Bounds) -> str:
    x, y, w, h = box
    if kind in DOUBLE_OUTLINES:
        inner = rect(x + 4, y + 4, w - 8, h - 8, DOUBLE_OUTLINES[kind], 2) if w > 16 and h > 16 else ""
        return rect(x + 0.5, y + 0.5, w - 1, h - 1, DOUBLE_OUTLINES[kind], 3) + inner
    return rect(x + 1, y + 1, w - 2, h - 2, OUTLINES[kind], 3) if kind in OUTLINES else ""


def _last(boxes: list[Bounds], line: int, style: MarkStyle) -> str:
    """Corners around each rectangle, and a tag with the line on the lower edge of the first, of a row the upper one."""
    tag, scale = boxes[0], style.scale
    width, high = (7 * len(str(line)) + 8) * scale, 13 * scale
    middle, foot = tag.x + tag.w / 2, tag.y + (0 if _is_row(tag, scale) else tag.h)
    return (
        "".join(path(_corners(box), "g-mk-last") for box in boxes)
        + rect(middle - width / 2, foot - high / 2, width, high, "g-ink", 3)
        + text(middle, foot + 3.6 * scale, line, "g-b g-m g-inv", 10.5 * scale)
    )


def _is_row(box: Bounds, scale: float) -> bool:
    """Whether this is a row of a panel: what lies under or over it is not to be covered."""
    return box.h <= 32 * scale and box.w >= 1.7 * box.h


def _corners(box: Bounds) -> str:
    x, y, w, h = box
    arm = number(min(16.0, w / 4, h / 4))
    right, low = number(x + w), number(y + h)
    left, high = number(x), number(y)
    return (
        f"M{left} {high}m0 {arm}v-{arm}h{arm}M{right} {high}m-{arm} 0h{arm}v{arm}"
        f"M{right} {low}m0-{arm}v{arm}h-{arm}M{left} {low}m{arm} 0h-{arm}v-{arm}"
    )
