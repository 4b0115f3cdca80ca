"""Deeds of the expansions: export boards, and the actions that events ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Exchange, Redraw, Swap, Withdraw
from domain.games.kontor.deeds.common import into_hand
from domain.games.kontor.deeds.stores import of_mix, put_on_centre
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import AT_GOOD, GOODS, group_of
from domain.games.kontor.state import (
    AT,
    NAME,
    NOWHERE,
    Hand,
    Pile,
    State,
    card_of,
    cells_in,
    in_hand,
    is_finished,
    moved_to,
    noted,
    put_at,
    sector_at,
    sector_with,
    with_stock,
)
from domain.games.kontor.state.hands import drawn, fewer, picked_out, put_under
from domain.games.kontor.state.parts import Events, carried_out, exported, part_of, with_exported, with_part
from domain.games.kontor.values.sectors import with_sector
from domain.numbers import Number, is_surely, not_below_zero
from domain.rules import Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

IN_PILE, HIDDEN = ord("="), ord(".")


# Export boards ------------------------------------------------------------------------------------


def withdraw(rules: KontorRules, state: State, action: Withdraw) -> Moved:
    """Warehouses off an export board, as far as it has them; on a centre they are only counters (KO-I-13)."""
    side, goods = state.sides[action.seat], of_mix(action.goods)
    for at, count in enumerate(goods):
        if count:
            state = with_exported(state, side, at, not_below_zero(exported(state, side, at) - count))
    if action.target and ko.STORE_1.id not in rules.reverted_clauses:
        state = put_on_centre(state, side, AT[action.target], goods)
    return state, ()


# Carrying out an event ----------------------------------------------------------------------------


def put_back(state: State, seat: Seat, number: int | None) -> State:
    """A dock of the hand under the pile; an unseen one, or one of an unknown order, is just below."""
    player, at = state.players[seat], state.pile_of[seat]
    seen = number is not None and state.where[number] == in_hand(seat)
    unseen = player.hand.unseen if seen else fewer(player.hand.unseen, 0)
    player = replace(player, hand=Hand(fewer(player.hand.counts, 0), unseen))
    state = replace(
        state,
        players=put_at(state.players, seat, player),
        piles=put_at(state.piles, at, put_under(state.piles[at], number or 0)),
    )
    if not number:
        return state
    return replace(state, where=moved_to(state.where, number, IN_PILE), lines=noted(state.lines, number, state.line))


def use_event_deed(rules: KontorRules, state: State, action: Exchange | Redraw | Swap) -> State:
    """The event waits for one seat less."""
    return carried_out(state, action.seat)


def exchange(rules: KontorRules, state: State, action: Exchange) -> Moved:
    """A dock out of the pile, whose order stays, and another under it (KO-EV-MARIAGE)."""
    seat, number = action.seat, action.card
    state = picked_out(state, seat, number, action.shuffled)
    state = into_hand(state, seat, number, group_of(card_of(state, number).kind, 0))
    return (state if action.under == 0 else put_back(state, seat, action.under)), ()


def redraw(rules: KontorRules, state: State, action: Redraw) -> Moved:
    """All docks under the pile, others off its top (KO-EV-DESORDRES)."""
    seat, at = action.seat, state.pile_of[action.seat]
    docks = state.players[seat].hand.counts[0]
    if action.under:
        for number in action.under:
            state = put_back(state, seat, number)
    else:
        state = _all_back(state, seat, docks)
    for number in action.cards:
        state = replace(state, piles=put_at(state.piles, at, drawn(state.piles[at])))
        state = into_hand(state, seat, number, group_of(card_of(state, number).kind, 0))
    return state, ()


def _all_back(state: State, seat: Seat, docks: Number) -> State:
    """Docks put under a pile in an order that is not recorded: they may come up in any."""
    sign, at, player = in_hand(seat), state.pile_of[seat], state.players[seat]
    where = bytes(
        HIDDEN if holder == sign and group_of(card_of(state, number).kind) == 0 else holder
        for number, holder in enumerate(state.where)
    )
    pile = state.piles[at]
    under = (*pile.under, *(0,) * docks) if docks.__class__ is int else ()
    hand = Hand(put_at(player.hand.counts, 0, 0), put_at(player.hand.unseen, 0, 0))
    return replace(
        state,
        where=where,
        players=put_at(state.players, seat, replace(player, hand=hand)),
        piles=put_at(state.piles, at, Pile(pile.count + docks, pile.top, under)),
    )


def swap(rules: KontorRules, state: State, action: Swap) -> Moved:
    """A warehouse goes back to the supply, another comes (KO-EV-INONDATION)."""
    side, cell, seat = state.sides[action.seat], AT[action.cell], action.seat
    old, new = AT_GOOD[action.good], AT_GOOD[action.other]
    sector = sector_at(state.board, cell)
    part = part_of(state, Events)
    state = with_part(state, replace(part, swapped=(*part.swapped, cell)))
    if sector is None or is_finished(state.board, cell) or sector.centres[side] == NOWHERE:
        return state, ()
    state, dock = _stock_less(state, cell, side, old)
    goes = AT[action.target] if action.target else cell
    there = sector_at(state.board, goes)
    made = [effect_on(ko.EV_INONDATION, "stock", (NAME[sector.centres[side]], GOODS[old]), -1, seat)]
    if there is None or there.centres[side] == NOWHERE or is_finished(state.board, goes):
        return state, tuple(made)
    centre = there.centres[side]
    stock = put_at(there.stock[side], new, there.stock[side][new] + 1)
    state = with_sector(state, there, with_stock(there, side, stock, centre))
    made.append(effect_on(ko.EV_INONDATION, "stock", (NAME[centre], GOODS[new]), 1, seat))
    return stored_by(state, centre if action.target else dock, new, 1), tuple(made)


def _stock_less(state: State, cell: int, side: int, good: int) -> tuple[State, int]:
    """A warehouse less of a good, and the dock it had been put for."""
    sector = sector_with(state.board, cell)
    stock = put_at(sector.stock[side], good, not_below_zero(sector.stock[side][good] - 1))
    state = with_sector(state, sector, with_stock(sector, side, stock, sector.centres[side]))
    for at in cells_in(sector.cells):
        lying = state.board.cards[at]
        if lying.owner == side and not is_surely(lying.stored[good], 0):
            return stored_by(state, at, good, -1), at
    return state, sector.centres[side]


def stored_by(state: State, cell: int, good: int, by: int) -> State:
    """What a dock stored, changed in one good."""
    lying = state.board.cards[cell]
    goods = put_at(lying.stored, good, not_below_zero(lying.stored[good] + by))
    cards = {**state.board.cards, cell: replace(lying, stored=goods)}
    return replace(state, board=replace(state.board, cards=cards))
