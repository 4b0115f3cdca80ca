"""Checks of step 1: placing a tile, the goods tile, and the building of a clearing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.clauses import GR_COUNT, GR_SEEN, cites
from domain.deviations.misplacement import shown_out_of_place
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Claim, Done, Draw, End, Flip, Goods, Harvest, Name, Pass, Pick, Show
from domain.games.new_haven.checks.turn import closes_the_turn, second_tile
from domain.games.new_haven.deeds.tiles import known_cell
from domain.games.new_haven.follow import draws_owed
from domain.games.new_haven.pieces import NOT_SEEN, positions
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    GATHER,
    HARVEST,
    MID_TURN,
    State,
    closes_its_turn,
    is_free,
    may_match,
    placement_of,
    placing_line,
)
from domain.numbers import most
from domain.rules import Action, Broken, broken, impossible


@cites(nh.HARVEST_1)
def one_tile_a_turn(rules: NewHavenRules, state: State, harvest: Harvest) -> Broken | None:
    if second_tile(state, harvest.seat) and not state.goods_turn:
        return broken(tiles=state.played + 1)
    return None


@cites(nh.HARVEST_1)
def a_harvest_tile_comes_from_the_hand(rules: NewHavenRules, state: State, harvest: Harvest) -> Broken | None:
    return broken() if most(state.players[harvest.seat].tiles) < 1 else None


def is_before_the_tile(state: State, action: Build | Done | Pick | Draw) -> bool:
    """Whether the active seat goes on to a later step before it has placed its tile."""
    return state.phase == HARVEST and action.seat == state.active and state.played == 0


@cites(nh.HARVEST_1)
def a_tile_comes_first(rules: NewHavenRules, state: State, action: Done | Pick | Draw) -> Broken | None:
    return broken() if is_before_the_tile(state, action) and not shown_out_of_place(state) else None


@cites(nh.TURN_3)
def the_tile_comes_before_the_other_steps(
    rules: NewHavenRules, state: State, action: Build | Done | Pass | Pick | Draw
) -> Broken | None:
    if state.phase != HARVEST or state.played:
        return None
    if action.seat == state.active:
        return broken() if type(action) is Build or shown_out_of_place(state) else None
    return broken() if type(action) in (Done, Pass) and state.turn_known else None  # others too share only after it


@cites(nh.HARVEST_2)
def a_tile_goes_on_a_free_space(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> Broken | None:
    cell = known_cell(state, tile)
    if not is_free(state, cell) and (lying := state.board[cell]).kind != "pond":
        return broken(cell=cell, lying=lying.kind)
    return None


@cites(nh.B_3)
def a_pond_takes_no_tile(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> Broken | None:
    cell = known_cell(state, tile)
    lying = state.board.get(cell)
    return broken(cell=cell) if lying is not None and lying.kind == "pond" else None


@cites(nh.HARVEST_3)
def a_tile_stays_inside_the_area(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> Broken | None:
    cell = known_cell(state, tile)
    return None if cell in state.area or cell == NOT_SEEN else broken(cell=cell)


@cites(nh.GOODS_1)
def a_goods_tile_replaces_the_harvest_tile(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> Broken | None:
    if second_tile(state, tile.seat) and (type(tile) is Goods or state.goods_turn):
        return broken()
    return None


@cites(nh.GOODS_2)
def a_goods_tile_is_played_once(rules: NewHavenRules, state: State, goods: Goods) -> Broken | None:
    return broken() if state.players[goods.seat].goods < 1 else None


@cites(nh.GOODS_3)
def a_goods_tile_lies_face_down(rules: NewHavenRules, state: State, goods: Goods) -> Broken | None:
    return broken(face=goods.face) if goods.face else None


@cites(nh.GOODS_4)
def a_goods_tile_is_one_resource(rules: NewHavenRules, state: State, goods: Goods) -> Broken | None:
    if len(goods.wild) > 1 or (not goods.wild and rules.named_at_placement):
        return broken(named=len(goods.wild))
    return None


@cites(nh.GOODS_4)
def the_resource_is_named_for_the_count(rules: NewHavenRules, state: State, action: Action) -> Broken | None:
    if state.phase == GATHER and state.wild:
        return broken(seat=state.active, named=0)
    return None


@cites(nh.GOODS_4)
def one_resource_is_named(rules: NewHavenRules, state: State, name: Name) -> Broken | None:
    lying = state.board.get(state.wild)
    named = len(name.wild) + (len(lying.face) if lying is not None and lying.kind == "wild" else 0)
    return broken(named=named) if named != 1 else None


@cites(nh.GOODS_5)
def the_goods_tile_was_flipped(rules: NewHavenRules, state: State, action: Harvest | Goods | End) -> Broken | None:
    return broken(seat=state.active, cell=state.wild) if state.wild and closes_the_turn(state, action) else None


@cites(nh.GOODS_5)
def a_goods_tile_is_flipped_when_the_turn_closes(rules: NewHavenRules, state: State, flip: Flip) -> Broken | None:
    if flip.cell != state.wild:
        return None
    early = state.phase in MID_TURN and draws_owed(rules, state) > 0
    return broken(cell=flip.cell, step=state.phase) if early and not closes_its_turn(state) else None


@cites(nh.GOODS_5)
def a_goods_tile_is_flipped_left_to_right(rules: NewHavenRules, state: State, flip: Flip) -> Broken | None:
    return broken(cell=flip.cell) if flip.turned and not rules.owner_turns_goods else None


@cites(GR_COUNT)
def a_goods_tile_lies_there(rules: NewHavenRules, state: State, flip: Flip) -> Broken | None:
    lying = state.board.get(flip.cell)
    if flip.cell == NOT_SEEN:
        return None
    if lying is None or lying.kind not in ("wild", "goods", "unseen"):
        return impossible(cell=flip.cell)
    return None


@cites(nh.B_6)
def who_places_the_tile_claims_the_building(rules: NewHavenRules, state: State, claim: Claim) -> Broken | None:
    if state.placed == NOT_SEEN and claim.seat == state.active:
        return None  # it shows where the tile lies
    there = claim.cell in (state.placed, NOT_SEEN) and state.claimed != ""
    theirs = (
        claim.seat == state.active
        and there
        and (state.claimed == claim.building or "?" in (state.claimed, claim.building))
    )
    return None if theirs else broken(cell=claim.cell, building=claim.building)


@cites(GR_SEEN)
def a_thing_shown_stays_the_same(rules: NewHavenRules, state: State, shown: Show | Flip) -> Broken | None:
    if isinstance(shown, Flip):  # however its owner had held it when it was seen before; once turned up it lies
        lies = shown.cell != state.wild and shown.cell in state.board and state.board[shown.cell].kind == "goods"
        faces = (shown.face,) if lies else positions(shown.face)
        return _unless_seen_so(state, placing_line(state, shown.cell), "face", faces)
    if shown.of == 0:
        return _unless_seen_so(state, 0, f"hand {shown.seat}", (tuple(sorted(shown.pieces)),))
    where = placement_of(state, shown.of)
    if where and not (len(shown.pieces) == 1 and may_match(where[-1], shown.pieces[0])):
        return impossible(before=shown.of, of=shown.of)
    return _unless_seen_so(state, shown.of, "face" if where[:1] == ("space",) else "building", shown.pieces)


def _unless_seen_so(state: State, line: int, about: str, pieces: Iterable[Sequence[str]]) -> Broken | None:
    fact = state.known.get((line, about))
    if fact is None or fact.reporting_line == state.line or any(may_match(fact.value, piece) for piece in pieces):
        return None
    return impossible(before=fact.reporting_line, of=line)
