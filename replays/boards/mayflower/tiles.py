"""Draws the tiles of Mayflower from their faces."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.pieces.cells import SIDES
from domain.games.mayflower.pieces.faces import CITY, PLAIN, ROAD, UNSEEN, Part, TileFace, read_face
from replays.boards.mayflower.shapes import CENTRE, MIDDLES, Point, anchor, city_paths, road_path, town_at
from replays.boards.shapes import alone, circle, path, rect, text, use


@lru_cache(maxsize=4096)
def tile_picture(text: str, size: float, coast: bool = False, least: float = 0) -> str:
    """A face as it lies, in a square of this size: plain, roads, cities, what is printed on them, a light edge."""
    face = read_face(text, True)
    ground = rect(0, 0, size, size, "g-pl")
    edge = rect(0.6, 0.6, size - 1.2, size - 1.2, "g-te")
    parts = (
        ground,
        _roads(face, size),
        _cities(face, size),
        _signs(face, size),
        edge,
        _unseen(face, size, coast, least),
    )
    return "".join(parts)


@lru_cache(maxsize=1024)
def unseen_picture(letter: str, face: str, size: float, least: float = 0) -> str:
    """A tile whose face is unknown; no text on it is smaller than the least size."""
    inset = size * 0.06
    return (
        rect(1, 1, size - 2, size - 2, "g-soft g-tile", 3)
        + rect(inset, inset, size - 2 * inset, size - 2 * inset, "g-unk", 3)
        + text(size / 2, size * 0.5, letter or "–", "g-b g-m", round(max(least, size * 0.2), 1))
        + text(size / 2, size * 0.74, face if size > 60 else "?", "g-uk g-m", round(max(9.0, least, size * 0.14), 1))
    )


def _of(face: TileFace, kind: str) -> list[tuple[int, Part]]:
    return [(number, part) for number, part in enumerate(face.parts) if part.kind == kind]


def _roads(face: TileFace, size: float) -> str:
    roads = [part for _, part in _of(face, ROAD)]
    if not roads:
        return ""
    d = "".join(road_path(face, part, size) for part in roads)
    bands = f'<path d="{d}" class="g-rdo" stroke-width="{size * 0.15:g}"/>'
    bands += f'<path d="{d}" class="g-rdi" stroke-width="{size * 0.095:g}"/>'
    ends = {part.end for part in roads}
    ring = circle(size / 2, size / 2, round(size * 0.12, 1), "g-jn") if "x" in ends else ""
    towns = [] if _of(face, CITY) else [town_at(part) for part in roads if part.end == "c" and part.ports]
    return bands + ring + "".join(circle(x * size, y * size, round(size * 0.12, 1), "g-jn") for x, y in towns)


def _cities(face: TileFace, size: float) -> str:
    made = ""
    for _, part in _of(face, CITY):
        area, wall = city_paths("".join(part.ports), size)
        made += path(area, "g-ct") + (path(wall, "g-wall") if wall else "")
    return made


def _signs(face: TileFace, size: float) -> str:
    """Roofs and shields, relays, animals, the farm."""
    made = ""
    for number, part in enumerate(face.parts):
        at = anchor(face, number)
        if part.kind == CITY:
            made += _city_signs(part, at, size)
        elif part.kind == ROAD:
            made += _row("relay", part.marks, at, size, 0.0106)
        elif part.kind == PLAIN:
            made += _row("animal", part.marks, _clear_of_centre(at), size, 0.0115)
        else:
            made += use("farm", size / 2, size / 2, round(size * 0.0155, 2))
    return made


def _clear_of_centre(at: Point) -> Point:
    return (0.5, 0.62) if at == CENTRE else at


def _row(symbol: str, count: int, at: Point, size: float, scale: float) -> str:
    """The same sign several times, side by side."""
    places = [at[0] + 0.24 * place - 0.12 * (count - 1) for place in range(count)]
    return "".join(use(symbol, x * size, at[1] * size, round(size * scale, 2)) for x in places)


def _city_signs(part: Part, at: Point, size: float) -> str:
    upright = part.ports in (("E",), ("W",))
    signs = ["roofs", *["shield"] * part.marks]
    made = ""
    for number, sign in enumerate(signs):
        shift = 0.24 * (number - (len(signs) - 1) / 2)
        x, y = (at[0], at[1] + shift) if upright else (at[0] + shift, at[1])
        made += use(sign, x * size, y * size, round(size * (0.01 if sign == "roofs" else 0.0095), 2))
    return made


def _unseen(face: TileFace, size: float, coast: bool, least: float) -> str:
    """A stub at every edge that was not seen; not at the sea."""
    made = ""
    for side, edge in zip(SIDES, face.edges, strict=True):
        if edge == UNSEEN and not (coast and side == "E"):
            x, y = ((0.5 + (value - 0.5) * 0.76) * size for value in MIDDLES[side])
            half = max(size * 0.1, least * 0.55)
            made += rect(x - half, y - half, 2 * half, 2 * half, "g-unk", 2)
            made += text(x, y + size * 0.05, "?", "g-uk g-m", round(max(8.0, least, size * 0.15), 1))
    return made


# Pictures of their own ----------------------------------------------------------------------------

_SIZE = 90.0
_CROPS = {"N": "30 0 30 30", "E": "60 30 30 30", "S": "30 60 30 30", "W": "0 30 30 30"}  # at each edge


def picture(name: str) -> str:
    """A tile, a start space, an edge, the ground, a part: `tile:PPPP`, `coast:P?PP`, `edge:N:R`, `part:0:PPPP`."""
    kind, _, face = name.partition(":")
    if kind == "edge":
        return _edge(*face.split(":"))
    if kind == "part":
        return _part(*face.split(":"))
    if kind == "blank":
        return alone(rect(0, 0, _SIZE, _SIZE, "g-pl"), _SIZE, _SIZE)
    return alone(tile_picture(face, _SIZE, kind == "coast"), _SIZE, _SIZE)


def _part(number: str, face: str) -> str:
    """A tile with one of its parts marked."""
    x, y = anchor(read_face(face, True), int(number))
    mark = circle(x * _SIZE, y * _SIZE, _SIZE * 0.17, "g-part")
    return alone(tile_picture(face, _SIZE) + mark, _SIZE, _SIZE)


def _edge(side: str, kind: str) -> str:
    """What runs off an edge, cut out of the tile."""
    inner = rect(0, 0, _SIZE, _SIZE, "g-pl")
    if kind == CITY:
        area, wall = city_paths(side, _SIZE)
        inner += path(area, "g-ct") + path(wall, "g-wall")
    elif kind == ROAD:
        x, y = (value * _SIZE for value in MIDDLES[side])
        road = f"M{x:g} {y:g}L{_SIZE / 2:g} {_SIZE / 2:g}"
        inner += f'<path d="{road}" class="g-rdo" stroke-width="{_SIZE * 0.15:g}"/>'
        inner += f'<path d="{road}" class="g-rdi" stroke-width="{_SIZE * 0.095:g}"/>'
    return alone(inner, 30, 30).replace("0 0 30 30", _CROPS[side], 1)
