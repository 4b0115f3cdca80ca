"""Draws the colonists on the map of Mayflower, each on his part of a tile."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.state import TRAPPER, Man, State
from domain.games.mayflower.state.land import Laid
from replays.boards.drawing import Bounds, Drawing
from replays.boards.mayflower.layout import Layout
from replays.boards.mayflower.shapes import CENTRE, Point, anchor
from replays.boards.scene import LAST, Scene
from replays.boards.shapes import badge, ink_on, placed, rect, slots_of, text

SPREAD = 0.26  # how far apart two colonists of one tile stand
NO_OWNER = "–"  # on the badge of a colonist no seat owns


def draw_colonists(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Draws all colonists on the land."""
    state: State = scene.table
    letters, slots = scene.setup.seats, slots_of(scene.setup, scene.blind)
    on_tile: dict[str, int] = {}
    for man in state.men:
        before = on_tile[man.cell] = on_tile.get(man.cell, -1) + 1
        owned = 0 <= man.seat < len(letters)
        letter, slot = (letters[man.seat], slots[man.seat]) if owned else (NO_OWNER, "x")
        at = _place(layout, state.land.tile(man.cell), man, before)
        key = f"colonist:{letter}:{man.cell}"
        key = key if key not in drawing.parts else f"{key}:{before}"
        role = scene.annotator.words["board"].get(f"role-{man.role}", "?")
        lies = man.role == TRAPPER if man.lying is None else man.lying
        says = scene.word("colonist", seat=man.seat, role=man.role, cell=man.cell)
        half = 11 * layout.badge
        box = Bounds(at[0] - half, at[1] - half, (2.9 if lies else 2) * half, (2 if lies else 2.4) * half)
        drawing.add("pieces", key, _colonist(slot, letter, role, lies, at, layout.badge), says, box)
    _come_back(drawing, scene, layout)


def _come_back(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Marks the tile of a colonist that the last line placed and the scoring returned at once."""
    for mark in scene.marks:
        for key in mark.keys if mark.kind == LAST else ():
            if key.startswith("colonist:") and key not in drawing.boxes:
                drawing.boxes[key] = "tiles", layout.cell(key.split(":", 2)[2])


def _place(layout: Layout, tile: Laid | None, man: Man, before: int) -> Point:
    """Where a colonist stands: on its part of the tile, next to those before it."""
    box, face = layout.cell(man.cell), None if tile is None else tile.face
    part = -1 if face is None else face.part_at(man.port)
    x, y = CENTRE
    if face is not None and part >= 0:
        x, y = anchor(face, part)
        if face.parts[part].kind == "F":
            x, y = x + 0.24, y + 0.02
    x = min(0.86, max(0.14, x)) + SPREAD * before * (-1 if x > 0.5 else 1)
    return box.x + x * box.w, box.y + (min(0.8, max(0.16, y)) - 0.03) * box.h


@lru_cache(maxsize=4096)
def _colonist(slot: str, letter: str, role: str, lies: bool, at: Point, scale: float) -> str:
    """A badge on a foot with its role below; a trapper lies on his side."""
    body = "lie" if lies else "foot"
    foot = f'<use href="#i-{body}" class="g-s{slot} g-seat"/>'
    pill = (
        text(14.6, 3.4, role, f"g-b g-m {ink_on(slot)}", 10.5)
        if lies
        else rect(-5.5, 8.5, 11, 10, "g-pill", 2) + text(0, 16.5, role, "g-b g-m", 10.5)
    )
    return placed(foot + badge(slot, letter, 0, 0) + pill, round(at[0], 1), round(at[1], 1), scale)
