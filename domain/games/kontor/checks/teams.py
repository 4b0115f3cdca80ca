"""Checks of the game for four (KO-TEAM)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Give, Hold, Out, Pay, Place, Remove, Reveal, Show, Store
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.round import ahead_of
from domain.games.kontor.checks.setup import dealt, is_dealt
from domain.games.kontor.checks.stores import first_wrong
from domain.games.kontor.checks.tax import is_of_another_pair
from domain.games.kontor.deeds.stores import centre_of, centres_joined, of_mix, partners
from domain.games.kontor.pieces import DOCK, SPECIAL_NUMBERS, group_of
from domain.games.kontor.state import AT, NOWHERE, State, card_of, in_hand, placed_by, sector_at
from domain.games.kontor.state.hands import is_a_second_special
from domain.games.kontor.state.parts import Passing, part_of
from domain.games.kontor.state.table import UNSEEN
from domain.numbers import NotKnown, most
from domain.rules import TABLE, Broken, Check, broken, impossible
from domain.setup import Setup

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None


@cites(ko.TEAM_1)
def everybody_faces_an_opponent(rules: KontorRules, state: State, setup: Setup) -> Finds:
    for seat, other in enumerate(state.facing):
        if 0 <= other != seat and state.sides[seat] == state.sides[other]:
            return broken(seat=TABLE, one=seat, other=other)
    return None


@cites(ko.TEAM_3)
def all_docks_of_a_team_take_part(rules: KontorRules, state: State, out: Out) -> Finds:
    for number in out.cards:
        if number not in rules.removed and group_of(card_of(state, number).kind) == 0:
            return broken(card=number)
    return None


@cites(ko.TEAM_2)
def partners_share_a_centre(rules: KontorRules, state: State, store: Store) -> Finds:
    sector = sector_at(state.board, AT[store.cell])
    side, placed = state.sides[store.seat], placed_by(state.board, store.seat)
    if sector is None or placed == NOWHERE or not any(of_mix(store.goods)):
        return None
    if state.board.cards[placed].kind != DOCK:  # KO-STORE-6
        return None
    centre = centre_of(state.board, sector, side)
    if AT[store.cell] in (centre, *centres_joined(state.board, sector, placed, side)):
        return None
    if not partners(state, centre, store.seat):
        return None
    return surely(state, broken(root=first_wrong(state, store), cell=store.cell))


# Hands --------------------------------------------------------------------------------------------


@cites(ko.TEAM_4)
def one_special_is_dealt_to_each(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for seat, number, _ in reveal.cards:
        if number in SPECIAL_NUMBERS and 0 <= seat < len(state.players) and is_a_second_special(state, seat, number):
            return surely(state, impossible(seat=seat, card=number))
    return None


@cites(ko.TEAM_4)
def one_special_is_held_by_each(rules: KontorRules, state: State, shown: Show) -> Finds:
    new = [n for n in shown.cards if n in SPECIAL_NUMBERS and state.where[n] != in_hand(shown.seat)]
    unseen = max(1, most(state.players[shown.seat].hand.unseen[2]))
    for number in new:
        if is_a_second_special(state, shown.seat, number) or len(new) > unseen:
            return surely(state, impossible(card=number))
    return None


@cites(ko.TEAM_4)
def a_hand_is_three_docks_two_canals_and_a_special(rules: KontorRules, state: State, hold: Hold) -> Finds:
    if not is_dealt(state, hold):
        return None
    hand = tuple([dealt(state, hold, group) for group in range(3)])
    specials = max(rules.hand_specials, part_of(state, Passing).special)
    if hand == (rules.hand_docks, rules.hand_canals, specials):
        return None
    return broken(docks=hand[0], canals=hand[1], specials=hand[2])


@cites(ko.TEAM_4)
def one_special_is_chosen_by_each(rules: KontorRules, state: State, choose: Choose) -> Finds:
    number = choose.card or UNSEEN
    if not number or not is_a_second_special(state, choose.seat, number):
        return None
    return surely(state, impossible(card=number))


# Taxes and purses ---------------------------------------------------------------------------------


@cites(ko.TEAM_6)
def tax_is_due_for_the_card_one_faces(rules: KontorRules, state: State, pay: Pay) -> Finds:
    return surely(state, broken(amount=pay.amount)) if is_of_another_pair(state, pay) else None


@cites(ko.TEAM_6)
def a_tax_goes_to_nobody_beside_or_across(rules: KontorRules, state: State, give: Give) -> Finds:
    if give.why != "tax" or give.to in (give.seat, state.facing[give.seat]) or give.to >= len(state.sides):
        return None
    return broken(to=give.to)


@cites(ko.TEAM_7)
def partners_give_each_other_nothing(rules: KontorRules, state: State, give: Give) -> Finds:
    if give.why == "tax" or give.to == give.seat or not 0 <= give.to < len(state.sides):
        return None
    return broken(to=give.to, amount=give.amount) if state.sides[give.to] == state.sides[give.seat] else None


# Order, draws, removals ---------------------------------------------------------------------------


@cites(ko.TEAM_8)
def the_four_act_in_falling_order(rules: KontorRules, state: State, place: Place) -> Finds:
    other = ahead_of(rules, state, place.seat)
    if other is None:
        return None
    shown = state.play.shown
    return surely(state, broken(due=other, card=shown[place.seat], higher=shown[other]))


@cites(ko.TEAM_11)
def docks_come_from_ones_own_pile(rules: KontorRules, state: State, draw: Draw) -> Finds:
    whose, sides = draw.whose, state.sides
    if whose is None or whose == draw.seat or whose >= len(sides) or draw.pile == "canals":
        return None
    return broken(whose=whose) if sides[whose] == sides[draw.seat] else None  # an opponent's: KO-HAND-3


@cites(ko.TEAM_12)
def an_opponents_dock_goes_to_an_opponent(rules: KontorRules, state: State, remove: Remove) -> Finds:
    lying = state.board.cards.get(AT[remove.cell])
    if lying is None or lying.owner in (-1, state.sides[remove.seat]) or remove.to:
        return None
    if remove.under is None:
        raise NotKnown("under")
    if not 0 <= remove.under < len(state.sides) or state.sides[remove.under] == lying.owner:
        return None
    return broken(cell=remove.cell, under=remove.under)


@cites(ko.TEAM_12)
def a_dock_of_ones_team_goes_to_who_placed_it(rules: KontorRules, state: State, remove: Remove) -> Finds:
    lying, under = state.board.cards.get(AT[remove.cell]), remove.under
    if lying is None or lying.owner != state.sides[remove.seat] or under is None or remove.to:
        return None
    partners = 0 <= under < len(state.sides) and state.sides[under] == lying.owner
    free = rules.own_removed == "mover" or lying.by < 0  # KO-I-40; or it is not recorded who placed it
    if under == lying.by or (partners and free):
        return None
    return broken(cell=remove.cell, under=under)


SETUP_CHECKS = (everybody_faces_an_opponent,)
CHECKS: dict[type, tuple[Check, ...]] = {}
FOUR: dict[type, tuple[Check, ...]] = {
    Out: (all_docks_of_a_team_take_part,),
    Store: (partners_share_a_centre,),
    Reveal: (one_special_is_dealt_to_each,),
    Show: (one_special_is_held_by_each,),
    Hold: (a_hand_is_three_docks_two_canals_and_a_special,),
    Choose: (one_special_is_chosen_by_each,),
    Pay: (tax_is_due_for_the_card_one_faces,),
    Give: (a_tax_goes_to_nobody_beside_or_across, partners_give_each_other_nothing),
    Place: (the_four_act_in_falling_order,),
    Draw: (docks_come_from_ones_own_pile,),
    Remove: (an_opponents_dock_goes_to_an_opponent, a_dock_of_ones_team_goes_to_who_placed_it),
}
