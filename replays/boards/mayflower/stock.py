"""Draws the tiles of Mayflower that do not lie on the map: those left, and the one in hand."""

from __future__ import annotations

from domain.games.mayflower.pieces.faces import BadFace, turned
from domain.games.mayflower.state import State, Tile, face_text
from replays.boards.drawing import Drawing
from replays.boards.mayflower.layout import Layout
from replays.boards.mayflower.tiles import tile_picture, unseen_picture
from replays.boards.scene import Scene
from replays.boards.shapes import amount, fitted, is_sure, panel, placed, rect, text, use


def draw_stock(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """What is face down, and what was drawn."""
    _stock(drawing, scene, layout)
    _drawn(drawing, scene, layout)


def _stock(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    state: State = scene.table
    box = layout.stock_box(len(state.scores), 0)
    middle = box.y + box.h - (22 if layout.narrow else 33)
    scale = 0.7 if layout.narrow else 1.0
    sure = is_sure(state.stock)
    high, low, size = (8, 6, 18 if layout.narrow else 22) if sure else (1, 15, 13)
    inner = (
        panel(box, scene.word("cap-stock"))
        + use("back", box.x + 30, middle, scale)
        + amount(box.x + 62, middle + high, state.stock, "g-b", size)
        + text(box.x + box.w - 10, middle + low, _discarded(scene), "g-e g-i2", 9.5 if layout.narrow else 11)
    )
    says = scene.word("stock", count=state.stock, aside=state.discarded)
    drawing.add("panels", "stock", inner, says, box)


def _discarded(scene: Scene) -> str:
    return scene.word("aside", count=scene.table.discarded)


def _drawn(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """Draws the tile in hand; of several the first."""
    state: State = scene.table
    box, size = layout.stock_box(len(state.scores), 1), 36 if layout.narrow else 54
    made, hand = panel(box, scene.word("cap-drawn")), state.hand[:1]
    x, y = box.x + 14, box.y + box.h - size - (4 if layout.narrow else 6)
    if not hand:
        made += rect(x + 1, y + 1, size - 2, size - 2, "g-slot", 3)
    for tile in hand:
        face = _face(state, tile)
        picture = tile_picture(face, size) if face else unseen_picture(tile.letter, scene.word("face-unknown"), size)
        made += placed(picture, x, y)
        label = fitted(face or "?", box.w - size - 28, 10)
        made += text(x + size + 10, y + size * 0.42, scene.word("letter", letter=tile.letter or "?"), "g-b", 12)
        made += text(x + size + 10, y + size * 0.8, label.partition(";")[0], "g-i2", 10.5)
    letters = [scene.word("letter", letter=tile.letter or "?") for tile in state.hand]
    drawing.add("panels", "drawn", made, scene.word("drawn", text=", ".join(letters) or "–"), box)


def _face(state: State, tile: Tile) -> str:
    """A tile's face as it was entered, if it is known and can be read."""
    known = tile.face or (face_text(state, tile.letter) if tile.letter else "")
    try:
        return turned(known, 0, True).text if known else ""
    except BadFace:
        return ""
