"""Checks of steps 5 to 7 in general: whose turn, which tiles, one special action (NA-ACT)."""

from __future__ import annotations

from domain.clauses import cites
from domain.fold import refusal
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    TILE_STEP,
    Declare,
    Done,
    Give,
    Lands,
    Move,
    Pass,
    PassSpecial,
    PassTile,
    Round,
    Ships,
    Special,
    TileAction,
    Tiles,
)
from domain.games.nieuw_amsterdam.deeds.bidding import PASSED as PASSED_BARE
from domain.games.nieuw_amsterdam.deeds.bidding import pass_meanings
from domain.games.nieuw_amsterdam.deeds.common import handed_in
from domain.games.nieuw_amsterdam.follow.turns import ended_step, nearly_over, seat_in_turn, shows_turn_over
from domain.games.nieuw_amsterdam.offers.turns import may_pass
from domain.games.nieuw_amsterdam.pieces import FUR, FURS, SLOTS, STEPS, STOCKS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import CARDS, OPEN, OVER, PASSED, REMOVE, TAKEN, TURN, State
from domain.numbers import NotKnown, Range, least, most
from domain.rules import UNDETERMINED, Action, Broken, Check, RefusedAction, Seat, SeatAction, broken

Finds = Broken | None


def step_of(state: State, action: Action) -> int | None:
    """The step an action belongs to: that of its tile, the running one first; a special action belongs to any."""
    if isinstance(action, PassTile):
        return STEPS.index(action.tile)
    if not isinstance(action, TileAction):
        return None
    return state.step if action.tile == STEPS[state.step] else TILE_STEP[type(action)]


def belated(state: State, seat: Seat, step: int | None) -> bool:
    """Whether an action still belongs to the turn that has just ended."""
    return has_just_ended(state, seat) and step in (None, ended_step(state))


def has_just_ended(state: State, seat: Seat) -> bool:
    """Whether this seat's turn was the last thing that happened: the end of a round may have followed by itself."""
    if seat != state.just or seat == state.actor:
        return False
    return state.phase in (TURN, REMOVE, OVER) or (state.phase == CARDS and not state.slots.shown)


def closes(state: State, action: Action) -> bool:
    """Whether an action shows that the open turn is over."""
    seat = action.seat
    if seat == state.actor:
        return type(action) is Done and state.phase == TURN
    if state.phase != TURN or (seat is not None and belated(state, seat, step_of(state, action))):
        return False
    return goes_on(state, action) if seat is None else shows_turn_over(state, seat, step_of(state, action))


def goes_on(state: State, action: Action) -> bool:
    """Whether the table does what comes after the last turn of a round."""
    if isinstance(action, (Lands, Ships)) and len(action.cards) < SLOTS:  # a few are put into slots in between
        return False
    return nearly_over(state) and (not isinstance(action, Round) or action.number == state.round + 1)


def is_known(state: State) -> bool:
    """Whether it is known what the open turn still holds: otherwise it may be over."""
    return state.phase == TURN and state.actor >= 0 and state.players[state.actor].tiles[state.step].__class__ is int


@cites(na.ACT_1)
def a_step_is_over_before_the_next(rules: NieuwAmsterdamRules, state: State, action: TileAction | PassTile) -> Finds:
    step, seat = step_of(state, action), action.seat
    if (
        step is None
        or step == state.step
        or not is_known(state)
        or belated(state, seat, step)
        or shows_turn_over(state, seat, step)
    ):
        return None
    return broken(running=STEPS[state.step], of=STEPS[step])


@cites(na.ACT_2)
def turns_follow_the_tokens(rules: NieuwAmsterdamRules, state: State, action: SeatAction) -> Finds:
    seat = action.seat
    if seat == state.actor or seat in state.had or not is_known(state):
        return None
    step = step_of(state, action)
    due = seat_in_turn(state)
    if (
        seat == due
        or step not in (None, state.step)
        or belated(state, seat, step)
        or shows_turn_over(state, seat, step)
    ):
        return None
    if state.tokens_gap:
        raise NotKnown(state.tokens_gap)
    return broken(due=due)


