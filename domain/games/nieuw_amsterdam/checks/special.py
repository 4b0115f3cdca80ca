"""Checks of the six district actions and their fee (NA-SPEC)."""

from __future__ import annotations

from domain.clauses import Clause, cites
from domain.fold import refusal
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    Company,
    Docks,
    Granary,
    Lumberyard,
    Market,
    Millwork,
    Mix,
    Special,
)
from domain.games.nieuw_amsterdam.checks import buildings, market, river
from domain.games.nieuw_amsterdam.checks.supply import nobody_hands_over_more_than_there_is
from domain.games.nieuw_amsterdam.deeds.common import fee_known
from domain.games.nieuw_amsterdam.pieces import DISTRICTS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State, fee_due
from domain.numbers import NotKnown, least
from domain.rules import Broken, Check, RefusedAction, broken

Finds = Broken | None
Deal = Lumberyard | Granary


# The fee ------------------------------------------------------------------------------------------


def looks_like_a_lead(state: State, special: Special) -> bool:
    """Whether the seat has a business there, or no seat has: both are easily taken for a lead (NA-Q-1)."""
    counts = state.city.counts[special.DISTRICT]
    return least(counts[special.seat]) > 0 or not any(map(least, counts))


@cites(na.SPEC_1)
def a_special_action_costs_a_coin(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
    fee = fee_known(state, special.fee)
    if fee == 1 or not _fee_is_due(rules, state, special) or (fee == 0 and looks_like_a_lead(state, special)):
        return None
    if fee is None:
        raise NotKnown(f"fee {state.line}")
    return broken(paid=fee, district=DISTRICTS[special.DISTRICT])


def _fee_is_due(rules: NieuwAmsterdamRules, state: State, special: Special) -> bool:
    """Whether the fee is surely due; where that is not known, NA-SPEC-2 asks."""
    try:
        return bool(fee_due(rules, state, special.seat, special.DISTRICT))
    except NotKnown:
        return False


@cites(na.SPEC_1)
def the_coin_for_it_is_there(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
    fee = fee_known(state, special.fee)
    fee = fee_due(rules, state, special.seat, special.DISTRICT) if fee is None else fee
    if not fee:
        return None
    coins = state.players[special.seat].coins
    if rules.fee_from_sale:  # NA-Q-10
        coins = coins + getattr(special, "sell", 0)
    return broken(coins=coins, fee=fee) if coins < fee else None


@cites(na.SPEC_2)
def whoever_leads_pays_no_fee(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
    fee = fee_known(state, special.fee)
    if not fee or fee_due(rules, state, special.seat, special.DISTRICT):
        return None
    return broken(paid=fee, district=DISTRICTS[special.DISTRICT])


@cites(na.SPEC_2)
def only_a_lead_waives_the_fee(rules: NieuwAmsterdamRules, state: State, special: Special) -> Finds:
    if fee_known(state, special.fee) != 0 or not fee_due(rules, state, special.seat, special.DISTRICT):
        return None
    if not looks_like_a_lead(state, special):
        return None  # that is no error about the lead: the fee was left out (NA-SPEC-1)
    counts = state.city.counts[special.DISTRICT]
    return broken(district=DISTRICTS[special.DISTRICT], own=counts[special.seat], most=max(counts))


FEE = (a_special_action_costs_a_coin, the_coin_for_it_is_there, whoever_leads_pays_no_fee, only_a_lead_waives_the_fee)


# Lumberyard and granary ---------------------------------------------------------------------------


def amounts(mix: Mix) -> dict[str, int]:
    """A payment by kind, nothing left out and nothing twice."""
    found: dict[str, int] = {}
    for kind, count in mix:
        if count:
            found[kind] = found.get(kind, 0) + count
    return found


def dealing(clause: Clause, stock: str) -> tuple[Check, ...]:
    """The checks of buying and selling one resource."""

    @cites(clause)
    def something_is_bought_or_sold(rules: NieuwAmsterdamRules, state: State, deal: Deal) -> Finds:
        if deal.buy or deal.sell or rules.empty_actions:  # NA-Q-11
            return None
        return broken(stock=stock)

    @cites(clause)
    def each_piece_is_worth_a_coin(rules: NieuwAmsterdamRules, state: State, deal: Deal) -> Finds:
        if deal.paid is None:
            return None
        due = tuple((kind, count) for kind, count in (("coins", deal.buy), (stock, deal.sell)) if count)
        return None if amounts(deal.paid) == dict(due) else broken(paid=deal.paid, due=due)

    @cites(clause)
    def the_purse_covers_the_deal(rules: NieuwAmsterdamRules, state: State, deal: Deal) -> Finds:
        if deal.paid is not None or (deal.buy and deal.sell):
            return None
        player, fee = state.players[deal.seat], deal.fee or 0
        if deal.sell:
            held = getattr(player, stock)
            return broken(held=held, needed=deal.sell, kind=stock) if held < deal.sell else None
        if player.coins < fee or player.coins - fee >= deal.buy:
            return None  # that the fee cannot be paid has been found
        return broken(held=player.coins - fee, needed=deal.buy, kind="coins")

    return something_is_bought_or_sold, each_piece_is_worth_a_coin, the_purse_covers_the_deal


@cites(na.SPEC_6)
def a_deal_goes_one_way(rules: NieuwAmsterdamRules, state: State, deal: Deal) -> Finds:
    return broken(bought=deal.buy, sold=deal.sell) if deal.buy and deal.sell else None


OF: dict[type, tuple[Check, ...]] = {
    Lumberyard: (*dealing(na.SPEC_4, "wood"), a_deal_goes_one_way),
    Granary: (*dealing(na.SPEC_5, "corn"), a_deal_goes_one_way),
    Docks: buildings.DOCKS,
    Millwork: buildings.MILLWORK,
    Market: market.MARKET,
    Company: river.COMPANY,
}
OF_A_PAYMENT = {  # asked only where the payment was recorded
    nobody_hands_over_more_than_there_is,
    *(OF[Lumberyard][1], OF[Granary][1], OF[Docks][0], OF[Millwork][0], OF[Company][0]),
}
CHECKS: dict[type, tuple[Check, ...]] = {
    **{special: (*FEE, *OF[special]) for special in SPECIALS},
    RefusedAction: (refusal(na.SPEC_3, "no-business"), refusal(na.SPEC_17, "full-zone")),
}
