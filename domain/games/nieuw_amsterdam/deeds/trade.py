"""Deeds of step 7: furs bought from the Lenape, furs shipped."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Mix, Ship, Trade, count_of
from domain.games.nieuw_amsterdam.deeds.common import (
    TRAVELLED_ONE,
    after_payment,
    change_stock,
    charge,
    tile_spent,
    unseen_card,
)
from domain.games.nieuw_amsterdam.follow.common import Moved, effect_at, seat_effect
from domain.games.nieuw_amsterdam.pieces import (
    AT_TRADER,
    FUR,
    NOT_SEEN,
    PERHAPS,
    SINGLY,
    STEPS,
    TRADER_PRICES,
    TRADER_SPACES,
    TRADERS,
)
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.scoring import shipment
from domain.games.nieuw_amsterdam.state import (
    Furs,
    State,
    Vessel,
    fur_mix,
    put_at,
    scores_with,
    travel_fee,
    with_fact,
    with_furs,
)
from domain.games.nieuw_amsterdam.values import certain_ship
from domain.numbers import Number, Range, between, is_surely, most, not_below_zero
from domain.rules import Effect, replace

TRADE = STEPS.index("trade")
TRADER = "trader"  # the fact that waits for which trader sold
_PRICED_BY = (na.TRADE_4, na.TRADE_3, na.TRADE_2)  # top, middle, bottom


def trade(rules: NieuwAmsterdamRules, state: State, action: Trade) -> Moved:
    """Furs from the trader, goods for them, corn for the journey."""
    seat, traders, player = action.seat, state.traders, state.players[action.seat]
    tiles, turn, chest, just, tile = tile_spent(state, seat, action.tile, TRADE, TRAVELLED_ONE)
    furs, clause = player.furs, na.TRADE_6
    price: Number = 0
    for name, mix in ((action.trader, action.furs), *action.also):
        if name == NOT_SEEN:
            able = sellers(rules, state, action)
            if len(able) != 1 or (able[0] == TRADERS[SINGLY] and not mix):
                furs, traders, due = _bought_unseen(rules, traders, furs, mix, able)
                price, state = price + due, _noted(state)
                continue
            name = able[0]
        at = AT_TRADER[name]
        lying = traders[at]
        taken = mix or fur_mix(lying)
        price = price + (price_of(rules, at, count_of(taken), len(lying)) if lying else 0)
        traders = put_at(traders, at, left_lying(lying, taken) if mix else ())
        furs = with_furs(furs, taken)
        clause = clause if clause is not na.TRADE_6 else _PRICED_BY[at]
    player = replace(player, furs=furs, tiles=tiles, turn=turn)
    player, paid = charge(clause, player, seat, "goods", price, action.paid)
    corn, travelled = _travelled(state, player.corn, journey(rules, state, seat), action)
    player = replace(player, corn=corn)
    state = replace(state, players=put_at(state.players, seat, player), traders=traders, chest=chest, just=just)
    return state, paid + travelled + (tile,)


def _noted(state: State) -> State:
    """The table that remembers by which line of this round furs were bought from a trader that was not seen."""
    fact = state.known.get(unseen_trade(state))
    if fact is None:
        return with_fact(state, unseen_trade(state), state.line)
    return state if fact.value == state.line else with_fact(state, (*unseen_trade(state), "again"), True)


def unseen_trade(state: State) -> tuple:
    """The key of that line among the known facts."""
    return state.round, "unseen trade"


def seller_seen(state: State, name: str) -> State:
    """The table once a trader is seen to have sold: the others have not, and the line that bought there is known."""
    fact = state.known.get(unseen_trade(state))
    if fact is None or state.known.get((*unseen_trade(state), "again")):
        return state
    traders = tuple(
        lying if other == name else tuple(NOT_SEEN if fur == PERHAPS else fur for fur in lying)
        for other, lying in zip(TRADERS, state.traders, strict=True)
    )
    return replace(with_fact(state, (fact.value, TRADER), name), traders=traders)


def sellers(rules: NieuwAmsterdamRules, state: State, action: Trade) -> tuple[str, ...]:
    """The traders that can have sold these furs, where it was not seen which one did."""
    if fact := state.known.get((state.line, TRADER)):
        return (fact.value,)
    goods = most(state.players[action.seat].goods)
    return tuple(
        name
        for name, lying in zip(TRADERS, state.traders, strict=True)
        if has_furs(name, lying, action.furs) and _takes(rules, AT_TRADER[name], lying, action, goods)
    )


def has_furs(name: str, lying: tuple[str, ...], furs: Mix) -> bool:
    """Whether a trader can have sold these furs: they lie there, and it sells as many of them at once."""
    count = count_of(furs) if furs else len(lying)
    if not 1 <= count <= len(lying) or (AT_TRADER[name] != SINGLY and count < len(lying)):
        return False
    missing = sum(max(0, number - lying.count(fur)) for fur, number in furs if fur != FUR)
    return missing <= lying.count(NOT_SEEN) + lying.count(PERHAPS)


def _takes(rules: NieuwAmsterdamRules, at: int, lying: tuple[str, ...], action: Trade, goods: int) -> bool:
    """Whether a trader's price is what was paid, or what a seat can pay where that was not recorded."""
    least_price, most_price = prices_of(rules, at, action.furs, lying)
    return least_price <= goods if action.paid is None else least_price <= count_of(action.paid) <= most_price


