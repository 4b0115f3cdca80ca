"""Simulated mistakes about the trade of step 7 (NA-TRADE)."""

from __future__ import annotations

from typing import Any

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import SPECIALS, TILE_STEP, Mix, PassSpecial, PassTile, Ship, Trade, count_of
from domain.games.nieuw_amsterdam.mistakes.common import Moment, announced, breaks, goes_on, instead, made, me, one_of
from domain.games.nieuw_amsterdam.mistakes.turn import after_tiles
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, FURS, TRADERS
from domain.games.nieuw_amsterdam.state import TURN, fur_mix, travel_fee
from domain.numbers import least
from domain.rules import replace

TRADE_STEP = 2
PRICES = {"middle": 4, "bottom": 3}  # for all furs of a trader
ANY = (*TILE_STEP, PassTile, *SPECIALS, PassSpecial)


def lying(at: Moment, trader: str) -> tuple[str, ...]:
    """The furs of a trader."""
    return at.state.traders[AT_TRADER[trader]]


def due(at: Moment) -> int:
    """The corn for the acting seat's journey."""
    return least(travel_fee(at.rules, at.state, at.action.seat))


# Traders ------------------------------------------------------------------------------------------

TILE = (Trade, Ship, PassTile)  # what a trade tile can be spent on


def may_travel(at: Moment) -> bool:
    """Whether the journey can be paid, with corn that is not missed at once."""
    fee = due(at)
    return at.state.step == TRADE_STEP and fee <= me(at).corn and (not fee or spares_corn(at))


def spares_corn(at: Moment) -> bool:
    """Whether step 9 is still to come: corn spent by mistake on the last action of a round would be missed at once."""
    return at.after.state.phase == TURN


def a_trade(at: Moment, trader: str, furs: Mix = (), **more: Any) -> WrongPlay | None:
    """A trade with the tile of the lawful action, where the journey can be paid and furs lie there."""
    if not may_travel(at) or not lying(at, trader):
        return None
    return instead(Trade(seat=at.action.seat, trader=trader, furs=furs, **more), then=goes_on(at))


@breaks(na.TRADE_1, *TILE)
def two_traders_on_one_tile(at: Moment) -> WrongPlay | None:
    there = [name for name in TRADERS if lying(at, name)]
    if len(there) < 2:
        return None
    trader, other = at.rng.sample(there, 2)
    return a_trade(at, trader, also=((other, ()),), paid=(("goods", me(at).goods),))


def a_part(at: Moment, trader: str) -> WrongPlay | None:
    """Fewer furs than lie there, for the price of all."""
    furs = lying(at, trader)
    if len(furs) < 2 or me(at).goods < PRICES[trader]:
        return None
    return a_trade(at, trader, fur_mix(furs[1:]))


def another_price(at: Moment, trader: str, furs: tuple = (), right: int = 0) -> WrongPlay | None:
    """Other goods than the furs cost."""
    right = right or PRICES[trader]
    goods = one_of(at, {n for n in (right - 2, right - 1, right + 1) if 0 <= n <= me(at).goods})
    return None if goods is None else a_trade(at, trader, furs, paid=(("goods", goods),))


@breaks(na.TRADE_2, *TILE)
def a_part_of_the_bottom_trader(at: Moment) -> WrongPlay | None:
    return a_part(at, "bottom")


@breaks(na.TRADE_2, *TILE)
def another_price_at_the_bottom(at: Moment) -> WrongPlay | None:
    return another_price(at, "bottom")


@breaks(na.TRADE_3, *TILE)
def a_part_of_the_middle_trader(at: Moment) -> WrongPlay | None:
    return a_part(at, "middle")


@breaks(na.TRADE_3, *TILE)
def another_price_in_the_middle(at: Moment) -> WrongPlay | None:
    return another_price(at, "middle")


@breaks(na.TRADE_4, *TILE)
def another_price_at_the_top(at: Moment) -> WrongPlay | None:
    furs = lying(at, "top")[:2]
    return another_price(at, "top", fur_mix(furs), len(furs)) if furs else None


