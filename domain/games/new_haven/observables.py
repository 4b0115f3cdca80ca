"""What can be read off the table of New Haven, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.pieces import CELLS, COLOURS, HOMES, KINDS
from domain.games.new_haven.state import PHASES, Hand, Home, State, Tile, marker, markers_with, with_player, with_tile
from domain.numbers import Number, Range, not_below_zero
from domain.observables import Observable
from domain.rules import Fact, Key, replace
from domain.texts import NUMBER, SEAT, YES, Form, letters_of, many, one_of, seats_form, table_form

BUILDINGS = many(KINDS + ("?",))


def seats(state: State) -> list[Key]:
    """One key per seat."""
    return [(seat,) for seat in range(len(state.players))]


def nowhere(state: State) -> list[Key]:
    """The only key of a thing there is once."""
    return [()]


def of_seat(name: str, form: Form = NUMBER, **more: Any) -> Observable:
    """A field of a seat's own area."""
    return Observable(
        name=name,
        key=("seat",),
        keys=seats,
        text=form.text,
        read=form.read,
        get=lambda state, key: getattr(state.players[key[0]], name),
        set=lambda state, key, value: with_player(state, key[0], **{name: value}),
        **more,
    )


def of_table(name: str, form: Form = NUMBER, **more: Any) -> Observable:
    """A field of the table."""
    return Observable(
        name=name,
        keys=nowhere,
        text=form.text,
        read=form.read,
        get=lambda state, key: getattr(state, name),
        set=lambda state, key, value: replace(state, **{name: value}),
        **more,
    )


# Markers, hands -----------------------------------------------------------------------------------


def drawn_from(pile: str, observable: Observable) -> Observable:
    """What is counted again at a seat came out of a pile, or never left it: the box stays whole."""

    def put(state: State, key: Key, count: Number) -> State:
        before, left = observable.get(state, key), getattr(state, pile)
        state = observable.set(state, key, count)
        if Range in map(type, (before, count, left)):
            return state
        return replace(state, **{pile: not_below_zero(left + before - count)})

    return replace(observable, set=put)


def set_hand_size(state: State, key: Key, size: Number) -> State:
    """A hand counted again: seen buildings stay as long as the count allows."""
    hand = state.players[key[0]].hand
    unseen = size - len(hand.known) + len(hand.down)
    if isinstance(unseen, Range) or unseen >= 0:
        return with_player(state, key[0], hand=replace(hand, unseen=unseen))
    return with_player(state, key[0], hand=Hand(hand.known[: max(0, size)], 0, ()))


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
    left = list(now.known)
    others = 0
    for building in seen.known:
        if building in left:
            left.remove(building)
        else:
            others += 1
    spent = list(now.down)
    for building in left:
        if building[0] in spent:
            spent.remove(building[0])
        elif not seen.unseen:
            return False
    size = now.size
    return isinstance(size, Range) or (size == seen.size and (others <= now.unseen or bool(seen.unseen)))


# Board and villages -------------------------------------------------------------------------------


def tile_text(tile: Tile | None, letters: tuple[str, ...]) -> str:
    """A face, `printed:face`, `wild:W`, `goods:face:W`, `pond:3+`, `dead`, `?`, or `-`."""
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
    if kind in ("pond", "dead", "wild"):
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
    """Whether a space can look so: squares not seen, and what nobody saw, may be anything."""
    if now is None or seen is None:
        return now is seen or "unseen" in ((now or seen).kind,)
    if "unseen" in (now.kind, seen.kind):
        return True
    if now.kind in ("pond", "dead") or seen.kind in ("pond", "dead"):
        return now.kind == seen.kind
    return len(now.face) == len(seen.face) and all(
        a == b or "?" in (a, b) for a, b in zip(now.face, seen.face, strict=True)
    )


def set_space(state: State, key: Key, tile: Tile | None) -> State:
    """A space as it was seen; a face read off it tells the line that laid it."""
    now = state.board.get(key[0])
    if tile is not None and now is not None and tile.kind == "tile" and now.kind in ("printed", "goods"):
        tile = replace(now, face=tile.face)
    if tile is not None and now is not None and tiles_agree(now, tile) and len(now.face) == len(tile.face) == 4:
        tile = replace(tile, face="".join(b if a == "?" else a for a, b in zip(tile.face, now.face, strict=True)))
    if tile is not None and now is not None and "?" in now.face and "?" not in tile.face:
        line = next((line for line, where in state.laid.items() if where == ("space", key[0])), None)
        if line is not None and (line, "face") not in state.known:
            state = replace(state, known={**state.known, (line, "face"): Fact(tile.face, state.line)})
    return with_tile(state, key[0], tile)


def home_text(home: Home | None, letters: tuple[str, ...]) -> str:
    """`W4` face up, `w4` or `w?` face down, covered ones after it; `-` is empty."""
    if home is None:
        return "-"
    colour = home.colour if home.up else home.colour.lower()
    return "/".join([f"{colour}{home.number or '?'}", *(home_text(low, letters) for low in home.under)])


def read_home(text: str, letters: tuple[str, ...]) -> Home | None:
    """The building a text means."""
    if text == "-":
        return None
    top, *under = text.split("/")
    if len(top) != 2 or top[0].upper() not in COLOURS or top[1] not in "123456?":
        raise ValueError(text)
    number = None if top[1] == "?" else int(top[1])
    return Home(top[0].upper(), number, top[0].isupper(), tuple(read_home(low, letters) for low in under))


