"""Variants that bring the special cards into the game for two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import Clause, cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Buy, Choose, Reveal, Show
from domain.games.kontor.checks import teams
from domain.games.kontor.checks.certainty import surely
from domain.games.kontor.checks.round import has_to_act, still_to_act
from domain.games.kontor.deeds.special_rules import PRICE, is_enough_for_all
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import SPECIAL_NUMBERS
from domain.games.kontor.state import CHOOSE, NOT_CHOSEN, State, in_hand, moved_to, put_at
from domain.games.kontor.state.hands import more
from domain.games.kontor.state.parts import Bought, part_of
from domain.numbers import least, most, not_below_zero
from domain.rules import Between, Broken, Check, Effect, Offer, Seat, broken, impossible, replace
from domain.setup import Setup
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
TWO = frozenset((2,))
OUT = ord("x")
GIVEN = ((90, 92), (91, 93))  # to Red, to Black


def under(clause: Clause, check: Check) -> Check:
    """A check of the game for four under the clause of the variant that brings the cards."""

    def asked(rules: KontorRules, state: State, action) -> Finds:
        return check(rules, state, action) if rules.specials_clause is clause else None

    asked.__name__ = check.__name__
    return cites(clause)(asked)


def none_but_these(clause: Clause) -> dict[type, tuple[Check, ...]]:
    """No seat plays or shows a special card that did not come into the hand."""
    return {
        Reveal: (under(clause, teams.one_special_is_dealt_to_each),),
        Choose: (under(clause, teams.one_special_is_chosen_by_each),),
        Show: (under(clause, teams.one_special_is_held_by_each),),
    }


def with_special(state: State, seat: Seat, number: int = 0) -> State:
    """A special card more in a hand, seen or not."""
    player = state.players[seat]
    players = put_at(state.players, seat, replace(player, hand=more(player.hand, 2, number > 0)))
    where = moved_to(state.where, number, in_hand(seat)) if number else state.where
    aside = put_at(state.aside, 2, not_below_zero(state.aside[2] - 1))
    return replace(state, players=players, where=where, aside=aside)


def dealt(clause: Clause, state: State) -> tuple[Effect, ...]:
    """The special cards in each hand, as effects."""
    counts = [player.hand.counts[2] for player in state.players]
    return tuple(effect_on(clause, "specials", (seat,), count, seat, sets=True) for seat, count in enumerate(counts))


def left_out(rules: KontorRules, state: State, numbers: tuple[int, ...]) -> State:
    """These cards are out of the game, unless what is not dealt can be bought."""
    for number in numbers if rules.specials != "shop" else ():
        state = replace(state, where=moved_to(state.where, number, OUT))
    return state


# Pont et inondation -------------------------------------------------------------------------------


def a_bridge_and_a_flood_each(rules: KontorRules, state: State, setup: Setup) -> Moved:
    """Flood 90 and bridge 92 for Red, bridge 91 and flood 93 for Black (KO-V-PONTINOND-1)."""
    for side, numbers in enumerate(rules.given):
        if side in state.sides:
            for number in numbers:
                state = with_special(state, state.sides.index(side), number)
    state = left_out(rules, state, tuple(number for number in SPECIAL_NUMBERS if state.where[number] == ord(".")))
    return state, dealt(ko.V_PONTINOND_1, state)


# Achat de cartes spéciales ------------------------------------------------------------------------


def six_for_sale(rules: KontorRules, state: State, setup: Setup) -> Moved:
    """The specials lie face down in a pile, except those that seats hold."""
    held = sum([player.hand.counts[2] for player in state.players])
    return replace(state, aside=put_at(state.aside, 2, len(SPECIAL_NUMBERS) - held)), ()


def bought_by(state: State, seat: Seat) -> int:
    """How many cards a seat has bought before this round."""
    bought = part_of(state, Bought)
    return bought.seats.count(seat) if bought.round == state.round else 0


@cites(ko.V_ACHAT_1)
def specials_are_bought_before_cards_are_chosen(rules: KontorRules, state: State, buy: Buy) -> Finds:
    if state.phase == CHOOSE:
        return surely(state, broken()) if max(state.play.chosen) > NOT_CHOSEN else None
    late = any(has_to_act(rules, state, seat) for seat in still_to_act(state))
    return surely(state, broken()) if late else None


@cites(ko.V_ACHAT_1)
def a_special_costs_two_florins(rules: KontorRules, state: State, buy: Buy) -> Finds:
    purse = state.players[buy.seat].purse
    return broken(count=buy.count, purse=purse) if not buy.count or purse < PRICE * buy.count else None


@cites(ko.V_ACHAT_1)
def no_more_are_bought_than_are_left(rules: KontorRules, state: State, buy: Buy) -> Finds:
    left = state.aside[2]
    return impossible(count=buy.count, left=left) if most(left) < buy.count else None


@cites(ko.V_ACHAT_1)
def as_many_are_bought_as_this_table_allows(rules: KontorRules, state: State, buy: Buy) -> Finds:
    again = rules.buys == "one" and bought_by(state, buy.seat) + buy.count > 1
    return surely(state, broken()) if again else None


@cites(ko.V_ACHAT_2)
def the_higher_number_buys_first(rules: KontorRules, state: State, buy: Buy) -> Finds:
    first = not buy.own or buy.other <= buy.own
    return None if first or is_enough_for_all(state, buy) else broken(own=buy.own, other=buy.other)


def buys(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Before cards are chosen, two florins each."""
    if max(state.play.chosen) >= 0:
        return
    for seat, player in enumerate(state.players):
        affordable = min(least(player.purse) // PRICE, most(state.aside[2]))
        if affordable and not (rules.buys == "one" and bought_by(state, seat)):
            yield Offer(Buy(seat=seat), {"count": Between(1, affordable)} if rules.buys != "one" else {})


ROWS: tuple[Variant, ...] = (
    Variant(
        id="KO-V-ACHAT",
        sets={"specials": "shop", "specials_clause": ko.V_ACHAT_1},
        adds={
            "setup": (six_for_sale,),
            "optional_deeds": ("buy",),
            "offers": {CHOOSE: (buys,)},
            "checks": none_but_these(ko.V_ACHAT_1)
            | {
                Buy: (
                    specials_are_bought_before_cards_are_chosen,
                    a_special_costs_two_florins,
                    no_more_are_bought_than_are_left,
                    as_many_are_bought_as_this_table_allows,
                    the_higher_number_buys_first,
                )
            },
        },
        over=frozenset(("KO-V-ILE", "KO-V-CRUE", "KO-V-PONTINOND", "KO-V-MARINS")),  # what they leave is sold
        bars={"KO-V-ROUE": "specials"},
        warns=frozenset(("KO-V-CRUE", "KO-V-PONTINOND", "KO-V-MARINS")),
        seats=TWO,
    ),
    Variant(
        id="KO-V-PONTINOND",
        sets={"specials": "assigned", "given": GIVEN, "width": 7, "height": 7},
        adds={"setup": (a_bridge_and_a_flood_each,)},
        over=frozenset(("KO-V-ILE", "KO-V-CRUE")),
        bars={"KO-V-ROUE": "specials"},
        warns=frozenset(("KO-V-CRUE",)),
        seats=TWO,
    ),
)
