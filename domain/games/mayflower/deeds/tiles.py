"""Deeds of drawing, discarding and placing tiles, and what is printed on them."""

from __future__ import annotations

from domain.deviations.misplacement import shown_out_of_place
from domain.games.mayflower.actions import Discard, Draw, Face, Place
from domain.games.mayflower.deeds.common import Moved, running
from domain.games.mayflower.pieces import AT_LETTER, COASTS, COPIES
from domain.games.mayflower.pieces import faces as printed
from domain.games.mayflower.pieces.cells import NOT_SEEN, SPOTS
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.start import after_gap, coast_face
from domain.games.mayflower.state import (
    AFTER_THE_TILE,
    CLOSED,
    COLONIST,
    DRAW,
    EXPLORE,
    KINDS,
    LAID,
    NO_TRAIL,
    PLACE,
    SCORE,
    Ref,
    State,
    Tile,
    Turn,
    as_lying,
    drawn_with,
    face_text,
    filled_around,
    unrecorded_tiles,
    unseen_of,
    with_man,
    with_tile,
    with_tile_described,
    without_tile,
)
from domain.games.mayflower.state.land import START, Land, Nodes, lay_tile, rebuilt_land
from domain.numbers import MOST, Range, is_surely, least, not_below_zero
from domain.rules import replace


def with_face(state: State, of: str, face: str) -> State:
    """The table with the face of a letter or a start space; the first one recorded counts."""
    if not of or not face or of in state.faces:
        return state
    known = state.known.with_fact(("face", of), face, state.line)
    return state if known is state.known else replace(state, known=known)


def face(rules: MayflowerRules, state: State, action: Face) -> Moved:
    """Records a face; tiles of that letter on the land show it from now on."""
    state = with_face(state, action.of, action.face)
    if action.of in COASTS:
        lying = state.land.tile(action.of)
        if lying is not None and lying.face is None:
            state = with_tile_described(state, action.of, lying.letter, 0, coast_face(face_text(state, action.of)))
        return state, ()
    return _shown(state, action.of), ()


def _shown(state: State, letter: str) -> State:
    """The table with a new face on the tiles of its letter that were laid without one."""
    tiles = list(state.land.lying())
    if not any(tile.letter == letter and tile.face is None for _, tile in tiles):
        return state
    tiles = [
        (cell, replace(tile, face=as_lying(state, Tile(letter), tile.turn)) if tile.letter == letter else tile)
        for cell, tile in tiles
    ]
    return replace(state, land=rebuilt_land(tiles, state.men, state.land.plains_end))


def use_draw(rules: MayflowerRules, state: State, action: Draw) -> State:
    """A turn begins with a draw; another one in the same turn follows a discard."""
    if state.phase in CLOSED:
        return state
    now = running(state, action.seat)
    phase = state.phase if state.phase in AFTER_THE_TILE else PLACE
    return replace(state, phase=phase, now=replace(now, drawn=now.drawn + 1))


def draw(rules: MayflowerRules, state: State, action: Draw) -> Moved:
    """A tile leaves the stacks; that begins the turn, unless the turn's tile is laid already."""
    letter, phase, now = action.letter, state.phase, state.now
    if action.face and letter:
        state = with_face(state, letter, action.face)
    out_of_place = shown_out_of_place(state)
    if out_of_place and letter and state.drawn[AT_LETTER[letter]] >= COPIES[letter]:
        return state, ()  # there is no such tile, and the table went on without it
    if phase in AFTER_THE_TILE:
        state = replace(state, known=state.known.with_fact(second_draw_key(state), True, state.line))
        now = replace(now, drawn=now.drawn + 1)
    elif phase not in CLOSED:
        phase = PLACE
        now = Turn(action.seat, drawn=1) if now.over else replace(now, drawn=now.drawn + 1)
    tile = Tile(letter, "" if face_text(state, letter) == action.face else action.face)  # as it was just written
    hand = (tile, *state.hand) if out_of_place else (*state.hand, tile)  # the turn's comes last
    stock, drawn = not_below_zero(state.stock - 1), drawn_with(state.drawn, letter)
    return replace(state, phase=phase, now=now, stock=stock, hand=hand, drawn=drawn), ()


def second_draw_key(state: State) -> tuple:
    """The key of the fact that another tile was drawn in this turn after its tile was laid."""
    return state.turn, "drawn again"


