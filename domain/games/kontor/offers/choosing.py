"""Phases 1 and 2: pass, choose, reveal."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.kontor.actions import Choose, End, Pass, Reveal
from domain.games.kontor.offers.common import may_be_held
from domain.games.kontor.pieces import DOCK
from domain.games.kontor.state import NOT_CHOSEN, UNSEEN, Card, State, lawful_cells
from domain.games.kontor.state.hands import held_in_all
from domain.numbers import is_surely, most
from domain.rules import Offer, OneOf, Seat


def choosers(state: State) -> list[Seat]:
    """Seats that play in this round: with a card, and not passing."""
    return [
        seat
        for seat, player in enumerate(state.players)
        if seat not in state.play.passed and most(held_in_all(player.hand))
    ]


def passes(rules, state: State) -> Iterator[Offer]:
    """Whoever has not chosen may give up the round, before any card lies down."""
    if not rules.passes_aloud or max(state.play.chosen) >= 0:
        return
    if not rules.pass_unpaid and is_surely(state.treasury, 0):
        return
    if not rules.all_may_pass and state.play.passed:
        return
    for seat, player in enumerate(state.players):
        if seat not in state.play.passed and (most(held_in_all(player.hand)) or rules.empty_hand_passes):
            yield Offer(Pass(seat=seat))


def choices(rules, state: State) -> Iterator[Offer]:
    """A card face down, which nobody need tell."""
    for seat in choosers(state):
        if state.play.chosen[seat] == NOT_CHOSEN:
            yield Offer(Choose(seat=seat))


def reveals(rules, state: State) -> Iterator[Offer]:
    """All cards at once: as chosen where the record knows it, else any the hands can hold."""
    seats = choosers(state)
    if not seats or any(state.play.chosen[seat] == NOT_CHOSEN for seat in seats):
        return
    hands = {seat: _possible(state, seat) for seat in seats}
    if not all(hands.values()):
        return
    ways = tuple(
        dict.fromkeys(
            way
            for stride in (1, 3, 7)
            for turn in range(max(map(len, hands.values())))
            if (way := _one_way(hands, turn, stride)) is not None
        )
    )
    if ways:
        yield Offer(Reveal(cards=ways[0]), {"cards": OneOf(ways)})


def _possible(state: State, seat: Seat) -> list[int]:
    chosen = state.play.chosen[seat]
    return may_be_held(state, seat) if chosen == UNSEEN else [chosen]


def _one_way(hands: dict[Seat, list[int]], turn: int, stride: int) -> tuple | None:
    """One card for each seat, no card twice."""
    cards = [hand[(turn * (1 + place * stride)) % len(hand)] for place, hand in enumerate(hands.values())]
    if len(set(cards)) < len(cards):
        return None
    return tuple((seat, card, ()) for seat, card in zip(hands, cards, strict=True))


def stops(rules, state: State) -> Iterator[Offer]:
    """Nobody can place any card any more (KO-I-27)."""
    if not rules.stops_when_stuck or state.play.passed or max(state.play.chosen) >= 0:
        return
    if not is_surely(state.canals.count, 0) or any(most(player.hand.counts[1]) for player in state.players):
        return
    if any(most(player.hand.counts[2]) for player in state.players):
        return
    for seat, player in enumerate(state.players):
        if most(player.hand.counts[0]) and lawful_cells(rules, state, seat, Card(0, DOCK, state.sides[seat])):
            return
    yield Offer(End())
