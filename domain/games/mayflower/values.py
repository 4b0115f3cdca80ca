"""Values read off the table: their text, whether they agree with the state, and how they change it."""

from __future__ import annotations

from domain.facts import KnownFacts
from domain.games.mayflower.deeds.colonists import is_place_unknown
from domain.games.mayflower.follow import men_as_read, tables_ahead
from domain.games.mayflower.notation.words import feature, feature_text, post, post_text
from domain.games.mayflower.pieces import COLONISTS, COPIES, LETTERS, TRACK
from domain.games.mayflower.pieces.faces import TileFace, read_face, same_look, turned
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import (
    GAP,
    MID_TURN,
    PAWNS,
    Man,
    Ref,
    State,
    Tile,
    as_lying,
    face_text,
    unrecorded_tiles,
    with_man,
    with_tile,
    with_tile_described,
    without_men,
    without_tile,
)
from domain.games.mayflower.state.land import START, Laid
from domain.numbers import NotKnown, Number, exact, least, most, not_below_zero
from domain.rules import BROKEN, CONTRADICTION, Key, Seat, replace

Letters = tuple[str, ...]
NOTHING, UNSEEN = "-", "?"
OR_NONE = "?-"  # after a gap: a tile, or none


# Spaces: `A/1` a letter and how it is turned, `=FACE` a face as it lies, `A/1=FACE` both ----------------


class Space(str):
    """The text of what lies on a cell, with the face as it lies if that is known."""

    lies: str

    def __new__(cls, text: str, lies: str = "") -> Space:
        made = super().__new__(cls, text)
        made.lies = lies
        return made


def space_at(state: State, key: Key) -> Space:
    """What lies on a cell."""
    tile = state.land.tile(key[0])
    if tile is None:
        return Space(OR_NONE if unrecorded_tiles(state) else NOTHING)
    return Space(tile_text(state, tile), tile.face.text if tile.face else "")


def tile_text(state: State, tile: Laid) -> str:
    """The text of a lying tile; with its face only where the letter does not give it."""
    lies = tile.face.text if tile.face else ""
    letter = "" if tile.letter == START else tile.letter
    if not letter:
        return f"={lies}" if lies else UNSEEN
    expected = as_lying(state, Tile(letter), tile.turn)
    same = lies == (expected.text if expected else "")
    return f"{letter}/{tile.turn}" if same else f"{letter}/{tile.turn}={lies}"


def read_space(text: str, letters: Letters) -> Space:
    """A space out of its text; raises ValueError for another text."""
    if text in (NOTHING, UNSEEN, OR_NONE):
        return Space(text)
    tile, equals, face = text.partition("=")
    if equals and face:
        face = read_face(face, True).text
    if tile:
        letter, slash, turn = tile.partition("/")
        if letter not in COPIES or turn not in tuple("0123") or not slash:
            raise ValueError(text)
    elif not face:
        raise ValueError(text)
    return Space(f"{tile}{equals}{face}", face)


def spaces_agree(now: Space, seen: Space) -> bool:
    """Whether two descriptions fit one cell; an unseen face may be any, and some tiles look alike when turned."""
    texts = now, seen
    if texts[0] == texts[1] or OR_NONE in texts:
        return True
    if NOTHING in texts:
        return False
    if UNSEEN in texts:
        return True
    (letter, _, turn), (other, _, turned_to) = (text.partition("=")[0].partition("/") for text in texts)
    if letter and other and letter != other:
        return False
    lies, shown = now.lies, seen.lies
    if lies and not shown and letter and other:
        shown = turned(lies, int(turned_to) - int(turn), True).text
    if lies and shown:
        return same_look(lies, shown)
    return turn == turned_to or not letter or not other


def may_look_the_same(state: State, key: Key, seen: Space) -> str:
    """The verdict on a tile that lies differently: MF-PLACE-6, unless it was only turned and its face is unknown."""
    tile = state.land.tile(key[0])
    if tile is not None and tile.face is None and seen.partition("/")[0] == tile.letter:
        raise NotKnown(f"face {key[0]}")
    return BROKEN


