"""Checks of placing the tile: contact, matching borders, free cells, the limits of the map (MF-PLACE)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Place
from domain.games.mayflower.deeds.tiles import known_place, out_of_hand
from domain.games.mayflower.offers import within
from domain.games.mayflower.pieces.cells import EAST, NOT_SEEN, SIDES, SPOTS
from domain.games.mayflower.pieces.faces import UNSEEN, TileFace, turned
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import State, Tile, as_lying, unrecorded_tiles
from domain.games.mayflower.state.land import START, touches
from domain.numbers import NotKnown
from domain.rules import Broken, Check, broken, impossible

Finds = Broken | None


def finds_a_cell(rules: MayflowerRules, state: State, place: Place) -> bool:
    """Whether a new tile goes on a free cell within the map; only then its neighbours are checked."""
    if place.source or place.cell == NOT_SEEN or state.land.tile(place.cell) is not None:
        return False
    return SPOTS[place.cell].column > 0 if rules.limits == "any-row" else within(rules, state, place.cell)


def at_a_corner(state: State, place: Place) -> str:
    """A tile or start space that only a corner of the cell touches."""
    return next((near for near, _ in SPOTS[place.cell].around if state.land.tile(near) is not None), "")


def surely_fits(rules: MayflowerRules, state: State, place: Place) -> bool:
    """Whether the tile in hand goes on a free cell west of the coast, and all borders match."""
    tiles, spot, face = state.land.tiles, SPOTS[place.cell], as_lying(state, state.hand[0], place.turn)
    if face is None or face.unseen or place.cell in tiles or spot.column < 1 or rules.limits != "any-row":
        return False
    edges, alone = face.edges, True
    for near, _, side, facing in spot.near:
        lying = tiles.get(near)
        if lying is None:
            continue
        if lying.face is None or lying.face.edges[facing] != edges[side]:
            return False
        alone = False
    return not alone


@cites(mf.PLACE_1)
def a_tile_touches_the_map(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if place.cell == NOT_SEEN:
        place = known_place(state, place)
    if touches(state.land, place.cell) or not finds_a_cell(rules, state, place) or at_a_corner(state, place):
        return None
    if gap := unrecorded_tiles(state):
        raise NotKnown(gap)
    return broken(cell=place.cell)


@cites(mf.PLACE_2)
def a_corner_is_no_contact(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if place.cell == NOT_SEEN:
        place = known_place(state, place)
    if touches(state.land, place.cell) or not finds_a_cell(rules, state, place):
        return None
    corner, gap = at_a_corner(state, place), unrecorded_tiles(state)
    if corner and gap:
        raise NotKnown(gap)
    return broken(cell=place.cell, corner=corner) if corner else None


@cites(mf.PLACE_3)
def borders_match(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if place.cell == NOT_SEEN:
        place = known_place(state, place)
    if not finds_a_cell(rules, state, place):
        return None
    face, tiles, unseen = as_laid(state, place), state.land.tiles, ""
    for near, _, side, facing in SPOTS[place.cell].near:
        lying = tiles.get(near)
        if lying is None:
            continue
        edge = UNSEEN if face is None else face.edges[side]
        other = UNSEEN if lying.face is None else lying.face.edges[facing]
        if edge == UNSEEN or other == UNSEEN:
            unseen = unseen or _not_seen(place, edge, near, lying.letter, facing)
        elif edge != other:
            return broken(side=SIDES[side], edge=edge, other=other, cell=near)
    if unseen or (state.gap and unrecorded_tiles(state)):
        raise NotKnown(unseen or state.gap)
    return None


def _not_seen(place: Place, edge: str, near: str, letter: str, facing: int) -> str:
    """The fact that would tell whether a border matches; empty at the sea, which is not compared."""
    if letter == START and facing == EAST:
        return ""
    return f"face {place.cell if edge == UNSEEN else near}"


def as_laid(state: State, place: Place) -> TileFace | None:
    """The face of the new tile as it lies; None where it is not known."""
    if place.face:
        return turned(place.face, 0, True)
    tile = state.hand[0] if len(state.hand) == 1 and not place.letter else out_of_hand(state, place.letter)[0]
    if tile is None or (place.letter and not tile.letter and not tile.face):
        tile = Tile(place.letter)
    return as_lying(state, tile, place.turn)


@cites(mf.PLACE_4)
def a_cell_takes_one_tile(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if place.cell == NOT_SEEN:
        place = known_place(state, place)
    if place.source or state.land.tile(place.cell) is None:
        return None
    return broken(cell=place.cell)


@cites(mf.PLACE_5)
def the_map_grows_westward(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if place.cell == NOT_SEEN:
        place = known_place(state, place)
    if place.cell == NOT_SEEN or (SPOTS[place.cell].column > 0 and rules.limits == "any-row"):  # the most frequent
        return None
    if place.source or state.land.tile(place.cell) is not None or within(rules, state, place.cell):
        return None
    return broken(cell=place.cell)


@cites(mf.PLACE_6)
def a_tile_stays_as_it_lies(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if not place.source or not _lies_there(state, place):
        return None
    return broken(source=place.source, cell=place.cell, turn=place.turn)


@cites(mf.PLACE_6)
def a_shifted_tile_lay_there(rules: MayflowerRules, state: State, place: Place) -> Finds:
    if not place.source or _lies_there(state, place):
        return None
    if gap := unrecorded_tiles(state):
        raise NotKnown(gap)
    return impossible(source=place.source)


def _lies_there(state: State, place: Place) -> bool:
    """Whether there is a tile to be shifted; a start space is none."""
    lying = state.land.tile(place.source)
    return lying is not None and lying.letter != START


CHECKS: dict[type, tuple[Check, ...]] = {
    Place: (
        a_tile_touches_the_map,
        a_corner_is_no_contact,
        borders_match,
        a_cell_takes_one_tile,
        the_map_grows_westward,
        a_tile_stays_as_it_lies,
        a_shifted_tile_lay_there,
    )
}
