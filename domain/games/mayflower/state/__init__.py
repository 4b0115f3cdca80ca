"""The state of a table of Mayflower, and the questions asked of it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping

from msgspec import Struct

from domain.games.mayflower.pieces import AT_LETTER
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.pieces.faces import UNSEEN, TileFace, turned
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state.land import START, Feature, Laid, Land, lay_tile, rebuilt_land, with_colonists
from domain.numbers import NotKnown, Number
from domain.rules import Seat, Table, replace

DRAW, PLACE, COLONIST, SCORE, EXPLORE = "draw", "place", "colonist", "score", "explore"
FINAL, RANKING, OVER, GAP = "final", "ranking", "over", "gap"
PHASES = (DRAW, PLACE, COLONIST, SCORE, EXPLORE, FINAL, RANKING, OVER, GAP)
AFTER_THE_TILE = frozenset((COLONIST, SCORE, EXPLORE))
MID_TURN = frozenset((PLACE, *AFTER_THE_TILE))
CLOSED = frozenset((FINAL, RANKING, OVER))

MERCHANT, ROBBER, TRAPPER, FARMER = "merchant", "robber", "trapper", "farmer"
ROLES = (MERCHANT, ROBBER, TRAPPER, FARMER)
KINDS = {"R": "road", "C": "city", "F": "farm", "P": "plain"}
ROLE_ON = {"C": MERCHANT, "R": ROBBER, "P": TRAPPER, "F": FARMER}
PAWNS = ("a", "b")
LAID = "laid"  # the fact that tells on which cell the tile of a line lies

Ref = tuple[str, str, str]  # a feature as it is named: kind, a cell of it, a port there


class Tile(Struct, frozen=True, gc=False):
    """A tile in hand: its letter and its face as it was entered, as far as they are known."""

    letter: str = ""
    face: str = ""


class Man(Struct, frozen=True, gc=False):
    """A colonist on the land."""

    seat: Seat
    cell: str
    role: str
    port: str = ""
    lying: bool | None = None

    @property
    def column(self) -> int:
        """The column it stands in."""
        return SPOTS[self.cell].column


class Turn(Struct, frozen=True, gc=False):
    """What has been done in the running turn; of a turn that is over until the next one begins."""

    seat: Seat = 0
    cell: str = ""  # the tile laid this turn
    laid: int = 0  # tiles laid
    posted: int = 0  # colonists placed
    drawn: int = 0
    discarded: int = 0
    pending: tuple[Ref, ...] = ()  # completed by this turn's tile and not scored yet, also without colonists
    scored: tuple[Ref, ...] = ()  # in this order
    back: tuple[Seat, ...] = ()  # colonists that came back this turn, by owner
    moved: int = 0  # explorer moves
    doubt: str = ""  # the unseen face, where this turn's tile may have completed a feature
    over: bool = False


class Tally(Struct, frozen=True, gc=False):
    """One scoring of the turn: the colonists counted, the explorers' columns, and colonists swept off before."""

    feature: Ref
    men: tuple[Man, ...]
    explorers: tuple[Number, Number]
    before: tuple[Man, ...] = ()


class Trail(Struct, frozen=True, gc=False):
    """The scorings and removals of the turn, or of the turn just over."""

    tallies: tuple[Tally, ...] = ()
    swept: tuple[Man, ...] = ()
    late: str = ""  # the explorer that moved at once, for a feature scored late


NO_TRAIL = Trail()


