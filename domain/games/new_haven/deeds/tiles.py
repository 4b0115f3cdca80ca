"""Deeds of step 1: placing a tile, the goods tile, and claiming the building of a clearing."""

from __future__ import annotations

from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Claim, Goods, Harvest, Name
from domain.games.new_haven.deeds.common import placed_with
from domain.games.new_haven.follow import count_goods_as, count_unnamed_goods
from domain.games.new_haven.pieces import NOT_SEEN
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import (
    BUILD,
    DRAW,
    GATHER,
    OVER,
    SCORING,
    SHARE,
    Moved,
    State,
    StrayTile,
    Tile,
    copies_with,
    faces_with,
    hand_with,
    hand_without,
    is_among_known,
    is_full,
    is_perhaps_free,
    learn,
    out_of_step,
    players_with,
    unnamed,
    with_player,
    with_tile,
)
from domain.games.new_haven.state.hidden_tiles import hide
from domain.numbers import Range, not_below_zero
from domain.rules import Effect, Seat, replace


def use_tile(rules: NewHavenRules, state: State, action: Harvest | Goods) -> State:
    """The one tile of the turn."""
    if state.phase in (OVER, SCORING):
        return state
    goods, seat = state.goods_turn or type(action) is Goods, action.seat
    if state.played and state.phase in (SHARE, DRAW):  # a tile too many, too late to be counted
        return replace(out_of_step(state), goods_turn=goods, played=state.played + 1)
    if state.played:
        state, played = out_of_step(state), state.played + 1
        return replace(state, phase=BUILD, goods_turn=goods, sharer=seat, played=played)
    return replace(  # whatever was built or drawn before the tile belongs to no turn
        state, phase=BUILD, goods_turn=goods, sharer=seat, played=1, acted=(), closed=(), builds=(), draws=0, drawn=0
    )


def harvest(rules: NewHavenRules, state: State, action: Harvest) -> Moved:
    """The tile lies, its clearing is claimed."""
    if action.cell == NOT_SEEN:
        action = replace(action, cell=known_cell(state, action))
    face = _known_face(state, action.face)
    state = _place(state, action.seat, action.cell, Tile("tile", face))
    player = state.players[action.seat]
    players = players_with(state, action.seat, replace(player, tiles=not_below_zero(player.tiles - 1)))
    faces, phase, placements = faces_with(state, face), _next_phase(rules, state), _placement(state, action)
    state = replace(state, players=players, faces=faces, placed=action.cell, phase=phase, placements=placements)
    if action.cell == NOT_SEEN:
        return _perhaps_claimed(state, action)
    return _claim_clearing(state, action) if action.cell in state.clearings else (state, ())


def known_cell(state: State, action: Harvest | Goods) -> str:
    """The space of a tile as recorded, or as a later line tells it."""
    fact = state.known.get((state.line, "cell")) if action.cell == NOT_SEEN else None
    return fact.value if fact else action.cell


def _perhaps_claimed(state: State, action: Harvest | Goods) -> Moved:
    """A tile on a space that was not seen has claimed the building of a clearing if it lies on one."""
    seat, spaces = action.seat, [cell for cell, tile in state.board.items() if is_perhaps_free(tile)]
    there = sorted({state.clearings[cell] for cell in spaces if cell in state.clearings})
    if not there:
        return state, ()
    by, hand = Range(0, 1, f"laid {state.line}"), state.players[seat].hand
    state = with_player(state, seat, hand=replace(hand, unseen=hand.unseen + by))
    clause = nh.B_6.id
    copies = {**state.copies, **{face: state.copies[face] - 1 for face in there if state.copies.get(face)}}
    state = replace(state, copies=copies)  # it will be seen once more
    return state, tuple(Effect(clause, "hand", (seat,), seat, by, by, building) for building in there)


def _placement(state: State, action: Harvest | Goods) -> tuple:
    return placed_with(state, "space", action.cell, action.face or "????")


def _next_phase(rules: NewHavenRules, state: State) -> str:
    """The phase a placed tile leads to: the count, or the end (NH-I-05)."""
    if state.phase in (OVER, SCORING, SHARE, DRAW):
        return state.phase
    return SCORING if rules.last_turn == "at-once" and is_full(state) else GATHER


def _place(state: State, seat: Seat, cell: str, tile: Tile) -> State:
    """A tile that fills no free space takes the turns out of step with the board."""
    if cell == NOT_SEEN:
        return hide(state, tile)
    if seat != state.active:
        state = replace(state, strays={**state.strays, cell: StrayTile(state.line, seat, tile)})
    if cell not in state.area or (cell in state.board and not is_perhaps_free(state.board[cell])):
        state = out_of_step(state)
    return with_tile(state, cell, tile)


