"""Simulated mistakes about variants with special cards (KO-V)."""

from __future__ import annotations

from domain.clauses import GR_AGREED
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Buy, Choose, Layout, Pass, Place
from domain.games.kontor.deeds.special_rules import is_enough_for_all
from domain.games.kontor.mistakes.common import (
    KontorMoment,
    a_seat,
    announced,
    breaks,
    goes_on,
    instead,
    made,
    one_of,
    stands,
)
from domain.games.kontor.mistakes.setup import laid_out
from domain.rules import replace


@breaks(ko.V_PONTINOND_1, Layout)
def a_flood_not_taken(at: KontorMoment) -> WrongPlay | None:
    if not at.rules.given:
        return None
    return laid_out(at, ko.V_PONTINOND_1, "specials", (a_seat(at),), 1)


@breaks(ko.V_CRUE_1, Layout)
def two_floods_dealt(at: KontorMoment) -> WrongPlay | None:
    return laid_out(at, ko.V_CRUE_1, "specials", (a_seat(at),), 2) if at.rules.specials == "floods" else None


@breaks(ko.V_CRUE_2, Place)
def a_cell_beside_a_flood_left_free(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, made(at, ko.V_CRUE_2, "canal-pile"))
    return effect and announced(at, effect, effect.by + 1)


@breaks(ko.V_ACHAT_1, Buy)
def a_special_too_dear(at: KontorMoment) -> WrongPlay | None:
    purse, left = at.state.players[at.action.seat].purse, at.state.aside[2]
    count = purse // 2 + 1
    return instead(replace(at.action, count=count), then=stands(at)) if count <= left else None


@breaks(ko.V_ACHAT_1, Choose)
def a_special_bought_late(at: KontorMoment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    bought = "buy" in at.rules.optional_deeds and state.aside[2] and state.players[seat].purse >= 2
    return instead(at.action, Buy(seat=seat), then=goes_on(at)) if bought else None


@breaks(ko.V_ACHAT_2, Buy)
def the_lower_number_buys_first(at: KontorMoment) -> WrongPlay | None:
    if is_enough_for_all(at.state, at.action):
        return None
    return instead(replace(at.action, own=46, other=50), then=goes_on(at))


@breaks(GR_AGREED, Pass)
def a_special_bought_where_none_is_sold(at: KontorMoment) -> WrongPlay | None:
    if "buy" in at.rules.optional_deeds or at.state.players[at.action.seat].purse < 2:
        return None
    if "event" in at.rules.optional_deeds:  # hands may have to be shown, and no such card is in the game
        return None
    return instead(Buy(seat=at.action.seat), then=stands(at))