def set_space(state: State, key: Key, seen: Space) -> State:
    """The table with a cell as it was seen."""
    cell = key[0]
    now = state.land.tile(cell)
    if seen == OR_NONE or (seen == UNSEEN and now is not None):
        return state
    if seen == NOTHING:
        return state if now is None else without_tile(state, cell)
    if seen == UNSEEN:
        return with_tile(state, cell, "", 0, None)
    tile, _, face = seen.partition("=")
    letter, _, turn = tile.partition("/")
    if letter and face and not face_text(state, letter):
        state = _with_face(state, letter, turned(face, -int(turn), True).text)
    lies = turned(face, 0, True) if face else as_lying(state, Tile(letter), int(turn or 0))
    if now is None:
        state = _with_hidden_found(state, cell, letter, int(turn) if turn else None, lies)
        return with_tile(state, cell, letter, int(turn or 0), lies)
    letter = letter or now.letter
    return with_tile_described(state, cell, letter, int(turn or now.turn), lies or now.face)


def _with_hidden_found(state: State, cell: str, letter: str, turn: int | None, lies: TileFace | None) -> State:
    """The table where a tile on a cell that was not seen is the one read now, if only one can be it."""
    fits = [unplaced for unplaced in state.unplaced if not letter or unplaced[1].letter in ("", letter)]
    if len(fits) != 1:
        return state
    shown = (cell, turn, lies.text if lies else "")
    known = state.known.with_fact((fits[0][0], "cell"), shown, state.line)
    return replace(state, known=known, unplaced=tuple(other for other in state.unplaced if other is not fits[0]))


def _with_face(state: State, letter: str, face: str) -> State:
    return replace(state, known=state.known.with_fact(("face", letter), face, state.line))


# Colonists on a tile: `B:merchant@N Y:trapper@S-/lying` --------------------------------------------------


def men_at(state: State, key: Key) -> tuple | None:
    """The colonists on a tile; None after a gap, which may have brought others."""
    found = men_as_read(state, key[0])
    return None if state.gap and not found else found


def men_to_text(men: tuple | None, letters: Letters) -> str:
    """The text of the colonists on a tile."""
    if men is None:
        return UNSEEN
    stance = {None: "", True: "/lying", False: "/standing"}
    words = [f"{letters[seat]}:{post_text(role, port)}{stance[lying]}" for seat, role, port, lying in men]
    return " ".join(words) or NOTHING


def read_men(text: str, letters: Letters) -> tuple | None:
    """The colonists on a tile out of their text."""
    if text in (NOTHING, UNSEEN):
        return () if text == NOTHING else None
    return tuple(_read_man(word, letters) for word in text.split())


def _read_man(word: str, letters: Letters) -> tuple[Seat, str, str, bool | None]:
    owner, colon, rest = word.partition(":")
    if owner not in letters or not colon:
        raise ValueError(word)
    place, _, stance = rest.partition("/")
    if stance not in ("", "lying", "standing"):
        raise ValueError(word)
    return (letters.index(owner), *post(place), stance == "lying" if stance else None)


def men_agree(now: tuple | None, seen: tuple | None) -> bool:
    """Whether two lists of colonists fit one tile; role, port and stance count only if both were seen."""
    if now is None or seen is None:
        return True
    left = list(seen)
    for man in sorted(now, key=lambda man: man.count("") + man.count(UNSEEN)):  # those of which most is known first
        fits = [possible for possible in left if _may_be_one(man, possible)]
        if not fits:
            return False
        left.remove(fits[0])
    return not left


def _may_be_one(man: tuple, seen: tuple) -> bool:
    """Whether two descriptions fit one colonist."""
    described = zip(man, seen, NOT_SEEN, strict=True)
    return all(one in (other, unknown) or other == unknown for one, other, unknown in described)


NOT_SEEN = ("", "", UNSEEN, None)  # a colonist's owner, who is always known, its role, port and stance


