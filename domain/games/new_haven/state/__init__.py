"""The state of a New Haven table, and the functions that read it or make a changed copy of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from domain.deviations.misplacement import CLOSING
from domain.games.new_haven.pieces import COLOURS, KINDS, NOT_SEEN, TOUCHING, canonical
from domain.games.new_haven.state.grid import with_squares
from domain.numbers import NotKnown, Number, between, is_surely, most, not_below_zero
from domain.rules import Effect, Seat, Table, replace

HARVEST, BUILD, SHARE, DRAW, REFILL, FLIP = "harvest", "build", "share", "draw", "refill", "flip"
GATHER, SCORING, RANKING, OVER, GAP = "gather", "scoring", "ranking", "over", "gap"
PHASES = (HARVEST, GATHER, BUILD, SHARE, DRAW, REFILL, FLIP, SCORING, RANKING, OVER, GAP)
MID_TURN = frozenset((GATHER, BUILD, SHARE, DRAW, REFILL, FLIP))

_AT_COLOUR = {colour: at for at, colour in enumerate(COLOURS)}
Progress = tuple[str, int, int, tuple[Seat, ...], tuple[Seat, ...]]  # of a turn, as `progress_of` gives it
Placement = tuple[int, tuple]  # a line, and where it put a piece; last what it said of the piece, `?` if not seen


class Tile(Struct, frozen=True, gc=False):
    """What fills a space of the board: a tile, a printed space, a goods tile, a pond, or something not seen."""

    kind: str  # tile, printed, goods, wild, pond, dead, unseen
    face: str = ""  # four squares, also of a hidden tile that may lie on an unseen space; a resource; a pond's mark
    was: str = ""  # the resource a flipped goods tile had stood for


class HiddenTile(Struct, frozen=True, gc=False):
    """A tile on a space that was not seen, and the line that placed it."""

    line: int
    tile: Tile
    is_sure: bool = True  # whether it is this one, not another one like it, that has not been read


class StrayTile(Struct, frozen=True, gc=False):
    """A tile that a seat placed out of turn, and the line: later lines show whether it was left lying."""

    line: int
    seat: Seat
    tile: Tile


class Home(Struct, frozen=True, gc=False):
    """A building in a village, and what it covers."""

    colour: str
    number: int | None
    up: bool
    under: tuple[Home, ...] = ()


class HiddenHome(Struct, frozen=True, gc=False):
    """A building on a village space that was not seen, and the line that built it."""

    line: int
    home: Home
    may_cover: bool = False  # whether it may lie on another building
    is_sure: bool = True  # whether it is this one, not another one like it, that has not been read


class Hand(Struct, frozen=True, gc=False):
    """The buildings behind a screen: those all players saw, and how many others there are.

    A building built face down without its number may have been a known or an unseen one; its colour is kept in `down`.
    """

    known: tuple[str, ...] = ()
    unseen: Number = 0
    down: tuple[str, ...] = ()  # colours built face down with a number that was not seen

    @property
    def size(self) -> Number:
        """How many buildings are behind the screen: always exact."""
        return len(self.known) + self.unseen - len(self.down)


class Player(Struct, frozen=True, gc=False):
    """What belongs to one seat: hand, tiles and village."""

    hand: Hand
    tiles: Number
    goods: Number
    village: Mapping[str, Home]
    turns: Number = 0
    unsure: bool = False  # after a gap a space that looks empty may be built on
    hidden: tuple[HiddenHome, ...] = ()  # buildings on spaces that were not seen


class State(Table, frozen=True, kw_only=True, gc=False):
    """The whole table. Fields that change most often come first, which makes a changed copy faster."""

    players: tuple[Player, ...]
    draws: Number = 0  # draws of this turn still to be made
    drawn: int = 0  # draws of this turn made
    sharer: Seat = 0  # the seat that builds, or built last in this turn
    copies: Mapping[str, int] = {}  # how many buildings of each kind have been seen
    acted: tuple[Seat, ...] = ()  # sharing seats that built or passed
    closed: tuple[Seat, ...] = ()  # sharing seats that passed or are done
    markers: tuple[Number, ...]
    placements: tuple[Placement, ...] = ()  # in the order of their lines
    pool: tuple[str, ...]
    builds: tuple[Seat, ...] = ()  # who built while sharing, once for each building
    late_builds: Mapping[Seat, int] = {}  # the line of the first building of a seat that had passed or was done
    goods_turn: bool = False  # whether the goods tile was placed this turn
    played: int = 0  # tiles placed this turn
    placed: str = ""  # the space of the last tile
    side: str
    area: frozenset[str]
    free: Number  # spaces that can take a tile
    board: Mapping[str, Tile]
    grid: bytes  # the board square by square
    clearings: Mapping[str, str]
    pool_may_lack: bool = False  # after a gap the pool may hold fewer than it seems
    bag: Number
    supply: Number
    active: Seat = 0
    turn_known: bool = True  # whether it is known that the active seat has the turn; not after a gap
    wild: str = ""  # space of the goods tile played this turn, until it is flipped
    raised: str = ""  # colours gathered this turn
    claimed: str = ""  # building claimed this turn
    last: tuple[Number, ...] = ()  # buildings drawn in the last turn, per seat
    faces: Mapping[str, int] = {}  # harvest faces that have been seen
    winners: tuple[Seat, ...] = ()
    out_of_step_since: int | None = None  # the line that took the turns out of step
    closing_lines: tuple[tuple[int, Progress], ...] = ()  # that refilled or flipped while draws were owed, and when
    early_lines: tuple[int, ...] = ()  # began a step of this turn, perhaps before the one ahead of it was over
    spoken_early: int = 0  # how many seats had shared when a draw began that step
    tiles_replaced: int = 0  # tiles drawn for those of this turn before the pool was refilled or the goods tile flipped
    unclaimed: str = ""  # building of this turn's clearing that the hand was counted to lack
    hidden: tuple[HiddenTile, ...] = ()  # tiles on spaces that were not seen
    strays: Mapping[str, StrayTile] = {}  # the last tile placed on a space out of turn


Moved = tuple[State, tuple[Effect, ...]]  # a table after a step, and what the rules did in it


def is_free(state: State, cell: str) -> bool:
    """Whether a space can take a tile: a clearing can; a tile placed there shows that no hidden one lies on it."""
    lying = state.board.get(cell)
    if lying is None or is_perhaps_free(lying):
        return True
    if lying.kind == "unseen":
        raise NotKnown(f"space {cell}")
    return False


def is_perhaps_free(tile: Tile) -> bool:
    """Whether a space is free unless a hidden tile lies there."""
    return tile.kind == "unseen" and tile.face != ""


def unnamed(state: State) -> bool:
    """Whether this turn's goods tile has no resource named yet."""
    lying = state.hidden[-1].tile if state.wild == NOT_SEEN and state.hidden else state.board.get(state.wild)
    return lying is not None and lying.kind == "wild" and not lying.face


