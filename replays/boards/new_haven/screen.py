"""Draws what is behind a screen of New Haven: known buildings, the number of others, harvest tiles, the goods tile."""

from __future__ import annotations

from functools import lru_cache

from domain.games.new_haven.pieces import COLOURS
from domain.numbers import Number, least, most
from replays.boards.drawing import Bounds
from replays.boards.new_haven.layout import Layout
from replays.boards.new_haven.pictures import building, small_building
from replays.boards.shapes import amount, is_sure, rect, text, unknown, use


@lru_cache(maxsize=8192)
def hand_picture(layout: Layout, room: Bounds, known: tuple[str, ...], down: tuple[str, ...], unseen: str) -> str:
    """The known buildings behind a screen, one by one or, if there are many, by resource; and how many others."""
    back = 0 if unseen == "0" else max(26, 9 * len(unseen) + 16)
    small = layout.narrow or len(known) > 4
    chip, scale = (24, 0.82) if small else (35, 0.7)
    if len(known) * chip * 0.75 > room.w - back:
        chips, end = _by_resource(room, known)
    else:
        step = min(chip, (room.w - back - chip) / max(1, len(known) - 1))
        places = [(round(room.x + at * step, 1), piece) for at, piece in enumerate(known)]
        draw, wide = (small_building, 28 * scale) if small else (building, 46 * scale)
        spent = (unknown(x, room.y, wide, 24, "") for x, piece in places if piece[:1] in down)
        chips = "".join((*(draw(piece, x, room.y, scale) for x, piece in places), *spent))
        end = places[-1][0] + chip + 3 if places else room.x
    if not back:
        return chips
    box = rect(end + 1, room.y + 1, back - 4, 22, "g-soft g-seat", 4)
    return chips + box + text(end + back / 2 - 1, room.y + 17, _others(unseen), "g-b g-m", 12)


def _by_resource(room: Bounds, known: tuple[str, ...]) -> tuple[str, float]:
    """How many of each resource, and where the next one is drawn."""
    held = [(colour, sum(piece[:1] == colour for piece in known)) for colour in COLOURS]
    held = [(colour, count) for colour, count in held if count]
    wide, size = (34, 11) if room.w > 150 else (23, 9)
    made = [
        rect(room.x + at * wide + 1, room.y + 1, wide - 2, 22, f"g-q{colour} g-seat", 4)
        + text(room.x + (at + 0.5) * wide, room.y + 16, f"{colour}×{count}", "g-b g-m g-d", size)
        for at, (colour, count) in enumerate(held)
    ]
    return "".join(made), room.x + wide * len(held) + 1


def _others(unseen: str) -> str:
    return unseen if unseen.endswith("?") or ".." in unseen else f"{unseen}?"


def backs_picture(x: float, y: float, tiles: Number, apart: int) -> str:
    """The harvest tiles in hand, one over the other, and how many they are."""
    few = max(0, min(3, most(tiles)))
    if not few:
        return rect(x + 1, y + 1, 22, 22, "g-slot", 3)
    backs = "".join(use("back", x + apart * at, y) for at in range(few))
    return backs + amount(x + apart * (few - 1) + 12, y + 16, tiles, "g-b g-m", 11)


def goods_picture(x: float, y: float, goods: Number) -> str:
    """The goods tile, while it was not played."""
    if not is_sure(goods):
        return unknown(x + 1, y + 1, 22, 22)
    if least(goods) < 1:
        return rect(x + 1, y + 1, 22, 22, "g-slot", 3)
    return use("back", x, y) + use("star", x + 12, y + 12, 0.85)
