"""Simulated mistakes about turns of steps 5 to 7 (NA-ACT)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    TILE_STEP,
    Done,
    Give,
    Lumberyard,
    Move,
    PassSpecial,
    PassTile,
)
from domain.games.nieuw_amsterdam.mistakes.common import (
    Moment,
    announced,
    breaks,
    instead,
    made,
    me,
    one_of,
    others,
    refused,
    stands,
)
from domain.games.nieuw_amsterdam.pieces import DISTRICTS, STEPS
from domain.games.nieuw_amsterdam.state import NO_SEAT, OPEN, TAKEN, TURN, State, fee_due
from domain.numbers import least
from domain.rules import Seat, replace

TILES = (*TILE_STEP, PassTile)
SPECIAL = (*SPECIALS, PassSpecial)
ANY = (*TILES, *SPECIAL)


def tiles_left(state: State, seat: Seat) -> int:
    """The tiles a seat still has for the running step."""
    return least(state.players[seat].tiles[state.step])


def is_untouched(state: State) -> bool:
    """Whether the seat to act has used neither a tile nor the special action."""
    player = state.players[state.actor]
    return not player.turn.used and player.special[state.step] == OPEN


def still_to_come(state: State) -> list[Seat]:
    """The seats whose turn in this step is after the running one."""
    return [seat for seat in state.acting if seat not in (*state.had, state.actor)]


def after(state: State, *gone: Seat) -> tuple[str, tuple[Seat, ...]] | None:
    """Where the table stands when these seats' turns are over; nothing if the actions are over."""
    left = [seat for seat in state.acting if seat not in (*state.had, *gone)]
    if left:
        return TURN, (left[0],)
    return (TURN, (state.acting[0],)) if state.step < len(STEPS) - 1 else None


def after_tiles(at: Moment, tiles: int, special: bool = False) -> tuple[str, tuple[Seat, ...]] | None:
    """Where the table stands when the acting seat has spent so many tiles, and perhaps its special action."""
    state, seat = at.state, at.action.seat
    used = special or state.players[seat].special[state.step] != "."
    return after(state, seat) if used and tiles_left(state, seat) == tiles else (TURN, (seat,))


@breaks(na.ACT_1, *ANY)
def a_tile_before_its_step(at: Moment) -> WrongPlay | None:
    held = me(at).tiles
    later = one_of(at, (tile for step, tile in enumerate(STEPS) if step > at.state.step and held[step]))
    return later and instead(PassTile(seat=at.action.seat, tile=later), then=stands(at))


@breaks(na.ACT_2, *ANY)
def a_turn_out_of_order(at: Moment) -> WrongPlay | None:
    state = at.state
    waiting = [seat for seat in still_to_come(state) if seat != state.just]
    if not (is_untouched(state) and tiles_left(state, state.actor)):
        waiting = [seat for seat in waiting if seat != still_to_come(state)[0]]
    seat = one_of(at, waiting)
    if seat is None:
        return None
    return instead(PassSpecial(seat=seat), then=(TURN, (seat if tiles_left(state, seat) else state.actor,)))


@breaks(na.ACT_2, *ANY)
def a_second_turn_in_the_step(at: Moment) -> WrongPlay | None:
    state = at.state
    last = not still_to_come(state)
    had = [seat for seat in state.had if seat != state.just and not (last and seat == state.acting[0])]
    seat = one_of(at, had)
    return None if seat is None else instead(PassSpecial(seat=seat), then=stands(at))


@breaks(na.ACT_3, *TILE_STEP)
def a_tile_of_another_step(at: Moment) -> WrongPlay | None:
    held = me(at).tiles
    other = one_of(at, (tile for step, tile in enumerate(STEPS) if step != at.state.step and held[step]))
    return other and instead(replace(at.action, tile=other), then=(TURN, (at.action.seat,)))


@breaks(na.ACT_4, *SPECIAL)
def a_tile_too_many(at: Moment) -> WrongPlay | None:
    if tiles_left(at.state, at.action.seat):
        return None
    return instead(PassTile(seat=at.action.seat, tile=STEPS[at.state.step]), then=stands(at))