def more_men_than_there_are(state: State, key: Key, seen: tuple | None) -> str:
    """A reading that shows more colonists of a colour than its owner has on the map and in reserve (MF-SETUP-4)."""
    for seat, reserve in enumerate(state.reserves):
        here = sum(man[0] == seat for man in seen or ())
        elsewhere = sum(man.seat == seat and man.cell != key[0] for man in state.men)
        stood = sum(man.seat == seat and man.cell == key[0] for man in state.men)
        if here > max(most(reserve) + stood, COLONISTS - elsewhere):
            return CONTRADICTION
    return ""


def set_men(state: State, key: Key, seen: tuple | None) -> State:
    """The table with the colonists seen on a tile: new ones come from the reserves, missing ones go back.

    If a reserve was read before and lacks a colonist, that one is the colonist seen now.
    """
    if seen is None or men_as_read(state, key[0]) == seen or state.land.tile(key[0]) is None:
        return state
    gone = tuple(man for man in state.men if man.cell == key[0])
    men, land = without_men(state, gone)
    state = replace(state, men=men, land=land, known=_with_places(state, gone, seen))
    reserves = list(state.reserves)
    for man in gone:
        reserves[man.seat] = reserves[man.seat] + 1
    for seat, role, port, lying in seen:
        if most(reserves[seat]) + sum(man.seat == seat for man in state.men) >= COLONISTS:
            reserves[seat] = not_below_zero(reserves[seat] - 1)
        state = with_man(state, Man(seat, key[0], role, port, lying))
    return replace(state, reserves=tuple(reserves), gap=_gap_left(state))


def _with_places(state: State, stood: tuple[Man, ...], seen: tuple) -> KnownFacts:
    """What is known, with the role and the place of a colonist that were not seen when it was placed."""
    known = state.known
    for man in stood:
        there = [
            item for item in seen if item[0] == man.seat and not is_place_unknown(Man(man.seat, man.cell, *item[1:]))
        ]
        if is_place_unknown(man) and len(there) == 1 and sum(other.seat == man.seat for other in stood) == 1:
            known = known.with_fact(("colonist", man.cell, man.seat), there[0][1:3], state.line)
    return known


def _gap_left(state: State) -> str:
    """The fact still missing once a colonist of unknown place was seen: the place of another one, if any."""
    if not state.gap.startswith("colonist"):
        return state.gap
    return next((f"colonist {man.cell}" for man in state.men if is_place_unknown(man)), "")


# Tiles in hand, and how many of each letter were seen ---------------------------------------------------


def hand_text(hand: tuple[Tile, ...], letters: Letters) -> str:
    """`A ? =FACE`."""
    return " ".join(tile.letter or (f"={tile.face}" if tile.face else UNSEEN) for tile in hand) or NOTHING


def read_hand(text: str, letters: Letters) -> tuple[Tile, ...]:
    """Reads the text that the function above writes."""
    return () if text == NOTHING else tuple(_read_in_hand(word) for word in text.split())


def _read_in_hand(word: str) -> Tile:
    if word == UNSEEN:
        return Tile()
    if word[0] == "=":
        return Tile("", read_face(word[1:]).text)
    if word not in COPIES:
        raise ValueError(word)
    return Tile(word)


def hands_agree(now: tuple[Tile, ...], seen: tuple[Tile, ...]) -> bool:
    """Whether two descriptions fit one hand."""
    pairs = zip(now, seen, strict=False)
    return len(now) == len(seen) and all(a == b or Tile() in (a, b) for a, b in pairs)


def copies_text(drawn: bytes, letters: Letters) -> str:
    """`A=2 AH=1`."""
    return " ".join(f"{letter}={count}" for letter, count in zip(LETTERS, drawn, strict=True) if count) or NOTHING


def read_copies(text: str, letters: Letters) -> bytes:
    """Reads the text that the function above writes."""
    pairs = dict(part.split("=") for part in text.split()) if text != NOTHING else {}
    if set(pairs) - set(LETTERS):
        raise ValueError(text)
    return bytes(int(pairs.get(letter, 0)) for letter in LETTERS)


# The score track ---------------------------------------------------------------------------------------


