"""Step 7: furs bought from the Lenape, furs shipped."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Mix, Ship, Trade, count_of
from domain.games.nieuw_amsterdam.deeds.common import changed, charged, given_back, less, spent
from domain.games.nieuw_amsterdam.follow.common import Moved, told, told_at
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, FUR, SINGLY, TRADER_PRICES, TRADER_SPACES
from domain.games.nieuw_amsterdam.scoring import shipment
from domain.games.nieuw_amsterdam.state import State, Vessel, fur_mix, put_at, scored, travel_fee, with_furs
from domain.numbers import Number
from domain.rules import replace

_PRICED_BY = (na.TRADE_4, na.TRADE_3, na.TRADE_2)  # top, middle, bottom


def trade(rules, state: State, action: Trade) -> Moved:
    """Furs from the trader, goods for them, corn for the journey."""
    seat, traders, (player, chest, just) = action.seat, state.traders, spent(state, action)
    price, furs = 0, player.furs
    for name, mix in ((action.trader, action.furs), *action.also):
        at = AT_TRADER[name]
        lying = traders[at]
        taken = mix or fur_mix(lying)
        price += price_of(rules, at, count_of(taken), len(lying)) if lying else 0
        traders = put_at(traders, at, left_lying(lying, taken))
        furs = with_furs(furs, taken)
    fee = journey(rules, state, seat)
    clause = _PRICED_BY[AT_TRADER[action.trader]]
    player, paid = charged(clause, replace(player, furs=furs), seat, "goods", price, action.paid)
    player, travelled = _journey(player, seat, fee, action.fee)
    state = replace(state, players=put_at(state.players, seat, player), traders=traders, chest=chest, just=just)
    return state, (*paid, *travelled, given_back(action))


def journey(rules, state: State, seat: int) -> Number:
    """The corn due for a trade (NA-Q-20)."""
    if rules.fee_once_a_turn and state.players[seat].turn.travelled:
        return 0
    return travel_fee(rules, state, seat)


def _journey(player, seat: int, due: Number, paid: int | None) -> tuple:
    """Corn as it was paid, else as it is due."""
    if paid is not None:
        return replace(player, corn=changed(player.corn, -paid)[0]), ()
    after, by = changed(player.corn, -due)
    free = isinstance(due, int) and not due
    return replace(player, corn=after), (told(na.TRADE_8 if free else na.TRADE_9, "corn", seat, by, -due),)


def price_of(rules, trader: int, count: int, lying: int) -> int:
    """Goods for furs: one each from the top trader, a fixed price for all of another's (NA-Q-14)."""
    if trader == SINGLY:
        return count
    whole = TRADER_PRICES[trader]
    if rules.half_filled != "pro-rata" or lying >= TRADER_SPACES[trader]:
        return whole
    return -(-whole * lying // TRADER_SPACES[trader])


def left_lying(lying: tuple[str, ...], taken: Mix) -> tuple[str, ...]:
    """What stays on a trader; where nobody told which furs went, nobody knows which are left."""
    left, untold = list(lying), 0
    for kind, count in taken:
        untold += count if kind == FUR else 0
        for _ in range(count if kind != FUR else 0):
            gone = kind if kind in left else "?" if "?" in left else ""
            if gone:
                left.remove(gone)
    if not untold:
        return tuple(left)
    alike = len(set(left)) == 1
    return tuple(left[untold:]) if alike else ("?",) * (len(left) - untold)


def ship(rules, state: State, action: Ship) -> Moved:
    """Furs to the discard, points and coins for them, the ship to the seat."""
    seat, slots, won, emptied = action.seat, state.slots, (), []
    for place in action.slots:
        if 1 <= place <= len(slots.ships) and slots.ships[place - 1] is not None:
            won += (slots.ships[place - 1],)
            emptied.append(place)
            slots = replace(slots, ships=put_at(slots.ships, place - 1, None))
    line, coins = shipment(rules, seat, action.furs), _bonus(won)
    player, chest, just = spent(state, action)
    player = less(player, (*action.furs, *action.paid))
    estate = replace(player.estate, ships=(*player.estate.ships, *won), fresh=player.estate.fresh + len(won))
    player = replace(player, coins=player.coins + coins, estate=estate)
    state = replace(
        state,
        players=put_at(state.players, seat, player),
        chest=chest,
        just=just,
        slots=slots,
        discard=with_furs(state.discard, action.furs),
        scores=scored(state, seat, line.by),
    )
    return state, (
        line,
        told(na.TRADE_15, "coins", seat, coins),
        told_at(na.TRADE_16, "discard", (), count_of(action.furs), seat),
        told(na.TRADE_17, "ships", seat, estate.ships, sets=True),
        *[told_at(na.TRADE_17, "ship", (str(place),), None, seat, sets=True) for place in emptied],
        given_back(action),
    )


def _bonus(ships: tuple[Vessel, ...]) -> Number:
    return sum([one.coins for one in ships], 0)
