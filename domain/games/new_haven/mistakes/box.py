"""Mistakes with the pieces of the box, with hidden pieces, and with pieces that were moved."""

from __future__ import annotations

from domain.clauses import GR_COUNT, GR_SEEN
from domain.games.game import Moment, WrongPlay
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.actions import Flip, Harvest, Peek, Pick, Pool, Refill
from domain.games.new_haven.mistakes.common import (
    ANY_TIME,
    ENOUGH,
    after_a_draw,
    breaks,
    copies_of,
    goes_on,
    instead,
    one_of,
    read,
    stands,
)
from domain.games.new_haven.pieces import COLOURS, COPIES, KINDS, turned
from domain.games.new_haven.state import REFILL
from domain.rules import Action, replace


def of_one_kind(at: Moment, over: int, at_most: int) -> Action | None:
    """As many buildings as lawfully, all of one kind, so that its copies come out within these bounds."""
    fresh = len(at.action.buildings)
    may_match = [kind for kind in KINDS if over < at.state.copies.get(kind, 0) + fresh <= at_most]
    kind = one_of(at, may_match)
    return kind and replace(at.action, buildings=(kind,) * fresh)


@breaks(nh.COMP_1, Pool, Refill)
def a_seventh_copy(at: Moment) -> WrongPlay | None:
    return instead(of_one_kind(at, COPIES, 99), then=goes_on(at))


@breaks(nh.CAREFUL_1, Pool, Refill)
def a_copy_that_was_taken_out(at: Moment) -> WrongPlay | None:
    return instead(of_one_kind(at, copies_of(at), COPIES), then=goes_on(at))


def miscounted(at: Moment, there: int) -> int:
    """A count that is off by a little."""
    return there + at.rng.choice([by for by in (-2, -1, 1, 2) if there + by >= 0])


@breaks(nh.COMP_1, *ANY_TIME)
def the_bag_counted_wrong(at: Moment) -> WrongPlay | None:
    return read(at, "bag", (), miscounted(at, at.state.bag)) if at.state.bag > ENOUGH else None


@breaks(nh.COMP_3, *ANY_TIME)
def the_supply_counted_wrong(at: Moment) -> WrongPlay | None:
    if at.state.phase == REFILL:  # one tile less is right there: the new tile may be drawn before the refill
        return None
    return read(at, "supply", (), miscounted(at, at.state.supply))


def no_face(at: Moment) -> str:
    """Four squares that no tile shows: of one resource, or of all four."""
    return at.rng.choice((at.rng.choice(COLOURS) * 4, "".join(at.rng.sample(COLOURS, 4))))


@breaks(nh.COMP_2, Harvest, Flip)
def a_face_of_one_or_four_resources(at: Moment) -> WrongPlay | None:
    return instead(replace(at.action, face=no_face(at)), then=goes_on(at))


@breaks(GR_COUNT, Harvest)
def a_face_that_has_been_played(at: Moment) -> WrongPlay | None:
    copies = at.rules.catalogue.copies
    face = one_of(at, (face for face, seen in at.state.faces.items() if 0 < copies("harvest", face) <= seen))
    return instead(face and replace(at.action, face=face), then=goes_on(at))


@breaks(GR_COUNT, Pick)
def a_building_that_lies_not_in_the_pool(at: Moment) -> WrongPlay | None:
    state = at.state
    if "?" in state.pool:
        return None
    kind = one_of(at, (k for k in KINDS if k not in state.pool and state.copies.get(k, 0) < copies_of(at)))
    pick = kind and Pick(seat=at.action.seat, building=kind)
    return instead(pick, then=after_a_draw(state, len(state.pool) - 1, state.bag))


@breaks(GR_SEEN, *ANY_TIME)
def another_pool(at: Moment) -> WrongPlay | None:
    pool = at.state.pool
    if "?" in pool or not pool:
        return None
    return read(at, "pool", (), (one_of(at, set(KINDS) - set(pool)), *pool[1:]))


@breaks(nh.SETUP_7, *ANY_TIME)
def a_draw_that_was_not_blind(at: Moment) -> WrongPlay | None:
    seat = at.rng.randrange(len(at.state.players))
    return instead(Peek(seat=seat, at=at.rng.choice(("bag", "supply"))), then=stands(at))


@breaks(nh.SECRET_2, *ANY_TIME)
def a_look_at_the_goods_tile(at: Moment) -> WrongPlay | None:
    seat = one_of(at, (seat for seat, player in enumerate(at.state.players) if player.goods))
    return None if seat is None else instead(Peek(seat=seat, at="goods"), then=stands(at))


@breaks(nh.HARVEST_5, *ANY_TIME)
def a_tile_turned_later(at: Moment) -> WrongPlay | None:
    lying = [
        (cell, tile)
        for cell, tile in at.state.board.items()
        if tile.kind in ("tile", "goods") and "?" not in tile.face and turned(tile.face) != tile.face
    ]
    if not lying:
        return None
    cell, tile = at.rng.choice(lying)
    return read(at, "space", (cell,), replace(tile, face=turned(tile.face)))


@breaks(nh.BUILD_11, *ANY_TIME)
def a_building_turned_or_removed(at: Moment) -> WrongPlay | None:
    built = [
        (seat, home, there) for seat, player in enumerate(at.state.players) for home, there in player.village.items()
    ]
    if not built:
        return None
    seat, home, there = at.rng.choice(built)
    return read(at, "village", (seat, home), at.rng.choice((None, replace(there, up=not there.up))))
