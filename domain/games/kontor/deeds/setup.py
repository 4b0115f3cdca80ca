"""Deeds of the set-up and of cards that are read: layouts, cards out of the game, hands, tops of piles, faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor.actions import Declare, Hold, Layout, Out, Show, Top
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.follow.common import Moved
from domain.games.kontor.pieces import ANCHOR, CANAL, GROUPS, NEUTRAL, group_of
from domain.games.kontor.state import (
    AT,
    Hand,
    Lying,
    State,
    card_of,
    declared,
    in_hand,
    lying_of,
    moved_to,
    noted,
    put_at,
    with_card,
)
from domain.games.kontor.state.board import WATER, fixed, harbour_of
from domain.games.kontor.state.hands import fewer, further, leaves_as
from domain.games.kontor.state.parts import carried_out
from domain.games.kontor.values.cards import refaced
from domain.numbers import not_below_zero
from domain.rules import Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

ON_BOARD = ord("#")


def layout(rules: KontorRules, state: State, action: Layout) -> Moved:
    """The harbour as it was laid out; canals that were recorded leave the unseen ones."""
    where, canals = state.where, state.canals
    water: dict[int, Lying] = {}
    other: dict[int, Lying] = {}
    before = len(state.board.cards)
    for cell, number in action.cards:
        at = AT[cell]
        if at in water or at in other:
            continue
        if number:
            lying = lying_of(card_of(state, number), NEUTRAL, -1)
            lying = lying if lying.kind else replace(lying, kind=CANAL)  # canals are laid out, even if unread
            where = moved_to(where, number, ON_BOARD)
        else:
            lying = Lying(CANAL if number is None else ANCHOR, owner=NEUTRAL)
        (water if lying.kind in WATER else other)[at] = lying
    board = harbour_of(rules, len(state.board.craned), state.board.plan, water)
    for at, lying in other.items():
        board = with_card(rules, board, at, lying)
    board = replace(board, boat=AT[action.boat]) if action.boat else board
    pile = replace(canals, count=not_below_zero(canals.count + before - len(board.cards)))
    board = fixed(rules, board) if rules.fixed_at_start else board
    missing_fact = "" if rules.drawn else state.missing_fact
    state = replace(state, board=board, where=where, canals=pile, missing_fact=missing_fact)
    for notices in rules.on_layout:
        state = notices(rules, state)
    return state, ()


def out(rules: KontorRules, state: State, action: Out) -> Moved:
    """Cards that take no part: one not located before came out of its pile."""
    where, piles, canals = state.where, state.piles, state.canals
    for number in action.cards:
        card = card_of(state, number)
        group = group_of(card.kind)
        if where[number] == 46 and group == 1:
            canals = replace(canals, count=not_below_zero(canals.count - 1))
        elif where[number] == 46 and group == 0 and card.owner in state.sides:
            at = state.pile_of[state.sides.index(card.owner)]
            piles = put_at(piles, at, replace(piles[at], count=not_below_zero(piles[at].count - 1)))
        where = moved_to(where, number, ord("x"))
    return replace(state, where=where, piles=piles, canals=canals), ()


def shown_cards(state: State, seat: Seat, cards: tuple[int, ...]) -> State:
    """Cards known to be in a hand: those not seen before were among the unseen ones."""
    for number in cards:
        if state.where[number] == in_hand(seat):
            continue
        player = state.players[seat]
        group = group_of(card_of(state, number).kind)
        unseen, counts = player.hand.unseen, player.hand.counts
        was = leaves_as(state, seat, group, False)
        if was != group and was is not None and group is not None:  # among the canals until it was seen
            counts = further(fewer(counts, was), group)
            unseen = fewer(unseen, was)
        elif group is not None:
            unseen = put_at(unseen, group, not_below_zero(unseen[group] - 1))
        player = replace(player, hand=Hand(counts, unseen))
        state = replace(
            state,
            players=put_at(state.players, seat, player),
            where=moved_to(state.where, number, in_hand(seat)),
            lines=noted(state.lines, number, state.line),
        )
    return state


def hold(rules: KontorRules, state: State, action: Hold) -> Moved:
    """Records a hand that its own device shows; where other cards were dealt than due, the piles differ accordingly."""
    if action.cards is None:
        return state, ()
    state = shown_cards(state, action.seat, action.cards)
    groups = [group_of(card_of(state, number).kind) for number in action.cards]
    if None in groups or state.round > 1 or not is_new(state) or state.missing_fact:
        return state, ()
    return _dealt(state, action.seat, tuple([groups.count(group) for group in range(len(GROUPS))])), ()


def _dealt(state: State, seat: Seat, counts: tuple[int, ...]) -> State:
    """The table after a first hand of so many docks, canals and special cards was dealt."""
    player, at = state.players[seat], state.pile_of[seat]
    due = player.hand.counts
    if counts == due:
        return state
    player = replace(player, hand=Hand(counts, (0, 0, 0)))
    docks = replace(state.piles[at], count=not_below_zero(state.piles[at].count + due[0] - counts[0]))
    canals = replace(state.canals, count=not_below_zero(state.canals.count + due[1] - counts[1]))
    players, piles = put_at(state.players, seat, player), put_at(state.piles, at, docks)
    return replace(state, players=players, piles=piles, canals=canals)


def show(rules: KontorRules, state: State, action: Show) -> Moved:
    """A hand, or part of it, is shown to all."""
    return carried_out(shown_cards(state, action.seat, action.cards), action.seat), ()


def top(rules: KontorRules, state: State, action: Top) -> Moved:
    """The top card of a pile, for all to see."""
    state = refaced(declared(state, action.card, action.face), action.card)
    hidden = state.where[action.card] in (46, ord("x"))  # one that should be out of the game is seen there after all
    where = moved_to(state.where, action.card, ord("=")) if hidden else state.where
    state = replace(state, where=where, lines=noted(state.lines, action.card, state.line))
    if action.pile < 0:
        if rules.specials != "canals":
            state = declared(state, action.card, (CANAL,))
        return replace(state, canals=replace(state.canals, top=action.card)), ()
    if action.pile >= len(state.pile_of):
        return state, ()
    at = state.pile_of[action.pile]
    return replace(state, piles=put_at(state.piles, at, replace(state.piles[at], top=action.card))), ()


def face(rules: KontorRules, state: State, action: Declare) -> Moved:
    """What is printed on a card."""
    return refaced(declared(state, action.card, action.face), action.card), ()
