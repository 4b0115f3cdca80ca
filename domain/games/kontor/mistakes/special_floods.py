"""Simulated mistakes about the choice of flood (KO-V-CHOIXINOND)."""

from __future__ import annotations

from domain.clauses import GR_AGREED
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Place, Spend
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, instead, made, one_of
from domain.games.kontor.pieces import CANAL, FLOODS
from domain.games.kontor.state import NAME, REFILL, card_of, cells_in, lawful_cells, seen_in
from domain.rules import replace


@breaks(ko.V_CHOIXINOND_1, Spend)
def one_canal_for_a_flood(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, canals=at.action.canals[:1]), then=(REFILL, (at.action.seat,)))


@breaks(ko.V_CHOIXINOND_1, Draw)
def no_florin_for_the_other_canal(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_CHOIXINOND_1, "purse"))
    return announced(at, effect, 0) if effect and effect.by else None


@breaks(GR_AGREED, Place)
def a_flood_given_up_where_it_may_not_be(at: KontorMoment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if "spend" in at.rules.optional_deeds or at.action.card not in FLOODS:
        return None
    canals = [number for number in seen_in(state, seat) if card_of(state, number).kind == CANAL]
    cells = cells_in(lawful_cells(at.rules, state, seat, card_of(state, canals[0]))) if len(canals) > 1 else []
    if len(cells) < 3 or not state.canals.count:
        return None
    way = tuple(zip(canals[:1], (NAME[cells[0]],), strict=True))
    return instead(Spend(seat=seat, card=at.action.card, canals=way), then=(REFILL, (seat,)))