def _known_face(state: State, face: str) -> str:
    """The face as recorded, or as a later line tells it."""
    if "?" not in face:
        return face
    fact = state.known.get((state.line, "face"))
    return fact.value if fact else face


def _claim_clearing(state: State, action: Harvest | Goods) -> Moved:
    building = state.clearings[action.cell]
    left = {cell: lying for cell, lying in state.clearings.items() if cell != action.cell}
    state = replace(state, clearings=left, claimed=building)
    state = with_player(state, action.seat, hand=hand_with(state.players[action.seat].hand, building))
    seat, clause = action.seat, nh.B_6.id
    return state, (
        Effect(clause=clause, what="hand", key=(seat,), seat=seat, by=1, due=1, source=building),
        Effect(clause=clause, what="clearing", key=(action.cell,), seat=seat, by="-", due="-", sets=True),
    )


def goods(rules: NewHavenRules, state: State, action: Goods) -> Moved:
    """The goods tile lies face down and stands for the first resource named."""
    if action.cell == NOT_SEEN:
        action = replace(action, cell=known_cell(state, action))
    player = state.players[action.seat]
    state = with_player(state, action.seat, goods=not_below_zero(player.goods - 1))
    state = _place(state, action.seat, action.cell, Tile("wild", action.wild[:1]))
    wild = state.wild if state.phase in (OVER, SCORING) else action.cell
    phase, placements = _next_phase(rules, state), _placement(state, action)
    state = replace(state, wild=wild, placed=action.cell, phase=phase, placements=placements)
    if action.face and "?" not in action.face:
        state = learn(state, state.line, "face", action.face)
    effects: tuple[Effect, ...] = ()
    if rules.goods_claim and (action.cell == NOT_SEEN or action.cell in state.clearings):
        claiming = _perhaps_claimed if action.cell == NOT_SEEN else _claim_clearing
        state, effects = claiming(state, action)
    if action.wild or state.phase != GATHER:
        return state, effects
    state, counted = count_unnamed_goods(rules, state)
    return state, effects + counted


def _claimed_as_known(state: State, action: Claim) -> Claim:
    """A claim with the clearing and the building that it can only have been, where they were not seen."""
    cell, building = action.cell, action.building
    if cell == NOT_SEEN and (action.seat == state.active or building == state.claimed):
        cell = state.placed
    if cell == NOT_SEEN:
        there = [at for at, lying in state.clearings.items() if lying == building and building != "?"]
        cell = there[0] if len(there) == 1 else NOT_SEEN
    if building == "?":
        building = state.claimed if cell == state.placed else state.clearings.get(cell, "?")
    return replace(action, cell=cell, building=building or "?")


def name(rules: NewHavenRules, state: State, action: Name) -> Moved:
    """The resource named late; the count waits for it."""
    if not unnamed(state):
        return state, ()
    return count_goods_as(rules, state, action.wild[:1])


def claim(rules: NewHavenRules, state: State, action: Claim) -> Moved:
    """A building is taken from a clearing, or from the seat that claimed it this turn."""
    if NOT_SEEN in (action.cell, action.building):
        action = _claimed_as_known(state, action)
    if action.cell == NOT_SEEN:
        hand = hand_with(state.players[action.seat].hand, action.building)
        return (state if action.building == "?" else with_player(state, action.seat, hand=hand)), ()
    if state.placed == NOT_SEEN and state.hidden:  # it shows where the tile of this turn lies
        state = learn(state, state.hidden[-1].line, "cell", action.cell)
    if state.clearings.get(action.cell) in (action.building, "?"):
        left = {cell: lying for cell, lying in state.clearings.items() if cell != action.cell}
        state = replace(state, clearings=left)
    elif state.claimed == "?" and state.placed == action.cell:  # it was not known what lay there
        hand = state.players[state.active].hand
        state = with_player(state, state.active, hand=replace(hand, unseen=not_below_zero(hand.unseen - 1)))
        state = replace(state, claimed=action.building, copies=copies_with(state, action.building))
    elif state.claimed == action.building and state.placed == action.cell and action.seat != state.active:
        hand = state.players[state.active].hand
        state = with_player(
            state, state.active, hand=hand_without(hand, action.building, is_among_known(hand, action.building))
        )
    else:
        return state, ()
    hand = hand_with(state.players[action.seat].hand, action.building)
    return with_player(state, action.seat, hand=hand), ()
