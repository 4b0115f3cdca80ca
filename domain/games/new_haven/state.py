"""What the table of New Haven knows, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from domain.deviations.out_of_place import CLOSING
from domain.games.new_haven.pieces import COLOURS, KINDS, TOUCHING, canonical
from domain.numbers import NotKnown, Number, between, is_surely, most, not_below_zero
from domain.rules import Effect, Seat, Table, replace

HARVEST, BUILD, SHARE, DRAW, REFILL, FLIP = "harvest", "build", "share", "draw", "refill", "flip"
GATHER, SCORING, RANKING, OVER, GAP = "gather", "scoring", "ranking", "over", "gap"
PHASES = (HARVEST, GATHER, BUILD, SHARE, DRAW, REFILL, FLIP, SCORING, RANKING, OVER, GAP)
MID_TURN = frozenset((GATHER, BUILD, SHARE, DRAW, REFILL, FLIP))

NOTHING = b"." * 256  # 16 x 16 squares: the board's 14 x 14 with a border
_WIDTH = 16
_AT_COLOUR = {colour: at for at, colour in enumerate(COLOURS)}
_RESOURCES = {ord(colour): colour for colour in COLOURS}  # as bytes of the grid


class Tile(Struct, frozen=True, gc=False):
    """What fills a space: a tile, a printed space, a goods tile, a pond, or something not seen."""

    kind: str  # tile, printed, goods, wild, pond, dead, unseen
    face: str = ""  # four squares; of a wild goods tile its resource; of a pond its mark
    was: str = ""  # the resource a flipped goods tile had stood for


class Home(Struct, frozen=True, gc=False):
    """A building in a village, and what it covers."""

    colour: str
    number: int | None
    up: bool
    under: tuple[Home, ...] = ()


class Hand(Struct, frozen=True, gc=False):
    """Buildings behind a screen: those everybody saw, how many others, and spends not yet traced to either."""

    known: tuple[str, ...] = ()
    unseen: Number = 0
    down: tuple[str, ...] = ()  # colours built face down whose number nobody saw

    @property
    def size(self) -> Number:
        """How many buildings are behind the screen: always exact."""
        return len(self.known) + self.unseen - len(self.down)


class Player(Struct, frozen=True, gc=False):
    """One seat's own area."""

    hand: Hand
    tiles: Number
    goods: Number
    village: Mapping[str, Home]
    turns: Number = 0
    unsure: bool = False  # after a gap a space that looks empty may be built on


class State(Table, frozen=True, kw_only=True, gc=False):
    """The whole table. Fields after `players` say where in the turn it is."""

    players: tuple[Player, ...]
    draws: Number = 0  # still to be made
    drawn: int = 0
    sharer: Seat = 0  # who builds, or last had the occasion
    copies: Mapping[str, int] = {}  # buildings of each kind that have been seen
    acted: tuple[Seat, ...] = ()  # sharing seats that built or passed
    closed: tuple[Seat, ...] = ()  # sharing seats that passed or are done
    markers: tuple[Number, ...]
    laid: tuple[tuple[int, tuple], ...] = ()  # line, where it put something, what it told: a later line points at it
    pool: tuple[str, ...]
    builds: tuple[Seat, ...] = ()  # who built while sharing, once for each building
    goods_turn: bool = False
    played: int = 0  # tiles this turn
    placed: str = ""  # space of the last tile
    side: str
    area: frozenset[str]
    free: Number
    board: Mapping[str, Tile]
    grid: bytes
    clearings: Mapping[str, str]
    scant: bool = False  # after a gap the pool may hold fewer than it seems
    bag: Number
    supply: Number
    active: Seat = 0
    whose: bool = True  # whether we know that it is the active seat's turn: not after a gap
    wild: str = ""  # space of the goods tile played this turn, until it is flipped
    raised: str = ""  # colours gathered this turn
    claimed: str = ""  # building claimed this turn
    last: tuple[Number, ...] = ()  # buildings drawn in the last turn, per seat
    faces: Mapping[str, int] = {}  # harvest faces that have been seen
    winners: tuple[Seat, ...] = ()
    strayed: int | None = None  # the line that took the turns out of step
    closing: tuple[int, ...] = ()  # lines that refilled or flipped while draws of this turn were owed
    early: int = 0  # the line that began this turn's steps without its tile
    replaced: int = 0  # tiles drawn for those of this turn before the pool was refilled or the goods tile flipped
    unclaimed: str = ""  # building of this turn's clearing that the hand was counted to lack


Moved = tuple[State, tuple[Effect, ...]]  # a table after a step, and what the rules did in it


def squares(cell: str) -> int:
    """Where the top left square of a space lies in the grid."""
    return (2 * int(cell[1]) - 1) * _WIDTH + 2 * "abcdefg".index(cell[0]) + 1


AT = {cell: squares(cell) for cell in (f"{c}{r}" for c in "abcdefg" for r in range(1, 8))}


def with_squares(grid: bytes, cell: str, face: str) -> bytes:
    """The grid with a face on a space."""
    at = AT[cell]
    raw = face.encode()
    return grid[:at] + raw[:2] + grid[at + 2 : at + _WIDTH] + raw[2:] + grid[at + _WIDTH + 2 :]


