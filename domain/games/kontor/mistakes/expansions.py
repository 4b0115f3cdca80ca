"""Simulated mistakes about the expansions (KO-V-EXPORT, KO-V-EVENTS, KO-EV)."""

from __future__ import annotations

from domain.clauses import GR_AGREED
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import (
    Choose,
    Draw,
    Event,
    Exchange,
    Layout,
    Place,
    Redraw,
    Remove,
    Show,
    Swap,
    Withdraw,
)
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, goes_on, instead, made, one_of, stands
from domain.games.kontor.mistakes.setup import laid_out
from domain.games.kontor.mistakes.supremacy import another_keeper
from domain.games.kontor.pieces import DOCK, EVENTS, GOODS
from domain.games.kontor.state import CHOOSE, REFILL, card_of
from domain.games.kontor.state.parts import Events, blockaded, exported, misses, part_of
from domain.rules import POINTS, replace

QUIET = ("ouragan", "greve")  # events after which the table waits for what it waited for


def shown(at: KontorMoment) -> list[str]:
    """The goods of the dock that is placed."""
    card = card_of(at.state, at.action.card)
    return [good for good, count in zip(GOODS, card.goods or (), strict=False) if count and card.kind == DOCK]


# The export warehouse -----------------------------------------------------------------------------


@breaks(ko.V_EXPORT_1, Place)
def two_warehouses_exported(at: KontorMoment) -> WrongPlay | None:
    goods = shown(at)
    if not at.rules.exports or len(goods) < 2 or at.action.good:
        return None
    return instead(replace(at.action, export=tuple(goods[:2])), then=goes_on(at))


@breaks(ko.V_EXPORT_1, Place)
def a_good_exported_the_dock_lacks(at: KontorMoment) -> WrongPlay | None:
    good = one_of(at, [good for good in GOODS if good not in shown(at)])
    if not at.rules.exports or not shown(at) or good is None or at.action.good:
        return None
    return instead(replace(at.action, export=(good,)), then=goes_on(at))


@breaks(ko.V_EXPORT_2, Remove)
def an_exported_warehouse_kept(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.V_EXPORT_2, "export")), 0)


@breaks(ko.V_EXPORT_3, Draw)
def an_exported_warehouse_withdrawn(at: KontorMoment) -> WrongPlay | None:
    side = at.state.sides[at.action.seat]
    good = one_of(at, [good for at_, good in enumerate(GOODS) if exported(at.state, side, at_)])
    if not at.rules.exports or good is None:
        return None
    return instead(Withdraw(seat=at.action.seat, goods=((good, 1),)), then=stands(at))


@breaks(ko.V_EXPORT_4, Place, Draw)
def a_majority_of_exports_miscounted(at: KontorMoment) -> WrongPlay | None:
    line = one_of(at, made(at, ko.V_EXPORT_4, POINTS))
    return line and announced(at, line, 1 - line.by)


@breaks(GR_AGREED, Place)
def an_export_without_its_variant(at: KontorMoment) -> WrongPlay | None:
    good = one_of(at, shown(at))
    if at.rules.exports or good is None or at.action.good:
        return None
    return instead(replace(at.action, export=(good,)), then=goes_on(at))


# The pile of events -------------------------------------------------------------------------------


@breaks(ko.V_EVENTS_1, Layout)
def an_event_missing(at: KontorMoment) -> WrongPlay | None:
    fewer = len(at.rules.events or EVENTS) - 1
    return laid_out(at, ko.V_EVENTS_1, "event-pile", (), fewer) if "event" in at.rules.optional_deeds else None


@breaks(ko.V_EVENTS_1, Event)
def an_event_that_had_come_up(at: KontorMoment) -> WrongPlay | None:
    turned = [EVENTS[event] for event in part_of(at.state, Events).turned]
    event = one_of(at, [name for name in turned if name in QUIET])
    return event and instead(replace(at.action, event=event, order=()), then=stands(at))


def on_with_the_round(at: KontorMoment) -> WrongPlay | None:
    """A seat begins the next round."""
    phase, seats = stands(at)
    seat = one_of(at, seats)
    return None if seat is None else instead(Choose(seat=seat), then=(phase, tuple(o for o in seats if o != seat)))


