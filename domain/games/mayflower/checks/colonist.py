"""Checks of placing a colonist: number, owner, place and role (MF-COL)."""

from __future__ import annotations

from domain.clauses import cites
from domain.fold import refusal
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import UNPLAYED_COLOUR, Colonist, Retrieve
from domain.games.mayflower.checks.turn import is_early
from domain.games.mayflower.deeds.colonists import (
    as_read_later,
    came_back_by_rule,
    is_on_hidden_tile,
    is_place_unknown,
    retrieved_colonist,
    scored_with,
)
from domain.games.mayflower.pieces.faces import UNSEEN, TileFace
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import (
    COLONIST,
    FARMER,
    KINDS,
    ROLE_ON,
    TRAPPER,
    State,
    as_lying,
    men_on,
    unrecorded_tiles,
    unseen_of,
)
from domain.games.mayflower.state.land import Feature
from domain.numbers import NotKnown
from domain.rules import Broken, Check, RefusedAction, broken, impossible

Finds = Broken | None


def is_turns_colonist(state: State, colonist: Colonist) -> bool:
    """Whether this is the one colonist of the turn, placed in its phase; only then its place is checked."""
    now = state.now
    if now.posted:
        return False
    if state.phase == COLONIST:
        return colonist.seat == state.active
    return bool(now.laid) and not now.scored and now.seat == colonist.seat


