"""Simulated mistakes in special rules for goods, draws and the last docks (KO-V)."""

from __future__ import annotations

from domain.clauses import GR_AGREED
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Pick, Place, Store
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of
from domain.games.kontor.mistakes.special_rules import MONEY, played_on
from domain.games.kontor.pieces import GOODS, GROUP, NO_GOODS
from domain.games.kontor.state import AT, NAME, NOWHERE, REFILL, card_of, is_finished, sector_at
from domain.rules import replace


@breaks(ko.V_CHOIXMARCH_1, Place)
def all_goods_stored(at: KontorMoment) -> WrongPlay | None:
    board, cell = at.after.state.board, AT[at.action.cell]
    sector = sector_at(board, cell)
    if not at.action.good or sector is None or is_finished(board, cell):
        return None
    centre = sector.centres[at.state.sides[at.action.seat]]
    goods = zip(GOODS, card_of(at.state, at.action.card).goods or NO_GOODS, strict=True)
    shown = tuple((good, count) for good, count in goods if count)
    if centre == NOWHERE:
        return None
    return instead(at.action, Store(seat=at.action.seat, goods=shown, cell=NAME[centre]), then=goes_on(at))


@breaks(ko.V_CHOIXMARCH_1, Place)
def a_good_the_dock_does_not_show(at: KontorMoment) -> WrongPlay | None:
    goods = card_of(at.state, at.action.card).goods or ()
    missing = [good for good, count in zip(GOODS, goods, strict=False) if not count]
    good = one_of(at, missing) if at.action.good else None
    if good is None or (at.after.effects and any(effect.what == "finished" for effect in at.after.effects)):
        return None
    return instead(replace(at.action, good=good), then=goes_on(at))


@breaks(GR_AGREED, Place)
def a_good_chosen_where_all_are_stored(at: KontorMoment) -> WrongPlay | None:
    goods = card_of(at.state, at.action.card).goods or ()
    shown = [good for good, count in zip(GOODS, goods, strict=False) if count]
    if at.rules.chooses_good or len(shown) < 2:
        return None
    return instead(replace(at.action, good=shown[0]), then=goes_on(at))


def of_a_dock(at: KontorMoment) -> bool:
    """Whether a dock is drawn in the turn that asks for it."""
    card = at.action.card
    return at.state.phase == REFILL and bool(card) and GROUP[card_of(at.state, card).kind] == 0


@breaks(ko.V_PREMIER_1, Draw)
def a_dock_picked_for_too_little(at: KontorMoment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if "pick" not in at.rules.optional_deeds or not of_a_dock(at) or state.players[seat].purse > 1:
        return None
    return instead(Pick(seat=seat, card=at.action.card), then=goes_on(at))


@breaks(ko.V_PREMIER_2, Pick)
def a_pile_shuffled(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, shuffled=True), then=goes_on(at))


@breaks(GR_AGREED, Draw)
def a_dock_picked_where_none_may_be(at: KontorMoment) -> WrongPlay | None:
    state, seat = at.state, at.action.seat
    if "pick" in at.rules.optional_deeds or not of_a_dock(at) or state.players[seat].purse < 2 or at.after.state.result:
        return None
    return instead(Pick(seat=seat, card=at.action.card), then=goes_on(at))


@breaks(ko.V_SPRINT_1, *MONEY)
def a_table_without_docks_plays_on(at: KontorMoment) -> WrongPlay | None:
    return played_on(at, ko.V_SPRINT_1)


@breaks(ko.V_SPRINT_2, *MONEY)
def a_sector_left_open_at_the_sprint(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.V_SPRINT_2, "finished")), False)