@breaks(ko.V_EVENTS_2, Event)
def an_event_left_out(at: KontorMoment) -> WrongPlay | None:
    return on_with_the_round(at) if not part_of(at.state, Events).waits else None


@breaks(ko.V_EVENTS_2, Choose)
def an_event_too_many(at: KontorMoment) -> WrongPlay | None:
    part = part_of(at.state, Events)
    pile = [name for name in at.rules.events or EVENTS if EVENTS.index(name) not in part.turned]
    event = one_of(at, [name for name in QUIET if name in pile])
    if "event" not in at.rules.optional_deeds or event is None or part.waits:
        return None
    return instead(Event(event=event), then=stands(at))


@breaks(ko.V_EVENTS_3, Redraw, Show)
def an_event_not_carried_out(at: KontorMoment) -> WrongPlay | None:
    part = part_of(at.state, Events)
    asked = part.waits and EVENTS[part.turned[-1]] in ("desordres", "lutte")
    return on_with_the_round(at) if asked and not part.due else None


@breaks(GR_AGREED, Choose)
def an_event_not_agreed_on(at: KontorMoment) -> WrongPlay | None:
    if "event" in at.rules.optional_deeds or at.state.phase != CHOOSE:
        return None
    return instead(Event(event=one_of(at, QUIET)), then=stands(at))


@breaks(GR_AGREED, Draw)
def a_withdrawal_not_agreed_on(at: KontorMoment) -> WrongPlay | None:
    if "withdraw" in at.rules.optional_deeds or at.state.phase != REFILL:
        return None
    return instead(Withdraw(seat=at.action.seat, goods=(("wine", 1),)), then=stands(at))


# The ten of them ----------------------------------------------------------------------------------


@breaks(ko.EV_MARIAGE, Exchange)
def no_dock_put_back(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, under=0), then=goes_on(at))


@breaks(ko.EV_MARIAGE, Exchange)
def the_docks_shuffled(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, shuffled=True), then=goes_on(at))


@breaks(ko.EV_DESORDRES, Redraw)
def a_dock_too_few_drawn(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, cards=at.action.cards[:-1]), then=goes_on(at)) if at.action.cards else None


@breaks(ko.EV_CONJURATION, Choose)
def a_round_not_missed(at: KontorMoment) -> WrongPlay | None:
    seat = one_of(at, [seat for seat in range(len(at.state.players)) if misses(at.state, seat)])
    return None if seat is None else instead(Choose(seat=seat), then=stands(at))


@breaks(ko.EV_OURAGAN, Event)
def florins_kept_in_a_hurricane(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, [effect for effect in made(at, ko.EV_OURAGAN, "purse") if effect.by]), 0)


@breaks(ko.EV_GREVE, Event)
def no_florin_in_a_strike(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, [effect for effect in made(at, ko.EV_GREVE, "purse") if effect.by]), 0)


@breaks(ko.EV_INCENDIE, Event)
def a_burnt_crane_thrown_away(at: KontorMoment) -> WrongPlay | None:
    burnt = made(at, ko.EV_INCENDIE, "dock-pile")
    return announced(at, burnt[0], 0) if len(burnt) == 1 else None


@breaks(ko.EV_JOURS, Event)
def no_point_for_the_richest(at: KontorMoment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, ko.EV_JOURS, POINTS)), 0)


@breaks(ko.EV_LUTTE, Show)
def a_card_not_shown(at: KontorMoment) -> WrongPlay | None:
    part = part_of(at.state, Events)
    asked = at.action.seat in part.waits and EVENTS[part.turned[-1]] == "lutte"
    fewer = replace(at.action, cards=at.action.cards[:-1])
    return instead(fewer, then=goes_on(at)) if asked and fewer.cards else None


@breaks(ko.EV_BLOCUS, Place)
def the_old_order_of_goods(at: KontorMoment) -> WrongPlay | None:
    return another_keeper(at, ko.SUPREMACY_3) if blockaded(at.state) else None


@breaks(ko.EV_INONDATION, Swap)
def a_warehouse_for_the_same(at: KontorMoment) -> WrongPlay | None:
    return instead(replace(at.action, other=at.action.good), then=goes_on(at))
