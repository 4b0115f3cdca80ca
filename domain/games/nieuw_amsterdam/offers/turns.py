"""Steps 5 to 7 and 9: tile actions, special actions, giving up either; removals."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.deeds.land import clearable
from domain.games.nieuw_amsterdam.deeds.trade import journey, price_of
from domain.games.nieuw_amsterdam.offers.common import holdings, some
from domain.games.nieuw_amsterdam.offers.special import SPECIAL_OFFERS
from domain.games.nieuw_amsterdam.pieces import (
    DISTRICTS,
    FUR,
    FURS,
    MOST_AT_ONCE,
    SINGLY,
    SLOTS,
    STEPS,
    STOCKS,
    TRADER_SPACES,
    TRADERS,
)
from domain.games.nieuw_amsterdam.state import OPEN, Player, State, fee_due
from domain.numbers import NotKnown, least, most
from domain.rules import Offer, OneOf, Seat, Split


def turns(rules, state: State) -> Iterator[Offer]:
    """The tile actions of the step, the special actions, and giving up either."""
    seat, step = state.actor, state.step
    player = state.players[seat]
    if most(player.tiles[step]):
        yield from TILE_OFFERS[step](rules, state, seat, player)
        if may_pass(rules, state, seat):
            yield Offer(na.PassTile(seat=seat, tile=STEPS[step]))
    if player.special[step] == OPEN:
        yield Offer(na.PassSpecial(seat=seat))
        for district, offering in enumerate(SPECIAL_OFFERS):
            fee = _fee(rules, state, seat, district)
            if fee <= most(player.coins):
                yield from offering(rules, state, seat, player, fee)
    elif not least(player.tiles[step]):  # perhaps nothing is left
        yield Offer(na.Done(seat=seat))


def may_pass(rules, state: State, seat: Seat) -> bool:
    """Whether a tile may still be passed in this turn (NA-Q-46); one that serves nothing always may."""
    player = state.players[seat]
    if rules.passes_a_turn is None or player.turn.passed < rules.passes_a_turn:
        return True
    return not any(TILE_OFFERS[state.step](rules, state, seat, player))


def _fee(rules, state: State, seat: Seat, district: int) -> int:
    try:
        return fee_due(rules, state, seat, district)
    except NotKnown:
        return 1


def city_offers(rules, state: State, seat: Seat, player: Player) -> Iterator[Offer]:
    """Businesses, or elections."""
    limit = min(MOST_AT_ONCE, least(player.wood))
    if rules.buildings_limited:
        limit = min(limit, least(player.estate.supply))
    if limit > 0:
        example, most_of_each = na.Build(seat=seat, where=((DISTRICTS[0], 1),)), dict.fromkeys(DISTRICTS, limit)
        yield Offer(example, {"where": Split(limit, most_of_each, 1)})
    yield Offer(na.Elect(seat=seat))


def land_offers(rules, state: State, seat: Seat, player: Player) -> Iterator[Offer]:
    """A card of any slot; or all that is filled."""
    if there := tuple((at,) for at, card in enumerate(state.slots.lands, 1) if card is not None):
        among = tuple((at,) for at in range(1, SLOTS + 1))
        yield Offer(na.AddLand(seat=seat, slots=there[0]), {"slots": OneOf(there, among)})
    if any(clearable(rules, player.estate.row)):
        yield Offer(na.Clear(seat=seat))


def trade_offers(rules, state: State, seat: Seat, player: Player) -> Iterator[Offer]:
    """A trader one can reach and pay; a ship one has the furs for."""
    if least(journey(rules, state, seat)) <= most(player.corn):
        yield from _traders(rules, state, seat, player)
    held = _furs_held(player)
    for at, ship in enumerate(state.slots.ships, 1):
        if ship is not None and ship.furs.__class__ is int and ship.furs <= sum(held.values()):
            furs = Split(ship.furs, held)
            yield Offer(na.Ship(seat=seat, slots=(at,), furs=some(held, ship.furs)), {"furs": furs})


def _furs_held(player: Player) -> dict[str, int]:
    return {kind: count for kind, count in holdings(player).items() if kind not in STOCKS}


def _traders(rules, state: State, seat: Seat, player: Player) -> Iterator[Offer]:
    goods = least(player.goods)
    for at, (trader, furs) in enumerate(zip(TRADERS, state.traders, strict=True)):
        if not furs or (rules.half_filled == "closed" and at != SINGLY and len(furs) < TRADER_SPACES[at]):
            continue
        if at == SINGLY and goods:
            lying = {fur: furs.count("?" if fur == FUR else fur) for fur in (*FURS, FUR)}
            there = {fur: count for fur, count in lying.items() if count}
            picks = Split(min(goods, len(furs)), there, 1)
            yield Offer(na.Trade(seat=seat, trader=trader, furs=some(there, 1)), {"furs": picks})
        elif at != SINGLY and goods >= price_of(rules, at, len(furs), len(furs)):
            yield Offer(na.Trade(seat=seat, trader=trader))


def removals(rules, state: State) -> Iterator[Offer]:
    """Step 9: what a seat owes, from any districts."""
    seat, owed = state.owed[0]
    there = {district: least(state.city.counts[at][seat]) for at, district in enumerate(DISTRICTS)}
    there = {district: count for district, count in there.items() if count}
    total = min(max(least(owed), 1), sum(there.values()))
    if total:
        yield Offer(na.Remove(seat=seat, where=some(there, total)), {"where": Split(total, there)})


TILE_OFFERS = (city_offers, land_offers, trade_offers)
