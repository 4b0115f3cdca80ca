"""Simulated mistakes about setting up (KO-SETUP)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Draw, Layout
from domain.games.kontor.mistakes.common import KontorMoment, a_seat, breaks, goes_on, in_force, instead, one_of
from domain.games.kontor.pieces import CANAL, SPECIAL_NUMBERS
from domain.games.kontor.state import REFILL
from domain.observables import Observation
from domain.rules import replace

# What was laid out wrongly: reported with the layout ------------------------------------------------


def laid_out(at: KontorMoment, clause: Clause, what: str, key: tuple, value: object) -> WrongPlay | None:
    """What was counted when the table was laid."""
    if at.state.line:
        return None
    counts = at.rules.observables[what].counts
    by, seen = (value, None) if counts else (None, value)
    look = Observation(what=what, key=key, about=0, clause=clause.id, by=by, value=seen)
    return WrongPlay(actions=(at.action,), announced=(look,), then=goes_on(at))


@breaks(ko.SETUP_4, Layout)
def a_canal_too_few_or_too_many(at: KontorMoment) -> WrongPlay | None:
    if at.rules.hand_clause is not ko.SETUP_4:
        return None
    return laid_out(at, ko.SETUP_4, "canals", (a_seat(at),), at.rng.choice((1, 3)))


@breaks(ko.SETUP_6, Layout)
def a_dock_too_few_or_too_many(at: KontorMoment) -> WrongPlay | None:
    if at.rules.piles_clause is not ko.SETUP_6:
        return None
    seat, what, by = a_seat(at), at.rng.choice(("docks", "dock-pile")), at.rng.choice((-1, 1))
    due = at.rules.observables[what].get(at.state, (seat,))
    return laid_out(at, ko.SETUP_6, what, (seat,), due + by)


@breaks(ko.SETUP_7, Layout)
def a_keeper_missing(at: KontorMoment) -> WrongPlay | None:
    return laid_out(at, ko.SETUP_7, "keepers", (at.rng.randrange(2),), 4)


@breaks(ko.SETUP_8, Layout)
def a_warehouse_missing(at: KontorMoment) -> WrongPlay | None:
    return laid_out(at, ko.SETUP_8, "warehouses", (), 47)


@breaks(ko.SETUP_9, Layout)
def another_purse_to_begin_with(at: KontorMoment) -> WrongPlay | None:
    if at.rules.purse_clause is not ko.SETUP_9:
        return None
    return laid_out(at, ko.SETUP_9, "purse", (a_seat(at),), (at.rules.purse or 0) + at.rng.choice((-2, -1, 1)))


# The cross ----------------------------------------------------------------------------------------


@breaks(ko.SETUP_2, Layout)
def the_anchor_not_in_the_middle(at: KontorMoment) -> WrongPlay | None:
    if len(at.action.cards) < 2:
        return None
    (middle, anchor), (beside, canal), *rest = at.action.cards
    return instead(replace(at.action, cards=((middle, canal), (beside, anchor), *rest)), then=goes_on(at))


@breaks(ko.SETUP_3, Layout)
def an_arm_too_long(at: KontorMoment) -> WrongPlay | None:
    *rest, (_, canal) = at.action.cards
    if not rest or at.rules.layout_clause is not ko.SETUP_3 or at.rules.drawn:
        return None
    return instead(replace(at.action, cards=(*rest, ("3,0", canal))), then=goes_on(at))


# Piles --------------------------------------------------------------------------------------------


def is_its_draw(at: KontorMoment, canal: bool) -> bool:
    """Whether a canal, or a dock, is drawn in the turn that asks for it, and all players see which."""
    if at.state.phase != REFILL or not at.action.card or at.action.pile:
        return False
    return (at.state.cards[at.action.card].kind == CANAL) == canal


@breaks(ko.SETUP_1, Draw)
def a_special_card_among_the_canals(at: KontorMoment) -> WrongPlay | None:
    if not in_force(at, ko.SETUP_1, Draw) or at.rules.specials != "out" or not is_its_draw(at, canal=True):
        return None
    special = one_of(at, SPECIAL_NUMBERS)
    return instead(replace(at.action, card=special, pile="canals"), then=goes_on(at))


@breaks(ko.SETUP_5, Draw)
def a_canal_from_below(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, below=True), then=goes_on(at)) if is_its_draw(at, canal=True) else None


@breaks(ko.SETUP_6, Draw)
def a_dock_from_below(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, below=True), then=goes_on(at)) if is_its_draw(at, canal=False) else None
