"""Drunken sailors: a pass is a card, chosen in secret like any other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Hold, Pass
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.setup import dealt, is_dealt
from domain.games.kontor.follow.common import Moved, effect_on, florins, granted, unsure_florins
from domain.games.kontor.follow.taxes import pairs
from domain.games.kontor.follow.turns import card_back
from domain.games.kontor.pieces import GROUP, GROUPS, SPECIAL_NUMBERS, TAVERN
from domain.games.kontor.state import PLACE, State, actor_of, card_of, in_hand, moved_to, put_at
from domain.games.kontor.state.hands import more
from domain.games.kontor.state.parts import Passing, part_of, with_part
from domain.games.kontor.variants.special_cards import dealt as effects_of_deal
from domain.games.kontor.variants.special_cards import none_but_these, with_special
from domain.numbers import not_below_zero
from domain.rules import Broken, Effect, Offer, Seat, broken, replace
from domain.setup import Setup
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
TAVERNS = (88, 89)  # printed numbers; whose is whose is read off the cards
HIDDEN = ord(".")  # it is not known where the card is


def are_special(rules: KontorRules, state: State, setup: Setup) -> bool:
    """Whether special cards mean passing: two taverns do not serve four; or two like it, and no other seat has them."""
    wished = setup.details.get("passes") == "specials" and rules.specials == "out"
    return wished or len(state.players) > len(TAVERNS)


def is_pass_card(state: State, number: int) -> bool:
    """Whether to turn over a card is to pass."""
    return number in SPECIAL_NUMBERS if part_of(state, Passing).special else card_of(state, number).kind == TAVERN


def a_pass_card_each(rules: KontorRules, state: State, setup: Setup) -> Moved:
    """Each takes a tavern or a special card (KO-V-MARINS-1)."""
    return (a_special_each if are_special(rules, state, setup) else a_tavern_each)(rules, state)


def a_special_each(rules: KontorRules, state: State) -> Moved:
    """Gives each seat a special card to pass with; no seat is dealt another."""
    where = bytes(HIDDEN if number in SPECIAL_NUMBERS else sign for number, sign in enumerate(state.where))
    state = with_part(replace(state, where=where), Passing(1))
    for seat, player in enumerate(state.players):
        state = state if player.hand.counts[2] else with_special(state, seat)
    held = sum([player.hand.counts[2] for player in state.players])
    state = replace(state, aside=put_at(state.aside, 2, max(0, len(SPECIAL_NUMBERS) - held)))
    return state, effects_of_deal(ko.V_MARINS_1, state)


def tavern_of(state: State, side: int) -> int:
    """The tavern of a side, if its colour is known; else nothing."""
    return next((number for number in TAVERNS if card_of(state, number).owner == side), 0)


def a_tavern_each(rules: KontorRules, state: State) -> Moved:
    """Gives each seat a tavern to pass with, taken out of its docks."""
    made: list[Effect] = []
    for seat, side in enumerate(state.sides):
        number, player = tavern_of(state, side), state.players[seat]
        hand, at = more(player.hand, 0, number > 0), state.pile_of[seat]
        pile = replace(state.piles[at], count=not_below_zero(state.piles[at].count - 1))
        state = replace(
            state,
            players=put_at(state.players, seat, replace(player, hand=hand)),
            piles=put_at(state.piles, at, pile),
            where=moved_to(state.where, number, in_hand(seat)) if number else state.where,
        )
        made.append(effect_on(ko.V_MARINS_1, "docks", (seat,), hand.counts[0], seat, sets=True))
        made.append(effect_on(ko.V_MARINS_1, "dock-pile", (seat,), pile.count, seat, sets=True))
    return state, tuple(made)


@cites(ko.V_MARINS_1)
def three_docks_and_a_tavern_are_dealt(rules: KontorRules, state: State, hold: Hold) -> Finds:
    if not is_dealt(state, hold) or part_of(state, Passing).special:
        return None
    docks, due = dealt(state, hold, 0), rules.hand_docks + rules.pass_cards
    counts = rules.docks_clause is ko.V_MARINS_1  # else another says how many
    return None if has_its_pass_card(state, hold) and (docks == due or not counts) else broken(docks=docks, due=due)


@cites(ko.V_MARINS_1)
def a_special_is_dealt_to_pass_with(rules: KontorRules, state: State, hold: Hold) -> Finds:
    if not is_dealt(state, hold) or not part_of(state, Passing).special or rules.hand_clause is ko.TEAM_4:
        return None
    docks, specials = dealt(state, hold, 0), dealt(state, hold, 2)
    counts = rules.docks_clause is ko.V_MARINS_1
    right = specials == rules.pass_cards and (docks == rules.hand_docks or not counts)
    return None if right else broken(docks=docks, specials=specials, due=rules.hand_docks, more=rules.pass_cards)


def has_its_pass_card(state: State, hold: Hold) -> bool:
    """Whether a first hand has the card that means passing."""
    return any(is_pass_card(state, number) for number in hold.cards or ())


@cites(ko.V_MARINS_2)
def nobody_says_that_they_pass(rules: KontorRules, state: State, action: Pass) -> Finds:
    shown = state.play.shown[action.seat]
    if rules.pass_card_played and state.phase == PLACE and shown and is_pass_card(state, shown):
        return None
    return None if action.seat in state.play.passed else surely(state, broken())


def cards_pass(rules: KontorRules, state: State) -> Moved:
    """Lets seats that turned over a pass card pass, for a florin and with the card back (KO-V-MARINS-3)."""
    effects: tuple[Effect, ...] = ()
    for seat, number in enumerate(state.play.shown):
        if number and is_pass_card(state, number) and not rules.pass_card_played:
            state, more_effects = _passed(state, seat)
            effects += more_effects
    state, more_effects = pairs(rules, state)
    return state, effects + more_effects


def _passed(state: State, seat: Seat) -> Moved:
    by, group = granted(state.treasury, 1), GROUP[card_of(state, state.play.shown[seat]).kind]
    before = state.players[seat].hand.counts[group]
    state = card_back(state, seat)
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=player.purse + by))
    play = replace(state.play, passed=(*state.play.passed, seat))
    state = replace(state, players=players, play=play, treasury=state.treasury - by)
    florin = florins(ko.V_MARINS_3, seat, by) if by.__class__ is int else unsure_florins(ko.V_MARINS_3, seat, by)
    back = effect_on(ko.V_MARINS_3, GROUPS[group], (seat,), player.hand.counts[group] - before, seat)
    return state, (effect_on(ko.V_MARINS_3, "shown", (seat,), 0, seat, sets=True), back, *florin)


def passes_after_all(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Where a pass card can be played, who turned one over may still pass (KO-I-71)."""
    seat = actor_of(state)
    number = state.play.shown[seat] if seat >= 0 else 0
    if number and rules.pass_card_played and is_pass_card(state, number):
        yield Offer(Pass(seat=seat))


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-MARINS",
        sets={
            "passes_aloud": False,
            "pass_cards": 1,
            "tax": cards_pass,
            "piles_clause": ko.V_MARINS_1,
            "docks_clause": ko.V_MARINS_1,
            "specials_clause": ko.V_MARINS_1,
            "idle_taverns": False,
        },
        adds={
            "setup": (a_pass_card_each,),
            "offers": {PLACE: (passes_after_all,)},
            "checks": none_but_these(ko.V_MARINS_1)
            | {
                Hold: (three_docks_and_a_tavern_are_dealt, a_special_is_dealt_to_pass_with),
                Pass: (nobody_says_that_they_pass,),
            },
        },
        lifts=frozenset((ko.PASS_1.id,)),
        warns=frozenset(
            (
                *("KO-V-RANCUNES", "KO-V-CORRUPTION-1", "KO-V-CORRUPTION-2", "KO-V-PROTECTION"),
                *("four", "KO-V-CHOIXINOND"),  # two taverns do not serve four, and then no special card is left to play
            )
        ),
        bars={"KO-V-GULLIVER": "taverns", "KO-V-ROUE": "flow"},
        seats=frozenset((2, 4)),
    ),
)
