"""What a value read off the table shows: where a piece is, whether a fee was paid, what was kept back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.nieuw_amsterdam.deeds.common import coins_seen, payment_seen
from domain.games.nieuw_amsterdam.deeds.trade import seller_seen
from domain.games.nieuw_amsterdam.follow.income import corn_left_key
from domain.games.nieuw_amsterdam.follow.turns import between_rounds
from domain.games.nieuw_amsterdam.pieces import AT_TRADER, BUILDINGS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.start import buildings
from domain.games.nieuw_amsterdam.state import PAY, REMOVE, State, put_at, with_fact, with_player
from domain.games.nieuw_amsterdam.values import set_estate
from domain.numbers import Number, Range, most
from domain.observables import Observable
from domain.rules import Key, replace

Get = Callable[[State, Key], Number]
Put = Callable[[State, Key, Any], State]


def of_purse(observable: Observable) -> Observable:
    """Something bids are paid with: it may be read before a payment is recorded, and shows one that never is."""

    def put(state: State, key: Key, value: Number) -> State:
        state = payment_seen(state, observable.name, observable.get(state, key), value)
        return observable.set(state, key, value)

    def to_be_paid(rules: NieuwAmsterdamRules, state: State, key: Key) -> tuple[Number, ...]:
        now = observable.get(state, key)
        if state.phase != PAY or key[0] != state.auction.bidder or not isinstance(now, int):
            return ()
        return tuple(range(max(0, now - most(state.auction.best)), now))

    return replace(observable, set=put, values_ahead=to_be_paid)


def set_coins(state: State, key: Key, value: Number) -> State:
    """Coins as seen; they may show whether the fee of a special action was paid (NA-SPEC-1)."""
    player = state.players[key[0]]
    state, coins = coins_seen(state, player.coins, value)
    return with_player(state, key[0], replace(player, coins=coins))


def set_corn(state: State, key: Key, value: Number) -> State:
    """Corn as seen; what a seat has too much after step 9 may have been kept back there (NA-PROV-4)."""
    seat, player = key[0], state.players[key[0]]
    state = _journey_seen(state, player.corn, value)
    more = value - player.corn
    if more.__class__ is int and more > 0 and (state.phase == REMOVE or between_rounds(state)):
        state = with_fact(state, corn_left_key(state, seat), more)
    return with_player(state, seat, replace(player, corn=value))


def _journey_seen(state: State, before: Number, corn: Number) -> State:
    """Corn as seen may show what was paid for a journey, where that was not seen (NA-TRADE-9)."""
    fact = before.fact.split() if isinstance(before, Range) else []
    if not isinstance(before, Range) or fact[:1] != ["journey"]:
        return state
    if not isinstance(corn, int) or not before.least <= corn <= before.most:
        return state
    whole = before.most - before.least == int(fact[2])  # else something else is open, too
    return with_fact(state, (int(fact[1]), "journey"), before.most - corn) if whole else state


def set_trader(state: State, key: Key, value: tuple[str, ...]) -> State:
    """Furs on a trader as seen; fewer than there may be show that this one sold to a seat (NA-TRADE-7)."""
    at = AT_TRADER[key[0]]
    state = seller_seen(state, key[0]) if len(value) < len(state.traders[at]) else state
    return replace(state, traders=put_at(state.traders, at, value))


def set_zone(state: State, key: Key, value: Number) -> State:
    """A post's zone as seen; it may show where a move led whose zone was not seen (NA-SPEC-16)."""
    fact = getattr(state.players[key[0]].estate.zone, "fact", "").split()
    if fact[:1] == ["zone"] and len(fact) > 1 and value.__class__ is int:
        state = with_fact(state, (int(fact[1]), "zone"), value)
    return set_estate(state, key, "zone", value)


def other_end(get: Get, put: Put) -> Put:
    """A longhouse that went wrong shows in several places; read one by one, the others are no further difference."""

    def shows(state: State, key: Key, value: Any) -> State:
        river = state.river
        missing = most(state.sheet.camps[0]) - sum(river.camps, river.gone)
        if not value.__class__ is missing.__class__ is int:
            return state
        more = value - get(state, key)
        return put(state, key, value) if 0 < more <= missing or missing <= more < 0 else state

    return shows


def other_place(get: Get, put: Put) -> Put:
    """A building that went wrong shows in its district and in the supply; the second is no further difference."""

    def shows(state: State, key: Key, value: Any) -> State:
        missing = BUILDINGS - buildings(state, key[0])
        if not value.__class__ is missing.__class__ is int or not missing:
            return state
        return put(state, key, value) if value - get(state, key) == missing else state

    return shows
