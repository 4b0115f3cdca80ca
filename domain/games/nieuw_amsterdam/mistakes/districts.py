"""Simulated mistakes about docks, millwork, black market and trading company (NA-SPEC-7 to 19)."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import Company, Docks, Market, Millwork, PassSpecial
from domain.games.nieuw_amsterdam.mistakes.common import Moment, announced, breaks, in_turn, made, me, one_of, refused
from domain.games.nieuw_amsterdam.pieces import DISTRICTS, FURS, FURS_OF_A_KIND, WHARF
from domain.games.nieuw_amsterdam.state import TURN, State
from domain.numbers import least
from domain.rules import replace


def fee_for(at: Moment, district: str) -> int:
    """The coin a district costs the acting seat."""
    counts = at.state.city.counts[DISTRICTS.index(district)]
    mine = counts[at.action.seat]
    return 0 if mine and mine == max(counts) else 1


# Docks --------------------------------------------------------------------------------------------


@breaks(na.SPEC_7, Docks)
def another_price_for_a_warehouse(at: Moment) -> WrongPlay | None:
    paid = one_of(at, ([(("wood", 2),)] if me(at).wood > 1 else []) + [()])
    return in_turn(at, replace(at.action, paid=paid))


@breaks(na.SPEC_7, Docks)
def a_warehouse_on_a_warehouse(at: Moment) -> WrongPlay | None:
    return in_turn(at, replace(at.action, spaces=(at.rng.choice(me(at).estate.warehouses),)))


@breaks(na.SPEC_7, PassSpecial)
def a_warehouse_without_wood(at: Moment) -> WrongPlay | None:
    player, fee = me(at), fee_for(at, "docks")
    free = [space for space in WHARF if space not in player.estate.warehouses]
    if player.wood or not free or player.coins < fee or not player.estate.supply:
        return None
    return in_turn(at, Docks(seat=at.action.seat, spaces=(free[0],), fee=fee))


@breaks(na.SPEC_8, Docks)
def a_fifth_warehouse_space(at: Moment) -> WrongPlay | None:
    return in_turn(at, replace(at.action, spaces=(len(WHARF) + 1,)))


@breaks(na.SPEC_9, Docks)
def two_warehouses_at_once(at: Moment) -> WrongPlay | None:
    player = me(at)
    free = [space for space in WHARF if space not in player.estate.warehouses]
    if len(free) < 2 or player.wood < 2 or player.estate.supply < 2:
        return None
    return in_turn(at, replace(at.action, spaces=tuple(free[:2])))


@breaks(na.STORE_2, Docks)
def a_pier_that_stays_shut(at: Moment) -> WrongPlay | None:
    if at.after.state.phase != TURN:
        return None
    return announced(at, one_of(at, made(at, na.STORE_2, "capacity")), 0)


# Millwork -----------------------------------------------------------------------------------------


def spaces_free(at: Moment) -> list[int]:
    """The empty house spaces of each card of the acting seat's row."""
    return [least(plot.card.spaces - plot.houses) for plot in me(at).estate.row]


@breaks(na.SPEC_10, Millwork)
def four_houses_at_once(at: Moment) -> WrongPlay | None:
    player = me(at)
    if min(player.wood, player.estate.supply, sum(spaces_free(at))) < 4:
        return None
    return in_turn(at, replace(at.action, houses=4))


@breaks(na.SPEC_10, Millwork)
def no_house_at_all(at: Moment) -> WrongPlay | None:
    return None if at.rules.empty_actions else in_turn(at, replace(at.action, houses=0))


@breaks(na.SPEC_10, Millwork)
def another_price_for_houses(at: Moment) -> WrongPlay | None:
    less = at.action.houses - 1
    return in_turn(at, replace(at.action, paid=(("wood", less),) if less else ()))


@breaks(na.SPEC_10, Millwork)
def other_wood_said_for_houses(at: Moment) -> WrongPlay | None:
    effect = one_of(at, made(at, na.SPEC_10, "wood"))
    return announced(at, effect, effect.by + 1) if effect and at.after.state.phase == TURN else None


@breaks(na.SPEC_11, Millwork)
def a_house_too_far_right(at: Moment) -> WrongPlay | None:
    free = spaces_free(at)
    open_cards = [place for place, count in enumerate(free, 1) if count]
    return in_turn(at, replace(at.action, houses=1, at=(open_cards[1],))) if len(open_cards) > 1 else None


@breaks(na.SPEC_12, Millwork)
def a_house_on_a_full_card(at: Moment) -> WrongPlay | None:
    full = bool(spaces_free(at)) and not spaces_free(at)[0]
    return in_turn(at, replace(at.action, houses=1, at=(1,))) if full else None


