"""The actions that events ask of seats: exchanged docks, new docks, shown hands, exchanged warehouses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Exchange, Keeper, Redraw, Show, Swap
from domain.games.kontor.checks.certainty import all_read, surely
from domain.games.kontor.checks.hands import not_held
from domain.games.kontor.checks.supremacy import another_winner
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.offers.possible_cards import may_be_drawn, may_be_held
from domain.games.kontor.pieces import ANY_OWNER, AT_GOOD, EVENTS, GOODS, GROUP, group_of
from domain.games.kontor.state import (
    AT,
    BIT,
    CHOOSE,
    NAME,
    NOWHERE,
    State,
    card_of,
    is_finished,
    name_of,
    pile_of,
    sector_at,
)
from domain.games.kontor.state.hands import held_in_all, may_come_up
from domain.games.kontor.state.parts import Events, blockaded, part_of
from domain.numbers import NotKnown, least, most
from domain.rules import Broken, Check, Offer, OneOf, Seat, SeatAction, broken, impossible

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


def waits_for(state: State, seat: Seat, event: str) -> bool:
    """Whether an event waits for a seat, before a seat has begun the round."""
    part = part_of(state, Events)
    last = EVENTS[part.turned[-1]] if part.turned else ""
    return last == event and seat in part.waits and state.phase == CHOOSE and is_new(state)


def only_for(clause, event: str, name: str) -> Check:
    """The check that a deed belongs to an event."""

    def asked(rules: KontorRules, state: State, action: SeatAction) -> Finds:
        return None if waits_for(state, action.seat, event) else surely(state, broken())

    asked.__name__ = name
    return cites(clause)(asked)


def of_its_pile(state: State, seat: Seat, number: int) -> bool:
    """Whether a card can lie in a seat's pile of docks."""
    card, pile = card_of(state, number), pile_of(state, seat)
    if not card.kind:
        raise NotKnown(f"face {number}")
    own = GROUP[card.kind] == 0 and card.owner in (state.sides[seat], ANY_OWNER)
    return own and (state.where[number] == ord(".") or number in (pile.top, *pile.under))


# Mariage ------------------------------------------------------------------------------------------


docks_are_exchanged_at_a_wedding = only_for(ko.EV_MARIAGE, "mariage", "docks_are_exchanged_at_a_wedding")


@cites(ko.EV_MARIAGE)
def the_dock_taken_lay_in_the_pile(rules: KontorRules, state: State, exchange: Exchange) -> Finds:
    return None if of_its_pile(state, exchange.seat, exchange.card) else surely(state, impossible(card=exchange.card))


@cites(ko.EV_MARIAGE)
def a_dock_goes_under_the_pile(rules: KontorRules, state: State, exchange: Exchange) -> Finds:
    return broken(card=exchange.card) if exchange.under == 0 else None


@cites(ko.EV_MARIAGE)
def the_order_of_the_docks_stays(rules: KontorRules, state: State, exchange: Exchange) -> Finds:
    return broken() if exchange.shuffled else None


@cites(ko.HAND_2)
def the_dock_put_under_was_in_hand(rules: KontorRules, state: State, exchange: Exchange) -> Finds:
    if not exchange.under or exchange.under == exchange.card:
        return None
    return not_held(state, exchange.seat, exchange.under)