def homes_agree(now: Home | None, seen: Home | None) -> bool:
    """Whether a village space can look so; a number nobody saw may be any."""
    if now is None or seen is None:
        return now is seen
    numbers = now.number == seen.number or None in (now.number, seen.number)
    return (now.colour, now.up) == (seen.colour, seen.up) and numbers


def set_home(state: State, key: Key, home: Home | None) -> State:
    """A village space as it was seen."""
    village = {at: built for at, built in state.players[key[0]].village.items() if at != key[1]}
    now = state.players[key[0]].village.get(key[1])
    if home is not None:
        if now is not None and homes_agree(now, home):
            home = replace(home, number=home.number or now.number, under=home.under or now.under)
        village[key[1]] = home
    return with_player(state, key[0], village=village)


def pools_agree(now: tuple[str, ...], seen: tuple[str, ...]) -> bool:
    """Whether the pool can look so, in any order."""
    left = [building for building in now if building != "?"]
    strange = [b for b in seen if b != "?" and not (b in left and left.remove(b) is None)]
    return len(now) == len(seen) and len(strange) <= now.count("?") and len(left) <= seen.count("?")


def set_score(state: State, key: Key, value: Number) -> State:
    """A side's points."""
    return replace(state, scores=(*state.scores[: key[0]], value, *state.scores[key[0] + 1 :]))


def value(name: str, form: Form, keys: Callable = nowhere, **more: Any) -> Observable:
    """Something that is no number."""
    return Observable(name=name, keys=keys, text=form.text, read=form.read, counts=False, **more)


SEATS = seats_form()
_ALL = (
    Observable(
        name="marker",
        key=("colour",),
        among=tuple(COLOURS),
        keys=lambda state: [(colour,) for colour in COLOURS],
        text=NUMBER.text,
        read=NUMBER.read,
        get=lambda state, key: marker(state, key[0]),
        set=lambda state, key, value: replace(state, markers=markers_with(state, key[0], value)),
    ),
    value(
        "behind",
        Form(hand_text, read_hand),
        seats,
        key=("seat",),
        agrees=hands_agree,
        get=lambda state, key: state.players[key[0]].hand,
        set=lambda state, key, value: with_player(state, key[0], hand=value),
    ),
    drawn_from(
        "bag",
        Observable(
            name="hand",
            key=("seat",),
            keys=seats,
            text=NUMBER.text,
            read=NUMBER.read,
            get=lambda state, key: state.players[key[0]].hand.size,
            set=set_hand_size,
        ),
    ),
    drawn_from("supply", of_seat("tiles")),
    drawn_from("supply", of_seat("goods")),
    of_seat("turns", lies=False),
    of_seat("unsure", YES, counts=False, lies=False),
    value(
        "village",
        Form(home_text, read_home),
        lambda state: [(s, h) for (s,) in seats(state) for h in HOMES],
        key=("seat", "home"),
        among=HOMES,
        agrees=homes_agree,
        clause=nh.BUILD_11.id,
        get=lambda state, key: state.players[key[0]].village.get(key[1]),
        set=set_home,
    ),
    value(
        "space",
        Form(tile_text, read_tile),
        lambda state: [(cell,) for cell in CELLS],
        key=("cell",),
        among=CELLS,
        agrees=tiles_agree,
        clause=nh.HARVEST_5.id,
        get=lambda state, key: state.board.get(key[0]),
        set=set_space,
    ),
    value(
        "clearing",
        Form(lambda building, _: building, lambda text, letters: one_of(KINDS + ("?",)).read(text, letters) or "-"),
        lambda state: [(cell,) for cell in CELLS],
        key=("cell",),
        among=CELLS,
        get=lambda state, key: state.clearings.get(key[0], "-"),
        set=lambda state, key, value: replace(
            state, clearings={c: b for c, b in {**state.clearings, key[0]: value}.items() if b != "-"}
        ),
    ),
    of_table("pool", BUILDINGS, counts=False, agrees=pools_agree),
    of_table("bag", clause=nh.COMP_1.id),
    of_table("supply", clause=nh.COMP_3.id),
    of_table("draws"),
    Observable(
        name="points",
        key=("seat",),
        keys=seats,
        text=NUMBER.text,
        read=NUMBER.read,
        get=lambda state, key: state.scores[key[0]],
        set=set_score,
    ),
    of_table("winners", SEATS, counts=False, agrees=lambda now, seen: not now or now == seen),
    of_table("side", one_of(("A", "B")), counts=False, lies=False),
    of_table("phase", one_of(PHASES), counts=False, lies=False),
    *(of_table(name, SEAT, counts=False, lies=False) for name in ("active", "sharer")),
    *(of_table(name, lies=False) for name in ("turn", "round", "played", "drawn")),
    *(of_table(name, one_of(CELLS), counts=False, lies=False) for name in ("wild", "placed")),
    of_table("raised", letters_of(COLOURS), counts=False, lies=False),
    of_table("claimed", one_of(KINDS + ("?",)), counts=False, lies=False),
    of_table("goods_turn", YES, counts=False, lies=False),
    *(of_table(name, SEATS, counts=False, lies=False) for name in ("acted", "closed", "builds")),
    of_table("last", many(()), counts=False, lies=False),
    of_table("copies", table_form(), counts=False, lies=False),
    of_table("faces", table_form(), counts=False, lies=False),
)
OBSERVABLES = {observable.name: observable for observable in _ALL}
