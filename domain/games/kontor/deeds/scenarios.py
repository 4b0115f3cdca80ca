"""Deeds of scenarios: bribes and a second canal, whether agreed on or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bribe, Place, Remove, Second
from domain.games.kontor.deeds.boat import gone_from
from domain.games.kontor.deeds.common import begun, is_new
from domain.games.kontor.deeds.placement import place
from domain.games.kontor.follow.common import Moved, effect_on, florins
from domain.games.kontor.pieces import MOST_GOODS
from domain.games.kontor.state import AT, CHOOSE, REFILL, Lying, State, actor_of, put_at, with_player
from domain.games.kontor.state.parts import Bribed, Doubled, part_of, with_part
from domain.numbers import Number, Range, not_below_zero
from domain.rules import Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def price_of(lying: Lying) -> Number:
    """A florin for each good a dock shows (KO-V-BAKCHICH-3); of an unread one from one to three."""
    if not lying.kind:
        return Range(1, MOST_GOODS, f"face {lying.number}")
    wine, spice, tea = lying.goods
    return wine + spice + tea


def paid_in(state: State, seat: Seat, clause, amount: Number) -> Moved:
    """Florins to the treasury, as far as the purse has them."""
    player = state.players[seat]
    exact = player.purse.__class__ is int and amount.__class__ is int
    by = min(amount, player.purse) if exact else amount
    players = put_at(state.players, seat, replace(player, purse=not_below_zero(player.purse - by)))
    made = (effect_on(clause, "purse", (seat,), -by, seat), effect_on(clause, "treasury", (), by, seat))
    return replace(state, players=players, treasury=state.treasury + by), made


def bribers(state: State) -> tuple[Seat, ...]:
    """Who has bribed in this round, in order."""
    bribed = part_of(state, Bribed)
    return bribed.seats if bribed.round == state.round else ()


def use_bribe(rules: KontorRules, state: State, action: Bribe) -> State:
    """The round has begun; who bribed is remembered."""
    if state.phase == CHOOSE and is_new(state):
        play, players = begun(rules, state)
        state = replace(state, play=play, players=players)
    return with_part(state, Bribed(state.round, (*bribers(state), action.seat)))


def bribe(rules: KontorRules, state: State, action: Bribe) -> Moved:
    """The florins go to the treasury, the dock under its owner's pile."""
    lying = state.board.cards.get(AT[action.cell])
    if lying is None:
        return state, ()
    state, made = paid_in(state, action.seat, ko.V_BAKCHICH_3, price_of(lying))
    state, more = gone_from(rules, state, Remove(seat=action.seat, cell=action.cell))
    return state, made + more


def use_second(rules: KontorRules, state: State, action: Second) -> State:
    """Two canals are placed in this turn; after it the draw for the second is one to make up."""
    if state.phase == REFILL and actor_of(state) == action.seat:
        return with_part(state, Doubled(state.turn))
    if not rules.second_drawn:
        return state
    player = state.players[action.seat]
    missing = put_at(player.missing, 1, player.missing[1] + 1)
    return with_player(state, action.seat, replace(player, missing=missing))


def is_doubled(state: State) -> bool:
    """Whether a second canal was placed in this turn."""
    return part_of(state, Doubled).turn == state.turn and "doubled" in state.parts


def second(rules: KontorRules, state: State, action: Second) -> Moved:
    """A florin to the treasury, and a canal that brings none (KO-V-MAREE-1, 2)."""
    made = florins(ko.V_MAREE_2, action.seat, 0)
    if rules.second_paid == "before":
        state, paid = paid_in(state, action.seat, ko.V_MAREE_1, 1)
        made = paid + made
    placement = Place(seat=action.seat, card=action.card, cell=action.cell, face=action.face)
    state, more = place(rules, state, placement)
    return state, made + more
