"""Draws the seats of Mayflower: reserve, points, and colonists on the map."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.state import State
from domain.numbers import least, most
from replays.boards.drawing import Bounds, Drawing
from replays.boards.mayflower.layout import STRIP, Layout
from replays.boards.scene import Scene
from replays.boards.shapes import amount, badge, fitted, is_sure, panel, rect, slots_of, text, use

Part = tuple[str, str, Bounds]  # a part of a panel, the same in words, and where a mark can be put
INDENT = 40  # where the text of a panel begins


def draw_seats(drawing: Drawing, scene: Scene, layout: Layout, acting: tuple[int, ...]) -> None:
    """All seats, in table order."""
    for seat in range(len(scene.table.scores)):
        _seat(drawing, scene, layout, seat, seat in acting)


def draw_reserves(drawing: Drawing, scene: Scene, layout: Layout) -> None:
    """The strip beside a television's map: the colonists each seat has left, and the tiles left."""
    box = layout.aside
    if box is None:
        return
    y, step, slots = box.y + STRIP / 2, 72, slots_of(scene.setup, scene.blind)
    for seat, reserve in enumerate(scene.table.reserves):
        x, key = box.x + 14 + step * seat, f"seat:{scene.setup.seats[seat]}:reserve"
        inner = seat_badge(scene, seat, x, y, 1.05) + use("pawn", x + 22, y, 0.95, f"g-s{slots[seat]} g-seat")
        inner += amount(x + 33, y + 5, reserve, "g-b", 14)
        says = scene.word("reserve", count=reserve, of=scene.rules.colonists)
        drawing.add("seats", key, inner, says, Bounds(x - 13, y - 14, step - 4, 28))
    says = scene.word("stock", count=scene.table.stock, aside=scene.table.discarded)
    inner = text(box.x + box.w, y + 4, fitted(says, box.w - step * len(slots) - 16, 12), "g-e g-i2", 12)
    drawing.add(
        "panels", "stock", inner, says, Bounds(box.x + step * len(slots), box.y, box.w - step * len(slots), STRIP)
    )


def seat_badge(scene: Scene, seat: int, x: float, y: float, scale: float = 1.0) -> str:
    """The badge of a seat; an empty one for a colour that is not in play."""
    if not 0 <= seat < len(scene.setup.seats):
        return badge("x", "–", x, y, scale)
    return badge(slots_of(scene.setup, scene.blind)[seat], scene.setup.seats[seat], x, y, scale)


def _seat(drawing: Drawing, scene: Scene, layout: Layout, seat: int, acts: bool) -> None:
    """One seat's panel, part by part."""
    box, key = layout.seat_box(seat), f"seat:{scene.setup.seats[seat]}"
    frame = panel(box) + (rect(*box, "g-ik", 8) if acts else "")
    drawing.add("seats", key, frame, scene.word("acts" if acts else "sits", seat=seat))
    for part, draw in PARTS.items():
        drawing.add("seats", f"{key}:{part}", *draw(scene, layout, seat, box))


def _name(scene: Scene, layout: Layout, seat: int, box: Bounds) -> Part:
    size, room, scale = (13, 66, 1.15) if layout.narrow else (15, 86, 1.3)
    named = fitted(scene.annotator.seats[seat], room, size, bold=True)
    inner = seat_badge(scene, seat, box.x + 20, box.y + 20, scale)
    inner += text(box.x + INDENT, box.y + 25, named, "g-b", size)
    winners = scene.table.winners
    says = scene.word("won", seats=winners) if seat in winners else scene.word("sits", seat=seat)
    return inner, says, Bounds(box.x + 4, box.y + 4, 124, 32)


def _reserve(scene: Scene, layout: Layout, seat: int, box: Bounds) -> Part:
    own, reserve = scene.rules.colonists, scene.table.reserves[seat]
    x, slot = box.x + (116 if layout.narrow else 140), slots_of(scene.setup, scene.blind)[seat]
    inner = _pawns(slot, x, box.y + 20, least(reserve), most(reserve), own)
    inner += amount(x + 8 + 18 * own, box.y + 25, reserve, "g-b", 13 if is_sure(reserve) else 11)
    return inner, scene.word("reserve", count=reserve, of=own), Bounds(x - 10, box.y + 5, 18 * own + 36, 28)


def _score(scene: Scene, layout: Layout, seat: int, box: Bounds) -> Part:
    score, right = scene.table.scores[seat], box.x + box.w
    inner = amount(right - 14, box.y + 27, score, "g-b g-e", 18 if is_sure(score) else 13)
    return inner, scene.word("points", count=score), Bounds(right - 64, box.y + 5, 58, 30)


def _map(scene: Scene, layout: Layout, seat: int, box: Bounds) -> Part:
    men = _on_the_map(scene, seat)
    inner = text(box.x + INDENT, box.y + box.h - 12, fitted(men, box.w - 56, 11), "g-i2", 11)
    return inner, men, Bounds(box.x + INDENT - 4, box.y + box.h - 26, box.w - 48, 27)


def _on_the_map(scene: Scene, seat: int) -> str:
    state: State = scene.table
    name = scene.annotator.words.name
    men = [f"{name('role', man.role) if man.role else '?'} {man.cell}" for man in state.men if man.seat == seat]
    return scene.word("on-the-map", men=" · ".join(men) or "–")


@lru_cache(maxsize=1024)
def _pawns(slot: str, x: float, y: float, sure: int, perhaps: int, own: int) -> str:
    """A pawn for each colonist in reserve, an outline for each that is out."""
    made = ""
    for at in range(own):
        style = f"g-s{slot} g-seat" if at < sure else "g-unk" if at < perhaps else "g-slot"
        made += use("pawn", x + 18 * at, y, 0.95, style)
    return made


PARTS = {"name": _name, "reserve": _reserve, "score": _score, "map": _map}
