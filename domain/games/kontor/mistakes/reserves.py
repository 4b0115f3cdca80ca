"""Simulated mistakes about the reserves of Embargo (KO-V-EMBARGO)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Layout, Place, Remove
from domain.games.kontor.mistakes.common import KontorMoment, a_seat, announced, breaks, made, one_of
from domain.games.kontor.mistakes.setup import laid_out
from domain.games.kontor.mistakes.special_rules import played_on
from domain.games.kontor.pieces import GOODS


def another_stock(at: KontorMoment, clause: Clause, *amounts: int) -> WrongPlay | None:
    """Warehouses under this clause, one of these numbers of them; nothing where that ends the game or not."""
    if at.after.state.ended:
        return None
    effect = one_of(at, made(at, clause, "stock"))
    if effect is None:
        return None
    return announced(at, effect, one_of(at, [amount for amount in amounts if amount != effect.by]))


@breaks(ko.V_EMBARGO_1, Layout)
def a_reserve_too_large(at: KontorMoment) -> WrongPlay | None:
    if at.rules.reserve is None:
        return None
    side = at.state.sides[a_seat(at)]
    return laid_out(at, ko.V_EMBARGO_1, "reserve", (side, at.rng.choice(GOODS)), at.rng.choice((3, 5)))


@breaks(ko.V_EMBARGO_2, Place)
def warehouses_otherwise_than_shown(at: KontorMoment) -> WrongPlay | None:
    return another_stock(at, ko.V_EMBARGO_2, 0, 2)


@breaks(ko.V_EMBARGO_3, Place)
def a_warehouse_from_nowhere(at: KontorMoment) -> WrongPlay | None:
    return another_stock(at, ko.V_EMBARGO_3, 1)


@breaks(ko.V_EMBARGO_4, Place)
def the_winner_takes_warehouses_back(at: KontorMoment) -> WrongPlay | None:
    if at.after.state.ended:
        return None
    effect = one_of(at, [effect for effect in made(at, ko.V_EMBARGO_4, "stock") if effect.by == 0])
    return announced(at, effect, -1)


@breaks(ko.V_EMBARGO_4, Place)
def the_loser_leaves_warehouses(at: KontorMoment) -> WrongPlay | None:
    effect = one_of(at, [effect for effect in made(at, ko.V_EMBARGO_4, "stock") if effect.by])
    return None if at.after.state.ended else announced(at, effect, 0)


@breaks(ko.V_EMBARGO_5, Place)
def a_tied_sector_keeps_warehouses(at: KontorMoment) -> WrongPlay | None:
    return another_stock(at, ko.V_EMBARGO_5, 0)


@breaks(ko.V_EMBARGO_6, Remove)
def a_removed_dock_leaves_warehouses(at: KontorMoment) -> WrongPlay | None:
    return another_stock(at, ko.V_EMBARGO_6, 0)


@breaks(ko.V_EMBARGO_7, Place, Draw)
def a_game_without_warehouses_goes_on(at: KontorMoment) -> WrongPlay | None:
    return played_on(at, ko.V_EMBARGO_7)
