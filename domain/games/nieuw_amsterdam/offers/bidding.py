"""Offers of step 4: columns, bids, payments."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.offers.common import holdings, some_mix
from domain.games.nieuw_amsterdam.pieces import COLUMNS, FUR, STOCKS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State, units
from domain.numbers import least, most
from domain.rules import Between, Offer, OneOf, Split


def selections(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """Any column left, with a first bid within one's means; with two players one of three tiles."""
    seat = state.actor
    there = _columns_left(state)
    if len(state.players) == 2:
        there = tuple(column for column in there if least(state.sheet.columns[column - 1]) == 3) or there
    if there:
        column, limit = OneOf(there, COLUMNS), most(units(state.players[seat]))
        yield Offer(na.Select(seat=seat, column=there[0], bid=0), {"column": column, "bid": Between(0, limit)})


def _columns_left(state: State) -> tuple[int, ...]:
    return tuple(column for column in COLUMNS if state.chest.columns[column - 1])


def answers(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """A higher bid, or none."""
    seat, best = state.actor, least(state.auction.best)
    yield Offer(na.Pass(seat=seat))
    highest = most(units(state.players[seat]))
    if highest > best:
        yield Offer(na.Bid(seat=seat, amount=best + 1), {"amount": Between(best + 1, highest)})


def payments(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """The bid, in any of the five kinds."""
    seat, best = state.actor, state.auction.best
    held, total = holdings(state.players[seat]), least(best)
    if best.__class__ is not int:  # any of the bids that fit, if it was not seen
        total = max(1, total)
        yield Offer(na.Pay(seat=seat, paid=some_mix(held, total)), {"paid": Split(most(best), held, total)})
        return
    if sum(held.values()) < total:  # it may have more than we know
        held |= {stock: count for stock in STOCKS if (count := min(total, most(getattr(state.players[seat], stock))))}
    if sum(held.values()) < total:
        held[FUR] = held.get(FUR, 0) + total - sum(held.values())
    yield Offer(na.Pay(seat=seat, paid=some_mix(held, total)), {"paid": Split(total, held)})


def last_columns(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """The last one takes any column; with two players one of two tiles."""
    there = _columns_left(state)
    if len(state.players) == 2:
        there = tuple(column for column in there if least(state.sheet.columns[column - 1]) == 2) or there
    if there:
        yield Offer(na.Take(seat=state.actor, column=there[0]), {"column": OneOf(there, COLUMNS)})