@breaks(na.TRADE_4, *TILE)
def no_fur_at_all(at: Moment) -> WrongPlay | None:
    return None if at.rules.empty_actions else a_trade(at, "top", ((at.rng.choice(FURS), 0),))


@breaks(na.TRADE_5, *TILE)
def an_empty_trader(at: Moment) -> WrongPlay | None:
    empty = one_of(at, (name for name in TRADERS if not lying(at, name)))
    if empty is None or not may_travel(at):
        return None
    return instead(Trade(seat=at.action.seat, trader=empty), then=goes_on(at))


@breaks(na.TRADE_6, *TILE)
def furs_paid_in_coins(at: Moment) -> WrongPlay | None:
    trader = one_of(at, (name for name in PRICES if PRICES[name] <= me(at).coins and lying(at, name)))
    return trader and a_trade(at, trader, paid=(("coins", PRICES[trader]),))


@breaks(na.TRADE_6, *TILE)
def furs_without_the_goods(at: Moment) -> WrongPlay | None:
    dear = [name for name, goods in PRICES.items() if goods > me(at).goods and lying(at, name)]
    trader = one_of(at, dear)
    return trader and a_trade(at, trader)


@breaks(na.TRADE_7, *TILE)
def furs_that_did_not_lie_there(at: Moment) -> WrongPlay | None:
    if "?" in lying(at, "top"):  # which may be any
        return None
    absent = one_of(at, (fur for fur in FURS if fur not in lying(at, "top")))
    return a_trade(at, "top", ((absent, 1),)) if absent and me(at).goods else None


# The journey --------------------------------------------------------------------------------------


@breaks(na.TRADE_8, Trade)
def a_fee_that_is_not_due(at: Moment) -> WrongPlay | None:
    if due(at) or not me(at).corn or not spares_corn(at):
        return None
    return instead(replace(at.action, fee=1), then=goes_on(at))


@breaks(na.TRADE_8, Trade)
def corn_gone_without_a_journey(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.TRADE_8, "corn"))
    return announced(at, effect, -1) if effect and me(at).corn and spares_corn(at) else None


def furs_bought(at: Moment) -> int:
    """How many furs the lawful trade brings."""
    return count_of(at.action.furs) or len(lying(at, at.action.trader))


@breaks(na.TRADE_9, Trade)
def a_wrong_fee(at: Moment) -> WrongPlay | None:
    if not spares_corn(at):
        return None
    right, again = due(at), me(at).turn.travelled
    wrong = {n for n in range(least(me(at).corn) + 1) if n or not again} - {right, right * furs_bought(at)}
    fee = one_of(at, sorted(wrong))
    return instead(replace(at.action, fee=fee), then=goes_on(at)) if right and fee is not None else None


@breaks(na.TRADE_10, *TILE)
def no_fee_for_a_second_trade(at: Moment) -> WrongPlay | None:
    """Two trades, and corn for the first of them only."""
    seat, player, furs = at.action.seat, me(at), lying(at, "top")
    then = after_tiles(at, 2)
    able = len(furs) > 1 and player.goods > 1 and player.tiles[TRADE_STEP] > 1 and player.corn >= 2 * due(at) > 0
    if not able or then is None or at.state.step != TRADE_STEP or at.rules.fee_once_a_turn:
        return None
    first = Trade(seat=seat, trader="top", furs=((furs[0], 1),))
    return instead(first, Trade(seat=seat, trader="top", furs=((furs[1], 1),), fee=0), then=then)


@breaks(na.TRADE_10, *TILE)
def a_fee_for_each_fur(at: Moment) -> WrongPlay | None:
    furs = lying(at, "top")[: min(2, least(me(at).goods))]
    fee = due(at) * len(furs)
    return a_trade(at, "top", fur_mix(furs), fee=fee) if due(at) < fee <= me(at).corn else None


