"""Special rules about what is stored, what is drawn, and when docks run out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Pick, Place, Store
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.end import past
from domain.games.kontor.checks.stores import unread
from domain.games.kontor.deeds.special_rules import PRICE
from domain.games.kontor.deeds.stores import just_placed, of_mix
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.follow.turns import draw_due
from domain.games.kontor.follow.turns import unread as not_read
from domain.games.kontor.offers.possible_cards import may_be_drawn
from domain.games.kontor.pieces import ANY_OWNER, AT_GOOD, CUSTOMS, DOCK, group_of
from domain.games.kontor.state import (
    BIT,
    REFILL,
    SETTLE,
    Card,
    Sector,
    State,
    actor_of,
    card_of,
    face_words,
    fields_of,
    pile_of,
)
from domain.games.kontor.state.board import unread_at
from domain.games.kontor.state.parts import Late, part_of, with_part
from domain.games.kontor.state.stock import minus
from domain.games.kontor.variants.special_rules import EITHER
from domain.numbers import NotKnown, is_surely, least, most
from domain.rules import Broken, Item, Offer, OneOf, Seat, broken, impossible, replace
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


# Choix de la marchandise --------------------------------------------------------------------------


@cites(ko.V_CHOIXMARCH_1)
def the_good_chosen_is_shown(rules: KontorRules, state: State, place: Place) -> Finds:
    if not place.good:
        return None
    card = card_of(state, place.card)
    if card.goods is None and card.kind in (DOCK, ""):
        raise NotKnown(f"face {place.card}")
    return None if card.goods and card.goods[AT_GOOD[place.good]] else broken(card=place.card, good=place.good)


@cites(ko.V_CHOIXMARCH_1)
def one_warehouse_for_each_dock(rules: KontorRules, state: State, store: Store) -> Finds:
    lying = just_placed(state, store.seat)
    if lying is None:
        raise unread(state, store)
    if lying.kind != DOCK or not any(lying.goods):
        return None
    put = of_mix(store.goods)
    if sum(put) == 1 and not any(minus(put, lying.goods)):
        return None
    return broken(card=lying.number, put=store.goods)


# Premier choix ------------------------------------------------------------------------------------


@cites(ko.V_PREMIER_1)
def a_dock_is_picked_instead_of_a_draw(rules: KontorRules, state: State, pick: Pick) -> Finds:
    if rules.pick_at == "any" or state.players[pick.seat].missing[0]:
        return None
    due = state.phase == REFILL and actor_of(state) == pick.seat and draw_due(rules, state) is not None
    if due and (draw_due(rules, state) == 0 or not rules.refill_same_kind):
        return None
    if state.phase == REFILL and actor_of(state) == pick.seat and not_read(state):
        raise NotKnown(unread_at(state.board, state.play.placed))
    return surely(state, broken())


@cites(ko.V_PREMIER_1)
def a_dock_picked_costs_two_florins(rules: KontorRules, state: State, pick: Pick) -> Finds:
    purse = state.players[pick.seat].purse
    return broken(purse=purse) if purse < PRICE else None


@cites(ko.V_PREMIER_1)
def a_dock_picked_is_of_ones_own_pile(rules: KontorRules, state: State, pick: Pick) -> Finds:
    if pick.card is None:
        return None
    known = fields_of(face_words(card_of(state, pick.card)))
    card = replace(Card(pick.card), **{**fields_of(pick.face), **known})
    dock = group_of(card.kind) == 0 or not card.kind  # out of one's own pile it is a dock, until it is read
    return None if dock and card.owner in (state.sides[pick.seat], ANY_OWNER) else impossible(card=pick.card)


@cites(ko.REC_1)
def a_picked_card_was_nowhere_else(rules: KontorRules, state: State, pick: Pick) -> Finds:
    pile = pile_of(state, pick.seat)
    if pick.card is None or state.where[pick.card] == ord(".") or pick.card in (pile.top, *pile.under):
        return None
    return surely(state, impossible(card=pick.card))


@cites(ko.V_PREMIER_2)
def the_order_of_the_pile_stays(rules: KontorRules, state: State, pick: Pick) -> Finds:
    return broken() if pick.shuffled else None


def picks(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A dock of one's own pile instead of the top one."""
    seat = actor_of(state)
    if seat < 0 or draw_due(rules, state) != 0 or least(state.players[seat].purse) < PRICE:
        return
    pile = pile_of(state, seat)
    cards = tuple(dict.fromkeys((*filter(None, pile.under), *may_be_drawn(state, seat, 0))))
    if most(pile.count) and cards:
        yield Offer(Pick(seat=seat, card=cards[0]), {"card": OneOf(cards)})


