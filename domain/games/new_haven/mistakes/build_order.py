"""Mistakes of order: who builds when the others share, and who builds too soon or too late."""

from __future__ import annotations

from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Draw, Goods, Harvest, Pass, Pick
from domain.games.new_haven.mistakes.common import breaks, goes_on, instead, next_seat, one_of, others, stands
from domain.games.new_haven.mistakes.village import POOR, a_build
from domain.games.new_haven.state import BUILD, DRAW, SHARE


@breaks(nh.TURN_3, Build, Pass, Pick, Draw)
def the_active_player_builds_once_more(at: Moment) -> WrongPlay | None:
    if at.state.phase not in (SHARE, DRAW) or not at.state.acted:
        return None
    return instead(a_build(at, at.state.active), then=stands(at))


@breaks(nh.TURN_3, Pass)
def a_draw_before_the_others_share(at: Moment) -> WrongPlay | None:
    state = at.state
    building = one_of(at, (kind for kind in state.pool if kind != "?"))
    if state.phase != SHARE or state.acted or state.markers.count(0) < 2 or not building:
        return None
    return instead(Pick(seat=state.active, building=building), at.action, then=(DRAW, (state.active,)))


@breaks(nh.SHARE_1, Build, Pass)
def a_sharing_player_after_the_next(at: Moment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    later = next_seat(state, seat)
    if state.phase != SHARE or seat in state.acted or state.active in (seat, later):
        return None
    if 0 not in state.markers or not state.pool:  # without draws the turn is over at once
        return None
    after = next_seat(state, later)
    then = (DRAW, (state.active,)) if after == state.active else (SHARE, (after,))
    return instead(Pass(seat=later), at.action, then=then)


@breaks(nh.SHARE_2, Pass)
def a_building_after_the_pass(at: Moment) -> WrongPlay | None:
    if at.state.phase != SHARE or at.after.state.phase not in (SHARE, DRAW):
        return None
    return instead(at.action, a_build(at, at.action.seat), then=goes_on(at))


@breaks(nh.SHARE_2, Pick, Draw)
def a_building_after_the_first_draw(at: Moment) -> WrongPlay | None:
    if at.state.phase != DRAW or not at.state.drawn:
        return None
    return instead(a_build(at, one_of(at, others(at.state, at.state.active))), then=stands(at))


# Between two turns --------------------------------------------------------------------------------


@breaks(nh.TURN_3, Harvest, Goods)
def a_pass_before_the_tile(at: Moment) -> WrongPlay | None:
    seat = one_of(at, others(at.state, at.state.active))
    return instead(Pass(seat=seat), then=stands(at))


@breaks(nh.TURN_3, Harvest, Goods)
def a_building_before_the_tile(at: Moment) -> WrongPlay | None:
    seat = at.action.seat
    return instead(a_build(at, seat, POOR), at.action, then=(BUILD, (seat,)))


@breaks(nh.SHARE_2, Harvest, Goods, besides=(nh.BUILD_3,))
def a_building_between_two_turns(at: Moment) -> WrongPlay | None:
    if at.state.turn == 1:  # before the first tile it is not too late but too early
        return None
    seat = one_of(at, others(at.state, at.state.active))
    return instead(a_build(at, seat, POOR), then=stands(at))