def gathered(grid: bytes, cell: str) -> dict[str, int]:
    """How many squares of each resource a tile gathers: its own, and those of every chain that leads from them."""
    field, at = bytearray(grid), AT[cell]
    counts: dict[str, int] = {}
    for start in (at, at + 1, at + _WIDTH, at + _WIDTH + 1):
        resource = field[start]
        if resource not in _RESOURCES:  # counted already, or nothing that can be gathered
            continue
        field[start] = 0
        chain = [start]
        for square in chain:  # grows while it is walked
            if field[square + 1] == resource:
                field[square + 1] = 0
                chain.append(square + 1)
            if field[square - 1] == resource:
                field[square - 1] = 0
                chain.append(square - 1)
            if field[square + _WIDTH] == resource:
                field[square + _WIDTH] = 0
                chain.append(square + _WIDTH)
            if field[square - _WIDTH] == resource:
                field[square - _WIDTH] = 0
                chain.append(square - _WIDTH)
        colour = _RESOURCES[resource]
        counts[colour] = counts.get(colour, 0) + len(chain)
    return counts


def gathered_at_most(grid: bytes, cell: str, colour: str) -> int:
    """How many squares of a colour a tile gathers if every square that was not seen shows it."""
    return gathered(grid.replace(b"?", colour.encode()), cell).get(colour, 0)


def is_free(state: State, cell: str) -> bool:
    """Whether a space can take a tile; a clearing with its building can."""
    lying = state.board.get(cell)
    if lying is not None and lying.kind == "unseen":
        raise NotKnown(f"space {cell}")
    return lying is None


def unnamed(state: State) -> bool:
    """Whether this turn's goods tile lies there without a resource."""
    lying = state.board.get(state.wild)
    return lying is not None and lying.kind == "wild" and not lying.face


def laid_by(state: State, line: int) -> tuple:
    """Where a line put something, and last what it told of it, `?` for what it did not."""
    return next((where for at, where in state.laid if at == line), ())


def layer(state: State, cell: str) -> int:
    """The line that put a tile on a space; -1 where none is recorded."""
    return next((line for line, where in reversed(state.laid) if where[:2] == ("space", cell)), -1)


def told(state: State, line: int, about: str, value: object) -> State:
    """A timeless fact, with the line that told it; the first telling counts."""
    known = state.known.with_fact((line, about), value, state.line)
    return state if known is state.known else replace(state, known=known)


def told_of_space(state: State, cell: str, face: str) -> State:
    """A face read off a space is what the line that laid the tile had left unseen."""
    line = layer(state, cell)
    return state if line < 0 or "?" in face else told(state, line, "face", face)


def fits(told: Sequence[str], shown: Sequence[str]) -> bool:
    """Whether two tellings can be of one thing: what was not seen may be anything."""
    return len(told) == len(shown) and all(a == b or "?" in (a, b) for a, b in zip(told, shown, strict=True))


def seats_after(state: State, seat: Seat) -> list[Seat]:
    """The other seats, clockwise."""
    count = len(state.players)
    return [(seat + step) % count for step in range(1, count)]


def is_later(state: State, seat: Seat, than: Seat) -> bool:
    """Whether a seat comes later than another in this turn's sharing."""
    count = len(state.players)
    return (seat - state.active) % count > (than - state.active) % count


def players_with(state: State, seat: Seat, **changes: object) -> tuple[Player, ...]:
    """All seats' areas, one of them changed."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return tuple(players)


def with_player(state: State, seat: Seat, **changes: object) -> State:
    """The table with one seat's area changed."""
    return replace(state, players=players_with(state, seat, **changes))


def marker(state: State, colour: str) -> Number:
    """Where a colour's marker stands."""
    return state.markers[_AT_COLOUR[colour]]


def markers_with(state: State, colour: str, value: Number) -> tuple[Number, ...]:
    """All markers, one of them moved."""
    markers = list(state.markers)
    markers[_AT_COLOUR[colour]] = value
    return tuple(markers)


def touches(village: Mapping[str, Home], home: str, colour: str) -> bool:
    """Whether a neighbour of a village space has that colour."""
    for near in TOUCHING[home]:
        built = village.get(near)
        if built is not None and built.colour == colour:
            return True
    return False


def has_colour(village: Mapping[str, Home], colour: str, besides: str = "") -> bool:
    """Whether a colour is anywhere in a village."""
    return any(built.colour == colour for home, built in village.items() if home != besides)


def _short(known: tuple[str, ...], down: tuple[str, ...]) -> int:
    """How many face-down spends the known buildings cannot explain."""
    held = [building[0] for building in known]
    return sum(max(0, down.count(colour) - held.count(colour)) for colour in set(down))


def _without_one(buildings: tuple[str, ...], one: str) -> tuple[str, ...]:
    at = buildings.index(one)
    return (*buildings[:at], *buildings[at + 1 :])


def from_known(hand: Hand, building: str) -> bool:
    """Whether a building can be one of those everybody saw go behind the screen."""
    if building not in hand.known:
        return False
    if building[0] not in hand.down or len(hand.down) <= most(hand.unseen):
        return True
    return _short(_without_one(hand.known, building), hand.down) <= most(hand.unseen)


