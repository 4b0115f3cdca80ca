"""Checks of the set-up: of line 0 and of the lines that lay out the table."""

from __future__ import annotations

from domain.clauses import GR_AGREED, cites
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Clear, Pool, Settle, Show
from domain.games.new_haven.deeds.setup import settled
from domain.games.new_haven.pieces import CLEARINGS, HAND, SETTLEMENTS, area_for, could_be_a_face, is_face
from domain.games.new_haven.pieces import POOL as POOL_SIZE
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import State
from domain.numbers import NotKnown, most
from domain.rules import Action, Broken, broken, impossible
from domain.setup import Setup


@cites(nh.SETUP_1)
def two_to_four_play(rules: NewHavenRules, state: State, setup: Setup) -> Broken | None:
    players = len(setup.seats)
    return None if 2 <= players <= 4 else broken(players=players)


@cites(nh.SETUP_2)
def the_area_is_that_of_the_players(rules: NewHavenRules, state: State, setup: Setup) -> Broken | None:
    players = len(setup.seats)
    return None if state.area == area_for(players) else broken(laid=len(state.area), due=len(area_for(players)))


@cites(nh.TURN_1)
def the_youngest_begins(rules: NewHavenRules, state: State, setup: Setup) -> Broken | None:
    youngest = setup.details.get("youngest")
    if youngest is None:
        if rules.lots_without_youngest and setup.details.get("lots") != "drawn":
            raise NotKnown("lots")
        return None
    due = setup.seats.index(youngest)
    return None if setup.first == due else broken(seat=setup.first, due=due)


@cites(nh.CAREFUL_3)
def careful_harvest_is_played_on_side_a(rules: NewHavenRules, state: State, setup: Setup) -> Broken | None:
    return broken(side=rules.side) if rules.sets_out and rules.side != "A" else None


@cites(nh.SETUP_4)
def the_pool_has_five(rules: NewHavenRules, state: State, pool: Pool) -> Broken | None:
    count = len(pool.buildings)
    return None if count == POOL_SIZE else broken(laid=count)


def has_begun(state: State) -> bool:
    """Whether a tile has been placed."""
    return state.played > 0 or any(most(player.turns) for player in state.players)


@cites(nh.SETUP_4)
def the_pool_is_laid_before_the_first_turn(rules: NewHavenRules, state: State, pool: Pool) -> Broken | None:
    if not has_begun(state) or "?" in state.pool or sorted(pool.buildings) == sorted(state.pool):
        return None  # or it only says late what lies there
    return broken(turn=state.turn)


@cites(nh.B_1)
def settlements_are_settled_before_the_first_turn(rules: NewHavenRules, state: State, settle: Settle) -> Broken | None:
    if not has_begun(state) or all(_lies_so(rules, state, cell, lying) for cell, lying in settle.places):
        return None
    return broken(turn=state.turn)


def _lies_so(rules: NewHavenRules, state: State, cell: str, lying: str) -> bool:
    """Whether a space holds what is said of it, or may hold it."""
    there = state.board.get(cell)
    return there == settled(rules, lying) or (there is not None and there.kind == "unseen") or lying == "?"


@cites(nh.B_5)
def clearings_are_filled_before_the_first_turn(rules: NewHavenRules, state: State, clear: Clear) -> Broken | None:
    if not has_begun(state) or "?" in state.clearings.values() or dict(clear.buildings) == state.clearings:
        return None
    return broken(turn=state.turn)


@cites(nh.SETUP_5)
def six_buildings_are_the_first_hand(rules: NewHavenRules, state: State, show: Show) -> Broken | None:
    shown = len(show.pieces)  # a player may choose to show fewer
    return broken(shown=shown) if show.of == 0 and shown > HAND else None


@cites(nh.COMP_2)
def settled_faces_show_two_or_three_resources(rules: NewHavenRules, state: State, settle: Settle) -> Broken | None:
    for _, lying in settle.places:
        if is_face(lying) and not could_be_a_face(lying):
            return impossible(face=lying)
    return None


@cites(GR_AGREED)
def this_was_agreed(rules: NewHavenRules, state: State, action: Action) -> Broken | None:
    return None if type(action).__struct_config__.tag in rules.optional_deeds else broken()


@cites(nh.B_1)
def only_settlements_are_settled(rules: NewHavenRules, state: State, settle: Settle) -> Broken | None:
    cells = [cell for cell, _ in settle.places]
    for cell in cells:
        if cell not in SETTLEMENTS or cells.count(cell) > 1:
            return broken(cell=cell)
    return None


@cites(nh.B_1)
def four_ponds_and_four_tiles_are_settled(rules: NewHavenRules, state: State, settle: Settle) -> Broken | None:
    settled = [lying for cell, lying in settle.places if cell in SETTLEMENTS]
    ponds = sum(lying.startswith(("pond", "off")) for lying in settled)
    tiles = sum(lying != "?" for lying in settled) - ponds
    return broken(ponds=ponds, tiles=tiles) if ponds > 4 or tiles > 4 else None


@cites(nh.B_2)
def ponds_for_more_players_are_taken_off(rules: NewHavenRules, state: State, settle: Settle) -> Broken | None:
    players = len(state.players)
    for cell, lying in settle.places:
        kept, _, mark = lying.partition(":")
        if kept not in ("pond", "off"):
            continue
        needed = int(mark[0]) if mark else 0
        if (kept == "off") != (players < needed):
            return broken(cell=cell, mark=mark or "-", lies=kept, players=players)
    return None


@cites(nh.B_5)
def each_clearing_inside_has_a_building(rules: NewHavenRules, state: State, clear: Clear) -> Broken | None:
    filled = {cell for cell, _ in clear.buildings}
    due = state.area.intersection(CLEARINGS)
    if wrong := sorted(filled ^ due):
        return broken(cell=wrong[0], filled=len(filled), due=len(due))
    return None


SETUP_CHECKS = (
    two_to_four_play,
    the_area_is_that_of_the_players,
    the_youngest_begins,
    careful_harvest_is_played_on_side_a,
)
SETTLE = (this_was_agreed, settled_faces_show_two_or_three_resources)
CLEAR = (this_was_agreed,)
POOL = (the_pool_has_five, the_pool_is_laid_before_the_first_turn)
