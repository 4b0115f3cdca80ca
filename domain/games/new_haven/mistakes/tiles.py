"""Mistakes in step 1: whose tile, where it goes, the goods tile, and the building of a clearing."""

from __future__ import annotations

from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Build, Claim, Done, Flip, Goods, Harvest, Pass, Pick, Refill
from domain.games.new_haven.mistakes.common import (
    ENOUGH,
    a_tile,
    announced,
    breaks,
    free_cells,
    goes_on,
    instead,
    made,
    next_seat,
    one_of,
    others,
    stands,
)
from domain.games.new_haven.offers import faces_left
from domain.games.new_haven.pieces import CELLS, COLOURS
from domain.games.new_haven.state import BUILD, DRAW, GATHER, SHARE, placing_line
from domain.rules import replace


@breaks(nh.TURN_2, Harvest, Goods)
def a_tile_out_of_turn(at: Moment) -> WrongPlay | None:
    goods = isinstance(at.action, Goods)
    seat = one_of(at, (s for s in others(at.state, at.action.seat) if at.state.players[s].goods or not goods))
    if seat is None:
        return None
    return instead(replace(at.action, seat=seat), then=(BUILD, (seat,)))


@breaks(nh.HARVEST_1, Build, Done)
def a_second_tile(at: Moment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if state.phase != BUILD or state.goods_turn or state.played != 1 or state.players[seat].tiles < 1:
        return None
    return instead(a_tile(at, seat, free_cells(state)), then=(BUILD, (seat,)))


@breaks(nh.HARVEST_1, Harvest, Goods)
def no_tile(at: Moment) -> WrongPlay | None:
    return instead(Done(seat=at.action.seat), then=(SHARE, (next_seat(at.state),)))


@breaks(nh.HARVEST_1, Harvest)
def a_draw_and_no_tile(at: Moment) -> WrongPlay | None:
    pick = one_of(at, (kind for kind in at.state.pool if kind != "?"))
    return instead(pick and Pick(seat=at.action.seat, building=pick), then=(DRAW, (at.action.seat,)))


def elsewhere(at: Moment, cells) -> WrongPlay | None:
    """The tile on one of these spaces."""
    cell = one_of(at, cells)
    return cell and instead(replace(at.action, cell=cell), then=goes_on(at))


@breaks(nh.HARVEST_2, Harvest, Goods)
def a_tile_on_a_taken_space(at: Moment) -> WrongPlay | None:
    return elsewhere(at, (cell for cell, tile in at.state.board.items() if tile.kind in ("tile", "printed", "goods")))


@breaks(nh.B_3, Harvest, Goods)
def a_tile_on_a_pond(at: Moment) -> WrongPlay | None:
    return elsewhere(at, (cell for cell, tile in at.state.board.items() if tile.kind == "pond"))


@breaks(nh.HARVEST_3, Harvest, Goods)
def a_tile_outside_the_area(at: Moment) -> WrongPlay | None:
    return elsewhere(at, (cell for cell in CELLS if cell not in at.state.area and cell not in at.state.board))


# Goods tile ---------------------------------------------------------------------------------------


@breaks(nh.GOODS_1, Build, Done)
def a_goods_tile_beside_the_harvest_tile(at: Moment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    player = state.players[seat]
    if state.phase != BUILD or state.goods_turn or state.played != 1 or not player.goods or not player.tiles:
        return None
    cell = one_of(at, free_cells(state))
    goods = cell and Goods(seat=seat, cell=cell, wild=at.rng.choice(COLOURS))
    return instead(goods, then=(BUILD, (seat,)))


@breaks(nh.GOODS_1, Build, Done)
def a_harvest_tile_beside_the_goods_tile(at: Moment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if state.phase != BUILD or not state.wild or state.played != 1 or state.players[seat].tiles < 2:
        return None
    return instead(a_tile(at, seat, free_cells(state)), then=(BUILD, (seat,)))


@breaks(nh.GOODS_2, Harvest)
def a_second_goods_tile(at: Moment) -> WrongPlay | None:
    seat, cell = at.action.seat, at.action.cell
    if at.state.players[seat].goods:
        return None
    return instead(Goods(seat=seat, cell=cell, wild=at.rng.choice(COLOURS)), then=(BUILD, (seat,)))


@breaks(nh.GOODS_3, Goods)
def a_goods_tile_face_up(at: Moment) -> WrongPlay | None:
    face = one_of(at, faces_left(at.rules, at.state))
    return instead(face and replace(at.action, face=face), then=goes_on(at))


@breaks(nh.GOODS_4, Goods)
def a_goods_tile_of_two_resources(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, wild="".join(at.rng.sample(COLOURS, 2))), then=goes_on(at))


@breaks(nh.GOODS_4, Goods)
def a_goods_tile_of_no_resource(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, wild=""), then=(GATHER, (at.action.seat,)))


@breaks(nh.GOODS_5, Flip)
def a_goods_tile_turned_as_one_likes(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, turned=True), then=goes_on(at))


@breaks(nh.GOODS_5, Build, Done, Pass, Pick)
def a_goods_tile_flipped_too_soon(at: Moment) -> WrongPlay | None:
    state = at.state
    face = one_of(at, faces_left(at.rules, state))
    shown = (placing_line(state, state.wild), "face") in state.known  # then it must be that face
    if not state.wild or not face or shown:
        return None
    return instead(Flip(seat=state.active, cell=state.wild, face=face), then=stands(at))


@breaks(nh.GOODS_5, Flip)
def a_goods_tile_flipped_too_late(at: Moment) -> WrongPlay | None:
    seat = next_seat(at.state)
    if at.state.free < 2:
        return None
    tile = a_tile(at, seat, free_cells(at.state))  # done with building shows that it was the tile of that seat's turn
    return instead(tile, at.action, Done(seat=seat), then=(SHARE, (next_seat(at.state, seat),)))


@breaks(nh.GOODS_6, Flip, Refill)
def a_tile_drawn_for_the_goods_tile(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, nh.GOODS_6, "tiles")), 1)


# Clearings ----------------------------------------------------------------------------------------


@breaks(nh.B_6, Harvest, Goods)
def another_claims_the_building(at: Moment) -> WrongPlay | None:
    cell, building = at.action.cell, at.state.clearings.get(at.action.cell, "?")
    if building == "?" or at.rules.side != "B":
        return None
    seat = one_of(at, others(at.state, at.action.seat))
    return instead(at.action, Claim(seat=seat, cell=cell, building=building), then=goes_on(at))


@breaks(nh.B_6, Build, Done)
def a_claim_without_a_tile(at: Moment) -> WrongPlay | None:
    there = one_of(at, at.state.clearings.items())
    if there is None or "?" in there or at.state.phase != BUILD or at.rules.side != "B":
        return None
    return instead(Claim(seat=at.action.seat, cell=there[0], building=there[1]), then=stands(at))


@breaks(nh.B_6, Harvest, Goods)
def a_building_left_unclaimed(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, nh.B_6, "hand")), 0) if at.state.bag > ENOUGH else None