def weddings(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Any dock of one's pile for one of the hand."""
    for seat in part_of(state, Events).waits:
        pile = pile_of(state, seat)
        if not waits_for(state, seat, "mariage") or not least(pile.count):
            continue
        taken = tuple(dict.fromkeys((*(number for number in pile.under if number), *may_be_drawn(state, seat, 0))))
        held = [number for number in may_be_held(state, seat) if group_of(card_of(state, number).kind) == 0]
        put = tuple([number for number in held if number not in taken])
        if taken and put:
            example = Exchange(seat=seat, card=taken[0], under=put[0])
            yield Offer(example, {"card": OneOf(taken), "under": OneOf(put)})


# Désordres ----------------------------------------------------------------------------------------


docks_are_drawn_anew_in_disorder = only_for(ko.EV_DESORDRES, "desordres", "docks_are_drawn_anew_in_disorder")


@cites(ko.EV_DESORDRES)
def three_docks_are_drawn(rules: KontorRules, state: State, redraw: Redraw) -> Finds:
    there = pile_of(state, redraw.seat).count + state.players[redraw.seat].hand.counts[0]
    due = min(rules.hand_docks, most(there))
    if len(redraw.cards) == due or (least(there) < rules.hand_docks and len(redraw.cards) < due):
        return None
    return surely(state, broken(drawn=len(redraw.cards), due=due))


@cites(ko.EV_DESORDRES)
def all_docks_go_under_the_pile(rules: KontorRules, state: State, redraw: Redraw) -> Finds:
    docks = state.players[redraw.seat].hand.counts[0]
    return surely(state, broken(put=len(redraw.under))) if redraw.under and docks != len(redraw.under) else None


@cites(ko.HAND_2)
def docks_put_under_were_in_hand(rules: KontorRules, state: State, redraw: Redraw) -> Finds:
    for number in redraw.under:
        if (found := not_held(state, redraw.seat, number)) is not None:
            return found
    return None


@cites(ko.REC_6)
def docks_drawn_anew_lay_on_top(rules: KontorRules, state: State, redraw: Redraw) -> Finds:
    if not redraw.cards or not least(pile_of(state, redraw.seat).count):
        return None
    pile, number = pile_of(state, redraw.seat), redraw.cards[0]
    return None if may_come_up(pile, number) else surely(state, impossible(card=number))


def redrawings(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Cards that may lie on top."""
    for seat in part_of(state, Events).waits:
        pile, hand = pile_of(state, seat), state.players[seat].hand.counts[0]
        if not waits_for(state, seat, "desordres") or pile.count.__class__ is not int or hand.__class__ is not int:
            continue
        cards, under = anew(state, seat, min(rules.hand_docks, pile.count + hand), hand)
        if cards is not None:
            yield Offer(Redraw(seat=seat, cards=cards, under=under))


def anew(state: State, seat: Seat, count: int, docks: int) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Docks a seat may draw, and those of its hand in the order they go under the pile, if they are known."""
    pile = pile_of(state, seat)
    seen = [number for number in may_be_held(state, seat) if group_of(card_of(state, number).kind) == 0]
    known = [number for number in seen if state.where[number] != ord(".")]
    under = tuple(known) if len(known) == docks else ()
    hidden = [number for number in may_be_drawn(state, seat, 0) if number != pile.top]
    above = least(pile.count) - len(pile.under) - bool(pile.top)  # it is not recorded which these are
    queue = [*([pile.top] if pile.top else []), *hidden[:above]]
    spare = hidden[above:]
    for number in (*pile.under, *(under or (0,) * docks)):
        queue.append(number or (spare.pop(0) if spare else 0))
    drawn = tuple(queue[:count])
    return (None, ()) if 0 in drawn or len(drawn) < count else (drawn, under)


# Lutte d'influence --------------------------------------------------------------------------------


@cites(ko.EV_LUTTE)
def the_whole_hand_is_shown(rules: KontorRules, state: State, show: Show) -> Finds:
    if not waits_for(state, show.seat, "lutte"):
        return None
    held = held_in_all(state.players[show.seat].hand)
    return None if held == len(show.cards) else surely(state, broken(shown=len(show.cards), held=held))


def showings(rules: KontorRules, state: State) -> Iterator[Offer]:
    """The hands that a seat can show."""
    for seat in part_of(state, Events).waits:
        hand = state.players[seat].hand
        if not waits_for(state, seat, "lutte") or any(count.__class__ is not int for count in hand.counts):
            continue
        cards: list[int] = []
        for group, count in enumerate(map(least, hand.counts)):
            held = [number for number in may_be_held(state, seat) if group_of(card_of(state, number).kind) == group]
            seen = [number for number in held if state.where[number] != ord(".")]
            cards += [*seen, *(number for number in held if number not in seen)][:count]
        if cards:
            yield Offer(Show(seat=seat, cards=tuple(cards)))


# Inondation ---------------------------------------------------------------------------------------


warehouses_are_exchanged_in_a_flooding = only_for(
    ko.EV_INONDATION, "inondation", "warehouses_are_exchanged_in_a_flooding"
)


@cites(ko.EV_INONDATION)
def a_warehouse_of_ones_own_is_exchanged(rules: KontorRules, state: State, swap: Swap) -> Finds:
    sector, side = sector_at(state.board, AT[swap.cell]), state.sides[swap.seat]
    if sector is None or sector.centres[side] == NOWHERE or is_finished(state.board, AT[swap.cell]):
        return all_read(state, broken(cell=swap.cell, good=swap.good))
    has_one = sector.stock[side][AT_GOOD[swap.good]] >= 1
    return None if has_one else all_read(state, broken(cell=swap.cell, good=swap.good))


@cites(ko.EV_INONDATION)
def the_new_warehouse_is_of_another_kind(rules: KontorRules, state: State, swap: Swap) -> Finds:
    return broken(good=swap.good) if swap.good == swap.other else None


@cites(ko.EV_INONDATION)
def exchanges_lie_apart(rules: KontorRules, state: State, swap: Swap) -> Finds:
    """A check by this table's reading: exchanges lie in different sectors, or old and new warehouse do (KO-I-87)."""
    sector = sector_at(state.board, AT[swap.cell])
    if sector is None:
        return None
    if rules.flooding_apart == "players":
        near = bool(swap.target) or any(sector.cells & BIT[cell] for cell in part_of(state, Events).swapped)
    else:
        near = not swap.target or bool(sector.cells & BIT[AT[swap.target]])
    return surely(state, broken(cell=swap.cell)) if near else None


@cites(ko.EV_INONDATION)
def who_acted_first_exchanges_first(rules: KontorRules, state: State, swap: Swap) -> Finds:
    """A check only where both may not exchange in one sector: the seat that acted first chooses first (KO-I-87)."""
    late = rules.flooding_apart == "players" and swap.seat == state.first and part_of(state, Events).swapped
    return surely(state, broken()) if late and waits_for(state, swap.seat, "inondation") else None


@cites(ko.EV_INONDATION)
def the_new_warehouse_goes_onto_a_centre(rules: KontorRules, state: State, swap: Swap) -> Finds:
    if not swap.target:
        return None
    sector = sector_at(state.board, AT[swap.target])
    lies = sector is not None and sector.centres[state.sides[swap.seat]] != NOWHERE
    return None if lies and not is_finished(state.board, AT[swap.target]) else all_read(state, broken(cell=swap.target))


def swaps(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A warehouse of any centre of one's own, where the other has exchanged none."""
    part = part_of(state, Events)
    for seat in part.waits:
        side = state.sides[seat]
        if not waits_for(state, seat, "inondation") or (seat == state.first and part.swapped):
            continue
        own = [sector for sector in state.board.open if sector.centres[side] != NOWHERE]
        for sector in own:
            others = [other for other in own if other is not sector]
            if rules.flooding_apart == "players" and any(sector.cells & BIT[cell] for cell in part.swapped):
                continue
            if rules.flooding_apart != "players" and not others:
                continue
            target = "" if rules.flooding_apart == "players" else NAME[others[0].centres[side]]
            goods = [good for good, count in zip(GOODS, sector.stock[side], strict=True) if least(count)]
            for good in goods:
                new = tuple([other for other in GOODS if other != good])
                example = Swap(seat=seat, cell=name_of(sector), good=good, other=new[0], target=target)
                yield Offer(example, {"other": OneOf(new, GOODS)})


# Blocus maritime ----------------------------------------------------------------------------------


@cites(ko.EV_BLOCUS)
def a_blockade_changes_which_good_decides(rules: KontorRules, state: State, keeper: Keeper) -> Finds:
    """Blames a keeper on the order of goods that held before the blockade."""
    if not blockaded(state):
        return None
    return another_winner(rules, state, keeper, 3)


OFFERS = (weddings, redrawings, showings, swaps)
CHECKS: dict[type, tuple[Check, ...]] = {
    Exchange: (
        docks_are_exchanged_at_a_wedding,
        the_dock_taken_lay_in_the_pile,
        a_dock_goes_under_the_pile,
        the_order_of_the_docks_stays,
        the_dock_put_under_was_in_hand,
    ),
    Redraw: (
        docks_are_drawn_anew_in_disorder,
        three_docks_are_drawn,
        all_docks_go_under_the_pile,
        docks_put_under_were_in_hand,
        docks_drawn_anew_lay_on_top,
    ),
    Show: (the_whole_hand_is_shown,),
    Swap: (
        warehouses_are_exchanged_in_a_flooding,
        a_warehouse_of_ones_own_is_exchanged,
        the_new_warehouse_is_of_another_kind,
        exchanges_lie_apart,
        who_acted_first_exchanges_first,
        the_new_warehouse_goes_onto_a_centre,
    ),
    Keeper: (a_blockade_changes_which_good_decides,),
}
