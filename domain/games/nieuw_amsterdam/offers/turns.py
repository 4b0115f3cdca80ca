"""Offers of steps 5 to 7 and 9: tile actions, special actions, giving up either; removals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.deeds.land import clearable
from domain.games.nieuw_amsterdam.deeds.trade import journey, price_of
from domain.games.nieuw_amsterdam.offers.common import Offers, furs_held, some_mix
from domain.games.nieuw_amsterdam.offers.special import SPECIAL_OFFERS
from domain.games.nieuw_amsterdam.pieces import (
    AFTER_REMOVALS,
    DISTRICTS,
    MOST_AT_ONCE,
    SINGLY,
    SLOTS,
    STEPS,
    TRADER_SPACES,
    TRADERS,
)
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import OPEN, Furs, Player, State, Vessel, fee_due, fur_mix
from domain.numbers import least, most
from domain.rules import Offer, OneOf, Seat, Split

_SLOTS = tuple((at,) for at in range(1, SLOTS + 1))


def turns(rules: NieuwAmsterdamRules, state: State) -> Offers:
    """The tile actions of the step, the special actions, and giving up either."""
    seat, step = state.actor, state.step
    offers: list[Offer] = []
    player = state.players[seat]
    if most(player.tiles[step]):
        offers += TILE_OFFERS[step](rules, state, seat, player)
        if may_pass(rules, state, seat):
            offers.append(_passed_tile(seat, step))
    if player.special[step] == OPEN:
        offers.append(_plain_offer(na.PassSpecial, seat))
        coins, leading = most(player.coins), state.city.leaders
        for district, offering in enumerate(SPECIAL_OFFERS):
            leaders = leading[district]
            fee = fee_due(rules, state, seat, district) if leaders is not None and seat in leaders else 1
            if fee <= coins:
                offers += offering(rules, state, seat, player, fee)
    elif not least(player.tiles[step]):  # perhaps nothing is left
        offers.append(_plain_offer(na.Done, seat))
    return offers


@cache
def _plain_offer(kind: type, seat: Seat) -> Offer:
    """An action that leaves nothing to choose."""
    return Offer(kind(seat=seat))


@cache
def _passed_tile(seat: Seat, step: int) -> Offer:
    return Offer(na.PassTile(seat=seat, tile=STEPS[step]))


def may_pass(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> bool:
    """Whether a tile may still be passed in this turn (NA-Q-46); one that serves nothing always may."""
    player = state.players[seat]
    if rules.passes_a_turn is None or player.turn.passed < rules.passes_a_turn:
        return True
    return not TILE_OFFERS[state.step](rules, state, seat, player)


def city_offers(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player) -> Offers:
    """Businesses, or elections."""
    limit = min(MOST_AT_ONCE, most(player.wood))
    if rules.buildings_limited:
        limit = min(limit, most(player.estate.supply))
    return _city_offers(seat, limit)


@cache
def _city_offers(seat: Seat, limit: int) -> Offers:
    elections = Offer(na.Elect(seat=seat))
    if limit <= 0:
        return (elections,)
    example, most_of_each = na.Build(seat=seat, where=((DISTRICTS[0], 1),)), dict.fromkeys(DISTRICTS, limit)
    return Offer(example, {"where": Split(limit, most_of_each, 1)}), elections


def land_offers(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player) -> Offers:
    """A card of any slot; or all that is filled."""
    there = tuple([at for at, card in enumerate(state.slots.lands, 1) if card is not None])
    return _land_offers(seat, there, any(clearable(rules, player.estate.row)))


@cache
def _land_offers(seat: Seat, there: tuple[int, ...], clears: bool) -> Offers:
    slots = tuple((at,) for at in there)
    added = (Offer(na.AddLand(seat=seat, slots=slots[0]), {"slots": OneOf(slots, _SLOTS)}),) if slots else ()
    return (*added, Offer(na.Clear(seat=seat))) if clears else added


def trade_offers(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player) -> Offers:
    """A trader one can reach and pay; a ship one has the furs for."""
    reaches = least(journey(rules, state, seat)) <= most(player.corn)
    offers, furs = _traders(rules, state, seat, player) if reaches else [], player.furs
    return offers + _shipments(seat, state.slots.ships, furs) if most(furs.total) else offers


def _shipments(seat: Seat, ships: tuple[Vessel | None, ...], furs: Furs) -> list[Offer]:
    held, offers = furs_held(furs), []
    count = sum(held.values())
    for at, ship in enumerate(ships, 1):
        if ship is None or least(ship.furs) > count:
            continue
        if ship.furs.__class__ is int:
            example = na.Ship(seat=seat, slots=(at,), furs=some_mix(held, ship.furs))
            offers.append(Offer(example, {"furs": Split(ship.furs, held)}))
        else:  # as many as the card shows, which was not seen
            asked = max(1, least(ship.furs))
            example = na.Ship(seat=seat, slots=(at,), furs=some_mix(held, asked))
            offers.append(Offer(example, {"furs": Split(min(count, most(ship.furs)), held, asked)}))
    return offers


def _traders(rules: NieuwAmsterdamRules, state: State, seat: Seat, player: Player) -> list[Offer]:
    goods = most(player.goods)
    offers: list[Offer] = []
    for at, furs in enumerate(state.traders):
        lying = len(furs)
        if not lying or (rules.half_filled == "closed" and at != SINGLY and lying < TRADER_SPACES[at]):
            continue
        if at == SINGLY and goods:
            offers.append(_single_furs_offer(seat, fur_mix(furs), min(goods, lying)))
        elif at != SINGLY and goods >= price_of(rules, at, lying, lying):
            offers.append(_whole_trader_offer(seat, TRADERS[at]))
    return offers


@lru_cache(maxsize=1024)  # the same until furs are bought, or laid there
def _single_furs_offer(seat: Seat, furs: na.Mix, limit: int) -> Offer:
    there = dict(furs)
    example = na.Trade(seat=seat, trader=TRADERS[SINGLY], furs=some_mix(there, 1))
    return Offer(example, {"furs": Split(limit, there, 1)})


@cache
def _whole_trader_offer(seat: Seat, trader: str) -> Offer:
    return Offer(na.Trade(seat=seat, trader=trader))


def removals(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """Step 9: what a seat owes, from any districts, at once or one by one; the next step where it may owe none."""
    seat, owed = state.owed[0]
    there = {district: least(state.city.counts[at][seat]) for at, district in enumerate(DISTRICTS)}
    there = {district: count for district, count in there.items() if count}
    total = min(max(most(owed), 1), sum(there.values()))
    if total:
        yield Offer(na.Remove(seat=seat, where=some_mix(there, total)), {"where": Split(total, there, 1)})
    if not any(least(count) for _, count in state.owed):
        yield Offer(na.Declare(step=AFTER_REMOVALS[0]))


TILE_OFFERS = (city_offers, land_offers, trade_offers)
