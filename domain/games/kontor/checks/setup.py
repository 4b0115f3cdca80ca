"""Checks of the set-up (KO-SETUP): special cards in the box, the anchor, the cross, dealt hands, open piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import actions as act
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Hold, Layout, Out, Place, Reveal, Top
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.deeds.purses import drawn_group
from domain.games.kontor.pieces import ANY_OWNER, CANAL, FLOODS, GROUP, SPECIAL_NUMBERS, group_of
from domain.games.kontor.state import CHOOSE, GAP, NAME, ORIGIN, State, card_of, lacks_its_layout
from domain.numbers import NotKnown
from domain.rules import Broken, Check, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
MIDDLE = NAME[ORIGIN]
OUT_OF_THE_GAME = ord("x")


# Special cards ------------------------------------------------------------------------------------


def is_left_out(rules: KontorRules, state: State, number: int) -> bool:
    """Whether a card is one that this game leaves in the box."""
    left = is_left_special(rules, state, number) or number in rules.removed
    return left and state.where[number] == OUT_OF_THE_GAME


def is_left_special(rules: KontorRules, state: State, number: int) -> bool:
    """Whether a card is a special one that this game leaves in the box."""
    return number in SPECIAL_NUMBERS and stays_in_the_box(rules, number) and state.where[number] == OUT_OF_THE_GAME


def stays_in_the_box(rules: KontorRules, number: int) -> bool:
    """Whether a special card stays in the box: the game is not for four, and no variant deals or sells it."""
    if rules.specials == "floods":
        return number not in FLOODS
    return rules.specials == "out" or (rules.specials == "assigned" and all(number not in two for two in rules.given))


@cites(ko.SETUP_1)
def no_special_card_is_revealed(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for seat, number, _ in reveal.cards:
        if number in SPECIAL_NUMBERS and is_left_special(rules, state, number) and seat < len(state.players):
            return broken(seat=seat, card=number)
    return None


@cites(ko.SETUP_1)
def no_special_card_is_played(rules: KontorRules, state: State, action: Place | Draw | Top | Choose) -> Finds:
    number = action.card
    if number is None or not is_left_special(rules, state, number):
        return None
    return broken(card=number)


@cites(ko.SETUP_1)
def no_special_card_is_held(rules: KontorRules, state: State, action: Hold | act.Show) -> Finds:
    left_out = tuple([number for number in action.cards or () if is_left_special(rules, state, number)])
    return broken(cards=left_out) if left_out else None


# The anchor and the cross -------------------------------------------------------------------------


@cites(ko.SETUP_2)
def the_anchor_lies_in_the_middle(rules: KontorRules, state: State, layout: Layout) -> Finds:
    cells = tuple([cell for cell, number in layout.cards if number == 0])
    return None if cells == (MIDDLE,) else broken(cells=cells)


@cites(ko.SETUP_3)
def canals_make_a_cross_around_the_anchor(rules: KontorRules, state: State, layout: Layout) -> Finds:
    return None if rules.layout_clause is not ko.SETUP_3 or rules.drawn else laid_otherwise(rules, layout)


def laid_otherwise(rules: KontorRules, layout: Layout) -> Finds:
    """Cells with a canal too many or too few at the start."""
    cells = {cell for cell, _ in layout.cards if cell != MIDDLE}
    due = set(rules.layout) - {MIDDLE}
    return None if cells == due else broken(cells=tuple(sorted(cells ^ due)))


@cites(ko.SETUP_3)
def only_canals_are_laid_out(rules: KontorRules, state: State, layout: Layout) -> Finds:
    for cell, number in layout.cards:
        kind = card_of(state, number).kind if number else CANAL
        if kind not in (CANAL, ""):
            return broken(card=number, cell=cell)
    return None


@cites(ko.SETUP_3)
def the_cross_is_laid_before_the_first_round(rules: KontorRules, state: State, layout: Layout) -> Finds:
    if state.phase == GAP or lacks_its_layout(state):
        return None
    if state.round == 1 and state.phase == CHOOSE and is_new(state):
        return None
    return broken(round=state.round)


# What is dealt ------------------------------------------------------------------------------------


def dealt(state: State, hold: Hold, group: int) -> int:
    """The number of cards of a group that a hand was dealt; unknown while a card's kind is unknown."""
    cards = hold.cards or ()
    kinds = [card_of(state, number).kind for number in cards]
    if "" in kinds:
        raise NotKnown(f"face {cards[kinds.index('')]}")
    return sum([GROUP[kind] == group for kind in kinds])


def is_dealt(state: State, hold: Hold) -> bool:
    """Whether a hand is recorded as it was dealt, and not by another seat's device."""
    return hold.cards is not None and state.round == 1 and not state.missing_fact


@cites(ko.SETUP_4)
def two_canals_are_dealt(rules: KontorRules, state: State, hold: Hold) -> Finds:
    if rules.hand_clause is not ko.SETUP_4 or not is_dealt(state, hold):
        return None
    canals = dealt(state, hold, 1)
    return None if canals == rules.hand_canals else broken(canals=canals, due=rules.hand_canals)


@cites(ko.SETUP_6)
def three_docks_are_dealt(rules: KontorRules, state: State, hold: Hold) -> Finds:
    if rules.piles_clause is not ko.SETUP_6 or not is_dealt(state, hold):
        return None
    docks = dealt(state, hold, 0)
    return None if docks == rules.hand_docks else broken(docks=docks, due=rules.hand_docks)


@cites(ko.SETUP_6)
def docks_are_dealt_of_ones_own_colour(rules: KontorRules, state: State, hold: Hold) -> Finds:
    if not is_dealt(state, hold):
        return None
    for number in hold.cards or ():
        card = card_of(state, number)
        if group_of(card.kind) == 0 and card.owner not in (state.sides[hold.seat], ANY_OWNER):
            return broken(card=number)
    return None


@cites(ko.SETUP_6)
def all_docks_take_part(rules: KontorRules, state: State, out: Out) -> Finds:
    if rules.piles_clause is not ko.SETUP_6:
        return None
    for number in out.cards:
        if number not in rules.removed and group_of(card_of(state, number).kind) == 0:
            return broken(card=number)
    return None


# Piles lie open -----------------------------------------------------------------------------------


@cites(ko.SETUP_5)
def only_the_top_canal_is_drawn(rules: KontorRules, state: State, draw: Draw) -> Finds:
    return broken() if draw.below and drawn_group(rules, state, draw) == 1 else None


@cites(ko.SETUP_6)
def only_the_top_dock_is_drawn(rules: KontorRules, state: State, draw: Draw) -> Finds:
    return broken() if draw.below and drawn_group(rules, state, draw) == 0 else None


CHECKS: dict[type, tuple[Check, ...]] = {
    Layout: (
        the_anchor_lies_in_the_middle,
        canals_make_a_cross_around_the_anchor,
        only_canals_are_laid_out,
        the_cross_is_laid_before_the_first_round,
    ),
    Out: (all_docks_take_part,),
    Hold: (no_special_card_is_held, two_canals_are_dealt, three_docks_are_dealt, docks_are_dealt_of_ones_own_colour),
    act.Show: (no_special_card_is_held,),
    Top: (no_special_card_is_played,),
    Choose: (no_special_card_is_played,),
    Reveal: (no_special_card_is_revealed,),
    Place: (no_special_card_is_played,),
    Draw: (no_special_card_is_played, only_the_top_canal_is_drawn, only_the_top_dock_is_drawn),
}