@breaks(na.TRADE_11, PassTile)
def a_journey_without_corn(at: Moment) -> WrongPlay | None:
    if at.action.tile != "trade" or due(at) <= me(at).corn or not me(at).goods or not lying(at, "top"):
        return None
    if not spares_corn(at):
        return None
    trade = Trade(seat=at.action.seat, trader="top", furs=((lying(at, "top")[0], 1),))
    return instead(trade, then=goes_on(at))


# Ships --------------------------------------------------------------------------------------------


@breaks(na.TRADE_12, Ship)
def an_empty_ship_slot(at: Moment) -> WrongPlay | None:
    slot = one_of(at, (slot for slot, card in enumerate(at.state.slots.ships, 1) if card is None))
    return slot and instead(replace(at.action, slots=(slot,)), then=goes_on(at))


def furs_held(at: Moment) -> tuple[str, ...]:
    """The acting seat's furs, one by one."""
    return tuple(fur for fur, count in zip(FURS, me(at).furs.kinds, strict=True) for _ in range(least(count)))


@breaks(na.TRADE_12, Ship)
def two_ships_on_one_tile(at: Moment) -> WrongPlay | None:
    ships, first = at.state.slots.ships, at.action.slots[0]
    left = len(furs_held(at)) - ships[first - 1].furs
    other = one_of(at, (n for n, card in enumerate(ships, 1) if card and n != first and card.furs <= left))
    if other is None:
        return None
    furs = fur_mix(furs_held(at)[: ships[first - 1].furs + ships[other - 1].furs])
    return instead(replace(at.action, slots=(first, other), furs=furs), then=goes_on(at))


@breaks(na.TRADE_13, Ship)
def a_wrong_number_of_furs(at: Moment) -> WrongPlay | None:
    held, right = furs_held(at), count_of(at.action.furs)
    count = one_of(at, (n for n in (right - 1, right + 1) if n <= len(held)))
    return instead(replace(at.action, furs=fur_mix(held[:count])), then=goes_on(at))


@breaks(na.TRADE_14, Ship)
def wrong_points_for_a_shipment(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.TRADE_14, "points"))
    return effect and announced(at, effect, effect.by + at.rng.choice((-1, 1, 2)))


@breaks(na.TRADE_15, Ship)
def wrong_coins_for_a_shipment(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.TRADE_15, "coins"))
    return effect and announced(at, effect, at.rng.choice((0, effect.by + 1)))


@breaks(na.TRADE_16, Ship)
def furs_shipped_and_not_discarded(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, na.TRADE_16, "discard")), 0)


@breaks(na.TRADE_17, Ship)
def a_ship_not_taken(at: Moment) -> WrongPlay | None:
    return announced(at, one_of(at, made(at, na.TRADE_17, "ships")), me(at).estate.ships)


@breaks(na.TRADE_17, *ANY)
def a_ship_loaded_this_round_without_yield(at: Moment) -> WrongPlay | None:
    for effect in made(at, na.PROV_9, "goods"):
        estate = at.state.players[effect.key[0]].estate
        fresh = sum(ship.goods for ship in estate.ships[len(estate.ships) - estate.fresh :]) if estate.fresh else 0
        if fresh and not _returned(at, effect.key[0]):  # nothing else changes by it
            return announced(at, effect, effect.by - fresh)
    return None


def _returned(at: Moment, seat: int) -> bool:
    """Whether goods found no room; or the ship is loaded by this very action."""
    return type(at.action) is Ship or any(e.by for e in made(at, na.PROV_10, "goods") if e.key == (seat,))


@breaks(na.TRADE_18, Ship)
def a_shipment_paid_for(at: Moment) -> WrongPlay | None:
    kinds = ("corn", "goods") if spares_corn(at) else ("goods",)
    kind = one_of(at, (kind for kind in kinds if getattr(me(at), kind)))
    return kind and instead(replace(at.action, paid=((kind, 1),)), then=goes_on(at))
