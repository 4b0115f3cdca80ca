"""Faces of tiles in the compact notation: parsed strictly, printed back identically, turned, and compared.

A face is four edges N E S W (`C` `R` `P`, `?` unseen) and its parts: `C(N,E)!` `R(S,W)$` `R(S>x)` `P(N,S-)**` `F`.
A road edge has two plain halves: `-` is met before the road and `+` after it, walking clockwise round the tile.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from domain.games.mayflower.pieces.cells import SIDES
from domain.texts import WrongPart

CITY, ROAD, PLAIN, FARM = "C", "R", "P", "F"
UNSEEN = "?"
NO_PORT = "()"  # the plain that reaches no edge
MARKS = {CITY: "!", ROAD: "$", PLAIN: "*", FARM: ""}  # shields, relays, animals
ENDS = "xcf"  # a crossing, a city, a farm
_PART = re.compile(r"([CRP])\(([^()]*)\)([!$*]*)")
_PORT = re.compile(r"[NESW][-+]?")
_PLACE = {f"{side}{sign}": 3 * at + step for at, side in enumerate(SIDES) for step, sign in enumerate(("-", "", "+"))}


class BadFace(WrongPart):
    """A text that is no face."""


class Part(Struct, frozen=True, gc=False):
    """One portion of a feature on a tile."""

    kind: str
    ports: tuple[str, ...] = ()
    marks: int = 0
    end: str = ""  # where a road stops on this tile
    open: int = 0  # edges a road or a city leaves the tile by


class TileFace(Struct, frozen=True):
    """What is printed on a tile, as it lies."""

    text: str
    edges: str
    parts: tuple[Part, ...]
    at: dict[str, int]  # port -> its part
    sides: tuple[tuple[int, ...], ...]  # per edge: its part; of a road edge the road and the halves before and after it
    farm: int  # which part is the farm; -1 where there is none
    unseen: int  # edges not seen
    completable: tuple[tuple[int, str], ...]  # roads and cities, as the number of the part and its first port
    short: bool = False  # written without its plains

    def part_at(self, port: str) -> int:
        """The part a port belongs to, -1 for none; no port at all is the farm."""
        return self.at.get(port, -1) if port else self.farm


@lru_cache(maxsize=4096)
def read_face(text: str, coast: bool = False) -> TileFace:
    """A face out of its text; BadFace says which part is wrong. On the coast a road may end at a town with no edge."""
    edges, *written = "".join(text.split()).split(";")
    if len(edges) != 4 or set(edges) - set("CRP?"):
        raise BadFace(edges or "-", "edges")
    parts = tuple(_read_part(part) for part in written)
    short = all(part.kind != PLAIN for part in parts)
    _edges_are_used(edges, parts, short)
    _parts_go_together(edges, parts, coast)
    if short:
        parts += _inferred(edges, parts, text)
    else:
        _nothing_crosses(edges, parts)
    return _made(edges, parts, short)


def _read_part(text: str) -> Part:
    if text == FARM:
        return Part(FARM)
    found = _PART.fullmatch(text)
    if found is None:
        raise BadFace(text or "-", "part")
    kind, inner, marks = found.groups()
    if set(marks) - set(MARKS[kind]):
        raise BadFace(text, "marks")
    end = ""
    if kind == ROAD and ">" in inner:
        inner, _, end = inner.partition(">")
        if end not in ENDS or len(end) != 1:
            raise BadFace(text, "end")
    ports = tuple(inner.split(",")) if inner else ()
    if any(_PORT.fullmatch(port) is None or (kind != PLAIN and len(port) > 1) for port in ports):
        raise BadFace(text, "port")
    if (kind == ROAD and len(ports) != (1 if end else 2)) or (kind == CITY and not ports):
        raise BadFace(text, "number")
    return Part(kind, ports, len(marks), end, 0 if kind == PLAIN else len(ports))


def _ports_of(edges: str) -> dict[str, str]:
    """Every port of a tile with these edges, and what it is a port of."""
    made: dict[str, str] = {}
    for side, edge in zip(SIDES, edges, strict=True):
        if edge == ROAD:
            made |= {f"{side}-": PLAIN, side: ROAD, f"{side}+": PLAIN}
        elif edge != UNSEEN:
            made[side] = edge
    return made


def _edges_are_used(edges: str, parts: tuple[Part, ...], short: bool) -> None:
    """Every port in exactly one part of its kind, and nothing else."""
    ports, used = _ports_of(edges), set()
    for part in parts:
        for port in part.ports:
            if ports.get(port) != part.kind:
                raise BadFace(_part_text(part), "edge")
            if port in used:
                raise BadFace(_part_text(part), "twice")
            used.add(port)
    for port, kind in ports.items():
        if port not in used and not (short and kind == PLAIN):
            raise BadFace(port, "unused")


def _parts_go_together(edges: str, parts: tuple[Part, ...], coast: bool) -> None:
    """One farm, one plain without ports; roads end where there is something to end at."""
    kinds = [part.kind for part in parts]
    ends = [part.end for part in parts if part.end]
    if kinds.count(FARM) > 1:
        raise BadFace(FARM, "farms")
    if sum(part.kind == PLAIN and not part.ports for part in parts) > 1:
        raise BadFace("P()", "plains")
    for part in parts:
        alone = part.end == "x" and ends.count("x") < 2
        if alone or (part.end == "c" and CITY not in kinds and not coast) or (part.end == "f" and FARM not in kinds):
            raise BadFace(_part_text(part), "nowhere")


# Plains between roads and cities ------------------------------------------------------------------


def _separators(parts: tuple[Part, ...]) -> list[tuple[int, ...]]:
    """What cuts a tile, as places round its border: a road, all at a crossing, a city with the roads that end there."""
    cities = [part.ports for part in parts if part.kind == CITY]
    ending = tuple(part.ports[0] for part in parts if part.end == "c")
    crossing = tuple(part.ports[0] for part in parts if part.end == "x")
    roads = [part.ports for part in parts if part.kind == ROAD and not part.end]
    if len(cities) == 1:
        cities = [(*cities[0], *ending)]
    found = [*roads, *cities, *([crossing] if crossing else [])]
    return [tuple(sorted(_PLACE[port] for port in ports)) for ports in found]


def _arc(separator: tuple[int, ...], place: int) -> int:
    """Between which two places of a separator a place lies."""
    return sum(at < place for at in separator) % len(separator)


def _nothing_crosses(edges: str, parts: tuple[Part, ...]) -> None:
    separators = _separators(parts)
    for part in parts:
        for separator in separators if part.kind == PLAIN else ():
            if len({_arc(separator, _PLACE[port]) for port in part.ports}) > 1:
                raise BadFace(_part_text(part), "crosses")
    for separator, other in combinations(separators, 2):
        if len({_arc(separator, place) for place in other}) > 1:
            raise BadFace(edges, "crosses")


def _inferred(edges: str, parts: tuple[Part, ...], text: str) -> tuple[Part, ...]:
    """The plains of a short form: ports belong together unless a separator lies between them."""
    cities = sum(part.kind == CITY for part in parts)
    ends = [part.end for part in parts]
    if (cities > 1 and "c" in ends) or ends.count("f") > 1:
        raise BadFace(text, "plains-needed")
    _nothing_crosses(edges, parts)
    separators = _separators(parts)
    plains: dict[tuple, list[str]] = {}
    for port, kind in _ports_of(edges).items():
        if kind == PLAIN:
            plains.setdefault(tuple(_arc(separator, _PLACE[port]) for separator in separators), []).append(port)
    return tuple(Part(PLAIN, tuple(ports)) for ports in plains.values())


# Printing, turning, comparing ---------------------------------------------------------------------


def _part_text(part: Part) -> str:
    if part.kind == FARM:
        return FARM
    return f"{part.kind}({','.join(part.ports)}{'>' + part.end if part.end else ''}){MARKS[part.kind] * part.marks}"


def _face_text(edges: str, parts: tuple[Part, ...]) -> str:
    return ";".join((edges, *map(_part_text, parts)))


def _made(edges: str, parts: tuple[Part, ...], short: bool) -> TileFace:
    at = {port: number for number, part in enumerate(parts) for port in part.ports}
    inside = [number for number, part in enumerate(parts) if part.kind == PLAIN and not part.ports]
    if inside:
        at[NO_PORT] = inside[0]
    sides = tuple(
        tuple(at[port] for port in ((side, f"{side}-", f"{side}+") if edge == ROAD else (side,)))
        if edge != UNSEEN
        else ()
        for side, edge in zip(SIDES, edges, strict=True)
    )
    farm = next((number for number, part in enumerate(parts) if part.kind == FARM), -1)
    written = tuple(part for part in parts if not (short and part.kind == PLAIN))
    completable = tuple((number, part.ports[0]) for number, part in enumerate(parts) if part.open)
    return TileFace(_face_text(edges, written), edges, parts, at, sides, farm, edges.count(UNSEEN), completable, short)


@lru_cache(maxsize=4096)
def turned(text: str, turn: int, coast: bool = False) -> TileFace:
    """A face after a number of quarter turns clockwise."""
    face = read_face(text, coast)
    if not turn % 4:
        return face
    edges = "".join(face.edges[(at - turn) % 4] for at in range(4))
    parts = tuple(
        Part(part.kind, tuple(_turned_port(port, turn) for port in part.ports), part.marks, part.end, part.open)
        for part in face.parts
    )
    return _made(edges, parts, face.short)


def _turned_port(port: str, turn: int) -> str:
    return SIDES[(SIDES.index(port[0]) + turn) % 4] + port[1:]


@lru_cache(maxsize=4096)
def canonical(text: str) -> str:
    """One text for a face however it is turned and written; nothing for one that was not wholly seen."""
    if UNSEEN in text:
        return ""
    return min(_sorted_text(turned(text, turn)) for turn in range(4))


def _sorted_text(face: TileFace) -> str:
    parts = tuple(
        Part(part.kind, tuple(sorted(part.ports, key=_PLACE.__getitem__)), part.marks, part.end) for part in face.parts
    )
    return ";".join((face.edges, *sorted(map(_part_text, parts))))


@lru_cache(maxsize=4096)
def same_look(one: str, other: str) -> bool:
    """Whether two faces look the same as they lie, however they are written; what was not seen may be anything."""
    first, second = turned(one, 0, True), turned(other, 0, True)
    if first.edges == second.edges:
        return _sorted_text(first) == _sorted_text(second)
    pairs = zip(first.edges, second.edges, strict=True)
    return all(here == there or UNSEEN in (here, there) for here, there in pairs)


def same_face(one: str, other: str) -> bool:
    """Whether two texts can be of one face: what was not seen may be anything."""
    return not canonical(one) or not canonical(other) or canonical(one) == canonical(other)
