"""The six district actions: what each seat can afford."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.offers.common import draws, some
from domain.games.nieuw_amsterdam.pieces import MARKET_PRICE, MOST_AT_ONCE, WHARF
from domain.games.nieuw_amsterdam.state import Player, State, farthest_camp, next_zone
from domain.numbers import NotKnown, Number, least, most
from domain.rules import Between, Offer, OneOf, Seat, Split


def _dealing(kind: type, stock: str):
    def offers(rules, state: State, seat: Seat, player: Player, fee: int) -> Iterator[Offer]:
        if (can_buy := least(player.coins) - fee) > 0:
            yield Offer(kind(seat=seat, buy=1, fee=fee), {"buy": Between(1, can_buy)})
        if can_sell := least(getattr(player, stock)):
            yield Offer(kind(seat=seat, sell=1, fee=fee), {"sell": Between(1, can_sell)})

    return offers


def docks(rules, state: State, seat: Seat, player: Player, fee: int) -> Iterator[Offer]:
    """A warehouse on an empty space, once a turn or a round (NA-Q-7)."""
    free = tuple((space,) for space in WHARF if space not in player.estate.warehouses)
    used = player.turn.docked + (player.turn.docked_before if rules.docks_per_round else 0)
    if free and not used and least(player.wood) and least(player.estate.supply):
        there = free[:1] if rules.docks_in_order else free
        among = tuple((space,) for space in WHARF)
        yield Offer(na.Docks(seat=seat, spaces=there[0], fee=fee), {"spaces": OneOf(there, among)})


def millwork(rules, state: State, seat: Seat, player: Player, fee: int) -> Iterator[Offer]:
    """Houses, as many as there are spaces, timbers and buildings."""
    free = sum((_free(plot.card.spaces, plot.houses) for plot in player.estate.row), 0)
    limit = min(MOST_AT_ONCE, free, least(player.wood), least(player.estate.supply))
    if limit > 0:
        yield Offer(na.Millwork(seat=seat, houses=limit, fee=fee))
        yield Offer(na.Millwork(seat=seat, houses=1, fee=fee), {"houses": Between(1, limit)})


def _free(spaces: Number, houses: Number) -> int:
    return max(0, least(spaces) - most(houses))


def market(rules, state: State, seat: Seat, player: Player, fee: int) -> Iterator[Offer]:
    """One to three furs for coins and goods together."""
    coins, goods = least(player.coins) - fee, least(player.goods)
    furs = least(state.reserve) + (least(state.discard.total) if rules.market_reshuffles else 0)
    for number in range(1, min(MOST_AT_ONCE, furs, (coins + goods) // MARKET_PRICE) + 1):
        price = MARKET_PRICE * number
        held = {kind: count for kind, count in (("coins", coins), ("goods", goods)) if count}
        drawn = draws(state, number)
        example = na.Market(seat=seat, number=number, drawn=drawn[0], paid=some(held, price), fee=fee)
        yield Offer(example, {"drawn": OneOf(drawn), "paid": Split(price, held)})


def company(rules, state: State, seat: Seat, player: Player, fee: int) -> Iterator[Offer]:
    """The nearest free zone, if a longhouse is as far upriver."""
    if not least(player.wood):
        return
    try:
        zone = next_zone(state, seat)
        if zone and zone <= farthest_camp(state):
            yield Offer(na.Company(seat=seat, zones=(zone,), fee=fee))
    except NotKnown:  # there may be one, wherever it is
        yield Offer(na.Company(seat=seat, fee=fee))


SPECIAL_OFFERS = (_dealing(na.Lumberyard, "wood"), _dealing(na.Granary, "corn"), docks, millwork, market, company)