class State(Table, frozen=True, kw_only=True, gc=False):
    """The whole table."""

    now: Turn = Turn()
    hand: tuple[Tile, ...] = ()  # drawn and not laid
    drawn: bytes  # how many of each letter have been seen, in the order of the letters
    stock: Number  # face down
    land: Land
    trail: Trail = NO_TRAIL
    active: Seat = 0
    covered: int = 0  # tiles under others, where two were put in one cell
    men: tuple[Man, ...] = ()
    reserves: tuple[Number, ...]
    whose: bool = True  # whether we know that it is the active seat's turn: not after a gap
    explorers: tuple[Number, Number] = (0, 0)  # columns of a and b
    guess: bool = False  # they were level, and the record does not say which one has moved
    discarded: Number = 0
    faces: Mapping[str, str] = {}  # faces of letters and start spaces the catalogue knows
    gap: str = ""  # the gap since which the land is not recorded, or the tile whose cell was not seen
    unplaced: tuple[tuple[int, Tile], ...] = ()  # tiles on cells that were not seen, each with its line
    winners: tuple[Seat, ...] = ()


# Faces --------------------------------------------------------------------------------------------


def face_text(state: State, of: str) -> str:
    """The face of a letter or a start space, from the catalogue or the record; empty if neither has it."""
    found = state.faces.get(of)
    if found is not None:
        return found
    fact = state.known.get(("face", of))
    return fact.value if fact else ""


def as_lying(state: State, tile: Tile, turn: int) -> TileFace | None:
    """The face of a tile so turned, if it is known."""
    text = tile.face or state.faces.get(tile.letter) or (face_text(state, tile.letter) if tile.letter else "")
    return turned(text, turn, True) if text else None


def copies_drawn(state: State, letter: str) -> int:
    """How many tiles of a letter have been seen."""
    return state.drawn[AT_LETTER[letter]]


def drawn_with(drawn: bytes, letter: str, by: int = 1) -> bytes:
    """The count with one more tile of a letter."""
    if not letter:
        return drawn
    counts, at = bytearray(drawn), AT_LETTER[letter]
    if 0 <= counts[at] + by <= 255:
        counts[at] += by
    return bytes(counts)


# The land -----------------------------------------------------------------------------------------


def unrecorded_tiles(state: State) -> str:
    """The gap in which unrecorded tiles may have been laid; empty where only a scoring is in doubt."""
    return state.gap if state.gap.startswith(("gap", LAID)) else ""


def with_tile(state: State, cell: str, letter: str, turn: int, face: TileFace | None) -> State:
    """The table with a tile on a cell; what lay there is covered."""
    land = state.land
    if land.tile(cell) is None:
        return replace(state, land=lay_tile(land, cell, letter, turn, face))
    land = rebuilt_land([*_tiles_except(land, cell), (cell, Laid(letter, turn, face, 0))], state.men, land.plains_end)
    return replace(state, land=land, covered=state.covered + 1)


def with_tile_described(state: State, cell: str, letter: str, turn: int, face: TileFace | None) -> State:
    """The same tile, of which more is known now."""
    land = state.land
    tiles = [*_tiles_except(land, cell), (cell, Laid(letter, turn, face, 0))]
    return replace(state, land=rebuilt_land(tiles, state.men, land.plains_end))


def without_tile(state: State, cell: str) -> State:
    """The table without the tile on a cell, and without the colonists on it."""
    gone = tuple(man for man in state.men if man.cell == cell)
    men = tuple(man for man in state.men if man.cell != cell)
    land = rebuilt_land(_tiles_except(state.land, cell), men, state.land.plains_end)
    return replace(state, land=land, men=men, reserves=reserves_with(state, tuple(man.seat for man in gone)))


def _tiles_except(land: Land, cell: str) -> list[tuple[str, Laid]]:
    return [(at, tile) for at, tile in land.lying() if at != cell]


def find_feature(state: State, feature: Ref) -> tuple[int, Feature] | None:
    """The node and the feature that a reference names; None if there is none."""
    node = state.land.node(feature[1], feature[2])
    return None if node < 0 else state.land.root(node)


def require_feature(state: State, feature: Ref) -> Feature:
    """The feature that a reference names; raises NotKnown where the face of its tile is unknown."""
    found = find_feature(state, feature)
    if found is None:
        raise NotKnown(f"face {feature[1]}")
    return found[1]


