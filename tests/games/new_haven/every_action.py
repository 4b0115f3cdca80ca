"""The bounded domain of New Haven: every space, face, building and home."""

from itertools import product

from domain.games.new_haven.actions import (
    Build,
    Claim,
    Clear,
    End,
    Flip,
    Goods,
    Harvest,
    Name,
    Peek,
    Pick,
    Pool,
    Refill,
    Settle,
    Show,
)
from domain.games.new_haven.pieces import CELLS, COLOURS, HOMES, KINDS, NUMBERS, POOL
from tests.games.brute_force import Domain

FACES = tuple("".join(face) for face in product(COLOURS, repeat=4))
WILD = ("", *COLOURS, "WS")


def handfuls(rules, state, rng):
    """Buildings out of the bag: about as many as the pool lacks."""
    missing = POOL - len(state.pool)
    sizes = [size for size in (missing - 1, missing, missing, missing + 1) if size > 0] or [1]
    return [tuple(rng.choices(KINDS, k=rng.choice(sizes))) for _ in range(200)]


def excused(rules, state, action):
    """The reason why an action need not be offered: it leaves a piece unseen."""
    unseen = type(action) is Build and action.up and action.number is None
    return "a number that was not seen" if unseen else ""


DOMAIN = Domain(
    fields={
        Harvest: {"cell": CELLS, "face": FACES},
        Goods: {"cell": CELLS, "wild": WILD},
        Name: {"wild": WILD[1:]},
        Claim: {"cell": CELLS, "building": KINDS},
        Build: {"colour": COLOURS, "number": (None, *NUMBERS), "up": (True, False), "home": HOMES},
        Pick: {"building": KINDS, "elsewhere": (False, True)},
        Refill: {"buildings": handfuls},
        Flip: {"cell": CELLS, "face": FACES, "turned": (False, True)},
        Peek: {"at": ("goods", "bag", "supply")},
    },
    reports=frozenset((Settle, Clear, Pool, Show, End)),
    excused=excused,
)