def may_hold(hand: Hand, colour: str, number: int | None) -> bool:
    """Whether some hand that fits all that was seen has such a building."""
    unseen = most(hand.unseen)
    if unseen > len(hand.down):
        return True
    if number is None:
        return _short(hand.known, (*hand.down, colour)) <= unseen
    return from_known(hand, f"{colour}{number}") or _short(hand.known, hand.down) < unseen


def without(hand: Hand, building: str, seen: bool) -> Hand:
    """The hand after a building left it: one everybody saw if it can be, so that the most remains possible."""
    if seen:
        return _traced(replace(hand, known=_without_one(hand.known, building)))
    if building[1] == "?":
        colour = building[0]
        held = sum(known[0] == colour for known in hand.known)
        if held > hand.down.count(colour) or (held and not most(hand.unseen)):  # else nobody had seen this one
            return _traced(replace(hand, down=tuple(sorted((*hand.down, colour)))))
    return _traced(replace(hand, unseen=not_below_zero(hand.unseen - 1)))


def _traced(hand: Hand) -> Hand:
    """With nothing unseen left, a colour spent face down as often as it was seen is spent altogether."""
    if not hand.down or not is_surely(hand.unseen, 0):
        return hand
    for colour in set(hand.down):
        others = tuple(building for building in hand.known if building[0] != colour)
        if len(hand.known) - len(others) == hand.down.count(colour):
            hand = replace(hand, known=others, down=tuple(spent for spent in hand.down if spent != colour))
    return hand


def with_building(hand: Hand, building: str | None) -> Hand:
    """The hand with one more building, seen or not."""
    if building is None or building == "?":
        return replace(hand, unseen=hand.unseen + 1)
    return replace(hand, known=tuple(sorted((*hand.known, building))))


def besides(buildings: Iterable[str], others: Iterable[str]) -> list[str]:
    """Buildings that are left when as many of each kind are taken away as there are among others."""
    left = list(buildings)
    for building in others:
        if building in left:
            left.remove(building)
    return left


def copies_with(state: State, *buildings: str) -> Mapping[str, int]:
    """Buildings that show themselves for the first time count against the box."""
    copies = dict(state.copies)
    for building in buildings:
        if building != "?":
            copies[building] = copies.get(building, 0) + 1
    return copies


def copies_lying(state: State, *buildings: str) -> Mapping[str, int]:
    """Of what was read off the table there are at least as many copies as lie in plain sight."""
    homes = [home for player in state.players for top in player.village.values() for home in (top, *top.under)]
    sight = [*state.pool, *state.clearings.values(), *(f"{home.colour}{home.number}" for home in homes)]
    sight += [building for player in state.players for building in player.hand.known]
    more = {kind: sight.count(kind) for kind in buildings if kind in KINDS}
    return {**state.copies, **{kind: count for kind, count in more.items() if count > state.copies.get(kind, 0)}}


def faces_with(state: State, *faces: str) -> Mapping[str, int]:
    """Harvest faces that show themselves count against the box."""
    seen = dict(state.faces)
    for face in faces:
        if "?" not in face:
            name = canonical(face)
            seen[name] = seen.get(name, 0) + 1
    return seen


def with_tile(state: State, cell: str, tile: Tile | None) -> State:
    """The table with something on a space, or nothing."""
    board = {**state.board}
    fills = board.pop(cell, None) is None and tile is not None and tile.kind != "unseen"
    if tile is not None:
        board[cell] = tile
    if fills and isinstance(state.free, int):  # by far the most frequent
        free: Number = state.free - (cell in state.area)
    else:
        free = free_spaces(state.area, board)
    return replace(state, board=board, free=free, grid=with_squares(state.grid, cell, shown(tile)))


def is_full(state: State) -> bool:
    """Whether the game ends with this turn: at most one space is left (none where one tile too many was played)."""
    return most(state.free) <= 1


def free_spaces(area: frozenset[str], board: Mapping[str, Tile]) -> Number:
    """How many spaces of the area can still take a tile."""
    free = [cell for cell in area if cell not in board]
    unseen = sorted(cell for cell in area if cell in board and board[cell].kind == "unseen")
    return between(len(free), len(free) + len(unseen), f"space {unseen[0]}" if unseen else "")


def shown(tile: Tile | None) -> str:
    """The four squares something shows: a pond joins nothing, what was not seen may be anything."""
    if tile is None or tile.kind == "dead":
        return "...."
    if tile.kind == "pond":
        return "~~~~"
    if tile.kind == "unseen":
        return "????"
    if tile.kind == "wild":
        return (tile.face or "?")[0] * 4
    return tile.face


def closes_its_turn(state: State) -> bool:
    """Whether a later line shows that the turn was closed with this one, its last draws forgotten."""
    return state.known.get((state.line, CLOSING)) is not None


def strayed(state: State) -> State:
    """From this line on turns and free spaces are out of step: what comes of it at the end has its root here."""
    return state if state.strayed is not None else replace(state, strayed=state.line)