# Sprint final -------------------------------------------------------------------------------------


def docks_run_out(rules: KontorRules, state: State) -> Clause | None:
    """A seat can draw canals only (KO-V-SPRINT-1; KO-I-77)."""
    if rules.spent_when == "empty":
        spent = any(is_surely(pile.count, 0) for pile in state.piles)
        return ko.V_SPRINT_1 if spent and state.phase != SETTLE else None
    lying = state.board.cards.get(state.play.placed)
    asked = state.phase == SETTLE and lying is not None and group_of(lying.kind) == 0 and state.play.order
    return ko.V_SPRINT_1 if asked and is_surely(pile_of(state, state.play.order[0]).count, 0) else None


def a_late_customs_house(rules: KontorRules, state: State, seat: Seat, cell: int) -> Moved:
    """Remember the customs houses of a round."""
    if state.board.cards[cell].kind != CUSTOMS:
        return state, ()
    late = part_of(state, Late)
    return with_part(state, Late(state.round, (*(late.cells if late.round == state.round else ()), cell))), ()


@cites(ko.V_SPRINT_3)
def late_customs_do_not_count(rules: KontorRules, state: State, sector: Sector) -> Item | None:
    """Takes off the point of customs houses placed in the round in which docks ran out (KO-V-SPRINT-3)."""
    late = part_of(state, Late)
    if state.ended != ko.V_SPRINT_1.id or late.round != state.round:
        return None
    count = sum(1 for cell in late.cells if sector.cells & BIT[cell])
    return Item("customs", count, -1) if count else None


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-CHOIXMARCH",
        sets={"chooses_good": True, "store_clause": ko.V_CHOIXMARCH_1},
        adds={
            "checks": {Place: (the_good_chosen_is_shown,), Store: (one_warehouse_for_each_dock,)},
            "reverted_clauses": frozenset((ko.V_CHOIXMARCH_1.id,)),
        },
        lifts=frozenset((ko.STORE_1.id,)),
        warns=frozenset(("KO-V-EMBARGO",)),
        seats=EITHER,
    ),
    Variant(
        id="KO-V-PREMIER",
        adds={
            "optional_deeds": ("pick",),
            "offers": {REFILL: (picks,)},
            "checks": {
                Pick: (
                    a_dock_is_picked_instead_of_a_draw,
                    a_dock_picked_costs_two_florins,
                    a_dock_picked_is_of_ones_own_pile,
                    a_picked_card_was_nowhere_else,
                    the_order_of_the_pile_stays,
                )
            },
        },
        seats=EITHER,
    ),
    Variant(
        id="KO-V-SPRINT",
        sets={"filling_ends": {ko.V_SPRINT_1.id: ko.V_SPRINT_2}},
        adds={
            "ends": (docks_run_out,),
            "after_laying": (a_late_customs_house,),
            "value": (late_customs_do_not_count,),
            "checks": past(ko.V_SPRINT_1),
        },
        warns=frozenset(("KO-V-VITESSE", "KO-V-SMALL", "KO-V-DAVID")),
        seats=EITHER,
    ),
)
