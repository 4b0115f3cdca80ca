"""Offers of the six district actions: what each seat can afford, or may be able to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.offers.common import Offers, possible_draws, some_mix
from domain.games.nieuw_amsterdam.pieces import MARKET_PRICE, MOST_AT_ONCE, WHARF
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import Player, State, farthest_camp, next_zone, possible_zones
from domain.numbers import NotKnown, Number, least, most
from domain.rules import Between, Offer, OneOf, Seat, Split

_SPACES = tuple((space,) for space in WHARF)


def _dealing(kind: type, stock: str) -> Callable[..., Offers]:
    def offers(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player, fee: int) -> Offers:
        can_buy, can_sell = most(player.coins) - fee, most(getattr(player, stock))
        return (*_deal(kind, seat, fee, "buy", can_buy), *_deal(kind, seat, fee, "sell", can_sell))

    return offers


@lru_cache(maxsize=1024)  # few purses differ
def _deal(kind: type, seat: Seat, fee: int, way: str, limit: int) -> Offers:
    return (Offer(kind(seat=seat, fee=fee, **{way: 1}), {way: Between(1, limit)}),) if limit > 0 else ()


def docks(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player, fee: int) -> Offers:
    """A warehouse on an empty space, once a turn or a round (NA-Q-7)."""
    built, turn = player.estate.warehouses, player.turn
    used = turn.docked + (turn.docked_before if rules.docks_per_round else 0)
    if used or len(built) >= len(WHARF) or not most(player.wood) or not most(player.estate.supply):
        return ()
    return _warehouse(seat, fee, built, rules.docks_in_order)


@lru_cache(maxsize=1024)
def _warehouse(seat: Seat, fee: int, built: tuple[int, ...], in_order: bool) -> Offers:
    free = tuple(space for space in _SPACES if space[0] not in built)
    there = free[:1] if in_order else free
    return (Offer(na.Docks(seat=seat, spaces=there[0], fee=fee), {"spaces": OneOf(there, _SPACES)}),)


def millwork(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player, fee: int) -> Offers:
    """Houses, as many as there are spaces, timbers and buildings."""
    limit, free = min(MOST_AT_ONCE, most(player.wood), most(player.estate.supply)), 0
    for plot in player.estate.row:
        if free >= limit:
            break
        free += _free(plot.card.spaces, plot.houses)
    limit = min(limit, free)
    return _houses(seat, fee, limit) if limit > 0 else ()


@cache
def _houses(seat: Seat, fee: int, limit: int) -> Offers:
    return (Offer(na.Millwork(seat=seat, houses=1, fee=fee), {"houses": Between(1, limit)}),)


def _free(spaces: Number, houses: Number) -> int:
    return max(0, most(spaces) - least(houses))


def market(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player, fee: int) -> Offers:
    """One to three furs for coins and goods together."""
    coins, goods = most(player.coins) - fee, most(player.goods)
    furs = most(state.reserve) + (most(state.discard.total) if rules.market_reshuffles else 0)
    limit = min(MOST_AT_ONCE, furs, (coins + goods) // MARKET_PRICE)
    if limit <= 0:
        return ()
    held = {"coins": coins, "goods": goods} if coins and goods else {"coins": coins} if coins else {"goods": goods}
    offers, price = [], 0
    for drawn in possible_draws(state, limit):
        price += MARKET_PRICE
        paid = (("coins", price),) if price <= coins else some_mix(held, price)
        example = na.Market(seat=seat, number=len(drawn[0]), drawn=drawn[0], paid=paid, fee=fee)
        offers.append(Offer(example, {"drawn": OneOf(drawn), "paid": Split(price, held)}))
    return offers


def company(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player, fee: int) -> Offers:
    """The nearest free zone, if a longhouse is as far upriver."""
    if not most(player.wood):
        return ()
    try:
        zone = next_zone(state, seat)
        return _upriver(seat, fee, (zone,)) if zone and zone <= farthest_camp(state) else ()
    except NotKnown:  # there may be one: the zone is named where it was seen
        zones = ((), *((zone,) for zone in possible_zones(state, seat)))
        return (Offer(na.Company(seat=seat, zones=(), fee=fee), {"zones": OneOf(zones)}),)


@cache
def _upriver(seat: Seat, fee: int, zones: tuple[int, ...]) -> Offers:
    return (Offer(na.Company(seat=seat, zones=zones, fee=fee)),)


SPECIAL_OFFERS = (_dealing(na.Lumberyard, "wood"), _dealing(na.Granary, "corn"), docks, millwork, market, company)
