"""Choice of flood: a flood may be given up to place two canals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Spend
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.follow.common import Moved, florins, granted
from domain.games.kontor.offers.possible_cards import may_be_drawn, may_be_held
from domain.games.kontor.pieces import CANAL, FLOODS
from domain.games.kontor.state import (
    AT,
    BIT,
    NAME,
    NOWHERE,
    PLACE,
    Card,
    Lying,
    State,
    actor_of,
    card_of,
    cells_in,
    lawful_cells,
    may_hold,
    with_card,
    with_player,
)
from domain.games.kontor.state.parts import Spent, part_of
from domain.games.kontor.variants.special_rules import EITHER
from domain.rules import Broken, Offer, OneOf, Seat, broken, impossible, replace
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
A_CANAL = Card(0, CANAL, -1)
BRINGS_FLOODS = ("four", "KO-V-ROUE", "KO-V-ACHAT", "KO-V-PONTINOND", "KO-V-CRUE")


@cites(ko.V_CHOIXINOND_1)
def a_flood_in_play_is_given_up(rules: KontorRules, state: State, spend: Spend) -> Finds:
    acts = state.phase == PLACE and actor_of(state) == spend.seat and state.play.shown[spend.seat] == spend.card
    return None if acts and spend.card in FLOODS else surely(state, broken(card=spend.card))


@cites(ko.V_CHOIXINOND_1)
def two_canals_are_placed_for_it(rules: KontorRules, state: State, spend: Spend) -> Finds:
    numbers = [number for number, _ in spend.canals]
    kinds = [card_of(state, number).kind for number in numbers]
    if len(set(numbers)) == 2 and not [kind for kind in kinds if kind not in (CANAL, "")]:
        return None
    return broken(canals=tuple(numbers))


@cites(ko.HAND_2)
def canals_for_a_flood_were_in_hand(rules: KontorRules, state: State, spend: Spend) -> Finds:
    if rules.spend_from == "pile":
        return None
    for number, _ in spend.canals:
        card = card_of(state, number)
        if card.kind in (CANAL, "") and not may_hold(state, spend.seat, number, card):
            return surely(state, impossible(card=number))
    return None


@cites(ko.V_CHOIXINOND_1)
def canals_for_a_flood_lie_lawfully(rules: KontorRules, state: State, spend: Spend) -> Finds:
    for _, name in spend.canals:
        cell = AT[name]
        if not lawful_cells(rules, state, spend.seat, A_CANAL) & BIT[cell]:
            return surely(state, broken(cell=name))
        state = replace(state, board=with_card(rules, state.board, cell, Lying(CANAL)))
    return None


def spendings(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Two canals instead of the flood in play."""
    seat = actor_of(state)
    number = state.play.shown[seat] if seat >= 0 else 0
    if number not in FLOODS or state.play.moved != NOWHERE:
        return
    held = may_be_held(state, seat) if rules.spend_from == "hand" else may_be_drawn(state, seat, 1)
    canals = [number for number in held if card_of(state, number).kind == CANAL][:2]
    enough = state.players[seat].hand.counts[1] if rules.spend_from == "hand" else state.canals.count
    cells = cells_in(lawful_cells(rules, state, seat, A_CANAL))
    if len(canals) < 2 or enough.__class__ is not int or enough < 2 or len(cells) < 2:
        return
    ways = [tuple(zip(canals, (NAME[one], NAME[other]), strict=True)) for one, other in pairwise(cells)]
    spent = [Spend(seat=seat, card=number, canals=way) for way in ways]
    lawful = tuple([flood.canals for flood in spent if canals_for_a_flood_lie_lawfully(rules, state, flood) is None])
    if lawful:
        yield Offer(Spend(seat=seat, card=number, canals=lawful[0]), {"canals": OneOf(lawful)})


def a_second_canal_drawn(rules: KontorRules, state: State, seat: Seat) -> list[int]:
    """Two canals replace the two; none those off the pile (KO-I-74)."""
    spent = part_of(state, Spent)
    return [1] * (spent.canals - 1) if spent.turn == state.turn and rules.spend_from == "hand" else []


def a_second_florin(rules: KontorRules, state: State) -> Moved:
    """A florin for the other canal too (KO-I-74)."""
    spent, seat = part_of(state, Spent), actor_of(state)
    if spent.turn != state.turn or spent.canals < 2 or seat < 0 or not rules.spend_earns:
        return state, ()
    by = granted(state.treasury, spent.canals - (state.play.placed != NOWHERE))
    if by.__class__ is not int:
        return state, ()
    player = state.players[seat]
    state = with_player(state, seat, replace(player, purse=player.purse + by))
    return replace(state, treasury=state.treasury - by), florins(ko.V_CHOIXINOND_1, seat, by)


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-CHOIXINOND",
        adds={
            "optional_deeds": ("spend",),
            "offers": {PLACE: (spendings,)},
            "refills": (a_second_canal_drawn,),
            "further_income": (a_second_florin,),
            "checks": {
                Spend: (
                    a_flood_in_play_is_given_up,
                    two_canals_are_placed_for_it,
                    canals_for_a_flood_were_in_hand,
                    canals_for_a_flood_lie_lawfully,
                )
            },
        },
        needs_one=frozenset(BRINGS_FLOODS),
        seats=EITHER,
    ),
)
