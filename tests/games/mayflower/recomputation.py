"""Computes all features anew by a flood fill over the tiles, independently of the engine."""

from domain.games.mayflower.pieces.cells import SIDES, SPOTS
from domain.games.mayflower.state.land import START

OTHER = {"-": "+", "+": "-", "": ""}


def portions(land) -> dict:
    """Every portion on the table: (cell, number) -> its part."""
    return {
        (cell, number): part
        for cell, tile in land.lying()
        if tile.face is not None
        for number, part in enumerate(tile.face.parts)
    }


def across(cell: str, port: str) -> tuple[str, str]:
    """The port a port touches: of the neighbouring cell, the half on the same side of the road."""
    side = SIDES.index(port[0])
    return SPOTS[cell].near[side][0], SIDES[(side + 2) % 4] + OTHER[port[1:]]


def flooded(state) -> list:
    """Every feature as (kind, cells of its portions, open ends, marks, colonists, unseen edges), in order."""
    land, parts = state.land, portions(state.land)
    tiles = dict(land.lying())
    ports = {(cell, port): (cell, number) for (cell, number), part in parts.items() for port in part.ports}
    standing: dict = {}
    for man in state.men:
        tile = tiles.get(man.cell)
        number = tile.face.part_at(man.port) if tile and tile.face else -1
        if number >= 0:
            standing[man.cell, number] = standing.get((man.cell, number), 0) + 1
    found, done = [], set()
    for start in parts:
        if start in done:
            continue
        done.add(start)
        todo, group, ends, blind = [start], [], 0, 0
        while todo:
            here = todo.pop()
            group.append(here)
            cell, part = here[0], parts[here]
            face = tiles[cell].face
            blind += face.unseen - (tiles[cell].letter == START and face.edges[1] == "?")
            for port in part.ports:
                near, meets = across(cell, port)
                lying = tiles.get(near)
                edge = face.edges[SIDES.index(port[0])]
                if lying is None or (lying.letter == START and meets[0] == "E"):  # the sea leads nowhere
                    ends += part.kind != "P"
                    continue
                theirs = "?" if lying.face is None else lying.face.edges[SIDES.index(meets[0])]
                if theirs == "?":
                    blind += 1
                elif theirs != edge:
                    ends += part.kind != "P"
                else:
                    there = ports[near, meets]
                    if there not in done and not (part.kind == "P" and land.plains_end and coastal(cell, near)):
                        done.add(there)
                        todo.append(there)
        marks = sum(parts[one].marks for one in group)
        men = sum(standing.get(one, 0) for one in group)
        found.append((parts[start].kind, sorted(cell for cell, _ in group), ends, marks, men, blind))
    return sorted(found)


def coastal(one: str, other: str) -> bool:
    """Whether just one of two cells is a start space."""
    return (SPOTS[one].column == 0) != (SPOTS[other].column == 0)


def kept(state) -> list:
    """The features in the state."""
    return sorted((f.kind, sorted(f.cells), f.open, f.marks, f.men, f.blind) for _, f in state.land.features())


def demanded(state) -> dict:
    """Every empty cell next to a tile, and what it demands."""
    tiles, found = dict(state.land.lying()), {}
    for cell in tiles:
        for near, column, *_ in SPOTS[cell].near:
            if near not in tiles and column >= 0:
                found[near] = "".join(_edge(tiles.get(other), at) for at, (other, *_) in enumerate(SPOTS[near].near))
    return found


def _edge(tile, side: int) -> str:
    if tile is None:
        return "."
    return "?" if tile.face is None else tile.face.edges[(side + 2) % 4]
