"""Consequences in steps 5 to 7: the end of a turn, and the next one."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.follow.common import Moved, seat_effect
from domain.games.nieuw_amsterdam.pieces import STEPS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    CARDS,
    FRESH,
    HARVEST,
    NO_SEAT,
    OPEN,
    REMOVE,
    TURN,
    Auction,
    Player,
    State,
    Turn,
    put_at,
    with_player,
)
from domain.numbers import Range, least, most
from domain.rules import replace

NONE_USED = OPEN * len(STEPS)
NO_AUCTION = Auction()


def begin_turns(rules: NieuwAmsterdamRules, state: State) -> State:
    """The actions begin, in the order of the tokens as they are now (NA-Q-18)."""
    acting = state.order if rules.order_at_once else state.acting
    players = tuple([replace(player, special=NONE_USED, turn=FRESH) for player in state.players])
    return replace(
        state,
        phase=TURN,
        auction=NO_AUCTION,
        step=0,
        had=(),
        just=NO_SEAT,
        acting=acting,
        actor=acting[0],
        players=players,
        turn=state.turn + 1,
    )


def advance_turn(rules: NieuwAmsterdamRules, state: State) -> Moved | None:
    """A turn ends when the step's tiles are gone and the special action is taken or passed (NA-Q-29)."""
    seat, step = state.actor, state.step
    if seat < 0 or state.players[seat].special[step] == OPEN:
        return None
    left = state.players[seat].tiles[step]
    return None if left.__class__ is not int or left else (turn_over(rules, state), ())


def may_pass(state: State, seat: int) -> tuple[bool, bool]:
    """Whether a seat can give up a tile in its open turn, and whether the special action."""
    if state.phase != TURN or seat != state.actor:
        return False, False
    player = state.players[seat]
    return most(player.tiles[state.step]) > 0, player.special[state.step] == OPEN


def ended_step(state: State) -> int:
    """The step of the turn that has just ended: this one, or the one before if no turn of this one is over."""
    if state.phase != TURN:
        return len(STEPS) - 1
    return state.step if state.had else max(0, state.step - 1)


def next_turn(state: State) -> tuple[int, int]:
    """Whose turn comes, and in which step, when the open one is over."""
    for other in state.acting:
        if other != state.actor and other not in state.had:
            return other, state.step
    return state.acting[0], state.step + 1


def shows_turn_over(state: State, seat: int, step: int | None) -> bool:
    """Whether an action of this seat shows that the open turn is over: it is next, and nothing waits to begin."""
    if seat == state.actor or state.actor < 0:
        return False
    player = state.players[state.actor]
    if not player.turn.used and player.special[state.step] == OPEN and most(player.tiles[state.step]):
        return False  # that turn is still to come: this one is out of order
    other, then = next_turn(state)
    if then == state.step and other == seat_in_turn(state):
        return False  # passed over before: the open turn was out of order, and waits
    if step is None and _was_skipped(state, seat) and (least(player.tiles[state.step]) or _is_to_come(state, player)):
        return False  # it makes good what it was not given
    return seat == other and then < len(STEPS) and step in (None, then)


def _is_to_come(state: State, player: Player) -> bool:
    """Whether nothing is done yet of the open turn, which surely has nothing but a special action."""
    step = state.step
    return not most(player.tiles[step]) and not player.turn.used and player.special[step] == OPEN


def _was_skipped(state: State, seat: int) -> bool:
    """Whether a seat's turn in this step went by without a special action."""
    return seat in state.had and state.players[seat].special[state.step] == OPEN


def seat_in_turn(state: State) -> int:
    """The seat whose turn it is by the tokens; NO_SEAT once all have had theirs."""
    return next((seat for seat in state.acting if seat not in state.had), NO_SEAT)


def turn_over(rules: NieuwAmsterdamRules, state: State) -> State:
    """The next seat of the step, the next step, or the harvest."""
    seat, players = state.actor, state.players
    turn = players[seat].turn
    if turn is not FRESH:
        docked = turn.docked_before + turn.docked
        rested = replace(players[seat], turn=Turn(docked_before=docked) if docked else FRESH)
        players = put_at(players, seat, rested)
    had = state.had if seat in state.had else state.had + (seat,)
    for other in state.acting:
        if other not in had:
            return replace(state, had=had, actor=other, just=seat, turn=state.turn + 1, players=players)
    return step_over(state, seat, players)


def step_over(state: State, just: int = NO_SEAT, players: tuple[Player, ...] = ()) -> State:
    """All have had their turn in this step."""
    players = players or state.players
    if state.step == len(STEPS) - 1:
        return replace(state, phase=HARVEST, had=(), actor=NO_SEAT, just=just, players=players)
    step, first, turn = state.step + 1, state.acting[0], state.turn + 1
    return replace(state, step=step, had=(), actor=first, just=just, turn=turn, players=players)


def may_be_over(state: State) -> bool:
    """Whether the open turn has used its special action, and perhaps all tiles, where they were not seen."""
    player, step = state.players[state.actor], state.step
    left = player.tiles[step]
    return isinstance(left, Range) and not left.least and player.special[step] != OPEN


def nearly_over(state: State) -> bool:
    """Whether nothing but the last turn, or removals, stands between the table and the next round."""
    if state.phase == REMOVE:
        return True
    if state.phase != TURN or state.step != len(STEPS) - 1:
        return False
    left = tuple(seat for seat in state.acting if seat not in state.had)
    return left in ((), (state.actor,)) or (left[-1] == state.actor and may_be_over(state))  # the others were skipped


def is_played_out(state: State) -> bool:
    """Whether only the last turn of a round is open, and may be over: no tile is surely left of it."""
    return state.phase == TURN and nearly_over(state) and not least(state.players[state.actor].tiles[state.step])


def between_rounds(state: State) -> bool:
    """Whether step 11 is done and no card of the next round lies there."""
    return state.phase == CARDS and state.round > 1 and not state.slots.shown


def end_turn(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """A seat says that its turn is over: a special action left open is lost, or passed (NA-Q-29)."""
    seat, player = state.actor, state.players[state.actor]
    if not rules.silent_special or player.special[state.step] != OPEN:
        return turn_over(rules, state), ()
    state = with_player(state, seat, replace(player, coins=player.coins + 1))
    return turn_over(rules, state), (seat_effect(na.ACT_9, "coins", seat, 1),)
