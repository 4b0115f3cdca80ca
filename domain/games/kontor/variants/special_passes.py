"""Drunken sailors: a pass is a card, chosen in secret like any other."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Hold, Pass
from domain.games.kontor.checks.setup import dealt, is_dealt
from domain.games.kontor.checks.telling import surely
from domain.games.kontor.follow.common import Moved, florins, granted, told, unsure_florins
from domain.games.kontor.follow.taxes import pairs
from domain.games.kontor.follow.turns import card_back
from domain.games.kontor.pieces import TAVERN
from domain.games.kontor.state import PLACE, State, actor_of, card_of, in_hand, moved_to, put_at
from domain.games.kontor.state.hands import more
from domain.numbers import not_below_zero
from domain.rules import Broken, Effect, Offer, Seat, broken, replace
from domain.setup import Setup
from domain.variants import Variant

Finds = Broken | None
TAVERNS = (88, 89)  # printed numbers; whose is whose is read off the cards


def tavern_of(state: State, side: int) -> int:
    """The tavern of a side, if its colour is known; else nothing."""
    return next((number for number in TAVERNS if card_of(state, number).owner == side), 0)


def a_tavern_each(rules, state: State, setup: Setup) -> Moved:
    """Each takes a tavern out of the docks (KO-V-MARINS-1)."""
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
        made.append(told(ko.V_MARINS_1, "docks", (seat,), hand.counts[0], seat, sets=True))
        made.append(told(ko.V_MARINS_1, "dock-pile", (seat,), pile.count, seat, sets=True))
    return state, tuple(made)


@cites(ko.V_MARINS_1)
def three_docks_and_a_tavern_are_dealt(rules, state: State, hold: Hold) -> Finds:
    if not is_dealt(state, hold):
        return None
    docks, taverns = dealt(state, hold, 0), sum(card_of(state, number).kind == TAVERN for number in hold.cards)
    due, counts = rules.hand_docks + rules.pass_cards, rules.docks_clause is ko.V_MARINS_1  # else another says how many
    return None if taverns and (docks == due or not counts) else broken(docks=docks, due=due)


@cites(ko.V_MARINS_2)
def nobody_says_that_they_pass(rules, state: State, action: Pass) -> Finds:
    shown = state.play.shown[action.seat]
    if rules.pass_card_played and state.phase == PLACE and shown and card_of(state, shown).kind == TAVERN:
        return None
    return None if action.seat in state.play.passed else surely(state, broken())


def taverns_pass(rules, state: State) -> Moved:
    """Who turned over a tavern passes, takes a florin and the card back (KO-V-MARINS-3); then taxes as ever."""
    effects: tuple[Effect, ...] = ()
    for seat, number in enumerate(state.play.shown):
        if number and card_of(state, number).kind == TAVERN and not rules.pass_card_played:
            state, more_effects = _passed(state, seat)
            effects += more_effects
    state, more_effects = pairs(rules, state)
    return state, effects + more_effects


def _passed(state: State, seat: Seat) -> Moved:
    by = granted(state.treasury, 1)
    before = state.players[seat].hand.counts[0]
    state = card_back(state, seat)
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, purse=player.purse + by))
    play = replace(state.play, passed=(*state.play.passed, seat))
    state = replace(state, players=players, play=play, treasury=state.treasury - by)
    florin = florins(ko.V_MARINS_3, seat, by) if by.__class__ is int else unsure_florins(ko.V_MARINS_3, seat, by)
    back = told(ko.V_MARINS_3, "docks", (seat,), player.hand.counts[0] - before, seat)
    return state, (told(ko.V_MARINS_3, "shown", (seat,), 0, seat, sets=True), back, *florin)


def passes_after_all(rules, state: State) -> Iterator[Offer]:
    """Where a tavern can be played, who turned one over may still pass (KO-I-71)."""
    seat = actor_of(state)
    number = state.play.shown[seat] if seat >= 0 else 0
    if number and rules.pass_card_played and card_of(state, number).kind == TAVERN:
        yield Offer(Pass(seat=seat))


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-MARINS",
        sets={
            "passes_aloud": False,
            "pass_cards": 1,
            "tax": taverns_pass,
            "piles_clause": ko.V_MARINS_1,
            "docks_clause": ko.V_MARINS_1,
            "idle_taverns": False,
        },
        adds={
            "setup": (a_tavern_each,),
            "offers": {PLACE: (passes_after_all,)},
            "checks": {Hold: (three_docks_and_a_tavern_are_dealt,), Pass: (nobody_says_that_they_pass,)},
        },
        lifts=frozenset((ko.PASS_1.id,)),
        warns=frozenset(("KO-V-RANCUNES", "KO-V-CORRUPTION-1", "KO-V-CORRUPTION-2", "KO-V-PROTECTION")),
        bars={
            "four": "pass-cards",
            "KO-V-GULLIVER": "taverns",
            "KO-V-ROUE": "flow",
        },  # two taverns do not serve four, and the special cards are dealt
        seats=frozenset((2,)),
    ),
)
