"""Simulated mistakes about the sunken warehouses of Euphrate (KO-V-EUPHRATE)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Place, Salvage, Sink
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of, others
from domain.games.kontor.mistakes.placement_common import refills
from domain.games.kontor.state import NAME, NOWHERE, cells_in
from domain.games.kontor.state.parts import gained_by
from domain.rules import replace


@breaks(ko.V_EUPHRATE_1, Sink)
def two_of_one_kind_sunk(at: KontorMoment) -> WrongPlay | None:
    (first, good), (second, _), *rest = at.action.cargo
    return instead(replace(at.action, cargo=((first, good), (second, good), *rest)), then=goes_on(at))


@breaks(ko.V_EUPHRATE_1, Sink)
def a_warehouse_on_the_anchor(at: KontorMoment) -> WrongPlay | None:
    (_, good), *rest = at.action.cargo
    return instead(replace(at.action, cargo=(("0,0", good), *rest)), then=goes_on(at))


@breaks(ko.V_EUPHRATE_2, Place)
def cargo_for_another_player(at: KontorMoment) -> WrongPlay | None:
    if not refills(at, at.action.seat, at.action.card):
        return None
    effect = one_of(at, made(at, ko.V_EUPHRATE_2, "cargo"))
    return announced(at, effect, gained_by(one_of(at, others(at.state, at.action.seat))))


@breaks(ko.V_EUPHRATE_3, Salvage)
def cargo_on_an_opponents_centre(at: KontorMoment) -> WrongPlay | None:
    own = at.state.sides[at.action.seat]
    centres = [centre for sector in at.state.board.open for side, centre in enumerate(sector.centres) if side != own]
    cell = one_of(at, [centre for centre in centres if centre != NOWHERE])
    if cell is None:
        return None
    sector = next(sector for sector in at.state.board.open if cell in sector.centres)
    alone = sector.centres[own] == NOWHERE  # else it would be put right onto one's own
    return instead(replace(at.action, cell=NAME[cell]), then=goes_on(at)) if alone else None


@breaks(ko.V_EUPHRATE_3, Salvage)
def cargo_back_into_the_water(at: KontorMoment) -> WrongPlay | None:
    cell = one_of(at, cells_in(at.state.board.water))
    return instead(replace(at.action, cell=NAME[cell]), then=goes_on(at))
