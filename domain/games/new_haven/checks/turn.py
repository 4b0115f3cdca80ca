"""Checks of the turns: whose turn it is, how many there are, and when the game is over."""

from __future__ import annotations

from domain.clauses import cites
from domain.deviations.misplacement import shown_out_of_place
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Done, Draw, End, Goods, Harvest, Pass, Pick
from domain.games.new_haven.pieces import POOL, TURNS
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    FLIP,
    GAP,
    GATHER,
    HARVEST,
    MID_TURN,
    OVER,
    REFILL,
    SHARE,
    State,
    is_full,
)
from domain.numbers import NotKnown, Range, most
from domain.rules import Action, Broken, broken


def ends_the_turn_before(state: State, seat: int | None) -> bool:
    """Whether this seat's tile shows that the turn before it is over: not where the table did not go on from it."""
    return state.phase in MID_TURN and seat == (state.active + 1) % len(state.players) and not shown_out_of_place(state)


def closes_the_turn(state: State, action: Harvest | Goods | End) -> bool:
    """Whether the turn is over with this line: by the tile of the next seat, or by the end that the table kept to."""
    if type(action) is End:
        return state.phase in MID_TURN and not shown_out_of_place(state)
    return ends_the_turn_before(state, action.seat)


def second_tile(state: State, seat: int | None) -> bool:
    """Whether the active seat plays again within its own turn."""
    if seat != state.active or not state.played:
        return False
    if state.phase in (REFILL, FLIP):
        return bool(shown_out_of_place(state))
    return state.phase in (GATHER, BUILD, SHARE, DRAW)


@cites(nh.TURN_2)
def turns_go_clockwise(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> Broken | None:
    if state.phase == OVER or second_tile(state, tile.seat):
        return None
    if ends_the_turn_before(state, tile.seat):
        return broken(due=state.active) if shown_out_of_place(state) else None
    following = (state.active + 1) % len(state.players)
    if not state.turn_known or (state.phase == GAP and tile.seat == following):
        return None
    due = state.active if state.phase == HARVEST or not state.played or shown_out_of_place(state) else following
    return None if tile.seat == due else broken(due=due)


@cites(nh.TURN_3)
def the_active_player_builds_before_the_others(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    if build.seat != state.active or state.phase not in (SHARE, DRAW, REFILL, FLIP):
        return None
    if state.phase == SHARE and not state.acted:
        return None
    if rules.active_builds_last and (state.phase == SHARE or (state.phase == DRAW and not state.drawn)):
        return None
    if isinstance(state.draws, Range) and not state.draws.least and len(state.pool) >= POOL:
        raise NotKnown(state.draws.fact)  # if all draws were made the turn is over: NH-SHARE-2
    return broken(step=state.phase)


@cites(nh.TURN_3)
def nobody_builds_before_the_first_tile(rules: NewHavenRules, state: State, build: Build) -> Broken | None:
    return broken(due=state.active) if build.seat != state.active and before_the_first_tile(state) else None


def before_the_first_tile(state: State) -> bool:
    """Whether no turn has begun yet."""
    return state.phase == HARVEST and not state.played and not any(most(player.turns) for player in state.players)


@cites(nh.TURN_3)
def the_others_share_before_the_draws(rules: NewHavenRules, state: State, passing: Pass) -> Broken | None:
    seat = passing.seat
    if not state.drawn or seat == state.active or seat in state.acted:
        return None
    late = any(other not in state.acted for other in state.closed)  # the first late one tells it
    return None if late else broken(seat=state.active, late=seat)


@cites(nh.TURN_3)
def the_draws_wait_for_the_others(rules: NewHavenRules, state: State, draw: Pick | Draw) -> Broken | None:
    """Found where later lines show that the others had their occasion after this draw, and all draws came after it."""
    early = state.phase in (GATHER, BUILD, SHARE) and draw.seat == state.active and shown_out_of_place(state)
    return broken(step=state.phase) if early else None


@cites(nh.TURN_3)
def the_others_wait_for_the_active_player(rules: NewHavenRules, state: State, passing: Done | Pass) -> Broken | None:
    """Found where a later line shows that the active player was not done."""
    early = state.phase in (GATHER, BUILD) and passing.seat != state.active and shown_out_of_place(state)
    return broken(due=state.active) if early else None


@cites(nh.TURN_4)
def all_had_the_same_number_of_turns(rules: NewHavenRules, state: State, end: End) -> Broken | None:
    turns = turns_had(state)
    if state.free <= 1 and len(set(turns)) > 1 and turns_come_out(state):
        return broken(turns=turns, root=state.out_of_step_since)
    return None


@cites(nh.END_2)
def a_game_has_its_number_of_turns(rules: NewHavenRules, state: State, end: End) -> Broken | None:
    turns = turns_had(state)
    if state.free <= 1 and len(set(turns)) == 1 and turns[0] != TURNS[rules.side] and turns_come_out(state):
        return broken(turns=turns[0], due=TURNS[rules.side], root=state.out_of_step_since)
    return None


def turns_come_out(state: State) -> bool:
    """Whether the spaces are as many as equal turns need: not with dead ones among them (NH-I-13)."""
    return all(tile.kind != "dead" for tile in state.board.values())


def turns_had(state: State) -> tuple[int, ...]:
    """Turns of each seat, the running one included."""
    running = state.phase in MID_TURN and state.played > 0
    turns: list[int] = []
    for seat, player in enumerate(state.players):
        if isinstance(player.turns, Range):
            raise NotKnown(player.turns.fact)
        turns.append(player.turns + (running and seat == state.active))
    return tuple(turns)


@cites(nh.END_1)
def no_tile_after_the_end(rules: NewHavenRules, state: State, tile: Harvest | Goods) -> Broken | None:
    closed = state.phase in MID_TURN and not second_tile(state, tile.seat) and state.free <= 1
    return broken() if state.phase == OVER or closed else None


@cites(nh.END_1)
def the_game_ends_with_one_free_space(rules: NewHavenRules, state: State, end: End) -> Broken | None:
    if state.phase == OVER:
        return None
    return None if state.free <= 1 else broken(free=state.free)


@cites(nh.END_3)
def nothing_is_built_after_the_end(rules: NewHavenRules, state: State, action: Build | Pick | Draw) -> Broken | None:
    if state.phase == OVER:
        return broken()
    if rules.last_turn != "after-sharing" or type(action) is Build:
        return None
    drawn = action.seat == state.active and state.phase in (GATHER, BUILD, SHARE)
    return broken() if drawn and is_full(state) else None  # a draw shows that the last turn is over (NH-I-05)


def is_out_of_place(rules: NewHavenRules, state: State, action: Action) -> bool:
    """Whether the end is called before the board is full, or a tile is placed within another seat's turn."""
    if type(action) is End:
        return state.phase != OVER and not is_full(state)
    return type(action) in (Harvest, Goods) and state.phase in MID_TURN and action.seat != state.active


MOVES_OUT_OF_PHASE = frozenset(
    (End, Harvest, Goods)
)  # the table goes on from them, unless a later line shows that it did not
