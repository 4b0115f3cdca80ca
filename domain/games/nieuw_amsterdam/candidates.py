"""The lines that the pieces on the table allow, judged by no rule: what a table without help is shown."""

from __future__ import annotations

from domain.games.inputs import Possible
from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.follow.preparation import empty_spaces
from domain.games.nieuw_amsterdam.offers.common import furs_held, holdings
from domain.games.nieuw_amsterdam.offers.preparation import layouts, refills
from domain.games.nieuw_amsterdam.pieces import (
    COLUMNS,
    DISTRICTS,
    FURS,
    MOST_AT_ONCE,
    SLOTS,
    STEPS,
    STOCKS,
    TRADERS,
    WHARF,
)
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import BIDDING, CARDS, FOUND, PREPARING, REMOVE, TURN, Player, State, fur_mix
from domain.numbers import most
from domain.rules import Action, Between, Offer, OneOf, Seat, Split

_HIGHEST_BID = 40
_MOST_TRADED = 12
_SLOTS = tuple((slot,) for slot in range(1, SLOTS + 1))
_FEES = (0, 1, 2)


def possible(rules: NieuwAmsterdamRules, state: State) -> Possible:
    """Every line of a round: those of the part of the round the table is at, and all others."""
    seat = max(0, state.actor)
    player = state.players[seat]
    removing = state.owed[0][0] if state.owed else seat
    parts = {
        FOUND: [Offer(na.Found(seat=seat, district=DISTRICTS[0]), {"district": OneOf(DISTRICTS)})],
        CARDS: [*_cards(), *(refills(rules, state) if sum(empty_spaces(state)) else ()), *layouts(rules, state)],
        BIDDING[0]: _bids(seat, player),
        TURN: [*_tile_actions(state, seat, player), *_special_actions(seat, player), Offer(na.Done(seat=seat))],
        REMOVE: [_amounts(na.Remove(seat=removing, where=((DISTRICTS[0], 1),)), "where", dict.fromkeys(DISTRICTS, 9))],
    }
    now = CARDS if state.phase in PREPARING else BIDDING[0] if state.phase in BIDDING else state.phase
    if now != FOUND:
        del parts[FOUND]  # the set-up happens once
    return parts.get(now, []), [offer for part, offers in parts.items() if part != now for offer in offers]


def _cards() -> list[Offer]:
    return [Offer(na.Lands(cards=())), Offer(na.Ships(cards=()))]


def _amounts(example: Action, name: str, held: dict[str, int]) -> Offer:
    """An action with any number of pieces of these kinds."""
    return Offer(example, {name: Split(sum(held.values()), held, 0)})


def _bids(seat: Seat, player: Player) -> list[Offer]:
    """Any column and any bid; any payment out of what the seat holds."""
    bid, held = Between(0, _HIGHEST_BID), holdings(player)
    return [
        Offer(na.Select(seat=seat, column=1, bid=0), {"column": OneOf(COLUMNS), "bid": bid}),
        Offer(na.Bid(seat=seat, amount=1), {"amount": bid}),
        Offer(na.Pass(seat=seat)),
        *([_amounts(na.Pay(seat=seat, paid=((next(iter(held)), 1),)), "paid", held)] if held else []),
        Offer(na.Take(seat=seat, column=1), {"column": OneOf(COLUMNS)}),
    ]


def _tile_actions(state: State, seat: Seat, player: Player) -> list[Offer]:
    """What a tile can be used for, and giving it up."""
    furs, lying = furs_held(player.furs), dict(fur_mix(state.traders[0]))
    ships = [na.Ship(seat=seat, slots=slot, furs=((next(iter(furs)), 1),)) for slot in _SLOTS] if furs else []
    single = [_amounts(na.Trade(seat=seat, trader=TRADERS[0], furs=((next(iter(lying)), 1),)), "furs", lying)]
    return [
        _amounts(na.Build(seat=seat, where=((DISTRICTS[0], 1),)), "where", dict.fromkeys(DISTRICTS, MOST_AT_ONCE)),
        Offer(na.Elect(seat=seat)),
        Offer(na.AddLand(seat=seat, slots=_SLOTS[0]), {"slots": OneOf(_SLOTS)}),
        Offer(na.Clear(seat=seat)),
        *(single if lying else []),
        *(Offer(na.Trade(seat=seat, trader=trader)) for trader in TRADERS[1:]),
        *(_amounts(ship, "furs", furs) for ship in ships),
        *(Offer(na.PassTile(seat=seat, tile=step)) for step in STEPS),
    ]


def _special_actions(seat: Seat, player: Player) -> list[Offer]:
    """The district actions, each with any fee, and giving one up."""
    fee, some = OneOf(_FEES), Between(1, _MOST_TRADED)
    held = {stock: count for stock in STOCKS if (count := most(getattr(player, stock)))}
    market = na.Market(seat=seat, number=MOST_AT_ONCE, drawn=(FURS[0],) * MOST_AT_ONCE)
    return [
        Offer(na.Lumberyard(seat=seat, fee=0, buy=1), {"buy": some, "fee": fee}),
        Offer(na.Lumberyard(seat=seat, fee=0, sell=1), {"sell": some, "fee": fee}),
        Offer(na.Granary(seat=seat, fee=0, buy=1), {"buy": some, "fee": fee}),
        Offer(na.Granary(seat=seat, fee=0, sell=1), {"sell": some, "fee": fee}),
        Offer(na.Docks(seat=seat, spaces=(1,), fee=0), {"spaces": OneOf(tuple((at,) for at in WHARF)), "fee": fee}),
        Offer(na.Millwork(seat=seat, houses=1, fee=0), {"houses": Between(1, MOST_AT_ONCE), "fee": fee}),
        *([Offer(market, {"paid": Split(sum(held.values()), held, 0), "fee": fee})] if held else []),
        Offer(na.Company(seat=seat, fee=0), {"fee": fee}),
        Offer(na.PassSpecial(seat=seat)),
    ]
