"""Small pictures of New Haven that appear in several places: buildings face up and face down."""

from __future__ import annotations

from functools import lru_cache

from domain.games.new_haven.pieces import COLOURS
from replays.boards.shapes import alone, text, unknown, use


@lru_cache(maxsize=4096)
def building(face: str, x: float, y: float, scale: float) -> str:
    """A building face up, 46 x 34 before it is scaled: its number and its resource, `?` if not seen."""
    colour, value = face[:1], face[1:] or "?"
    if colour not in COLOURS:
        return unknown(x + scale, y + scale, 44 * scale, 32 * scale, size=11 * max(1, scale))
    style = "g-b g-m g-d" if value != "?" else "g-uk g-m"
    return use(f"u{colour}", x, y, round(scale, 3)) + text(
        x + 13.3 * scale, y + 22.6 * scale, value, style, round(15.6 * scale, 1)
    )


@lru_cache(maxsize=4096)
def small_building(face: str, x: float, y: float, scale: float, least: float = 0) -> str:
    """The same where there is little room, 28 x 28: the number, at least so large, inside the resource's shape."""
    colour, value = face[:1], face[1:] or "?"
    if colour not in COLOURS:
        return unknown(x + scale, y + scale, 26 * scale, 26 * scale, size=max(11, least))
    style = "g-b g-m g-d" if value != "?" else "g-uk g-m"
    return use(f"v{colour}", x, y, round(scale, 3)) + text(
        x + 14 * scale, y + 19 * scale, value, style, round(max(least, 13.5 * scale), 1)
    )


def face_down(colour: str, x: float, y: float, small: bool) -> str:
    """A building face down: its resource, hatched, and no number."""
    if colour not in COLOURS:
        return unknown(x + 1, y + 1, 26 if small else 44, 26 if small else 32)
    return use(f"{'e' if small else 'd'}{colour}", x, y)


def hatched(colour: str, x: float, y: float, scale: float) -> str:
    """A building face down, 28 x 28 before it is scaled, without the letter of its resource."""
    if colour not in COLOURS:
        return unknown(x + scale, y + scale, 26 * scale, 26 * scale, size=17)
    return use(f"v{colour}", x, y, round(scale, 3)) + use("hatch", x, y, round(scale, 3))


def picture(name: str) -> str:
    """A building, half a tile or a tile by its name: `building:W4`, `half:WS`, `tile:WSTR`."""
    kind, _, face = name.partition(":")
    if kind == "building" and face.startswith("down "):
        return alone(face_down(face[-1], 0, 0, False), 46, 34)
    if kind == "building":
        return alone(building(face, 0, 0, 1), 46, 34)
    squares = [_square(colour, 42 * (at % 2), 42 * (at // 2)) for at, colour in enumerate(face)]
    return alone("".join(squares), 84, 42 * (len(squares) // 2))


def _square(colour: str, x: float, y: float) -> str:
    return use(f"q{colour}", x, y) if colour in COLOURS else unknown(x + 1, y + 1, 40, 40)