def prices_of(rules: NieuwAmsterdamRules, at: int, furs: Mix, lying: tuple[str, ...]) -> tuple[int, int]:
    """The least and the most a trader can ask for furs; of the top one any number may have been bought."""
    whole = price_of(rules, at, count_of(furs) if furs else len(lying), len(lying))
    return (whole if furs or at != SINGLY else 1), whole


def _bought_unseen(
    rules: NieuwAmsterdamRules, traders: tuple[tuple[str, ...], ...], furs: Furs, mix: Mix, able: tuple[str, ...]
) -> tuple[Furs, tuple[tuple[str, ...], ...], Number]:
    """Furs bought from one of several traders: a seat's furs, what may still lie on the traders, and the price."""
    places = [AT_TRADER[name] for name in able]
    prices = [prices_of(rules, at, mix, traders[at]) for at in places] or [(0, 0)]
    counts = [(1 if at == SINGLY else len(traders[at]), len(traders[at])) for at in places] or [(0, 0)]
    fewest, largest = (min(low for low, _ in counts), max(high for _, high in counts)) if not mix else (0, 0)
    for at in places:
        traders = put_at(traders, at, (PERHAPS,) * len(traders[at]))
    after = with_furs(furs, mix or ((FUR, fewest),))
    if largest > fewest:
        more = Range(0, largest - fewest, TRADER)
        after = Furs(after.total + more, tuple(count + more for count in after.kinds))
    return after, traders, between(min(low for low, _ in prices), max(high for _, high in prices), TRADER)


def journey(rules: NieuwAmsterdamRules, state: State, seat: int) -> Number:
    """The corn due for a trade (NA-Q-20)."""
    if rules.fee_once_a_turn and state.players[seat].turn.travelled:
        return 0
    return travel_fee(rules, state, seat)


def journey_paid(state: State, action: Trade) -> int | None:
    """The corn paid for a journey, as this line records it or a later one shows it."""
    fact = state.known.get((state.line, "journey")) if action.unseen else None
    return fact.value if fact else action.fee


def _travelled(state: State, corn: Number, due: Number, action: Trade) -> tuple[Number, tuple[Effect, ...]]:
    """Corn left as it was paid, else as it is due; one that was not seen may have been made or not."""
    seat, paid = action.seat, journey_paid(state, action)
    if paid is not None:
        return change_stock(corn, -paid)[0], ()
    if action.unseen and not is_surely(due, 0):
        return not_below_zero(corn - Range(0, most(due), f"journey {state.line} {most(due)}")), ()
    after, by = change_stock(corn, -due)
    free = isinstance(due, int) and not due
    return after, (seat_effect(na.TRADE_8 if free else na.TRADE_9, "corn", seat, by, -due),)


def price_of(rules: NieuwAmsterdamRules, trader: int, count: int, lying: int) -> int:
    """Goods for furs: one each from the top trader, a fixed price for all of another's (NA-Q-14)."""
    if trader == SINGLY:
        return count
    whole = TRADER_PRICES[trader]
    if rules.half_filled != "pro-rata" or lying >= TRADER_SPACES[trader]:
        return whole
    return -(-whole * lying // TRADER_SPACES[trader])


def left_lying(lying: tuple[str, ...], taken: Mix) -> tuple[str, ...]:
    """What stays on a trader; where the kinds sold are not known, those left are not known either."""
    left, of_unknown_kind = list(lying), 0
    for kind, count in taken:
        of_unknown_kind += count if kind == FUR else 0
        for _ in range(count if kind != FUR else 0):
            gone = next((fur for fur in (kind, NOT_SEEN, PERHAPS) if fur in left), "")
            if gone:
                left.remove(gone)
    if not of_unknown_kind:
        return tuple(left)
    alike = len(set(left)) == 1
    return tuple(left[of_unknown_kind:]) if alike else ("?",) * (len(left) - of_unknown_kind)


def ship(rules: NieuwAmsterdamRules, state: State, action: Ship) -> Moved:
    """Furs to the discard, points and coins for them, the ship to the seat."""
    seat, furs, slots, emptied = action.seat, action.furs, state.slots, []
    ships = slots.ships
    won: tuple[Vessel, ...] = ()
    for place in action.slots:
        vessel = ships[place - 1] if 1 <= place <= len(ships) else None
        if vessel is not None:
            won += (vessel,)
            emptied.append(effect_at(na.TRADE_17, "ship", (str(place),), None, seat, sets=True))
            ships = put_at(ships, place - 1, None)
    won = won if action.slots else (certain_ship(*unseen_card(state)),)
    line, coins = shipment(rules, seat, furs), _bonus(won)
    tiles, turn, chest, just, tile = tile_spent(state, seat, action.tile, TRADE)
    player = after_payment(state.players[seat], furs + action.paid)
    estate = player.estate
    estate = replace(estate, ships=estate.ships + won, fresh=estate.fresh + len(won))
    player = replace(player, coins=coins + player.coins, estate=estate, tiles=tiles, turn=turn)
    state = replace(
        state,
        players=put_at(state.players, seat, player),
        chest=chest,
        just=just,
        slots=replace(slots, ships=ships),
        discard=with_furs(state.discard, furs),
        scores=scores_with(state, seat, line.by),
    )
    return state, (
        line,
        seat_effect(na.TRADE_15, "coins", seat, coins),
        effect_at(na.TRADE_16, "discard", (), count_of(furs), seat),
        seat_effect(na.TRADE_17, "ships", seat, estate.ships, sets=True),
        *emptied,
        tile,
    )


def _bonus(ships: tuple[Vessel, ...]) -> Number:
    return sum([ship.coins for ship in ships], 0)
