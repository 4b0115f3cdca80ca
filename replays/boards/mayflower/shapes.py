"""The shapes on a tile of Mayflower, in a unit square: roads, cities, and where everything on it stands."""

from __future__ import annotations

from functools import lru_cache

from domain.games.mayflower.pieces.cells import SIDES
from domain.games.mayflower.pieces.faces import CITY, FARM, ROAD, Part, TileFace

Point = tuple[float, float]
MIDDLES = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}
HALVES = {"N-": (0.25, 0.0), "N+": (0.75, 0.0), "E-": (1.0, 0.25), "E+": (1.0, 0.75)}
HALVES |= {"S-": (0.75, 1.0), "S+": (0.25, 1.0), "W-": (0.0, 0.75), "W+": (0.0, 0.25)}
CENTRE: Point = (0.5, 0.5)

# Cities by their number of edges, in one orientation: the wall's curves, then how the area is closed.
# A curve is begun where the pen stands; M moves it, L draws, C curves.
Command = tuple[str, tuple[Point, ...]]
_CAP: tuple[Command, ...] = (("M", ((0, 0),)), ("C", ((0.18, 0.4), (0.82, 0.4), (1, 0))))
_CORNER: tuple[Command, ...] = (("M", ((1, 0),)), ("C", ((0.8, 0.4), (0.4, 0.8), (0, 1))))
_BAND_EAST: tuple[Command, ...] = (("M", ((1, 0),)), ("C", ((0.72, 0.3), (0.72, 0.7), (1, 1))))
_BAND_WEST: tuple[Command, ...] = (("C", ((0.28, 0.7), (0.28, 0.3), (0, 0))),)
_BUT_SOUTH: tuple[Command, ...] = (("M", ((1, 1),)), ("C", ((0.82, 0.6), (0.18, 0.6), (0, 1))))


def turned_point(point: Point, turn: int) -> Point:
    """A point after a number of quarter turns clockwise."""
    x, y = point
    for _ in range(turn % 4):
        x, y = 1 - y, x
    return x, y


def _path(commands: tuple[Command, ...], turn: int, size: float) -> str:
    made = []
    for letter, points in commands:
        turned = (turned_point(point, turn) for point in points)
        made.append(letter + " ".join(f"{round(x * size, 1):g} {round(y * size, 1):g}" for x, y in turned))
    return "".join(made)


@lru_cache(maxsize=256)
def city_paths(edges: str, size: float) -> tuple[str, str]:
    """The area of a city with these edges, and its wall."""
    kind, turn = _lie(edges)
    if kind == "all":
        return f"M0 0H{size:g}V{size:g}H0Z", ""
    if kind == "band":
        area = (*_BAND_EAST, ("L", ((0, 1),)), *_BAND_WEST)
        wall = (*_BAND_EAST, ("M", ((0, 1),)), *_BAND_WEST)
        return _path(area, turn, size) + "Z", _path(wall, turn, size)
    wall, close = {
        "cap": (_CAP, ()),
        "corner": (_CORNER, (("L", ((1, 1),)),)),
        "three": (_BUT_SOUTH, (("L", ((0, 0),)), ("L", ((1, 0),)))),
    }[kind]
    return _path((*wall, *close), turn, size) + "Z", _path(wall, turn, size)


@lru_cache(maxsize=64)
def _lie(edges: str) -> tuple[str, int]:
    """What shape a city with these edges has, and how it is turned."""
    sides = [SIDES.index(side) for side in SIDES if side in edges]
    if len(sides) >= 4:
        return "all", 0
    if len(sides) == 3:
        missing = next(at for at in range(4) if at not in sides)
        return "three", (missing - 2) % 4
    if len(sides) == 2:
        if sides[1] - sides[0] == 2:
            return "band", sides[0]
        first = sides[0] if sides[1] - sides[0] == 1 else sides[1]
        return "corner", (first - 1) % 4
    return "cap", sides[0] if sides else 0


def road_path(face: TileFace, part: Part, size: float) -> str:
    """From edge to edge, or from an edge to where it ends; what ends at a city runs under its wall."""
    if not part.ports:
        return ""
    x, y = (value * size for value in MIDDLES[part.ports[0]])
    middle = size / 2
    if len(part.ports) > 1:
        end: Point | None = MIDDLES[part.ports[1]]
    else:
        end = _town(face, part) if part.end == "c" else None
    if end is None:
        return f"M{x:g} {y:g}L{middle:g} {middle:g}"
    return f"M{x:g} {y:g}Q{middle:g} {middle:g} {round(end[0] * size, 1):g} {round(end[1] * size, 1):g}"


def _town(face: TileFace, part: Part) -> Point:
    """The nearest city of the tile; on the coast a road may end at a town that is none."""
    cities = [anchor(face, number) for number, other in enumerate(face.parts) if other.kind == CITY]
    x, y = MIDDLES[part.ports[0]]
    if not cities:
        return town_at(part)
    return min(cities, key=lambda at: abs(at[0] - x) + abs(at[1] - y))


def town_at(part: Part) -> Point:
    """Where a town lies that is no city of its tile: a little beyond the middle."""
    x, y = MIDDLES[part.ports[0]]
    return 0.5 + (0.5 - x) * 0.24, 0.5 + (0.5 - y) * 0.24


# Where something stands ---------------------------------------------------------------------------


def anchor(face: TileFace, number: int) -> Point:
    """The middle of a part of a tile, where its colonist stands."""
    part = face.parts[number]
    return _ANCHORS.get(part.kind, _plain)(face, part)


def _city(face: TileFace, part: Part) -> Point:
    kind, turn = _lie("".join(part.ports))
    at = {"cap": (0.5, 0.15), "corner": (0.74, 0.74), "band": CENTRE, "three": (0.5, 0.36), "all": CENTRE}[kind]
    return turned_point(at, turn)


def _road(face: TileFace, part: Part) -> Point:
    if not part.ports:
        return CENTRE
    (ax, ay), (bx, by) = MIDDLES[part.ports[0]], MIDDLES[part.ports[-1]]
    if len(part.ports) == 1:
        return (ax * 0.6 + 0.2, ay * 0.6 + 0.2)
    return (ax + 1 + bx) / 4, (ay + 1 + by) / 4


def _farm(face: TileFace, part: Part) -> Point:
    return CENTRE


def _plain(face: TileFace, part: Part) -> Point:
    """The middle of its ports, drawn a third of the way towards the centre, away from a farm."""
    points = [(HALVES | MIDDLES)[port] for port in part.ports if port in HALVES or port in MIDDLES]
    if not points:
        return CENTRE
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    if len(points) == 1:
        return x + (0.5 - x) * 0.4, y + (0.5 - y) * 0.4
    if abs(x - 0.5) + abs(y - 0.5) < 0.16 and _is_crowded(face):
        return 0.24, 0.24
    at = x + (0.5 - x) * 0.2, y + (0.5 - y) * 0.2
    roads = [_road(face, other) for other in face.parts if other.kind == ROAD]
    if any(abs(at[0] - road[0]) + abs(at[1] - road[1]) < 0.16 for road in roads):
        x, y = points[0]
        return x + (0.5 - x) * 0.25, y + (0.5 - y) * 0.25
    return at


def _is_crowded(face: TileFace) -> bool:
    return face.farm >= 0 or any(part.kind == ROAD for part in face.parts)


_ANCHORS = {CITY: _city, ROAD: _road, FARM: _farm}
