"""Checks of the black market: the price, the declared number, and the source of the furs (NA-SPEC-13 to 15)."""

from __future__ import annotations

from domain.clauses import cites
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Market, count_of
from domain.games.nieuw_amsterdam.pieces import AT_FUR, MARKET_PRICE, MOST_AT_ONCE
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State, lines_showing
from domain.games.nieuw_amsterdam.state.furs import left_to_draw
from domain.numbers import most
from domain.rules import Broken, broken, impossible

Finds = Broken | None
PAYS = frozenset(("coins", "goods"))


@cites(na.SPEC_13)
def one_to_three_furs_are_bought(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    if 1 <= market.number <= MOST_AT_ONCE or (not market.number and rules.empty_actions):  # NA-Q-11
        return None
    return broken(number=market.number)


@cites(na.SPEC_13)
def furs_cost_three_coins_or_goods_each(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    paid = market.paid
    if paid is None:
        return None
    given = count_of(paid)
    numbers = (market.number, len(market.drawn) or market.number)  # whichever was paid for (NA-SPEC-14)
    if given in (MARKET_PRICE * numbers[0], MARKET_PRICE * numbers[1]) and PAYS.issuperset([kind for kind, _ in paid]):
        return None
    return broken(paid=paid, due=MARKET_PRICE * market.number)


@cites(na.SPEC_13)
def coins_and_goods_cover_the_price(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    if market.paid is not None:
        return None
    player, due = state.players[market.seat], MARKET_PRICE * market.number
    held = player.coins + player.goods - (market.fee or 0)
    return broken(held=held, due=due) if held < due else None


@cites(na.SPEC_14)
def the_number_is_said_before_drawing(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    drawn = len(market.drawn)
    return broken(said=market.number, drawn=drawn) if drawn and drawn != market.number else None


@cites(na.SPEC_14)
def nobody_looks_before_the_last_draw(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    return broken() if market.early and rules.market_once else None  # NA-Q-39


@cites(na.SPEC_15)
def furs_come_out_of_the_reserve(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    return broken(source=market.source) if market.source else None


@cites(na.SPEC_15)
def the_reserve_has_so_many_furs(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    if market.source:
        return None
    wanted, there = len(market.drawn) or market.number, state.reserve
    if rules.market_reshuffles:  # NA-Q-12
        there = there + state.discard.total
        return impossible(wanted=wanted, there=there) if wanted > most(there) else None
    return broken(wanted=wanted, there=there) if wanted > there else None


@cites(na.SPEC_15)
def such_a_fur_can_be_drawn(rules: NieuwAmsterdamRules, state: State, market: Market) -> Finds:
    """What lies open cannot be drawn; once the discard is mixed in, what lay there can (NA-Q-12)."""
    drawn = market.drawn
    if market.source or not drawn:
        return None
    mixed = rules.market_reshuffles and len(drawn) > most(state.reserve)
    for fur in drawn if len(drawn) == 1 else dict.fromkeys(drawn):
        if fur in AT_FUR and (count := drawn.count(fur)) > (there := left_to_draw(state, fur, mixed)):
            return impossible(fur=fur, drawn=count, there=there, lines=lines_showing(state, fur))
    return None


MARKET = (
    one_to_three_furs_are_bought,
    furs_cost_three_coins_or_goods_each,
    coins_and_goods_cover_the_price,
    the_number_is_said_before_drawing,
    nobody_looks_before_the_last_draw,
    furs_come_out_of_the_reserve,
    the_reserve_has_so_many_furs,
    such_a_fur_can_be_drawn,
)