@cites(na.ACT_2)
def everybody_has_one_turn_in_a_step(rules: NieuwAmsterdamRules, state: State, action: SeatAction) -> Finds:
    seat = action.seat
    if seat == state.actor or not has_had_its_turn(state, seat, step_of(state, action)) or not is_known(state):
        return None
    return None if shows_turn_over(state, seat, step_of(state, action)) or is_left_over(state, action) else broken()


def has_had_its_turn(state: State, seat: Seat, step: int | None) -> bool:
    """Whether others have acted since this seat's turn in the running step."""
    return seat in state.had and seat not in (state.actor, state.just) and step in (None, state.step)


def is_left_over(state: State, action: SeatAction) -> bool:
    """Whether an action makes good what was left out of a seat's turn, which has been found already."""
    player, step = state.players[action.seat], step_of(state, action)
    return player.special[state.step] == OPEN if step is None else most(player.tiles[step]) > 0


@cites(na.ACT_3)
def a_tile_serves_the_actions_of_its_step(rules: NieuwAmsterdamRules, state: State, action: TileAction) -> Finds:
    own = STEPS[TILE_STEP[type(action)]]
    return broken(tile=action.tile, own=own) if action.tile and action.tile != own else None


@cites(na.ACT_4)
def one_tile_gives_one_action(rules: NieuwAmsterdamRules, state: State, action: TileAction | PassTile) -> Finds:
    seat, step = action.seat, handed_in(action)
    if most(state.players[seat].tiles[step]) or (state.phase != TURN and not has_just_ended(state, seat)):
        return None
    return None if has_had_its_turn(state, seat, step_of(state, action)) else broken(tile=STEPS[step])


