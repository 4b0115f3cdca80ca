"""The land: tiles, open cells and what they demand, and the features the tiles join into.

Laying a tile touches only what it joins. Features are the roots of a forest whose nodes are the portions of tiles, in
the order in which they were laid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from domain.games.mayflower.pieces.cells import EAST, SPOTS
from domain.games.mayflower.pieces.faces import PLAIN, ROAD, UNSEEN, Part, TileFace

NO_DEMAND = "...."
SEA = 0  # the column of the start spaces: nothing is east of it
START = "0"  # stands for the letter of a start space
Nodes = list[Any]  # of features and ints; untyped where they are followed, because `isinstance` costs 2 % of a fold


class Laid(Struct, frozen=True, gc=False):
    """A tile as it lies: its letter if that is known, how it is turned, its face as it lies, its first node."""

    letter: str
    turn: int
    face: TileFace | None
    node: int


class Feature(Struct, frozen=True, gc=False):
    """A connected road, city or plain, or a farm."""

    kind: str
    cells: tuple[str, ...]  # one for each portion, so a tile with two portions is named twice
    open: int = 0  # edges of a road or a city that lead to no tile, or to what is no road or city
    marks: int = 0  # relays, shields, animals
    men: int = 0  # colonists on it
    blind: int = 0  # edges behind which the land was not seen


class Land(Struct, frozen=True, eq=False, gc=False):
    """What lies on the table; immutable: laying a tile makes a new one."""

    tiles: dict[str, Laid]  # by cell, start spaces included
    nodes: list[Feature | int]  # of each portion its feature, or the node it joined
    columns: frozenset[int]  # with a tile
    farms: frozenset[str]  # cells with a farm
    plains_end: bool  # plains stop at the start spaces (MF-I-17)

    # Looking --------------------------------------------------------------------------------------

    def tile(self, cell: str) -> Laid | None:
        """The tile on a cell."""
        return self.tiles.get(cell)

    @property
    def count(self) -> int:
        """The number of tiles, without start spaces."""
        return sum(tile.letter != START for tile in self.tiles.values())

    def demand(self, cell: str) -> str:
        """What an open cell demands of a tile's edges, N E S W: `.` anything, `?` unknown; empty: not open."""
        tiles, demand = self.tiles, ""
        if cell in tiles:
            return ""
        for near, _, _, facing in SPOTS[cell].near:
            lying = tiles.get(near)
            demand += "." if lying is None else UNSEEN if lying.face is None else lying.face.edges[facing]
        return "" if demand == NO_DEMAND else demand

    def open_cells(self) -> Iterator[tuple[str, str]]:
        """Every empty cell next to a tile, with what it demands; none in the sea."""
        found = set(self.tiles)
        for cell in self.tiles:
            for near, there, _, _ in SPOTS[cell].near:
                if near not in found and there >= SEA:
                    found.add(near)
                    yield near, self.demand(near)

    def lying(self) -> Iterator[tuple[str, Laid]]:
        """Every tile with its cell, start spaces included."""
        return iter(self.tiles.items())

    def reaches(self, column: int) -> bool:
        """Whether some tile lies in a column."""
        return column in self.columns

    def root(self, node: int) -> tuple[int, Feature]:
        """The feature a portion belongs to, and the node that stands for it."""
        nodes: Nodes = self.nodes
        while (found := nodes[node]).__class__ is int:
            node = found
        return node, found

    def node(self, cell: str, port: str) -> int:
        """The node of the part of a tile that has this port; no port is its farm; -1 for none."""
        tile = self.tiles.get(cell)
        if tile is None or tile.face is None:
            return -1
        part = tile.face.part_at(port)
        return -1 if part < 0 else tile.node + part

    def feature(self, cell: str, port: str) -> Feature | None:
        """The feature a port of a tile belongs to."""
        node = self.node(cell, port)
        return None if node < 0 else self.root(node)[1]

    def features(self) -> Iterator[tuple[int, Feature]]:
        """Every feature once."""
        for node, found in enumerate(self.nodes):
            if isinstance(found, Feature):
                yield node, found

    def parts(self, cell: str) -> Iterator[tuple[Part, int, Feature]]:
        """The parts of a tile, each with its feature and the node that stands for it; none if its face is unknown."""
        tile = self.tiles.get(cell)
        if tile is not None and tile.face is not None:
            for number, part in enumerate(tile.face.parts):
                node, feature = self.root(tile.node + number)
                yield part, node, feature

    def __repr__(self) -> str:
        """Tiles, open cells and features in order, without the numbers of the nodes: equal lands have equal texts."""
        tiles = sorted(
            (cell, tile.letter, tile.turn, tile.face.text if tile.face else "") for cell, tile in self.lying()
        )
        found = sorted(
            (feature.kind, sorted(feature.cells), feature.open, feature.marks, feature.men, feature.blind)
            for _, feature in self.features()
        )
        return f"Land({tiles}, {sorted(self.open_cells())}, {found})"