def placement_of(state: State, line: int) -> tuple:
    """Where a line put a piece, and last what it said of the piece; empty where it put none."""
    strays = ((stray.line, ("space", cell, stray.tile.face)) for cell, stray in state.strays.items())
    return next((where for at, where in (*state.placements, *strays) if at == line), ())


def placing_line(state: State, cell: str) -> int:
    """The line that placed the tile on a space; -1 where no line did."""
    return next((line for line, where in reversed(state.placements) if where[:2] == ("space", cell)), -1)


def learn(state: State, line: int, about: str, value: object) -> State:
    """The table with a fact about a line, known from the current line on; the first value counts."""
    known = state.known.with_fact((line, about), value, state.line)
    return state if known is state.known else replace(state, known=known)


def learn_face(state: State, cell: str, face: str) -> State:
    """The table with a face read off a space, as a fact about the line that placed the tile there."""
    line = placing_line(state, cell)
    return state if line < 0 or "?" in face else learn(state, line, "face", face)


def may_match(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two descriptions can be of the same piece; `?` matches anything."""
    return len(one) == len(other) and all(a == b or "?" in (a, b) for a, b in zip(one, other, strict=True))


def seats_after(state: State, seat: Seat) -> list[Seat]:
    """The other seats, clockwise."""
    count = len(state.players)
    return [(seat + step) % count for step in range(1, count)]


def is_later(state: State, seat: Seat, than: Seat) -> bool:
    """Whether a seat comes later than another in this turn's sharing."""
    count = len(state.players)
    return (seat - state.active) % count > (than - state.active) % count


def players_with(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    """All seats' areas, one of them changed."""
    players = list(state.players)
    players[seat] = player
    return tuple(players)


def with_player(state: State, seat: Seat, **changes: object) -> State:
    """The table with one seat's area changed."""
    return replace(state, players=players_with(state, seat, replace(state.players[seat], **changes)))


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


def _unexplained(known: tuple[str, ...], down: tuple[str, ...]) -> int:
    """How many buildings built face down cannot have been among the known ones."""
    held = [building[0] for building in known]
    return sum(max(0, down.count(colour) - held.count(colour)) for colour in set(down))


def _without_one(buildings: tuple[str, ...], removed: str) -> tuple[str, ...]:
    at = buildings.index(removed)
    return (*buildings[:at], *buildings[at + 1 :])


def is_among_known(hand: Hand, building: str) -> bool:
    """Whether a building can be one of the known buildings of a hand."""
    if building not in hand.known:
        return False
    if building[0] not in hand.down or len(hand.down) <= most(hand.unseen):
        return True
    return _unexplained(_without_one(hand.known, building), hand.down) <= most(hand.unseen)


def may_hold(hand: Hand, colour: str, number: int | None) -> bool:
    """Whether a hand can hold such a building, given all that was seen of it."""
    unseen = most(hand.unseen)
    if unseen > len(hand.down):
        return True
    if number is None:
        return _unexplained(hand.known, (*hand.down, colour)) <= unseen
    return is_among_known(hand, f"{colour}{number}") or _unexplained(hand.known, hand.down) < unseen


def hand_without(hand: Hand, building: str, seen: bool) -> Hand:
    """The hand without a building; `seen` says whether it was one of the known ones."""
    if seen:
        return _resolved(replace(hand, known=_without_one(hand.known, building)))
    if building[1] == "?":
        colour = building[0]
        held = [known[0] for known in hand.known].count(colour)
        if held > hand.down.count(colour) or (held and not most(hand.unseen)):  # else it was not a known one
            return _resolved(replace(hand, down=tuple(sorted((*hand.down, colour)))))
    return _resolved(replace(hand, unseen=not_below_zero(hand.unseen - 1)))


def _resolved(hand: Hand) -> Hand:
    """The hand without the known buildings that must have been built face down, once no unseen ones are left."""
    if not hand.down or not is_surely(hand.unseen, 0):
        return hand
    for colour in set(hand.down):
        others = tuple(building for building in hand.known if building[0] != colour)
        if len(hand.known) - len(others) == hand.down.count(colour):
            hand = replace(hand, known=others, down=tuple(spent for spent in hand.down if spent != colour))
    return hand


def hand_with(hand: Hand, building: str | None) -> Hand:
    """The hand with one more building, seen or not."""
    if building is None or building == "?":
        return replace(hand, unseen=hand.unseen + 1)
    return replace(hand, known=tuple(sorted((*hand.known, building))))


def difference(buildings: Iterable[str], others: Iterable[str]) -> list[str]:
    """The buildings left after removing one copy for each of the others."""
    left = list(buildings)
    for building in others:
        if building in left:
            left.remove(building)
    return left


def copies_with(state: State, *buildings: str) -> Mapping[str, int]:
    """The copies seen of each kind, with these buildings."""
    copies = dict(state.copies)
    for building in buildings:
        if building != "?":
            copies[building] = copies.get(building, 0) + 1
    return copies


def copies_lying(state: State, *buildings: str) -> Mapping[str, int]:
    """The copies seen of each kind, at least as many as lie in plain sight now."""
    homes = [home for player in state.players for top in player.village.values() for home in (top, *top.under)]
    homes += [hidden.home for player in state.players for hidden in player.hidden]
    lying = [building for cell, building in state.clearings.items() if cell not in state.board]
    sight = [*state.pool, *lying, *(f"{home.colour}{home.number}" for home in homes)]
    sight += [building for player in state.players for building in player.hand.known]
    more = {kind: sight.count(kind) for kind in buildings if kind in KINDS}
    return {**state.copies, **{kind: count for kind, count in more.items() if count > state.copies.get(kind, 0)}}


def faces_with(state: State, *faces: str) -> Mapping[str, int]:
    """The harvest faces seen, with these."""
    seen = dict(state.faces)
    for face in faces:
        if "?" not in face:
            name = canonical(face)
            seen[name] = seen.get(name, 0) + 1
    return seen


def with_tile(state: State, cell: str, tile: Tile | None) -> State:
    """The table with something on a space, or nothing."""
    board = {**state.board}
    was = board.pop(cell, None)
    was_empty = was is None or is_perhaps_free(was)
    if tile is not None:
        board[cell] = tile
    if tile is not None and tile.kind != "unseen" and isinstance(state.free, int):  # the most frequent case
        free: Number = state.free - (was_empty and cell in state.area)
    else:
        free = free_spaces(state.area, board, len(state.hidden))
    return replace(state, board=board, free=free, grid=with_squares(state.grid, cell, squares_of(tile)))


def is_full(state: State) -> bool:
    """Whether the game ends with this turn: at most one space is free (none after a tile too many)."""
    return most(state.free) <= 1


def free_spaces(area: frozenset[str], board: Mapping[str, Tile], hidden: int = 0) -> Number:
    """How many spaces of the area can still take a tile, if so many hidden tiles lie on some of them."""
    free = sum(cell not in board or is_perhaps_free(board[cell]) for cell in area) - hidden
    unseen = sorted(cell for cell in area if cell in board and board[cell] == Tile("unseen"))
    return between(free, free + len(unseen), f"space {unseen[0]}" if unseen else "")


def squares_of(tile: Tile | None) -> str:
    """The four squares that a space shows; `.` for none, `~` for a pond, `?` for what was not seen."""
    if tile is None or tile.kind == "dead":
        return "...."
    if tile.kind == "pond":
        return "~~~~"
    if tile.kind == "unseen":
        return "????"
    if tile.kind == "wild":
        return (tile.face or "?")[0] * 4
    return tile.face


def progress_of(state: State) -> Progress:
    """How far the turn has gone: its step, how many were drawn and built, and the seats that have shared."""
    return state.phase, state.drawn, len(state.builds), state.acted, state.closed


def closes_its_turn(state: State) -> bool:
    """Whether a later line shows that this line closed the turn and its last draws were forgotten."""
    return state.known.get((state.line, CLOSING)) is not None


def out_of_step(state: State) -> State:
    """The table with turns and free spaces out of step from this line on, which shows only at the end of the game."""
    return state if state.out_of_step_since is not None else replace(state, out_of_step_since=state.line)