def use_discard(rules: MayflowerRules, state: State, action: Discard) -> State:
    """Another tile is drawn in the same turn; after the last one the turn is over (MF-I-13)."""
    if state.phase != PLACE:
        return state
    now = replace(state.now, discarded=state.now.discarded + 1)
    return replace(state, now=now, phase=SCORE if is_surely(state.stock, 0) else DRAW)


def discard(rules: MayflowerRules, state: State, action: Discard) -> Moved:
    """The tile goes into the box, or back to the stack or the hand."""
    tile, hand = out_of_hand(state, action.letter)
    if tile is None or action.to == "hand":
        return state, ()
    if action.to == "box":
        drawn = state.drawn if tile.letter else drawn_with(state.drawn, action.letter)
        return replace(state, hand=hand, discarded=state.discarded + 1, drawn=drawn), ()
    phase = DRAW if state.phase == SCORE and state.now.discarded and not state.now.laid else state.phase
    return replace(
        state, hand=hand, stock=state.stock + 1, drawn=drawn_with(state.drawn, tile.letter, -1), phase=phase
    ), ()


def out_of_hand(state: State, letter: str) -> tuple[Tile | None, tuple[Tile, ...]]:
    """The tile of a letter in hand, else the last one drawn; and the rest of the hand."""
    hand = state.hand
    if not hand:
        return None, ()
    if len(hand) == 1 and (not letter or hand[0].letter in ("", letter)):
        return hand[0], ()
    fits = [at for at, tile in enumerate(hand) if not letter or tile.letter in ("", letter)]
    if not fits:
        return None, hand
    at = fits[-1]
    return hand[at], (*hand[:at], *hand[at + 1 :])


def use_place(rules: MayflowerRules, state: State, action: Place) -> State:
    """The one tile of the turn."""
    if state.phase in CLOSED or action.source:
        return state
    now, phase, cell = running(state, action.seat), _leads_to(state), known_place(state, action).cell
    now = replace(now, cell="" if cell == NOT_SEEN else cell, laid=now.laid + 1)
    return replace(state, phase=phase, now=now, trail=NO_TRAIL)


def _leads_to(state: State) -> str:
    """The phase after a tile: the colonist; a second tile later in the turn changes no phase."""
    return state.phase if state.phase in (SCORE, EXPLORE) and state.now.laid else COLONIST


def place(rules: MayflowerRules, state: State, action: Place) -> Moved:
    """The tile lies, joined to what it touches; what it completes is to be scored."""
    if action.source:
        return _shifted(state, action), ()
    if action.cell == NOT_SEEN:
        action = known_place(state, action)
    tile, hand = out_of_hand(state, action.letter)
    stock, drawn, covered, cell = state.stock, state.drawn, state.covered, action.cell
    if tile is None:  # its draw was not recorded
        tile, stock, drawn = Tile(action.letter), not_below_zero(stock - 1), drawn_with(drawn, action.letter)
    elif action.letter and not tile.letter:
        tile, drawn = Tile(action.letter, tile.face), drawn_with(drawn, action.letter)
    if cell == NOT_SEEN:
        return _laid_somewhere(rules, state, action, replace(state, hand=hand, stock=stock, drawn=drawn), tile), ()
    letter, turn = tile.letter, action.turn
    if action.face:
        if letter and not face_text(state, letter):
            state = with_face(state, letter, printed.turned(action.face, -turn, True).text)
        lies: printed.TileFace | None = printed.turned(action.face, 0, True)
    else:
        lies = as_lying(state, tile, turn)
        if letter and tile.face:  # its turn is counted from the letter's face, however it was written when drawn
            turn = next((possible for possible in range(4) if as_lying(state, Tile(letter), possible) == lies), turn)
    if state.land.tile(cell) is None:
        land = lay_tile(state.land, cell, letter, turn, lies)
    else:
        land, covered = with_tile(state, cell, letter, turn, lies).land, covered + 1
    if state.phase in CLOSED:
        return replace(state, land=land, hand=hand, stock=stock, drawn=drawn, covered=covered), ()
    now = running(state, action.seat)
    done, doubt = completed(rules, land, cell, lies)
    if covered > state.covered and lies is None:  # what is not seen of a tile on another one completes nothing
        doubt = ""
    now = replace(now, cell=cell, laid=now.laid + 1, pending=now.pending + done, doubt=now.doubt or doubt)
    phase = _leads_to(state)
    return replace(
        state, phase=phase, now=now, trail=NO_TRAIL, land=land, hand=hand, stock=stock, drawn=drawn, covered=covered
    ), ()


