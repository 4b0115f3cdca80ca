"""Simulated mistakes about placing a colonist (MF-COL)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.mayflower import clauses as mf
from domain.games.mayflower.actions import Colonist, Draw, Retrieve, Skip
from domain.games.mayflower.mistakes.common import (
    Moment,
    a_trapper,
    breaks,
    goes_on,
    instead,
    one_of,
    others,
    parts_of,
    refused,
    scores_nothing,
    stands,
)
from domain.games.mayflower.pieces.cells import SPOTS
from domain.games.mayflower.state import FARMER, ROLES, TRAPPER
from domain.rules import replace


@breaks(mf.COL_1, Skip)
def a_colonist_made_compulsory(at: Moment) -> WrongPlay | None:
    return refused(at, "compulsory")


@breaks(mf.COL_2, Colonist)
def a_second_colonist(at: Moment) -> WrongPlay | None:
    after = at.after.state
    if after.result is not None or not after.reserves[at.action.seat]:
        return None
    return instead(at.action, a_trapper(at, after, after.now.cell), then=goes_on(at))


@breaks(mf.COL_3, Colonist)
def a_colonist_of_another_player(at: Moment) -> WrongPlay | None:
    owner = one_of(at, (seat for seat in others(at.state, at.action.seat) if at.state.reserves[seat]))
    return (
        instead(replace(at.action, colour=owner), then=goes_on(at))
        if scores_nothing(at) and owner is not None
        else None
    )


@breaks(mf.COL_3, Skip)
def a_colonist_out_of_an_empty_reserve(at: Moment) -> WrongPlay | None:
    if at.state.reserves[at.action.seat] or at.state.now.posted or not scores_nothing(at):
        return None
    return instead(a_trapper(at, at.state, at.state.now.cell), then=goes_on(at))


@breaks(mf.COL_4, Colonist)
def a_colonist_on_an_older_tile(at: Moment) -> WrongPlay | None:
    state = at.state
    cell = one_of(at, (cell for cell, tile in state.land.lying() if cell != state.now.cell and tile.face is not None))
    trapper = a_trapper(at, state, cell) if scores_nothing(at) else None
    return None if trapper is None else instead(replace(trapper, cell=cell), then=goes_on(at))


@breaks(mf.COL_5, Colonist)
def a_role_the_place_does_not_give(at: Moment) -> WrongPlay | None:
    role = one_of(at, (role for role in ROLES if role not in (at.action.role, FARMER)))
    return instead(replace(at.action, role=role), then=goes_on(at)) if scores_nothing(at) and at.action.port else None


@breaks(mf.COL_5, Colonist)
def a_farmer_without_a_farm(at: Moment) -> WrongPlay | None:
    if parts_of(at.state, at.state.now.cell, "F") or not scores_nothing(at):
        return None
    return instead(replace(at.action, role=FARMER, port=""), then=goes_on(at))


@breaks(mf.COL_6, Skip)
def a_colonist_where_one_stands(at: Moment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if not state.reserves[seat] or state.now.posted or not scores_nothing(at):
        return None
    taken = one_of(at, (part for part in parts_of(state, state.now.cell, "CRP") if part[2]))
    return taken and instead(Colonist(seat=seat, role=taken[0], port=taken[1]), then=goes_on(at))


@breaks(mf.COL_7, Colonist)
def a_free_portion_refused(at: Moment) -> WrongPlay | None:
    plains = parts_of(at.state, at.state.now.cell, "P")
    return refused(at, "portion") if at.action.role == TRAPPER and any(men for _, _, men in plains) else None


@breaks(mf.COL_8, Draw)
def a_colonist_taken_back(at: Moment) -> WrongPlay | None:
    seat = at.action.seat
    man = one_of(at, (man for man in at.state.men if man.seat == seat and man.role != TRAPPER))
    return man and instead(Retrieve(seat=seat, cell=man.cell, port=man.port), then=stands(at))


@breaks(mf.COL_9, Colonist)
def a_colonist_refused_in_the_east(at: Moment) -> WrongPlay | None:
    return refused(at, "east") if SPOTS[at.state.now.cell].column < min(at.state.explorers) else None
