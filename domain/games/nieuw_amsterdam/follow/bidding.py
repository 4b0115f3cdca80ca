"""Consequences in step 4: who wins, what the winner gets, who selects next."""

from __future__ import annotations

from functools import cache
from itertools import product
from operator import add

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.follow.common import Moved, effect_at, seat_effect
from domain.games.nieuw_amsterdam.follow.turns import begin_turns
from domain.games.nieuw_amsterdam.pieces import STEPS, TILES
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import NO_SEAT, PAY, SELECT, TAKE, WON, Auction, Chest, Player, State, put_at
from domain.numbers import Number, Range, between, least, most
from domain.rules import Effect, Seat, replace


def close_if_answered(rules: NieuwAmsterdamRules, state: State) -> Moved | None:
    """Closes the auction when all have bid or passed; the highest bidder wins, and pays nothing for a bid of 0."""
    auction = state.auction
    if auction.due:
        return None
    bidder = auction.selector if auction.bidder == NO_SEAT else auction.bidder
    if bidder == NO_SEAT:
        return replace(state, phase=SELECT, actor=_first(auction.without)), ()
    best = auction.best
    if bidder != auction.bidder or best < 0:
        best = best if best.__class__ is not int or best > 0 else 0
        auction = replace(auction, bidder=bidder, best=best)
    return replace(state, phase=PAY if most(best) else WON, auction=auction, actor=bidder), _bidder_effect(bidder)


@cache
def _bidder_effect(bidder: Seat) -> tuple[Effect, ...]:
    return (effect_at(na.AUCTION_12, "bidder", (), bidder, bidder, sets=True),)


def award_column(rules: NieuwAmsterdamRules, state: State) -> Moved:
    """Tiles, token and bonus of the column; the selector gets the winner's token if another won."""
    auction, tokens, order, gains = state.auction, state.tokens, state.order, 0
    winner, selector = auction.bidder, auction.selector
    if winner == NO_SEAT:  # no seat has bid
        return replace(state, phase=SELECT, actor=_first(auction.without)), ()
    players, chest, effects = grant_column(rules, state, winner, auction.column, na.AUCTION_15, na.AUCTION_18)
    if selector != winner and selector != NO_SEAT:
        gains = tokens[selector] - tokens[winner]
        tokens = put_at(put_at(tokens, winner, tokens[selector]), selector, tokens[winner])
        order = _swapped(order, winner, selector)
    effects += _token_effects(winner, selector, gains)
    left = tuple([seat for seat in order if seat in auction.without and seat != winner])
    if not left:
        state = replace(state, players=players, chest=chest, tokens=tokens, order=order)
        return begin_turns(rules, state), effects
    phase, auction = SELECT if len(left) > 1 else TAKE, Auction(left, odd=auction.odd)
    state = replace(
        state, players=players, chest=chest, tokens=tokens, order=order, phase=phase, auction=auction, actor=left[0]
    )
    return state, effects


@cache
def _token_effects(winner: Seat, selector: Seat, gains: int) -> tuple[Effect, ...]:
    """The effect on the winner's token, and on the selector's if another seat won."""
    gained = seat_effect(na.AUCTION_16, "token", winner, gains)
    return (gained, seat_effect(na.AUCTION_17, "token", selector, -gains)) if gains else (gained,)


def _swapped(order: tuple[Seat, ...], one: Seat, other: Seat) -> tuple[Seat, ...]:
    return tuple([other if seat == one else one if seat == other else seat for seat in order])


def grant_column(
    rules: NieuwAmsterdamRules, state: State, seat: Seat, column: int, tiles_by: na.Clause, bonus_by: na.Clause
) -> tuple[tuple[Player, ...], Chest, tuple[Effect, ...]]:
    """A column's tiles and bonus coins go to a seat: all players, the cash box, and the effects."""
    player, chest, lying = state.players[seat], state.chest, ""
    bonus: Number = 0
    if not column:
        bonus = _unseen_bonus(state)
    elif 1 <= column <= len(chest.columns):
        at = column - 1
        lying = chest.columns[at]
        bonus = state.sheet.bonus[at] if lying else 0
        chest = Chest(put_at(chest.columns, at, ""), chest.spent)
    if len(state.players) == 2 and bonus_by is na.AUCTION_20 and not rules.loser_takes_bonus:
        bonus = 0
    gained: tuple[Number, ...] = _TILES.get(lying, ()) or tuple(_tiles(lying, letter) for letter in TILES)
    gained = gained if column else (Range(0, 3, "tiles"),) * len(TILES)  # of a column that was not seen
    tiles = tuple(map(add, player.tiles, gained))
    player = replace(player, tiles=tiles, column=column, coins=bonus + player.coins)
    if sum(gained, bonus).__class__ is int:
        effects = _cached_column_effects(tiles_by, bonus_by, seat, gained, least(bonus))
    else:
        effects = _column_effects(tiles_by, bonus_by, seat, gained, bonus)
    return put_at(state.players, seat, player), chest, effects


def _unseen_bonus(state: State) -> Number:
    """The coins of a column that was not seen: one of those that still lie there."""
    coins = [bonus for bonus, lying in zip(state.sheet.bonus, state.chest.columns, strict=False) if lying]
    return between(min(map(least, coins), default=0), max(map(most, coins), default=0), "columns")


def _tiles(lying: str, letter: str) -> Number:
    count, unseen = lying.count(letter), lying.count("?")
    return between(count, count + unseen, "tiles") if unseen else count


_TILES: dict[str, tuple[Number, ...]] = {  # every column of up to three tiles, counted
    "".join(column): tuple(column.count(letter) for letter in TILES)
    for size in range(4)
    for column in product(TILES, repeat=size)
}


def _column_effects(
    tiles_by: na.Clause, bonus_by: na.Clause, seat: Seat, gained: tuple[Number, ...], bonus: Number
) -> tuple[Effect, ...]:
    """The tiles step by step, and the coins."""
    tiles = [effect_at(tiles_by, "tiles", (seat, step), by, seat) for step, by in zip(STEPS, gained, strict=True)]
    return (*tiles, seat_effect(bonus_by, "coins", seat, bonus))


_cached_column_effects = cache(_column_effects)  # of tiles and coins that were seen: few columns differ


def next_auction(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> State:
    """The lowest token without a column selects; the last one takes a column; then the actions begin."""
    without = state.auction.without
    left = tuple([other for other in state.order if other in without and other != seat])
    if not left:
        return begin_turns(rules, state)
    return replace(state, auction=Auction(left), phase=SELECT if len(left) > 1 else TAKE, actor=left[0])


def take_column(rules: NieuwAmsterdamRules, state: State, seat: Seat, column: int) -> Moved:
    """A column without an auction: its tiles, its bonus, and the token stays."""
    players, chest, effects = grant_column(rules, state, seat, column, na.AUCTION_20, na.AUCTION_20)
    return replace(state, players=players, chest=chest), effects + (_token_kept_effect(seat),)


@cache
def _token_kept_effect(seat: Seat) -> Effect:
    return seat_effect(na.AUCTION_21, "token", seat, 0)


def _first(seats: tuple[Seat, ...]) -> Seat:
    return seats[0] if seats else NO_SEAT
