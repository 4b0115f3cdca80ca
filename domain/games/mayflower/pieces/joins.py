"""All faces that four edges of a tile allow: the choices when a face is entered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.games.inputs import Join, JoinedPart
from domain.games.mayflower.pieces.cells import SIDES
from domain.games.mayflower.pieces.faces import CITY, FARM, MARKS, PLAIN, ROAD, UNSEEN, BadFace, TileFace, read_face

MOST_SIGNS = {CITY: 2, ROAD: 2, PLAIN: 4}  # shields, relays, animals on one part
TILE, COAST = "tile", "coast"
SEA = 1  # the edge of a start space that lies at the sea: east
Groups = tuple[tuple[str, ...], ...]


def joins(pieces: str, edges: str) -> tuple[Join, ...]:
    """The faces of a tile, or of a start space, that these edges can be of; the plainest first."""
    seen = edges[:SEA] + edges[SEA + 1 :] if pieces == COAST and edges[SEA : SEA + 1] == UNSEEN else edges
    if pieces not in (TILE, COAST) or len(edges) != 4 or set(seen) - {PLAIN, ROAD, CITY}:
        return ()
    return _faces(edges, pieces == COAST)


@cache
def _faces(edges: str, coast: bool) -> tuple[Join, ...]:
    found: dict[str, TileFace] = {}
    for parts in _written(edges, coast):
        for text in _with_plains(edges, parts, coast):
            found.setdefault(_sorted(text), read_face(text, coast))
    return tuple(_join(face) for face in sorted(found.values(), key=_oddity))


def _sorted(text: str) -> str:
    """One text for a face, in whatever order its parts and their ports are written."""
    edges, *parts = text.split(";")
    return ";".join((edges, *sorted(f"{part[:2]}{sorted(part[2:-1].split(','))}" for part in parts)))


def _oddity(face: TileFace) -> tuple[bool, bool, int]:
    """How seldom tiles look so: a farm no road leads to, a crossing of two roads, several kinds of ends."""
    ends = [part.end for part in face.parts if part.end]
    alone = face.farm >= 0 and "f" not in ends and any(part.open for part in face.parts)
    return alone, ends.count("x") == 2, len(set(ends)) + ends.count("f")


def _written(edges: str, coast: bool) -> Iterator[list[str]]:
    """All combinations of cities, roads and a farm."""
    cities = [side for side, edge in zip(SIDES, edges, strict=True) if edge == CITY]
    roads = [side for side, edge in zip(SIDES, edges, strict=True) if edge == ROAD]
    for whole in _partitions(cities):
        for lines in _roads(roads, bool(cities) or coast):
            farms = ("F",) if any(">f" in line for line in lines) else ("", "F")
            for farm in farms:
                yield [*(f"C({','.join(city)})" for city in whole), *lines, *([farm] if farm else [])]


def _partitions(sides: list[str]) -> list[Groups]:
    """All partitions of sides into groups, those with the fewest groups first."""
    if not sides:
        return [()]
    found: list[Groups] = []
    for rest in _partitions(sides[1:]):
        for at, group in enumerate(rest):
            found.append((*rest[:at], (sides[0], *group), *rest[at + 1 :]))
        found.append(((sides[0],), *rest))
    return sorted(found, key=len)


def _roads(sides: list[str], cities: bool) -> Iterator[tuple[str, ...]]:
    """All sets of roads: from edge to edge, or from an edge to a crossing, a city or a farm."""
    if not sides:
        yield ()
        return
    first, others = sides[0], sides[1:]
    for other in others:
        left = [side for side in others if side != other]
        for rest in _roads(left, cities):
            yield (f"R({first},{other})", *rest)
    for end in "xcf" if cities else "xf":
        for rest in _roads(others, cities):
            yield (f"R({first}>{end})", *rest)


def _with_plains(edges: str, parts: list[str], coast: bool) -> Iterator[str]:
    """The face with its plains; where the parts do not decide them, once separate and once joined."""
    written = ";".join((edges, *parts))
    try:
        face = read_face(written, coast)
        yield ";".join((edges, *parts, *(_plain(part.ports) for part in face.parts if part.kind == PLAIN)))
        if coast and ">c" in written:
            yield from _cut_off(edges, parts)
        return
    except BadFace as error:
        if error.why != "plains-needed":
            return
    try:  # roads that end at one farm, taken for a crossing, part the plains
        face = read_face(written.replace(">f", ">x").replace(">c", ">x"), True)
    except BadFace:
        return
    apart = [part.ports for part in face.parts if part.kind == PLAIN]
    for plains in (apart, [tuple(port for ports in apart for port in ports)]):
        text = ";".join((edges, *parts, *map(_plain, plains)))
        try:
            yield read_face(text, coast).text
        except BadFace:
            continue


def _cut_off(edges: str, parts: list[str]) -> Iterator[str]:
    """A start space whose plains are parted by a road that ends at a town at the sea."""
    through = ";".join((edges.replace(UNSEEN, ROAD), *parts)).replace(">c", f",{SIDES[SEA]}")
    try:
        face = read_face(through, True)
        plains = [[port for port in part.ports if port[0] != SIDES[SEA]] for part in face.parts if part.kind == PLAIN]
        yield read_face(";".join((edges, *parts, *(_plain(tuple(ports)) for ports in plains if ports))), True).text
    except BadFace:
        return


def _plain(ports: tuple[str, ...]) -> str:
    return f"P({','.join(ports)})"


def _join(face: TileFace) -> Join:
    """A face with room for the signs on its parts."""
    written = [face.edges]
    parts: list[JoinedPart] = []
    for part in face.parts:
        if part.kind == FARM:
            written.append(FARM)
            continue
        end = f">{part.end}" if part.end else ""
        written.append(f"{part.kind}({','.join(part.ports)}{end}){{{len(parts)}}}")
        parts.append(
            JoinedPart(label=part.kind, where=",".join(part.ports), sign=MARKS[part.kind], most=MOST_SIGNS[part.kind])
        )
    return Join(text=";".join(written), face=face.text, parts=tuple(parts))
