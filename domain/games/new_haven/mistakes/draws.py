"""Mistakes in steps 5 and 6: how many are drawn, from where, and what goes back at the end of a turn."""

from __future__ import annotations

from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Draw, Flip, Pass, Pick, Refill
from domain.games.new_haven.mistakes.common import (
    a_tile,
    after_a_draw,
    after_the_refill,
    announced,
    breaks,
    copies_of,
    free_cells,
    goes_on,
    instead,
    made,
    next_seat,
    one_of,
    others,
    stands,
)
from domain.games.new_haven.offers import kinds_left
from domain.games.new_haven.pieces import COLOURS, KINDS, POOL
from domain.games.new_haven.state import BUILD, DRAW, REFILL
from domain.rules import Effect


def a_pick(at: Moment, seat: int, pool: tuple[str, ...]) -> Pick | None:
    """A building out of the pool."""
    building = one_of(at, (kind for kind in pool if kind != "?"))
    return building and Pick(seat=seat, building=building)


@breaks(nh.DRAW_1, Pick, Draw)
def a_draw_too_many(at: Moment) -> WrongPlay | None:
    after = at.after.state
    fewer_announced = at.state.drawn + 1 < sum(not marker for marker in at.state.markers)  # one more is still due
    if after.phase != REFILL or fewer_announced:
        return None
    seat = at.action.seat
    extra = Draw(seat=seat) if after.bag > POOL and at.rng.random() < 0.5 else a_pick(at, seat, after.pool)
    return instead(at.action, extra, then=goes_on(at))


@breaks(nh.DRAW_1, Pick, Draw)
def a_draw_too_few(at: Moment) -> WrongPlay | None:
    state, seat = at.state, next_seat(at.state)
    if state.phase != DRAW or state.wild or state.free < 2:
        return None
    return instead(a_tile(at, seat, free_cells(state)), then=(BUILD, (seat,)))


@breaks(nh.DRAW_1, Pick)
def another_player_draws(at: Moment) -> WrongPlay | None:
    if at.state.phase != DRAW or at.state.bag < POOL:
        return None
    seat = one_of(at, others(at.state, at.action.seat))
    return instead(a_pick(at, seat, at.state.pool), then=stands(at))


def draws_said(at: Moment) -> tuple[Effect | None, set[int], set[int]]:
    """The number of draws due, every other number, and those that leave out the spent or the never raised."""
    effect = one_of(at, (effect for effect in made(at, nh.DRAW_1, "draws") if not effect.source))
    if effect is None or at.after.state.phase != DRAW or at.state.bag < POOL:
        return None, set(), set()
    raised = set(at.state.raised)
    spent = len([colour for colour in raised if not at.state.markers[COLOURS.index(colour)]])
    left_out = {spent, len(COLOURS) - len(raised)} - {0, effect.by}
    return effect, {1, 2, 3, 4} - {effect.by} - left_out, left_out


@breaks(nh.DRAW_1, Pass)
def a_wrong_number_of_draws_announced(at: Moment) -> WrongPlay | None:
    effect, wrong, _ = draws_said(at)
    return announced(at, effect, one_of(at, wrong))


@breaks(nh.DRAW_5, Pass)
def only_spent_or_never_raised_colours_counted(at: Moment) -> WrongPlay | None:
    effect, _, left_out = draws_said(at)
    return announced(at, effect, one_of(at, left_out))


@breaks(nh.DRAW_2, Pick)
def a_first_draw_from_the_bag(at: Moment) -> WrongPlay | None:
    state = at.state
    if state.phase != DRAW or state.drawn or not state.bag or not state.pool:
        return None
    return instead(Draw(seat=at.action.seat), then=after_a_draw(state, len(state.pool), state.bag - 1))


@breaks(nh.DRAW_3, Pick, Draw)
def a_draw_from_elsewhere(at: Moment) -> WrongPlay | None:
    state = at.state
    kind = one_of(at, (kind for kind in KINDS if state.copies.get(kind, 0) < copies_of(at)))
    pick = kind and Pick(seat=at.action.seat, building=kind, elsewhere=True)
    return instead(pick, then=after_a_draw(state, len(state.pool), state.bag))


def a_refill(at: Moment, size: int) -> Refill | None:
    """So many buildings for the pool."""
    kinds = kinds_left(at.rules, at.state)
    return Refill(buildings=tuple(at.rng.sample(kinds, size))) if 0 < size <= at.state.bag else None


@breaks(nh.DRAW_4, Pick, Draw)
def a_refill_between_the_draws(at: Moment) -> WrongPlay | None:
    if at.state.phase != DRAW or not at.state.drawn:
        return None
    return instead(a_refill(at, POOL - len(at.state.pool)), then=stands(at))


@breaks(nh.DRAW_4, Refill)
def a_refill_to_four_or_six(at: Moment) -> WrongPlay | None:
    size = len(at.action.buildings) + at.rng.choice((-1, 1))
    lawful = at.state.bag <= size < len(at.action.buildings) or "?" in at.state.pool  # perhaps it was not full before
    return instead(None if lawful else a_refill(at, size), then=after_the_refill(at.state))


# End of the turn ----------------------------------------------------------------------------------


@breaks(nh.ENDTURN_1, Pick, Draw, Refill, Flip)
def a_marker_left_where_it_was(at: Moment) -> WrongPlay | None:
    effect = one_of(at, (effect for effect in made(at, nh.ENDTURN_1, "marker") if effect.by))
    return announced(at, effect, effect and at.rng.randint(effect.by + 1, 0))


@breaks(nh.ENDTURN_2, Pick, Draw, Refill, Flip)
def no_tile_drawn_or_two(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, nh.ENDTURN_2, "tiles"))
    if effect is None or not at.state.players[effect.key[0]].tiles:
        return None
    return announced(at, effect, effect.by + at.rng.choice((-1, 1)))