def known_place(state: State, place: Place) -> Place:
    """A placed tile as it was recorded, or with the cell and the turn that a later line shows."""
    fact = state.known.get((state.line, "cell")) if place.cell == NOT_SEEN else None
    if fact is None:
        return place
    cell, turn, lies = fact.value
    return replace(place, cell=cell, turn=place.turn if turn is None else turn, face=lies or place.face)


def _laid_somewhere(rules: MayflowerRules, state: State, action: Place, taken: State, tile: Tile) -> State:
    """The table with a tile on a cell that was not seen: what it joins and completes is open from now on.

    `taken` is the table with the tile out of the hand or the stock.
    """
    if state.phase in CLOSED:
        return taken
    now, fact = running(state, action.seat), unrecorded_tiles(state) or f"{LAID} {state.line}"
    return replace(
        after_gap(rules, taken, fact),
        phase=_leads_to(state),
        whose=state.whose,
        now=replace(now, cell="", laid=now.laid + 1, pending=()),
        hand=taken.hand,
        stock=taken.stock,
        discarded=taken.discarded,
        scores=tuple(Range(least(score), MOST, fact) for score in taken.scores),
        reserves=tuple(Range(least(reserve), rules.colonists, fact) for reserve in taken.reserves),
        unplaced=(*taken.unplaced, (state.line, tile)),
    )


def _shifted(state: State, action: Place) -> State:
    """A lying tile is moved or turned."""
    tile = state.land.tile(action.source)
    if tile is None or tile.letter == START:
        return state
    lies = printed.turned(tile.face.text, action.turn - tile.turn, True) if tile.face else None
    men = tuple(replace(man, cell=action.cell) for man in state.men if man.cell == action.source)
    state = with_tile(without_tile(state, action.source), action.cell, tile.letter, action.turn % 4, lies)
    for man in men:  # colonists on it move with it
        reserves = list(state.reserves)
        reserves[man.seat] = reserves[man.seat] - 1
        state = replace(with_man(state, man), reserves=tuple(reserves))
    return state


def completed(
    rules: MayflowerRules, land: Land, cell: str, face: printed.TileFace | None
) -> tuple[tuple[Ref, ...], str]:
    """The features a new tile completes, and the unseen face that hides whether there are others."""
    found: list[Ref] = []
    doubt = unseen_from(rules, land, cell) if face is None or face.unseen else ""
    if face is not None:
        nodes: Nodes = land.nodes
        node, roots = land.tiles[cell].node, []
        for number, port in face.completable:
            root = node + number
            while (feature := nodes[root]).__class__ is int:
                root = feature
            if not feature.open and root not in roots:
                roots.append(root)
                if feature.blind:
                    doubt = doubt or unseen_of(land, feature)
                else:
                    found.append((KINDS[feature.kind], cell, port))
    ring = SPOTS[cell].ring
    if not land.farms.isdisjoint(ring):
        for near in sorted(land.farms & ring):  # a farm without a farmer is not scored (MF-I-02)
            farm = land.feature(near, "")
            if farm is None:  # a farmer stands there, on a tile that was not seen
                doubt = doubt or (f"face {near}" if _farm(rules, land, near) else "")
            elif rules.empty_features_move or farm.men:
                found += _farm(rules, land, near)
    if face is not None and face.farm >= 0:
        found += _farm(rules, land, cell)
    return tuple(found), doubt


def unseen_from(rules: MayflowerRules, land: Land, cell: str) -> str:
    """The face of a tile that was not seen, if it may complete a road, a city or a farm; else an empty text."""
    for near, _, _, facing in SPOTS[cell].near:
        lying = land.tile(near)
        if lying is None:
            continue
        if lying.face is None:
            return f"face {cell}"
        sides = lying.face.sides[facing]
        if sides and lying.face.edges[facing] != printed.PLAIN and not land.root(lying.node + sides[0])[1].open:
            return f"face {cell}"
    return f"face {cell}" if filled_around(rules, land, cell) == 8 else ""


def _farm(rules: MayflowerRules, land: Land, cell: str) -> list[Ref]:
    """A farm whose eight cells are filled."""
    return [("farm", cell, "")] if filled_around(rules, land, cell) == 8 else []
