"""Values read off the table: their text, whether they agree with the state, and how they change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.new_haven.pieces import COLOURS, KINDS, POOL, positions
from domain.games.new_haven.state import (
    FLIP,
    MID_TURN,
    REFILL,
    Hand,
    Home,
    State,
    StrayTile,
    Tile,
    copies_lying,
    difference,
    faces_with,
    is_perhaps_free,
    learn_face,
    may_match,
    with_player,
    with_tile,
)
from domain.games.new_haven.state.hidden_homes import could_be, home_shown
from domain.games.new_haven.state.hidden_tiles import found_on
from domain.numbers import Number, Range, least, most, narrowed, not_below_zero
from domain.rules import BROKEN, Key, Seat, replace
from domain.texts import NUMBER

# How values that are not known for sure are written.
OR_NONE = "?-"  # on a clearing: a building, or none any more
OR_FEWER = ".."  # after the buildings of the pool: or fewer
ANY = Home("?", None, True)  # on a village space: any building, or none


# Hands --------------------------------------------------------------------------------------------


def set_hand_size(state: State, key: Key, size: Number) -> State:
    """A hand counted again: seen buildings stay as long as the count allows."""
    hand = state.players[key[0]].hand
    unseen = size - len(hand.known) + len(hand.down)
    if isinstance(unseen, Range) or unseen >= 0:
        return with_player(state, key[0], hand=replace(hand, unseen=not_below_zero(unseen)))
    return with_player(state, key[0], hand=Hand(hand.known[: max(0, least(size))], 0, ()))


def hand_text(hand: Hand, letters: tuple[str, ...]) -> str:
    """`W4 S2 +3 -T`: seen, unseen, and colours spent face down."""
    parts = [*hand.known, *(f"-{colour}" for colour in hand.down)]
    return " ".join([*parts, f"+{NUMBER.text(hand.unseen, letters)}"])


def read_hand(text: str, letters: tuple[str, ...]) -> Hand:
    """The buildings behind a screen; without `+n` that is all of them."""
    words = text.split()
    unseen = next((NUMBER.read(word[1:], letters) for word in words if word[0] == "+"), 0)
    down = tuple(sorted(word[1] for word in words if word[0] == "-" and word[1:] in COLOURS))
    known = tuple(sorted(word for word in words if word[0] not in "+-?"))
    if any(word not in KINDS for word in known):
        raise ValueError(text)
    return Hand(known, unseen + words.count("?"), down)


def hands_agree(now: Hand, seen: Hand) -> bool:
    """Whether what was shown can be what was behind the screen."""
    left, down = difference(now.known, seen.known), difference(now.down, seen.down)
    gone = len(_spent(left, down))
    fresh = len(difference(seen.known, now.known)) + len(down) - gone  # out of the unseen ones
    possible = len(left) - gone <= most(seen.unseen) and fresh <= most(now.unseen)
    return possible and narrowed(now.size, seen.size) is not None


def _spent(left: list[str], down: Sequence[str]) -> tuple[str, ...]:
    """Colours spent face down that buildings no longer seen can have been."""
    colours = [building[0] for building in left]
    return tuple(c for c in sorted(COLOURS) for _ in range(min(colours.count(c), down.count(c))))


def set_hand(state: State, key: Key, seen: Hand) -> State:
    """A hand as it was seen; what was known of it before, and agrees, stays known."""
    now = state.players[key[0]].hand
    size = narrowed(now.size, seen.size)
    if size is not None and most(seen.unseen) and not seen.down and hands_agree(now, seen):
        left = difference(now.known, seen.known)
        known, down = tuple(sorted((*seen.known, *left))), _spent(left, now.down)
        unseen = size - len(known) + len(down)
        seen = Hand(known, not_below_zero(unseen), down)
    state = with_player(state, key[0], hand=seen)
    return replace(state, copies=copies_lying(state, *seen.known))


# Board and villages -------------------------------------------------------------------------------


def tile_text(tile: Tile | None, letters: tuple[str, ...]) -> str:
    """A face, `printed:face`, `wild:W`, `flipping:W`, `goods:face:W`, `pond:3+`, `dead`, `?`, or `-`."""
    if tile is None:
        return "-"
    face = f"{tile.face[:2]}/{tile.face[2:]}" if len(tile.face) == 4 else tile.face
    if tile.kind == "tile":
        return face
    return "?" if tile.kind == "unseen" else ":".join(part for part in (tile.kind, face, tile.was) if part)


def read_tile(text: str, letters: tuple[str, ...]) -> Tile | None:
    """The tile a text means."""
    if text in ("-", "?"):
        return None if text == "-" else Tile("unseen")
    kind, _, rest = text.partition(":")
    if kind in ("pond", "dead", "wild", "flipping"):
        return Tile(kind, rest)
    if kind not in ("printed", "goods"):
        kind, rest = "tile", text
    face, _, was = rest.partition(":")
    return Tile(kind, read_face(face), was)


def read_face(text: str) -> str:
    """Four squares out of `TS/WS`."""
    face = text.replace("/", "")
    if len(face) != 4 or text[2:3] != "/" or set(face) - set(COLOURS + "?"):
        raise ValueError(text)
    return face


def tiles_agree(now: Tile | None, seen: Tile | None) -> bool:
    """Whether a space can look so; what was not seen may be anything."""
    if now is not None and seen is not None and is_perhaps_free(now) and len(seen.face) == 4:
        return any(may_match(face, seen.face) for face in positions(now.face))
    if any(tile is not None and tile.kind == "unseen" for tile in (now, seen)):
        return True
    if now is None or seen is None:
        return now is seen
    if now.kind in ("pond", "dead") or seen.kind in ("pond", "dead"):
        return now.kind == seen.kind
    return (now.kind == "flipping" and len(seen.face) == 4) or may_match(now.face, seen.face)


def space_at(state: State, key: Key) -> Tile | None:
    """What lies on a space; while the turn closes, the goods tile may have been flipped or not (NH-GOODS-5)."""
    tile = state.board.get(key[0])
    if tile is not None and tile.kind == "wild" and key[0] == state.wild and state.phase in (REFILL, FLIP):
        return replace(tile, kind="flipping")
    return tile


def set_space(state: State, key: Key, tile: Tile | None) -> State:
    """A space as it was seen; a face read off it tells the line that laid it."""
    cell, now = key[0], space_at(state, key)
    if tile is not None and tile.kind == "flipping":
        tile = replace(tile, kind="wild")
    if tile is not None and state.hidden and (now is None or is_perhaps_free(now)) and tile.kind != "unseen":
        state = found_on(state, cell, tile)
    elif tile is not None and now is not None:
        state, tile = _seen_again(state, cell, now, tile)
    if cell == state.wild and (tile is None or tile.kind != "wild"):
        state = replace(state, wild="")
    if cell == state.placed and tile is None:
        state = replace(state, placed="")
    if state.clearings.get(cell) == "?" and tile is not None and tile.kind != "unseen":
        state = set_clearing(state, key, "-")  # the seat that filled the space took the building
    return with_tile(state, cell, tile)


def stray_shown(state: State, key: Key, seen: Tile | None) -> State:
    """A tile placed out of turn that is read on its space was left lying there: that is no second mistake."""
    cell, stray = key[0], state.strays.get(key[0])
    lying = state.board.get(cell)
    if seen is None or stray is None or not (lying is None or is_perhaps_free(lying)):
        return state
    if seen.kind != stray.tile.kind or not tiles_agree(stray.tile, seen):
        return state
    player = state.players[stray.seat]
    since = state.out_of_step_since
    state = with_player(state, stray.seat, tiles=not_below_zero(player.tiles - 1))
    state = with_tile(state, cell, seen)
    return replace(state, faces=faces_with(state, seen.face), out_of_step_since=stray.line if since is None else since)


def strays_text(strays: Mapping[str, StrayTile], letters: tuple[str, ...]) -> str:
    """`c4=B@5=TS/WS`: the space, the seat, its line, and the tile."""
    told = (f"{cell}={letters[s.seat]}@{s.line}={tile_text(s.tile, letters)}" for cell, s in sorted(strays.items()))
    return " ".join(told) or "-"


def read_strays(text: str, letters: tuple[str, ...]) -> dict[str, StrayTile]:
    """The tiles placed out of turn that a text means."""
    strays = {}
    for part in text.split() if text != "-" else ():
        cell, who, lying = part.split("=")
        seat, line = who.split("@")
        tile = read_tile(lying, letters)
        if tile is None:
            raise ValueError(text)
        strays[cell] = StrayTile(int(line), letters.index(seat), tile)
    return strays


def _seen_again(state: State, cell: str, now: Tile, tile: Tile) -> tuple[State, Tile]:
    """What was known of a piece stays known, and what is new was true all the time."""
    if tile.kind == "unseen":
        return state, state.board[cell]
    if now.kind == "flipping" and len(tile.face) == 4:
        state = replace(state, faces=faces_with(state, tile.face))
        return learn_face(state, cell, tile.face), Tile("goods", tile.face, now.face)
    if now.kind in ("printed", "goods") and tile.kind == "tile":
        tile = replace(now, face=tile.face)
    if len(now.face) == len(tile.face) == 4 and tiles_agree(now, tile):
        tile = replace(tile, face="".join(b if a == "?" else a for a, b in zip(tile.face, now.face, strict=True)))
        if "?" in now.face:
            state = learn_face(state, cell, tile.face)
    return state, tile


def home_text(home: Home | None, letters: tuple[str, ...]) -> str:
    """`W4` face up, `w4` or `w?` face down, covered ones after it; `-` empty, `?` unknown."""
    if home is None or home == ANY:
        return "-" if home is None else "?"
    colour = home.colour if home.up else home.colour.lower()
    return "/".join([f"{colour}{home.number or '?'}", *(home_text(low, letters) for low in home.under)])


def read_home(text: str, letters: tuple[str, ...]) -> Home | None:
    """The building a text means."""
    if text in ("-", "?"):
        return None if text == "-" else ANY
    top, *under = text.split("/")
    if len(top) != 2 or top[0].upper() not in COLOURS or top[1] not in "123456?":
        raise ValueError(text)
    number = None if top[1] == "?" else int(top[1])
    covered = (read_home(low, letters) for low in under)
    return Home(top[0].upper(), number, top[0].isupper(), tuple(home for home in covered if home is not None))


def homes_agree(now: Home | None, seen: Home | None) -> bool:
    """Whether a village space can look so; an unseen number may be any."""
    if ANY in (now, seen):
        return True
    return now is seen if now is None or seen is None else could_be(now, seen)


def home_at(state: State, key: Key) -> Home | None:
    """A village space; after a gap one that looks empty may be built on."""
    player = state.players[key[0]]
    return player.village.get(key[1], ANY if player.unsure else None)


def set_home(state: State, key: Key, home: Home | None) -> State:
    """A village space as it was seen."""
    if home == ANY:
        return state
    state = home_shown(state, key, home)
    village = {at: built for at, built in state.players[key[0]].village.items() if at != key[1]}
    now = state.players[key[0]].village.get(key[1])
    if home is not None:
        if now is not None and homes_agree(now, home):
            home = replace(home, number=home.number or now.number, under=home.under or now.under)
        village[key[1]] = home
    state = with_player(state, key[0], village=village)
    seen = [f"{building.colour}{building.number}" for building in ((home, *home.under) if home else ())]
    return replace(state, copies=copies_lying(state, *seen))


# Clearings and pool -------------------------------------------------------------------------------


def clearing_at(state: State, key: Key) -> str:
    """The building on a clearing; a building or none while it is not known whether the space is filled."""
    building, filled = state.clearings.get(key[0], "-"), state.board.get(key[0])
    may_be_gone = filled is not None and filled.kind == "unseen" and (building == "?" or is_perhaps_free(filled))
    return OR_NONE if may_be_gone and building != "-" else building


def clearings_agree(now: str, seen: str) -> bool:
    """Whether a clearing can look so."""
    return now == seen or OR_NONE in (now, seen) or ("?" in (now, seen) and "-" not in (now, seen))


def set_clearing(state: State, key: Key, seen: str) -> State:
    """A clearing as it was seen."""
    if seen in ("?", OR_NONE):
        seen = state.clearings.get(key[0], "?")
    others = {cell: building for cell, building in state.clearings.items() if cell != key[0]}
    state = replace(state, clearings=others if seen == "-" else {**others, key[0]: seen})
    return replace(state, copies=copies_lying(state, seen))


def pool_at(state: State, key: Key) -> tuple[str, ...]:
    """The pool; after a gap perhaps fewer than it seems."""
    return (*state.pool, OR_FEWER) if state.pool_may_lack else state.pool


def pools_agree(now: tuple[str, ...], seen: tuple[str, ...]) -> bool:
    """Whether the pool can look so, in any order."""
    here, there = ([building for building in pool if building in KINDS] for pool in (now, seen))
    strange, left = len(difference(there, here)), len(difference(here, there))
    if OR_FEWER in (*now, *seen):
        return strange <= now.count("?")
    return len(now) == len(seen) and strange <= now.count("?") and left <= seen.count("?")


def pool_verdict(state: State, key: Key, seen: tuple[str, ...]) -> str:
    """Broken if the pool lacks just the buildings of a refill that was not recorded, or was filled beyond five."""
    known = [building for building in state.pool if building != "?"]
    unfilled = len(known) < len(state.pool) and not state.pool_may_lack and sorted(seen) == sorted(known)
    return BROKEN if unfilled or len(seen) - seen.count(OR_FEWER) > max(POOL, len(state.pool)) else ""


def set_pool(state: State, key: Key, seen: tuple[str, ...]) -> State:
    """The pool as it was seen; what was known of it before, and agrees, stays known."""
    may_lack, lying = OR_FEWER in seen, tuple(building for building in seen if building != OR_FEWER)
    if pools_agree(state.pool, lying):
        left = [building for building in difference(state.pool, lying) if building != "?"]
        lying = tuple(left.pop(0) if building == "?" and left else building for building in lying)
    state = replace(state, pool=lying, pool_may_lack=may_lack)
    return replace(state, copies=copies_lying(state, *lying))


# Whose turn it is ---------------------------------------------------------------------------------


def set_phase(state: State, key: Key, phase: str) -> State:
    """Where in the turn the table is; after its first step a tile has been placed."""
    return replace(state, phase=phase, played=state.played or int(phase in MID_TURN), early_lines=())


def set_active(state: State, key: Key, seat: Seat | None) -> State:
    """Whose turn it is, or that it is not known."""
    return replace(state, turn_known=False) if seat is None else replace(state, active=seat, turn_known=True)
