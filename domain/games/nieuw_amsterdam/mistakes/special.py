"""Simulated mistakes about special actions (NA-SPEC): their fee, the lumberyard, the granary."""

from __future__ import annotations

from domain.games.game import WrongPlay
from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.actions import SPECIALS, Granary, Lumberyard, PassSpecial
from domain.games.nieuw_amsterdam.mistakes.common import Moment, announced, breaks, in_turn, made, me, one_of, refused
from domain.rules import replace


def there(at: Moment) -> tuple[int, ...]:
    """The businesses of the district that is used, seat by seat."""
    return at.state.city.counts[at.action.DISTRICT]


# The fee ------------------------------------------------------------------------------------------


@breaks(na.SPEC_1, *SPECIALS)
def a_fee_left_out(at: Moment) -> WrongPlay | None:
    counts = there(at)
    if not at.action.fee or counts[at.action.seat] or not any(counts):
        return None
    return in_turn(at, replace(at.action, fee=0))


@breaks(na.SPEC_1, *SPECIALS)
def a_fee_of_two_coins(at: Moment) -> WrongPlay | None:
    if at.action.fee != 1 or me(at).coins < 2 or at.after.state.players[at.action.seat].coins < 1:
        return None
    return in_turn(at, replace(at.action, fee=2))


@breaks(na.SPEC_1, PassSpecial)
def a_special_action_without_a_coin(at: Moment) -> WrongPlay | None:
    seat, player = at.action.seat, me(at)
    counts = at.state.city.counts[Lumberyard.DISTRICT]
    if at.rules.fee_from_sale or player.coins or not player.wood or (counts[seat] and counts[seat] == max(counts)):
        return None
    return in_turn(at, Lumberyard(seat=seat, sell=1, fee=1))


@breaks(na.SPEC_2, *SPECIALS)
def a_fee_paid_by_the_leader(at: Moment) -> WrongPlay | None:
    if at.action.fee or not me(at).coins or not at.after.state.players[at.action.seat].coins:
        return None
    return in_turn(at, replace(at.action, fee=1))


@breaks(na.SPEC_2, *SPECIALS)
def a_fee_waived_without_a_lead(at: Moment) -> WrongPlay | None:
    counts = there(at)
    if not at.action.fee or (any(counts) and not counts[at.action.seat]):
        return None
    return in_turn(at, replace(at.action, fee=0))


@breaks(na.SPEC_3, *SPECIALS)
def refused_for_want_of_a_business(at: Moment) -> WrongPlay | None:
    return None if there(at)[at.action.seat] else refused(at, "no-business")


# Lumberyard and granary ---------------------------------------------------------------------------


def another_rate(at: Moment) -> WrongPlay | None:
    """A coin too few for what is bought."""
    if not at.action.buy:
        return None
    return in_turn(at, replace(at.action, paid=(("coins", at.action.buy - 1),)))


def another_figure(at: Moment, clause: na.Clause) -> WrongPlay | None:
    """A coin more for what is sold, or one too few given for what is bought."""
    effect = one_of(at, made(at, clause, "coins"))
    if effect is None or at.after.state.phase != at.state.phase:
        return None
    return announced(at, effect, effect.by + 1)


def more_than_there_is(at: Moment, stock: str) -> WrongPlay | None:
    """More is sold than the seat has, or more is bought than it can pay."""
    if at.action.sell:
        return in_turn(at, replace(at.action, sell=getattr(me(at), stock) + 1))
    return in_turn(at, replace(at.action, buy=me(at).coins - at.action.fee + 1))


def nothing_dealt(at: Moment) -> WrongPlay | None:
    """The action is used up for nothing."""
    return None if at.rules.empty_actions else in_turn(at, replace(at.action, buy=0, sell=0))


@breaks(na.SPEC_4, Lumberyard)
def wood_at_another_rate(at: Moment) -> WrongPlay | None:
    return another_rate(at)


@breaks(na.SPEC_4, Lumberyard)
def other_coins_for_wood(at: Moment) -> WrongPlay | None:
    return another_figure(at, na.SPEC_4)


@breaks(na.SPEC_4, Lumberyard)
def more_wood_than_there_is(at: Moment) -> WrongPlay | None:
    return more_than_there_is(at, "wood")


@breaks(na.SPEC_4, Lumberyard)
def no_wood_dealt(at: Moment) -> WrongPlay | None:
    return nothing_dealt(at)


@breaks(na.SPEC_5, Granary)
def corn_at_another_rate(at: Moment) -> WrongPlay | None:
    return another_rate(at)


@breaks(na.SPEC_5, Granary)
def other_coins_for_corn(at: Moment) -> WrongPlay | None:
    return another_figure(at, na.SPEC_5)


@breaks(na.SPEC_5, Granary)
def more_corn_than_there_is(at: Moment) -> WrongPlay | None:
    return more_than_there_is(at, "corn")


@breaks(na.SPEC_6, Lumberyard, Granary)
def bought_and_sold_at_once(at: Moment) -> WrongPlay | None:
    stock = "wood" if type(at.action) is Lumberyard else "corn"
    if not getattr(me(at), stock) or me(at).coins <= at.action.fee:
        return None
    return in_turn(at, replace(at.action, buy=1, sell=1))
