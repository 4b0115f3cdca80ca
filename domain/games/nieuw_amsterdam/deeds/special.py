"""Deeds of the six district actions, and the coin they cost."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Company, Docks, Granary, Lumberyard, Market, Millwork, Mix, count_of
from domain.games.nieuw_amsterdam.deeds.common import (
    after_payment,
    after_unseen_payment,
    change_stock,
    charge,
    draw_furs,
    fee_paid,
    furs_known,
    special_begun,
    special_used,
)
from domain.games.nieuw_amsterdam.deeds.trade import left_lying
from domain.games.nieuw_amsterdam.follow.common import Moved, cached_effect, seat_effect
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, MARKET_PRICE, MOST_AT_ONCE, WHARF
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import (
    TAKEN,
    Player,
    Plot,
    State,
    fur_mix,
    next_zone,
    put_at,
    room_on,
    with_furs,
)
from domain.numbers import NotKnown, Number, Range, between, least, most, not_below_zero
from domain.rules import Seat, replace


def _after(state: State, seat: Seat, player: Player, just: Seat) -> State:
    return replace(state, players=put_at(state.players, seat, player), just=just)


def lumberyard(rules: NieuwAmsterdamRules, state: State, action: Lumberyard) -> Moved:
    """Wood for coins, or coins for wood."""
    return _deal(state, action.seat, "wood", na.SPEC_4, action.buy, action.sell, action.fee, action.paid)


def granary(rules: NieuwAmsterdamRules, state: State, action: Granary) -> Moved:
    """Corn for coins, or coins for corn."""
    return _deal(state, action.seat, "corn", na.SPEC_5, action.buy, action.sell, action.fee, action.paid)


def _deal(
    state: State, seat: Seat, stock: str, clause: Clause, buy: int, sell: int, fee: int | None, paid: Mix | None
) -> Moved:
    if paid is not None:
        return _deal_with_payment(state, seat, stock, clause, buy, sell, fee, paid)
    player, more, (special, just) = state.players[seat], buy - sell, special_used(state, seat, TAKEN)
    held, by = change_stock(getattr(player, stock), more)
    coins, earned = change_stock(player.coins if fee == 0 or sell else fee_paid(state, player.coins, fee), -more)
    if sell and fee != 0:  # maybe out of the sale (NA-Q-10)
        coins = fee_paid(state, coins, fee)
    player = replace(player, coins=coins, special=special, **{stock: held})
    if by == more and earned == -more:
        effects = (cached_effect(clause, stock, seat, more), cached_effect(clause, "coins", seat, -more))
    else:
        effects = (seat_effect(clause, stock, seat, by, more), seat_effect(clause, "coins", seat, earned, -more))
    return replace(state, players=put_at(state.players, seat, player), just=just), effects


def _deal_with_payment(
    state: State, seat: Seat, stock: str, clause: Clause, buy: int, sell: int, fee: int | None, paid: Mix
) -> Moved:
    """A deal with a recorded payment: the seat gives that, and gets the amount it named."""
    special, just = special_used(state, seat, TAKEN)
    player = after_payment(state.players[seat], paid)
    coins, held = fee_paid(state, player.coins + sell, fee), getattr(player, stock) + buy
    player = replace(player, coins=coins, special=special, **{stock: held})
    return _after(state, seat, player, just), (
        seat_effect(clause, "coins", seat, sell),
        seat_effect(clause, stock, seat, buy),
    )


def docks(rules: NieuwAmsterdamRules, state: State, action: Docks) -> Moved:
    """A warehouse for one wood: its pier opens."""
    seat, (player, just) = action.seat, special_begun(state, action.seat, action.fee)
    estate = player.estate
    spaces = action.spaces or (next((space for space in WHARF if space not in estate.warehouses), len(WHARF) + 1),)
    room = room_on(state.sheet, tuple(space for space in spaces if space not in estate.warehouses))
    player, paid = charge(na.SPEC_7, player, seat, "wood", len(spaces), action.paid)
    estate = replace(
        estate,
        warehouses=estate.warehouses + spaces,
        capacity=estate.capacity + room,
        supply=not_below_zero(estate.supply - len(spaces)),
    )
    turn = replace(player.turn, docked=player.turn.docked + len(spaces))
    state = _after(state, seat, replace(player, estate=estate, turn=turn), just)
    wharf = seat_effect(na.SPEC_7, "wharf", seat, estate.warehouses, sets=True)
    return state, paid + (wharf, seat_effect(na.STORE_2, "capacity", seat, room))


def millwork(rules: NieuwAmsterdamRules, state: State, action: Millwork) -> Moved:
    """Houses in the row for one wood each, from the left."""
    seat, (player, just) = action.seat, special_begun(state, action.seat, action.fee)
    estate = player.estate
    houses = houses_built(player, action)
    row = _housed_unseen(estate.row, houses) if not_seen(action) else with_houses(estate.row, least(houses), action.at)
    built = houses if estate.row else 0
    player, paid = charge(na.SPEC_10, player, seat, "wood", houses, action.paid)
    estate = replace(estate, row=row, supply=not_below_zero(estate.supply - built))
    state = _after(state, seat, replace(player, estate=estate), just)
    return state, paid + (seat_effect(na.SPEC_11, "row", seat, row, sets=True),)


def not_seen(action: Millwork) -> bool:
    """Whether it was not seen how many houses were built, or where."""
    return action.houses is None or None in action.at


def houses_built(player: Player, action: Millwork) -> Number:
    """How many houses were built: as recorded, else by the wood or the places, else within the bounds of the rules."""
    if action.houses is not None:
        return action.houses
    if count := count_of(action.paid or ()) or len(action.at):
        return count
    free = sum([most(not_below_zero(plot.card.spaces - plot.houses)) for plot in player.estate.row])
    limit = min(MOST_AT_ONCE, free, most(player.wood), most(player.estate.supply))
    return between(1, max(1, limit), "row")


def _housed_unseen(row: tuple[Plot, ...], houses: Number) -> tuple[Plot, ...]:
    """The row with houses on any of the cards that may have room."""
    open_cards = [at for at, plot in enumerate(row) if most(plot.card.spaces - plot.houses) > 0 and not _is_full(plot)]
    return _spread_houses(row, open_cards[0], most(houses)) if open_cards else row


def with_houses(row: tuple[Plot, ...], houses: int, at: tuple[int | None, ...] = ()) -> tuple[Plot, ...]:
    """The row with more houses: where they were put, else on the leftmost free spaces."""
    places = [place for place in at if place and 1 <= place <= len(row)][:houses]
    for place in places:
        row = put_at(row, place - 1, replace(row[place - 1], houses=row[place - 1].houses + 1))
    left = houses - len(places)
    for place, plot in enumerate(row):
        if not left:
            break
        free = plot.card.spaces - plot.houses
        if least(free) >= left or (least(free) == most(free) and least(free) > 0):
            more = min(left, least(free))
            row = put_at(row, place, replace(plot, houses=plot.houses + more))
            left -= more
        elif most(free) > 0 and not _is_full(plot):  # how many fit is not known: the rest may stand here or farther on
            return _spread_houses(row, place, left)
    if left and row:  # no space is left: they stand on the last card all the same
        row = put_at(row, len(row) - 1, replace(row[-1], houses=row[-1].houses + left))
    return row


def _is_full(plot: Plot) -> bool:
    """Whether a card must be full: it is cleared, and nothing shows that this was a mistake."""
    return bool(plot.cleared) and least(plot.card.spaces - plot.houses) <= 0


def _spread_houses(row: tuple[Plot, ...], place: int, left: int) -> tuple[Plot, ...]:
    """Houses on any card from a place on that may have room."""
    spread = [
        plot if _is_full(plot) else replace(plot, houses=plot.houses + _up_to(plot, left)) for plot in row[place:]
    ]
    return (*row[:place], *spread)


def _up_to(plot: Plot, houses: int) -> Range:
    """Up to so many houses on a card, as far as it may have room."""
    return Range(0, max(0, min(houses, most(plot.card.spaces - plot.houses))), "row")


def market(rules: NieuwAmsterdamRules, state: State, action: Market) -> Moved:
    """Furs out of the reserve, for coins and goods."""
    seat, number, source = action.seat, action.number, action.source
    player, just = special_begun(state, seat, action.fee)
    furs = furs_known(state, action.drawn or ("?",) * number)
    if action.paid is None:
        player = after_unseen_payment(player, MARKET_PRICE * number, ("coins", "goods"), furs=False)
    else:
        player = after_payment(player, action.paid)
    players = put_at(state.players, seat, replace(player, furs=with_furs(player.furs, fur_mix(furs))))
    lit, left = state.lit + ((state.line, furs),), state.reserve - len(furs)
    if not source and left.__class__ is int and left >= 0:
        return replace(state, players=players, just=just, lit=lit, reserve=left), ()
    return _out_of(rules, replace(state, players=players, just=just, lit=lit), source, furs)


def _out_of(rules: NieuwAmsterdamRules, state: State, source: str, furs: tuple[str, ...]) -> Moved:
    """Furs leave the reserve, or the place they were really taken from."""
    if source == "discard":
        return replace(state, discard=with_furs(state.discard, fur_mix(furs), -1)), ()
    if source in AT_TRADER:
        at = AT_TRADER[source]
        return replace(state, traders=put_at(state.traders, at, left_lying(state.traders[at], fur_mix(furs)))), ()
    return draw_furs(rules, state, len(furs), rules.market_reshuffles)


def company(rules: NieuwAmsterdamRules, state: State, action: Company) -> Moved:
    """The trading post goes upriver for one wood."""
    seat, (player, just) = action.seat, special_begun(state, action.seat, action.fee)
    before = player.estate.zone
    zone = _stop(state, seat, zones_known(state, action))
    player, paid = charge(na.SPEC_16, player, seat, "wood", max(1, len(action.zones)), action.paid)
    player = replace(player, estate=replace(player.estate, zone=zone, space=action.space))
    return _after(state, seat, player, just), paid + (seat_effect(na.SPEC_16, "zone", seat, zone - before),)


def zones_known(state: State, action: Company) -> tuple[int | None, ...]:
    """The stops of a post: as this line says them, or as a later line shows the one that was not seen."""
    fact = state.known.get((state.line, "zone")) if action.zones == (None,) else None
    return (fact.value,) if fact else action.zones


def _stop(state: State, seat: Seat, zones: tuple[int | None, ...]) -> Number:
    """The zone a post stands in after its move; any one upriver where it was not seen."""
    if not zones:
        return _upriver(state, seat)
    if zones[-1] is not None:
        return zones[-1]
    here = state.players[seat].estate.zone
    return between(least(here) + 1, max(least(here) + 1, len(state.sheet.zones)), f"zone {state.line}")


def _upriver(state: State, seat: Seat) -> Number:
    """The nearest zone with a free space; where the sheet does not show that, the next one."""
    here = state.players[seat].estate.zone
    try:
        return next_zone(state, seat) or here
    except NotKnown:
        return here + 1
