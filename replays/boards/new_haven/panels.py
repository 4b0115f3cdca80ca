"""Draws the panels next to the New Haven board: resource track, pool, bag and supply, this turn, meaning of signs."""

from __future__ import annotations

from functools import lru_cache

from domain.games.new_haven.pieces import COLOURS, NOT_SEEN, POOL, TRACK_END
from domain.games.new_haven.state import DRAW, State
from domain.numbers import Number, is_surely, least, most
from replays.boards.drawing import Bounds, Drawing, number
from replays.boards.marks import BADGES
from replays.boards.new_haven.layout import Layout, marker_box
from replays.boards.new_haven.legend import legend
from replays.boards.new_haven.pictures import building
from replays.boards.scene import BROKEN, CONTRADICTION, LAST, UNDETERMINED, Scene
from replays.boards.shapes import amount, figure, fitted, is_sure, panel, path, placed, rect, text, use

FOUND = (CONTRADICTION, BROKEN, UNDETERMINED)


def draw_panels(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Everything that belongs to the whole table."""
    _track(drawing, scene, layout)
    _stocks(drawing, scene, layout)
    _turn(drawing, scene, layout)
    height = drawing.size[1]
    x, y = layout.legend
    inner = legend(scene.annotator.words, layout.narrow, x, y if y > 0 else height + y)
    drawing.add("panels", "legend", inner, scene.word("legend"))


def draw_stores(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """The strip under a television's board: the resources as numbers, the pool, bag and supply."""
    state: State = scene.table
    box, step = layout.resources, layout.resources.w / len(COLOURS)
    y, size = box.y + box.h / 2, layout.text + 8
    for at, (colour, value) in enumerate(zip(COLOURS, state.markers, strict=True)):
        x = box.x + step * at + 22
        inner = use(f"r{colour}", x, y, 1.75) + amount(
            x + 26, y + 9, value, "g-b", size if is_sure(value) else layout.text
        )
        says = scene.word("marker", colour=colour, count=value)
        drawing.add("track", f"track:{colour}", inner, says, Bounds(x - 20, y - 24, step - 4, 48))
    _stocks(drawing, scene, layout)


# Track --------------------------------------------------------------------------------------------


def _track(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    state: State = scene.table
    drawing.add("panels", "track", _scale(layout, scene.word("cap-track")), scene.word("track", most=TRACK_END))
    for line, (colour, value) in enumerate(zip(COLOURS, state.markers, strict=True)):
        says = scene.word("marker", colour=colour, count=value)
        box = marker_box(layout, line)
        drawing.add("track", f"track:{colour}", _marker(layout, line, colour, value), says, box)


@lru_cache(maxsize=16)
def _scale(layout: Layout, caption: str) -> str:
    box, (left, step), (first, apart) = layout.resources, layout.scale, layout.lines
    top, foot = box.y + first - apart / 2, box.y + first + 3.5 * apart
    made = [panel(box, caption)]
    for value in range(TRACK_END + 1):
        x = left + step * value
        if not layout.narrow or value % 5 == 0:
            made.append(text(x, top - 5, value, "g-m g-i2", 9.5 if layout.narrow else 10.5))
        made.append(path(f"M{number(x)} {number(top)}V{number(foot)}", "g-ln"))
    lines = "".join(f"M{number(left)} {number(top + apart * (at + 0.5))}h{number(step * TRACK_END)}" for at in range(4))
    return "".join((*made, path(lines, "g-ln")))


def _marker(layout: Layout, line: int, colour: str, value: Number) -> str:
    """A bar as far as the marker surely stands, dashed as far as it may stand."""
    box, (left, step) = marker_box(layout, line), layout.scale
    y = box.y + box.h / 2
    low, high = (max(0, min(TRACK_END, bound)) for bound in (least(value), most(value)))
    end, label = left + step * low, figure(value)
    bar = rect(left, y - 5.5, step * low, 11, f"g-q{colour} g-seat", 2) if low else ""
    doubt = rect(end, y - 5.5, step * (high - low), 11, "g-unk", 2) if high > low else ""
    wide = max(20, 8 * len(label) + 8)
    head = rect(end - 10, y - 10, wide, 20, f"g-q{colour} g-seat" if is_sure(value) else "g-card", 3)
    return (
        use(f"r{colour}", left - (26 if layout.narrow else 30), y, 0.9 if layout.narrow else 1.0)
        + bar
        + doubt
        + head
        + text(end - 10 + wide / 2, y + 4.3, label, "g-b g-m g-d" if is_sure(value) else "g-m g-uk", 12)
    )


# Pool, bag, supply --------------------------------------------------------------------------------


def _stocks(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    state: State = scene.table
    says = scene.word("pool", buildings=state.pool) + (scene.word("or-fewer") if state.pool_may_lack else "")
    drawing.add(
        "panels", "pool", _pool(layout, scene.word("cap-pool"), state.pool, state.pool_may_lack), says, layout.pool
    )
    for key, symbol, value in (("bag", "bag", state.bag), ("supply", "back", state.supply)):
        box: Bounds = getattr(layout, key)
        inner = _stock(layout, box, scene.word(f"cap-{key}"), symbol, value)
        drawing.add("panels", key, inner, scene.word(key, count=value), box)


@lru_cache(maxsize=4096)
def _pool(layout: Layout, caption: str, pool: tuple[str, ...], scant: bool) -> str:
    box, scale = layout.pool, layout.chip
    places = max(POOL, len(pool))
    step = min(46 * scale + 4, (box.w - 20) / places)
    low = 3 if layout.text else 6 if layout.narrow else 14
    x, y = box.x + (box.w - step * places) / 2 + 2, box.y + box.h - 34 * scale - low
    free = "".join(rect(x + step * at, y + 2, step - 4, 34 * scale - 4, "g-slot", 4) for at in range(len(pool), places))
    lying = "".join(building(piece, round(x + step * at, 1), y, scale) for at, piece in enumerate(pool))
    doubt = text(box.x + box.w - 10, box.y + 19, "?", "g-uk g-e", 12) if scant else ""
    return ("" if layout.text else panel(box, caption)) + free + lying + doubt


def _stock(layout: Layout, box: Bounds, caption: str, symbol: str, value: Number) -> str:
    if layout.text:
        picture = use("bag", box.x + 14, box.y + 14, 1.1) if symbol == "bag" else use("back", box.x + 2, box.y + 2)
        return picture + amount(box.x + 14, box.y + box.h - 4, value, "g-b g-m", layout.text + 2)
    middle = box.y + box.h / 2 + (10 if not layout.narrow else 8)
    room, small = (30, 13) if layout.narrow else (40, 18)
    size = small if is_sure(value) else (9 if layout.narrow else 12)
    picture = use("bag", box.x + 14, middle, 0.9) if symbol == "bag" else use("back", box.x + 4, middle - 9, 0.8)
    if not layout.narrow:
        picture = use("bag", box.x + 22, middle, 1.1) if symbol == "bag" else use("back", box.x + 12, middle - 12)
    label = text(box.x + (8 if layout.narrow else 12), box.y + 19, fitted(caption, box.w - 8, 11), "g-cap")
    return rect(*box, "g-card", 8) + label + picture + amount(box.x + room - 2, middle + 6, value, "g-b", size)


# This turn ----------------------------------------------------------------------------------------


def _turn(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    box, lines = layout.turn, [*_last(scene), *_turn_lines(scene)]
    y, size = (box.y + 37, 11) if layout.narrow else (box.y + 44, 12)
    made = [panel(box, scene.word("cap-turn"))]
    for line in lines[: layout.turn_lines]:
        made.append(text(box.x + 14, y, fitted(line, box.w - 24, size), "", size))
        y += 15.5 if layout.narrow else 21
    marked = [mark for mark in scene.marks if mark.kind in FOUND]
    if not layout.narrow and marked:
        made.append(path(f"M{box.x + 14:g} {box.y + 134:g}H{box.x + box.w - 14:g}", "g-ln"))
        for at, mark in enumerate(reversed(marked[-3:])):
            line = f"{mark.line} {mark.says}"
            y = box.y + 152 + 22 * at
            made.append(placed(BADGES[mark.kind], box.x + 24, y - 4, 0.85))
            made.append(text(box.x + 42, y, fitted(line, box.w - 50, 11.5), "", 11.5))
    drawing.add("panels", "turn", "".join(made), scene.word("turn", text="; ".join(lines)), box)


def _last(scene: Scene) -> list[str]:
    return [f"{mark.line} · {mark.says}" for mark in scene.marks if mark.kind == LAST]


def _turn_lines(scene: Scene) -> list[str]:
    """What happened in this turn, and what is still to come."""
    state: State = scene.table
    lines = []
    if state.placed not in ("", NOT_SEEN):
        raised = [colour for colour in COLOURS if colour in state.raised]
        gathered = ", ".join(f"{scene.annotator.words.name('colour', c)} {figure(_value(state, c))}" for c in raised)
        lines.append(
            scene.word("placed", cell=state.placed) + (scene.word("left", gathered=gathered) if raised else "")
        )
    if state.closed or state.builds:
        lines.append(scene.word("shared", builds=tuple(dict.fromkeys(state.builds)), closed=state.closed))
    if state.phase == DRAW or not is_surely(state.draws, 0):
        lines.append(scene.word("draws", count=state.draws))
    lines.append(scene.word("free", count=state.free))
    return lines


def _value(state: State, colour: str) -> Number:
    return state.markers[COLOURS.index(colour)]