def unseen_of(land: Land, feature: Feature) -> str:
    """The face that would tell more of a feature: of a tile it is on, or of one it leads to."""
    for cell in feature.cells:
        tile = land.tile(cell)
        if tile is None or tile.face is None:
            continue
        if tile.face.unseen > (tile.letter == START):  # of a start space the sea
            return f"face {cell}"
        for near, _, side, facing in SPOTS[cell].near:
            lying = land.tile(near)
            if lying is None or (lying.face is not None and lying.face.edges[facing] != UNSEEN):
                continue
            if any(land.root(tile.node + part)[1] is feature for part in tile.face.sides[side]):
                return f"face {near}"
    return f"face {feature.cells[0]}"


def filled_around(rules: MayflowerRules, land: Land, cell: str) -> int:
    """How many of the eight cells around a farm are filled (start spaces: MF-I-08, cells beyond the board: MF-I-16)."""
    count = 0
    for near, column in SPOTS[cell].around:
        lying = land.tile(near)
        if column == 0:
            count += rules.coast_ends_filled if lying is None else rules.coast_surrounds or lying.letter != START
        else:
            count += lying is not None
    return count


def is_complete(rules: MayflowerRules, state: State, feature: Ref) -> bool:
    """Whether a feature is complete; NotKnown where an edge was not seen."""
    found = require_feature(state, feature)
    if found.kind == "F":
        return filled_around(rules, state.land, feature[1]) == 8
    if found.kind == "P" or found.open:
        return False
    if found.blind:
        raise NotKnown(unseen_of(state.land, found))
    return True


def is_surely_unfinished(rules: MayflowerRules, state: State, feature: Ref) -> bool:
    """Whether a feature is surely not complete: a plain, or one that no unrecorded or unseen tile may complete."""
    if feature[0] == "plain":
        return True
    if find_feature(state, feature) is None or unrecorded_tiles(state):
        return False
    try:
        return not is_complete(rules, state, feature)
    except NotKnown:
        return False


def men_on(state: State, feature: Ref) -> tuple[Man, ...]:
    """The colonists on a feature."""
    found = find_feature(state, feature)
    if found is None or not found[1].men:
        return ()
    land, (root, there), on = state.land, found, []
    for man in state.men:
        if man.cell in there.cells:
            node = land.node(man.cell, man.port)
            if node >= 0 and land.root(node)[0] == root:
                on.append(man)
    return tuple(on)


def swept_off(state: State, feature: Ref) -> tuple[Man, ...]:
    """The colonists of a feature that were taken off in this turn."""
    found = find_feature(state, feature) if state.trail.swept else None
    if found is None:
        return ()
    land, root = state.land, found[0]
    nodes = [(man, land.node(man.cell, man.port)) for man in state.trail.swept]
    return tuple(man for man, node in nodes if node >= 0 and land.root(node)[0] == root)


def _standing(man: Man) -> tuple:
    return man.cell, man.seat, man.role, man.port


def men_with(men: tuple[Man, ...], man: Man) -> tuple[Man, ...]:
    """The colonists with one more, sorted by place."""
    found = list(men)
    insort(found, man, key=_standing)
    return tuple(found)


def with_man(state: State, man: Man) -> State:
    """The table with one more colonist on the land; the reserve stays as it is."""
    return replace(state, men=men_with(state.men, man), land=with_colonists(state.land, (man,), 1))


def without_men(state: State, gone: tuple[Man, ...]) -> tuple[tuple[Man, ...], Land]:
    """Colonists and land without some of them."""
    left = list(state.men)
    for man in gone:
        left.remove(man)
    return tuple(left), with_colonists(state.land, gone, -1)


def reserves_with(state: State, seats: tuple[Seat, ...]) -> tuple[Number, ...]:
    """All reserves, one more for each time a seat is named."""
    reserves = list(state.reserves)
    for seat in seats:
        reserves[seat] = reserves[seat] + 1
    return tuple(reserves)


def next_seat(state: State, seat: Seat) -> Seat:
    """The seat to the left."""
    return (seat + 1) % len(state.reserves)