def space_on_track(points: Number) -> int | None:
    """Past 50 counting restarts at 1 (MF-TRACK-2, MF-I-22); nothing where the points are not known."""
    if least(points) != most(points):
        return None
    total = least(points)
    return (total - 1) % TRACK + 1 if total > 0 else total


def stance(points: Number, third_lap_stands: bool = False) -> str:
    """Standing in the first lap, lying from 51 on."""
    if least(points) != most(points):
        return UNSEEN
    lap = (least(points) - 1) // TRACK if points > 0 else 0
    return "lying" if (lap % 2 if third_lap_stands else lap) else "standing"


# Features by name, phases, whose turn ------------------------------------------------------------------


def refs_text(refs: tuple[Ref, ...], letters: Letters) -> str:
    """`road 2:3@N farm 1:4`."""
    return " ".join(map(feature_text, refs)) or NOTHING


def read_refs(text: str, letters: Letters) -> tuple[Ref, ...]:
    """Reads the text that the function above writes."""
    words = [] if text == NOTHING else text.split()
    return tuple(feature(*pair) for pair in zip(words[::2], words[1::2], strict=True))


def set_phase(state: State, key: Key, phase: str) -> State:
    """The table in a phase; a turn is running in the phases of a turn."""
    now = replace(state.now, seat=state.active, over=False) if phase in MID_TURN else state.now
    return replace(state, phase=phase, now=now)


def set_active(state: State, key: Key, seat: Seat | None) -> State:
    """The table with the turn of a seat; None: of an unknown seat."""
    if seat is None:
        return replace(state, whose=False)
    now = replace(state.now, seat=seat) if state.phase in MID_TURN else state.now
    return replace(state, active=seat, whose=True, now=now)


def set_gap(state: State, key: Key, fact: str) -> State:
    """The table with a gap, or with none: then everything on the land is recorded."""
    phase = "draw" if state.phase == GAP and not fact else state.phase
    return replace(state, gap=fact, phase=phase)


def set_reserve(state: State, key: Key, value: Number) -> State:
    """Colonists before a player."""
    return replace(state, reserves=(*state.reserves[: key[0]], value, *state.reserves[key[0] + 1 :]))


# What was done already and is not recorded yet --------------------------------------------------------


def points_ahead(rules: MayflowerRules, state: State, key: Key) -> tuple[Number, ...]:
    """The points a seat has once the running turn is over, or on the way there."""
    return tuple(table.scores[key[0]] for table in reversed(tables_ahead(rules, state)))


def reserve_ahead(rules: MayflowerRules, state: State, key: Key) -> tuple[Number, ...]:
    """The reserve a seat has once the running turn is over, or on the way there."""
    return tuple(table.reserves[key[0]] for table in reversed(tables_ahead(rules, state)))


def columns_ahead(rules: MayflowerRules, state: State, key: Key) -> tuple[Number, ...]:
    """The columns an explorer can have moved to before the running turn is over; of level ones either may move."""
    at = PAWNS.index(key[0])
    found: list[Number] = []
    for table in reversed(tables_ahead(rules, state)):
        found += table.explorers if table.guess and not state.guess else [table.explorers[at]]
    now = exact(state.explorers[at])
    return tuple(column for column in map(exact, found) if column not in (None, now))


def too_far_apart(state: State, key: Key, seen: Number) -> str:
    """The verdict on an explorer more than a column from the other one (MF-EXPLORER-3); empty for any other column."""
    other = state.explorers[1 if key[0] == "a" else 0]
    return BROKEN if seen - other > 1 or other - seen > 1 else ""


def explorers_with(state: State, pawn: str, column: Number) -> tuple[Number, Number]:
    """The columns of both explorers, with one of them in this column."""
    one, other = state.explorers
    return (column, other) if pawn == "a" else (one, column)


def reveal_move(state: State, key: Key, column: Number | None) -> State:
    """The table with the explorer that moved, where a column shows it and the record does not say it."""
    if not state.guess or column not in state.explorers:
        return state
    one, other = state.explorers
    explorers = state.explorers if explorers_with(state, key[0], column) == state.explorers else (other, one)
    return replace(state, explorers=explorers, guess=False)