@breaks(na.SPEC_12, Millwork)
def more_houses_than_spaces(at: Moment) -> WrongPlay | None:
    player, more = me(at), sum(spaces_free(at)) + 1
    if more > min(3, player.wood, player.estate.supply):
        return None
    return in_turn(at, replace(at.action, houses=more))


# Black market -------------------------------------------------------------------------------------


@breaks(na.SPEC_13, Market)
def another_price_for_furs(at: Moment) -> WrongPlay | None:
    kind, count = at.action.paid[0]
    return in_turn(at, replace(at.action, paid=((kind, count - 1), *at.action.paid[1:])))


@breaks(na.SPEC_13, Market)
def furs_for_wood(at: Moment) -> WrongPlay | None:
    price = 3 * at.action.number
    return in_turn(at, replace(at.action, paid=(("wood", price),))) if me(at).wood >= price else None


@breaks(na.SPEC_13, Market)
def four_furs_at_once(at: Moment) -> WrongPlay | None:
    coins, goods = me(at).coins - at.action.fee, me(at).goods
    if coins + goods < 12 or at.state.reserve < 4:
        return None
    paid = (("coins", min(12, coins)), ("goods", 12 - min(12, coins)))
    return in_turn(at, replace(at.action, number=4, drawn=("?",) * 4, paid=paid))


@breaks(na.SPEC_14, Market)
def another_number_drawn(at: Moment) -> WrongPlay | None:
    drawn = at.action.drawn
    more = [(*drawn, "?")] if at.state.reserve > len(drawn) else []
    return in_turn(at, replace(at.action, drawn=one_of(at, more + ([drawn[:-1]] if len(drawn) > 1 else []))))


@breaks(na.SPEC_14, Market)
def looked_at_too_early(at: Moment) -> WrongPlay | None:
    return in_turn(at, replace(at.action, early=True)) if at.rules.market_once else None


@breaks(na.SPEC_15, Market)
def furs_from_the_discard(at: Moment) -> WrongPlay | None:
    lying = [fur for fur, count in zip(FURS, at.state.discard.kinds, strict=True) for _ in range(least(count))]
    drawn = tuple(lying[: at.action.number])
    if len(drawn) < at.action.number:
        return None
    return in_turn(at, replace(at.action, drawn=drawn, source="discard"))


@breaks(na.SPEC_15, Market)
def a_fur_from_a_trader(at: Moment) -> WrongPlay | None:
    lying = at.state.traders[0]
    if at.action.number != 1 or not lying:
        return None
    return in_turn(at, replace(at.action, drawn=lying[:1], source="top"))


@breaks(na.SPEC_15, Market)
def a_fur_that_cannot_be_there(at: Moment) -> WrongPlay | None:
    fur = one_of(at, (fur for at_fur, fur in enumerate(FURS) if lying_open(at.state, at_fur) == FURS_OF_A_KIND))
    if fur is None or at.action.number != 1 or at.state.reserve < 1:
        return None
    return in_turn(at, replace(at.action, drawn=(fur,)))


def lying_open(state: State, at_fur: int) -> int:
    """How many furs of a kind lie open."""
    held = sum(least(player.furs.kinds[at_fur]) for player in state.players) + least(state.discard.kinds[at_fur])
    return held + sum(trader.count(FURS[at_fur]) for trader in state.traders)


# Trading company ----------------------------------------------------------------------------------


def longhouses_reach(state: State) -> int:
    """The farthest camp with a longhouse."""
    return max((camp for camp, houses in enumerate(state.river.camps, 1) if houses), default=0)


@breaks(na.SPEC_16, Company)
def another_price_for_a_move(at: Moment) -> WrongPlay | None:
    return in_turn(at, replace(at.action, paid=()))


@breaks(na.SPEC_16, Company)
def a_post_downriver(at: Moment) -> WrongPlay | None:
    here = me(at).estate.zone
    return in_turn(at, replace(at.action, zones=(here - 1,))) if here > 1 else None


@breaks(na.SPEC_16, Company)
def a_free_zone_passed_over(at: Moment) -> WrongPlay | None:
    zone = at.action.zones[0] + 1
    return in_turn(at, replace(at.action, zones=(zone,))) if zone <= longhouses_reach(at.state) else None


@breaks(na.SPEC_17, Company)
def a_leap_refused(at: Moment) -> WrongPlay | None:
    return refused(at, "full-zone") if at.action.zones[0] > me(at).estate.zone + 1 else None


@breaks(na.SPEC_18, Company)
def a_post_beyond_the_longhouses(at: Moment) -> WrongPlay | None:
    return in_turn(at, replace(at.action, zones=(longhouses_reach(at.state) + 1,)))


@breaks(na.SPEC_19, Company)
def two_moves_at_once(at: Moment) -> WrongPlay | None:
    zone = at.action.zones[0]
    if me(at).wood < 2 or zone + 1 > longhouses_reach(at.state):
        return None
    return in_turn(at, replace(at.action, zones=(zone, zone + 1)))