# Laying -------------------------------------------------------------------------------------------


def empty(plains_end: bool = False) -> Land:
    """A land without tiles."""
    return Land({}, [], frozenset(), frozenset(), plains_end)


def lay_tile(land: Land, cell: str, letter: str, turn: int, face: TileFace | None) -> Land:
    """The land with one tile more on an empty cell."""
    tiles, nodes, spot = land.tiles.copy(), land.nodes.copy(), SPOTS[cell]
    node = len(nodes)
    tiles[cell] = tile = Laid(letter, turn, face, node)
    if face is not None:
        blind = face.unseen and face.unseen - (letter == START and face.edges[EAST] == UNSEEN)
        here = (cell,)
        nodes += [Feature(part.kind, here, part.open, part.marks, 0, blind) for part in face.parts]
    for near, there, side, facing in spot.near:
        lying = tiles.get(near)
        if lying is None:
            continue
        other = lying.face
        if face is None or other is None or (edge := face.edges[side]) != other.edges[facing] or edge == UNSEEN:
            _apart(nodes, tile, side, lying, facing)
            continue
        ours, theirs, far = face.sides[side], other.sides[facing], lying.node
        ends = land.plains_end and (there == SEA) != (spot.column == SEA)
        if edge != PLAIN or not ends:
            _join(nodes, node + ours[0], far + theirs[0])
        if edge == ROAD and not ends:  # the half before a road meets the half after it
            _join(nodes, node + ours[1], far + theirs[2])
            _join(nodes, node + ours[2], far + theirs[1])
    columns = land.columns if spot.column in land.columns else land.columns | {spot.column}
    farms = land.farms if face is None or face.farm < 0 else land.farms | {cell}
    return Land(tiles, nodes, columns, farms, land.plains_end)


def _join(nodes: Nodes, one: int, other: int) -> None:
    """Joins the features of two ports that meet; the smaller one joins the larger."""
    while (first := nodes[one]).__class__ is int:
        one = first
    while (second := nodes[other]).__class__ is int:
        other = second
    kind = first.kind
    closed = 0 if kind == PLAIN else 2
    if one == other:
        if closed:
            nodes[one] = Feature(kind, first.cells, first.open - closed, first.marks, first.men, first.blind)
        return
    if len(first.cells) < len(second.cells):
        one, first, other, second = other, second, one, first
    nodes[other] = one
    nodes[one] = Feature(
        kind,
        first.cells + second.cells,
        first.open + second.open - closed,
        first.marks + second.marks,
        first.men + second.men,
        first.blind + second.blind,
    )


def _apart(nodes: Nodes, tile: Laid, side: int, lying: Laid, facing: int) -> None:
    """Marks features at sides that do not match as blind if one of the sides was not seen."""
    borders = ((tile, side), (lying, facing))
    if any(one.letter == START and at == EAST for one, at in borders):  # the sea leads nowhere
        return
    if UNSEEN not in [UNSEEN if one.face is None else one.face.edges[at] for one, at in borders]:
        return
    for lying_tile, at in borders:
        for part in () if lying_tile.face is None else lying_tile.face.sides[at]:
            node = lying_tile.node + part
            while (was := nodes[node]).__class__ is int:
                node = was
            left = was.open if was.kind == PLAIN else was.open - 1
            nodes[node] = Feature(was.kind, was.cells, left, was.marks, was.men, was.blind + 1)


def with_colonists(land: Land, men: Iterable, by: int) -> Land:
    """The land with these colonists on their features, or without them; a farmer shows a farm on a tile not seen."""
    nodes: Nodes = land.nodes.copy()
    farms = land.farms
    for man in men:
        node = land.node(man.cell, man.port)
        if node >= 0:
            while (was := nodes[node]).__class__ is int:
                node = was
            nodes[node] = Feature(was.kind, was.cells, was.open, was.marks, was.men + by, was.blind)
        elif man.role == "farmer" and (tile := land.tile(man.cell)) is not None and tile.face is None:
            farms = farms | {man.cell} if by > 0 else farms - {man.cell}
    return Land(land.tiles, nodes, land.columns, farms, land.plains_end)


def rebuilt_land(tiles: list[tuple[str, Laid]], men: tuple, plains_end: bool) -> Land:
    """A land built anew from its tiles: after a tile was turned, shifted, covered, or seen later."""
    land = empty(plains_end)
    for cell, tile in tiles:
        land = lay_tile(land, cell, tile.letter, tile.turn, tile.face)
    return with_colonists(land, men, 1)


def touches(land: Land, cell: str) -> bool:
    """Whether some edge of a cell touches a tile or a start space."""
    return any(near[0] in land.tiles for near in SPOTS[cell].near)


def is_west(cell: str) -> bool:
    """Whether a cell is where tiles may lie by default: west of the start spaces."""
    return SPOTS[cell].column > SEA
