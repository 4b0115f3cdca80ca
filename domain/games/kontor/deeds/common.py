"""Helpers of several deeds: cards that leave a hand, and the start of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor.pieces import group_of
from domain.games.kontor.state import Play, Player, State, card_of, in_hand, moved_to, noted, put_at
from domain.games.kontor.state.hands import leaves_as, less, more
from domain.numbers import Number
from domain.rules import Seat, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def out_of_hand(state: State, seat: Seat, number: int, sign: int) -> State:
    """A card leaves a hand for the place of a sign; one that was elsewhere had not been in it."""
    where, player = state.where, state.players[seat]
    seen = where[number] == in_hand(seat)
    hand = player.hand
    if seen or where[number] == 46:
        hand = less(hand, leaves_as(state, seat, group_of(card_of(state, number).kind), seen), seen)
        player = replace(player, hand=hand)
    return replace(
        state,
        players=put_at(state.players, seat, player),
        where=moved_to(where, number, sign),
        lines=noted(state.lines, number, state.line),
    )


def into_hand(state: State, seat: Seat, number: int | None, group: int | None) -> State:
    """A card comes into a hand, seen or not."""
    player = state.players[seat]
    player = replace(player, hand=more(player.hand, group, number is not None))
    players = put_at(state.players, seat, player)
    if number is None:
        return replace(state, players=players)
    return replace(
        state,
        players=players,
        where=moved_to(state.where, number, in_hand(seat)),
        lines=noted(state.lines, number, state.line),
    )


def begun(rules: KontorRules, state: State, revealed: bool = False) -> tuple[Play, tuple[Player, ...]]:
    """Round and seats at the first deed: what was not claimed in the one before is void (KO-CLAIM-2; KO-I-10)."""
    play, players = state.play, state.players
    counts = revealed or rules.round_begins != "reveal"
    if play.just != -1 or play.lost or (play.taxed and counts):
        play = replace(play, just=-1, lost=(), taxed=() if counts else play.taxed)
    if counts:
        for player in players:
            if player.owed.__class__ is not int or player.owed:
                return play, tuple([replace(player, owed=0, lapsed=player.lapsed + player.owed) for player in players])
    return play, players


def is_new(state: State) -> bool:
    """Whether no seat has acted in this round."""
    play = state.play
    return not (play.order or play.passed or max(play.chosen) >= 0)


def with_florins(state: State, seat: Seat, by: Number, treasury: Number) -> State:
    """The table after a purse changed by an amount, with this treasury."""
    player = state.players[seat]
    purse = player.purse + by
    return replace(state, players=put_at(state.players, seat, replace(player, purse=purse)), treasury=treasury)