@cites(na.ACT_5)
def all_tiles_of_the_step_are_spent(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    if not closes(state, action):
        return None
    left = least(state.players[state.actor].tiles[state.step])
    return broken(seat=state.actor, tile=STEPS[state.step], left=left) if left else None


@cites(na.ACT_2)
def a_pass_is_of_ones_own_turn(rules: NieuwAmsterdamRules, state: State, passing: Pass) -> Finds:
    if state.phase != TURN or passing.seat == state.actor or state.auction.selector >= 0:  # an auction too many
        return None
    return broken(due=state.actor)


@cites(na.ACT_6)
def a_pass_gives_up_one_thing(rules: NieuwAmsterdamRules, state: State, passing: Pass) -> Finds:
    if len(pass_meanings(rules, state, passing)) > 1:
        raise NotKnown(PASSED_BARE)
    return None


@cites(na.ACT_6)
def no_more_tiles_are_passed_than_may_be(rules: NieuwAmsterdamRules, state: State, passing: PassTile) -> Finds:
    """Asked where only so many may be passed in a turn (NA-Q-46)."""
    if may_pass(rules, state, passing.seat):
        return None
    return broken(passed=state.players[passing.seat].turn.passed + 1, limit=rules.passes_a_turn)


def special_of(state: State, seat: Seat) -> str:
    """What a seat has made of the special action of its turn, running or just ended."""
    if seat == state.actor and state.phase == TURN:
        player = state.players[seat]
        made, left = player.special[state.step], player.tiles[state.step]
        if made != OPEN and isinstance(left, Range) and not left.least:
            raise NotKnown(left.fact)  # that turn may be over, and this be of the next step
        return made
    return state.players[seat].special[ended_step(state)] if has_just_ended(state, seat) else OPEN


@cites(na.ACT_7)
def one_special_action_in_a_step(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
    return broken() if special_of(state, special.seat) == TAKEN else None


@cites(na.ACT_8)
def a_turn_without_tiles_is_not_skipped(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    if rules.silent_special or action.seat == state.actor or not closes(state, action):
        return None
    return broken(skipped=state.actor) if _is_bare(state) and not has_begun(state) else None


def _is_bare(state: State) -> bool:
    """Whether nothing is left of the open turn but its special action."""
    player = state.players[state.actor]
    return player.special[state.step] == OPEN and not most(player.tiles[state.step])


def has_begun(state: State) -> bool:
    """Whether the open turn has used a tile."""
    return state.players[state.actor].turn.used > 0


@cites(na.ACT_9)
def a_coin_or_a_special_action(rules: NieuwAmsterdamRules, state: State, action: Special | PassSpecial) -> Finds:
    before = special_of(state, action.seat)
    return broken() if before == PASSED or (before == TAKEN and type(action) is PassSpecial) else None


@cites(na.ACT_9)
def the_special_action_is_taken_or_passed(rules: NieuwAmsterdamRules, state: State, action: Action) -> Finds:
    """A turn closed without it: the record is incomplete, and no coin is credited in silence (NA-Q-29)."""
    if rules.silent_special or not closes(state, action) or not _is_bare(state):
        return None
    shows_the_end = type(action) is Done or has_begun(state)
    return Broken({"needs": "special"}, state.actor, UNDETERMINED) if shows_the_end else None


@cites(na.ACT_12)
def nothing_is_given_away(rules: NieuwAmsterdamRules, state: State, give: Give) -> Finds:
    return broken(to=give.to, what=give.what)


FURS_AND_STOCKS = frozenset((*FURS, FUR, *STOCKS))
PIECES = frozenset(("business", "house", "warehouse", "building", "land", "ship", "post", "tile"))


@cites(na.ACT_12)
def nothing_is_done_outside_the_actions(rules: NieuwAmsterdamRules, state: State, move: Move) -> Finds:
    thing, source, target = move.thing, move.source, move.target
    if thing in FURS_AND_STOCKS:  # what a seat gives up, or hides, is found elsewhere (NA-STORE-3, NA-INFO-1)
        elsewhere = source in ("purse", "hand") or target == "hidden"
        elsewhere = elsewhere or (thing not in STOCKS and "discard" in (source, target))  # NA-SUPPLY-3
    else:
        elsewhere = thing not in PIECES or rearranges_cards(move)
    return None if elsewhere else broken(thing=thing, count=move.count, source=source, target=target)


def rearranges_cards(move: Move) -> bool:
    """Whether a row is rearranged (NA-LAND-2), or a card comes back (NA-SUPPLY-4)."""
    within = move.source.startswith("card") and move.target.startswith("card")
    return move.thing in ("land", "ship") and (move.source == "box" or (within and move.thing == "land"))


_OMITTED: tuple[Check, ...] = (
    all_tiles_of_the_step_are_spent,
    a_turn_without_tiles_is_not_skipped,
    the_special_action_is_taken_or_passed,
)
_IN_TURN = (turns_follow_the_tokens, everybody_has_one_turn_in_a_step, *_OMITTED)
_TILE = (a_step_is_over_before_the_next, *_IN_TURN, one_tile_gives_one_action)
CHECKS: dict[type, tuple[Check, ...]] = {
    **dict.fromkeys(TILE_STEP, (*_TILE, a_tile_serves_the_actions_of_its_step)),
    PassTile: _TILE,
    **dict.fromkeys(SPECIALS, (*_IN_TURN, one_special_action_in_a_step, a_coin_or_a_special_action)),
    Pass: (a_pass_is_of_ones_own_turn, a_pass_gives_up_one_thing),
    PassSpecial: (*_IN_TURN, a_coin_or_a_special_action),
    Done: (turns_follow_the_tokens, *_OMITTED),
    Give: (nothing_is_given_away,),
    Move: (nothing_is_done_outside_the_actions,),
    **dict.fromkeys((Lands, Ships, Tiles, Round, Declare), _OMITTED),
    RefusedAction: (refusal(na.ACT_8, "no-tile"), refusal(na.ACT_10, "order")),
}
PASSES_ARE_LIMITED: dict[type, tuple[Check, ...]] = {PassTile: (no_more_tiles_are_passed_than_may_be,)}