@cites(mf.COL_2)
def one_colonist_a_turn(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    again = state.now.posted and state.now.seat == colonist.seat and not is_early(state, colonist)
    return broken(colonists=state.now.posted + 1) if again else None


@cites(mf.COL_3)
def a_colonist_is_ones_own(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    owner = colonist.colour
    if owner is None or owner == colonist.seat or owner == UNPLAYED_COLOUR or not is_turns_colonist(state, colonist):
        return None
    return broken(owner=owner)


@cites(mf.COL_3)
def a_colonist_comes_from_the_reserve(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    if state.reserves[colonist.seat] > 0 or colonist.colour not in (None, colonist.seat):
        return None
    if gap := unrecorded_tiles(state):  # one may have come back by a scoring that was not recorded
        raise NotKnown(gap)
    return broken() if is_turns_colonist(state, colonist) else None


@cites(mf.COL_4)
def a_colonist_stands_on_the_tile_just_laid(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    cell = colonist.cell
    if not cell or not (is_turns_colonist(state, colonist) or is_early(state, colonist)):
        return None
    if is_on_hidden_tile(state, colonist.seat):
        return None
    due = "" if is_early(state, colonist) else state.now.cell
    return broken(cell=cell, due=due) if cell != due else None


def on_the_tile(state: State, colonist: Colonist) -> bool:
    """Whether it goes on the tile laid this turn."""
    return colonist.cell in ("", state.now.cell) and is_turns_colonist(state, colonist)


def surely_free(state: State, colonist: Colonist) -> bool:
    """Whether the tile laid this turn shows such a place, and no colonist stands or can stand on its feature."""
    land, tile = state.land, state.land.tile(state.now.cell)
    if tile is None or tile.face is None:
        return False
    part = tile.face.part_at(colonist.port)
    if part < 0:
        return False
    feature = land.root(tile.node + part)[1]
    return ROLE_ON[feature.kind] == colonist.role and not feature.men and not feature.blind


@cites(mf.COL_5)
def a_colonist_has_a_place(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    colonist = as_read_later(state, colonist)
    if is_place_unknown(colonist) and on_the_tile(state, colonist) and not _has_no_place_for(state, colonist):
        raise NotKnown(f"colonist {state.now.cell}" if state.now.cell else state.gap)
    return None


def _has_no_place_for(state: State, colonist: Colonist) -> bool:
    """Whether the tile laid this turn surely shows no place for a role."""
    face = _face_laid(state)
    if face is None or face.unseen or not colonist.role:
        return False
    return all(ROLE_ON[part.kind] != colonist.role for part in face.parts)


def _face_laid(state: State) -> TileFace | None:
    """What the tile laid this turn shows; as it was drawn, if it was not seen where it lies."""
    if not state.now.cell:
        return as_lying(state, state.unplaced[-1][1], 0) if is_on_hidden_tile(state, state.now.seat) else None
    tile = state.land.tile(state.now.cell)
    return tile.face if tile else None


@cites(mf.COL_5)
def the_tile_shows_the_place(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    colonist = as_read_later(state, colonist)
    if not on_the_tile(state, colonist) or (is_place_unknown(colonist) and not _has_no_place_for(state, colonist)):
        return None
    face, lacks = _face_laid(state), not state.now.cell and _has_no_place_for(state, colonist)
    if face is None or not (state.now.cell or lacks or colonist.role == FARMER):
        raise NotKnown(f"face {state.now.cell}" if state.now.cell else state.gap)
    part = -1 if lacks else face.part_at(colonist.port)
    if part >= 0 and ROLE_ON[face.parts[part].kind] == colonist.role:
        return None
    if part < 0 and face.unseen and (not colonist.port or face.edges["NESW".find(colonist.port[0])] == UNSEEN):
        raise NotKnown(f"face {state.now.cell}")
    return broken(role=colonist.role, port=colonist.port, cell=state.now.cell)


@cites(mf.COL_6)
def a_feature_is_free_for_a_colonist(rules: MayflowerRules, state: State, colonist: Colonist) -> Finds:
    cell, colonist = state.now.cell, as_read_later(state, colonist)
    if not on_the_tile(state, colonist) or not cell:
        return None
    feature = state.land.feature(cell, colonist.port)
    if feature is None or ROLE_ON[feature.kind] != colonist.role:
        return None
    if not feature.men:
        _ask_for_hidden_colonists(state, feature, colonist)
        return None
    if state.gap and colonist.role != TRAPPER:  # the colonist that stood there may have been scored
        raise NotKnown(state.gap)
    ref = KINDS[feature.kind], cell, colonist.port
    return broken(feature=ref, holders=tuple(dict.fromkeys(man.seat for man in men_on(state, ref))))


def _ask_for_hidden_colonists(state: State, feature: Feature, colonist: Colonist) -> None:
    """Raises NotKnown where a colonist may stand behind an edge not seen, or may have been placed in a gap."""
    if feature.blind and any(man.role == colonist.role for man in state.men):
        raise NotKnown(unseen_of(state.land, feature))
    if state.gap and len(feature.cells) > 1:
        raise NotKnown(state.gap)


@cites(mf.COL_8)
def no_colonist_is_taken_back(rules: MayflowerRules, state: State, retrieve: Retrieve) -> Finds:
    man = retrieved_colonist(state, retrieve)
    if man is None or man.role == TRAPPER or scored_with(rules, state, man):  # a trapper's is MF-PLAIN-3
        return None
    return broken(cell=retrieve.cell)


@cites(mf.COL_8)
def a_colonist_taken_back_stood_there(rules: MayflowerRules, state: State, retrieve: Retrieve) -> Finds:
    if retrieved_colonist(state, retrieve) is not None or came_back_by_rule(state, retrieve):
        return None
    if state.gap:
        raise NotKnown(state.gap)
    return impossible(cell=retrieve.cell)


CHECKS: dict[type, tuple[Check, ...]] = {
    Colonist: (
        one_colonist_a_turn,
        a_colonist_is_ones_own,
        a_colonist_comes_from_the_reserve,
        a_colonist_stands_on_the_tile_just_laid,
        a_colonist_has_a_place,
        the_tile_shows_the_place,
        a_feature_is_free_for_a_colonist,
    ),
    Retrieve: (no_colonist_is_taken_back, a_colonist_taken_back_stood_there),
    RefusedAction: (refusal(mf.COL_1, "compulsory"), refusal(mf.COL_7, "portion"), refusal(mf.COL_9, "east")),
}
