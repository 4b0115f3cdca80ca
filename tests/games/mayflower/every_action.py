"""The bounded domain of Mayflower: every cell on and around the land, letter, turn, part of a tile and feature."""

from domain.games.mayflower.actions import (
    Colonist,
    Discard,
    Draw,
    End,
    Explore,
    Explorers,
    Face,
    Pass,
    Place,
    Retrieve,
    Score,
)
from domain.games.mayflower.pieces import LETTERS
from domain.games.mayflower.state import DRAW, EXPLORE, PAWNS, ROLE_ON, as_lying
from tests.games.brute_force import Domain


def cells(rules, state, rng):
    """The land, the cells next to it, and a cell far away."""
    return [*(cell for cell, _ in state.land.lying()), *(cell for cell, _ in state.land.open_cells()), "9:9"]


def ports(rules, state, rng):
    """The parts of the tile just placed, and no part."""
    tile = state.land.tile(state.now.cell) if state.now.cell else None
    parts = tile.face.parts if tile and tile.face else ()
    return ["", "()", *(part.ports[0] for part in parts if part.ports)]


def features(rules, state, rng):
    """Every part of every tile, as a feature to score."""
    found = [(("city", "9:9", "N"),)]
    for cell, tile in state.land.lying():
        for part in tile.face.parts if tile.face else ():
            found += [((KINDS[part.kind], cell, port),) for port in (part.ports or ("",))[:2]]
    return found


def face_in_hand(state, turn):
    """The face of the tile in hand after a number of quarter turns."""
    return sorted(as_lying(state, state.hand[-1], turn).text.split(";"))


def excused(rules, state, action):
    """The reason why an action may differ: it leaves something unseen, or a later line finds it."""
    if type(action) is Place and not state.hand:
        return "a tile whose draw is not recorded"
    if type(action) is Place and face_in_hand(state, action.turn) in [
        face_in_hand(state, turn) for turn in range(action.turn)
    ]:
        return "a tile that looks the same turned less"
    if type(action) is Draw and state.phase != DRAW:
        return "a draw too many is found where its tile is laid (MF-TURN-3)"
    if type(action) is Pass and state.phase == EXPLORE:
        return "the explorer's move is missed by the next line"
    return ""


KINDS = {"C": "city", "R": "road", "P": "plain", "F": "farm"}
DOMAIN = Domain(
    fields={
        Explorers: {"a": ("0:1", "0:2", "0:3"), "b": ("0:4", "0:5", "0:6")},
        Draw: {"letter": LETTERS, "shown": (True, False), "known": (False, True)},
        Discard: {"to": ("box", "stack", "hand")},
        Place: {"cell": cells, "turn": (0, 1, 2, 3)},
        Colonist: {"role": tuple(ROLE_ON.values()), "port": ports},
        Score: {"features": features},
        Explore: {"pawn": PAWNS},
        Retrieve: {"cell": cells, "port": ("", "N", "E", "S", "W")},
        Pass: {"reason": ("", "colonists")},
    },
    reports=frozenset((Face, End)),
    excused=excused,
)
