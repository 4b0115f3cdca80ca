"""Checks of the components and the set-up (MF-COMP, MF-SETUP)."""

from __future__ import annotations

from domain.clauses import GR_SEEN, cites
from domain.fold import refusal
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import UNPLAYED_COLOUR, Colonist, Discard, Draw, End, Explorers, Face, Place
from domain.games.mayflower.checks.turn import has_begun
from domain.games.mayflower.pieces import AT_LETTER, COASTS, COPIES, PLAYERS, TILES
from domain.games.mayflower.pieces.faces import read_face, same_face
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import GAP, State, face_text
from domain.games.mayflower.state.land import START
from domain.numbers import Number, most
from domain.rules import Broken, Check, Effect, RefusedAction, broken, impossible
from domain.setup import Setup

Finds = Broken | None


@cites(mf.COMP_1)
def there_is_a_tile_to_draw(rules: MayflowerRules, state: State, action: Draw | Place) -> Finds:
    if state.stock.__class__ is int and state.stock:  # the most frequent case
        return None
    if type(action) is Place and (state.hand or action.source):
        return None
    return None if most(state.stock) else impossible(tiles=TILES)


@cites(mf.COMP_1)
def a_discarded_tile_was_drawn(rules: MayflowerRules, state: State, discard: Discard) -> Finds:
    is_known = state.whose and state.phase != GAP and not state.gap
    return impossible() if is_known and not state.hand else None


@cites(mf.COMP_1)
def all_tiles_are_accounted_for(rules: MayflowerRules, state: State, end: End) -> Finds:
    if end.left is None or end.left == state.stock:
        return None
    return broken(left=end.left, due=state.stock)


@cites(mf.COMP_2)
def a_letter_has_its_copies(rules: MayflowerRules, state: State, action: Draw | Place | Discard) -> Finds:
    letter = action.letter
    if not letter or state.drawn[AT_LETTER[letter]] < COPIES[letter]:
        return None
    if type(action) is not Draw and any(tile.letter == letter for tile in state.hand):  # counted when it was drawn
        return None
    return impossible(letter=letter, copies=state.drawn[AT_LETTER[letter]] + 1, printed=COPIES[letter])


@cites(mf.COMP_3)
def a_letter_has_one_face(rules: MayflowerRules, state: State, action: Face | Draw | Place) -> Finds:
    face = action.face
    if not face:
        return None
    of = action.of if isinstance(action, Face) else action.letter or _in_hand(state, action)
    known = face_text(state, of) if of else ""
    if not known or known == face or (_same_space if of in COASTS else same_face)(known, face):
        return None
    return impossible(of=of, face=face, known=known)


def _in_hand(state: State, action: Draw | Place) -> str:
    """The letter of the tile that is laid, where the line does not say it."""
    return state.hand[-1].letter if type(action) is Place and state.hand and not action.source else ""


def _same_space(one: str, other: str) -> bool:
    """Whether two texts show the same start space, which is never turned; its eastern edge is the sea."""
    return _printed(one) == _printed(other)


def _printed(text: str) -> tuple:
    face = read_face(text, True)
    return face.edges, frozenset((part.kind, frozenset(part.ports), part.marks, part.end) for part in face.parts)


# Set-up -------------------------------------------------------------------------------------------


@cites(mf.SETUP_1)
def two_to_five_play(rules: MayflowerRules, state: State, setup: Setup) -> Finds:
    players = len(setup.seats)
    return None if players in PLAYERS else broken(players=players)


@cites(mf.SETUP_2)
def a_colonist_is_of_a_colour_in_play(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    return broken() if colonist.colour == UNPLAYED_COLOUR else None


@cites(mf.SETUP_5)
def explorers_begin_on_start_spaces(rules: MayflowerRules, state: State, explorers: Explorers) -> Finds:
    for cell in () if has_begun(state) else (explorers.a, explorers.b):  # later it is MF-EXPLORER-7
        if not _is_start_space(state, cell):
            return broken(cell=cell)
    return None


@cites(mf.SETUP_5)
def explorers_begin_on_two_spaces(rules: MayflowerRules, state: State, explorers: Explorers) -> Finds:
    if rules.explorers_together or explorers.a != explorers.b or has_begun(state):
        return None
    if not _is_start_space(state, explorers.a):
        return None
    return broken(cell=explorers.a)


def _is_start_space(state: State, cell: str) -> bool:
    lying = state.land.tile(cell)
    return lying is not None and lying.letter == START


@cites(mf.SETUP_6)
def nobody_knows_a_tile_before_it_is_drawn(rules: MayflowerRules, state: State, draw: Draw) -> Finds:
    return broken(letter=draw.letter) if draw.known else None


def set_out(rules: MayflowerRules, state: State, effect: Effect, done: Number) -> str:
    """GR-SEEN once a tile is laid: a wrong value can have other causes than the set-up then."""
    return GR_SEEN.id if has_begun(state) else effect.clause


BLAME = {clause.id: set_out for clause in (mf.SETUP_3, mf.SETUP_4, mf.SETUP_5)}
SETUP_CHECKS: tuple[Check, ...] = (two_to_five_play,)
CHECKS: dict[type, tuple[Check, ...]] = {
    Face: (a_letter_has_one_face,),
    Explorers: (explorers_begin_on_start_spaces, explorers_begin_on_two_spaces),
    Draw: (
        there_is_a_tile_to_draw,
        a_letter_has_its_copies,
        a_letter_has_one_face,
        nobody_knows_a_tile_before_it_is_drawn,
    ),
    Discard: (a_discarded_tile_was_drawn, a_letter_has_its_copies),
    Place: (there_is_a_tile_to_draw, a_letter_has_its_copies, a_letter_has_one_face),
    Colonist: (a_colonist_is_of_a_colour_in_play,),
    End: (all_tiles_are_accounted_for,),
    RefusedAction: (refusal(mf.SETUP_7, "first"),),
}