@breaks(na.ACT_4, *ANY)
def a_tile_after_the_turn(at: Moment) -> WrongPlay | None:
    state = at.state
    step = state.step if state.had else state.step - 1
    if state.just in (NO_SEAT, state.actor) or state.phase != TURN or step < 0:  # a lone player acts on
        return None
    if state.players[state.just].tiles[step]:  # left over, and made good
        return None
    return instead(PassTile(seat=state.just, tile=STEPS[step]), then=stands(at))


@breaks(na.ACT_5, *ANY)
def a_turn_ended_with_a_tile(at: Moment) -> WrongPlay | None:
    seat = at.action.seat
    then = after(at.state, seat)
    return instead(Done(seat=seat), then=then) if then and tiles_left(at.state, seat) else None


@breaks(na.ACT_5, *TILES)
def a_turn_begun_before_the_tiles_were_spent(at: Moment) -> WrongPlay | None:
    state, coming = at.state, still_to_come(at.state)
    if is_untouched(state) or not tiles_left(state, state.actor) or not coming:
        return None
    then = (TURN, (coming[0],)) if tiles_left(state, coming[0]) else after(state, state.actor, coming[0])
    return then and instead(PassSpecial(seat=coming[0]), then=then)


@breaks(na.ACT_6, PassTile)
def another_coin_for_a_tile(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, na.ACT_6, "coins")), at.rng.choice((0, 2)))


def a_special(at: Moment) -> Lumberyard | None:
    """A special action whose price is in hand."""
    state, seat = at.state, at.action.seat
    fee = fee_due(at.rules, state, seat, Lumberyard.DISTRICT)
    return Lumberyard(seat=seat, buy=1, fee=fee) if state.players[seat].coins > fee else None


@breaks(na.ACT_7, *TILES)
def a_second_special_action(at: Moment) -> WrongPlay | None:
    used = me(at).special[at.state.step]
    return instead(a_special(at), then=stands(at)) if used == TAKEN else None


@breaks(na.ACT_8, *SPECIAL)
def a_seat_without_tiles_skipped(at: Moment) -> WrongPlay | None:
    state, coming = at.state, still_to_come(at.state)
    if tiles_left(state, state.actor) or not is_untouched(state) or not coming or coming[0] == state.just:
        return None
    then = (TURN, (coming[0],)) if tiles_left(state, coming[0]) else after(state, state.actor, coming[0])
    return then and instead(PassSpecial(seat=coming[0]), then=then)


@breaks(na.ACT_8, *SPECIALS)
def a_special_action_refused_for_want_of_a_tile(at: Moment) -> WrongPlay | None:
    return None if tiles_left(at.state, at.action.seat) else refused(at, "no-tile")


@breaks(na.ACT_9, PassSpecial)
def another_coin_for_a_special_action(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, na.ACT_9, "coins")), at.rng.choice((0, 2)))


@breaks(na.ACT_9, *TILES)
def a_coin_and_a_special_action(at: Moment) -> WrongPlay | None:
    used = me(at).special[at.state.step]
    if used == OPEN:
        return None
    return instead(PassSpecial(seat=at.action.seat) if used == TAKEN else a_special(at), then=stands(at))


@breaks(na.ACT_10, *TILES, *SPECIALS)
def an_order_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "order")


@breaks(na.ACT_11, *TILES)
def a_tile_kept_out_of_the_cash_box(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, na.ACT_11, "spent")), 0)


@breaks(na.ACT_12, *ANY)
def a_gift(at: Moment) -> WrongPlay | None:
    seat, to = at.action.seat, one_of(at, others(at.state, at.action.seat))
    held = [kind for kind in ("coins", "wood", "corn") if getattr(at.state.players[seat], kind)]
    kind = one_of(at, held) if to is not None else None
    return kind and instead(Give(seat=seat, to=to, what=((kind, 1),)), then=stands(at))


@breaks(na.ACT_12, *ANY)
def a_business_moved(at: Moment) -> WrongPlay | None:
    seat = at.action.seat
    there = one_of(at, (district for at_, district in enumerate(DISTRICTS) if at.state.city.counts[at_][seat]))
    target = one_of(at, (district for district in DISTRICTS if district != there))
    return there and instead(Move(seat=seat, thing="business", source=there, target=target), then=stands(at))
