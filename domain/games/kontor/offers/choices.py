"""Offers of a drawn layout, and of phases 1 and 2: pass, choose, reveal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from domain.games.kontor.actions import Choose, End, Layout, Pass, Reveal
from domain.games.kontor.offers.possible_cards import may_be_held
from domain.games.kontor.pieces import CANAL, DOCK
from domain.games.kontor.state import NAME, NOT_CHOSEN, ORIGIN, UNSEEN, Card, State, lacks_its_layout, lawful_cells
from domain.games.kontor.state.hands import held_in_all, specials_of
from domain.games.kontor.state.parts import hiding, misses
from domain.numbers import is_surely, most
from domain.rules import Offer, RandomDraw, Seat

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def choosers(rules: KontorRules, state: State) -> list[Seat]:
    """Seats that play in this round: with a card, and not passing; playing in turn, the one whose turn it is."""
    if rules.flow == "clockwise":
        return list(rules.choosers(rules, state))
    return [
        seat
        for seat, player in enumerate(state.players)
        if seat not in state.play.passed and most(held_in_all(player.hand)) and not misses(state, seat)
    ]


def layouts(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A layout the rulebook only draws is recorded first: the stand-in is an example of how it is written."""
    if lacks_its_layout(state):
        yield Offer(Layout(cards=tuple((cell, 0 if cell == NAME[ORIGIN] else None) for cell in rules.layout)))


def passes(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A seat that has not chosen may give up the round, before any card lies down."""
    if not rules.passes_aloud or max(state.play.chosen) >= 0:
        return
    if not rules.pass_unpaid and is_surely(state.treasury, 0):
        return
    if not rules.all_may_pass and state.play.passed:
        return
    if rules.flow == "clockwise" and not rules.wheel_passes:
        return
    for seat in range(len(state.players)) if rules.flow == "together" else choosers(rules, state):
        if misses(state, seat):
            continue
        held = most(held_in_all(state.players[seat].hand))
        if seat not in state.play.passed and (held or rules.empty_hand_passes):
            yield Offer(Pass(seat=seat))


def choices(rules: KontorRules, state: State) -> Iterator[Offer]:
    """A card face down, which need not be recorded."""
    for seat in choosers(rules, state) if rules.flow == "together" else ():
        if state.play.chosen[seat] == NOT_CHOSEN:
            yield Offer(Choose(seat=seat))


def reveals(rules: KontorRules, state: State) -> Iterator[Offer]:
    """All cards at once: as chosen where the record knows it, else any the hands can hold, no card twice."""
    hidden = hiding(state)
    seats = [seat for seat in choosers(rules, state) if seat not in hidden]
    waits = rules.flow == "together" and any(state.play.chosen[seat] == NOT_CHOSEN for seat in seats)
    if not seats or waits:
        return
    hands = tuple(tuple(_possible(state, seat)) for seat in seats)
    cards = _one_each(hands)
    if cards is None:
        return

    def put(numbers: tuple[int, ...]) -> tuple:
        return tuple((seat, number, ()) for seat, number in zip(seats, numbers, strict=True))

    every = dict.fromkeys((number for hand in hands for number in hand), 1)
    drawn = RandomDraw(len(seats), every, put, lambda turned: tuple(number for _, number, _ in turned), hands)
    yield Offer(Reveal(cards=put(cards)), {"cards": drawn})


def _possible(state: State, seat: Seat) -> list[int]:
    chosen = state.play.chosen[seat]
    return [chosen] if chosen > UNSEEN else may_be_held(state, seat)


def _one_each(hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
    """A card out of each hand, none twice; None where that cannot be."""
    return next((cards for cards in product(*hands) if len(set(cards)) == len(cards)), None)


def stops(rules: KontorRules, state: State) -> Iterator[Offer]:
    """No seat can place any card any more (KO-I-27)."""
    if not rules.stops_when_stuck or state.play.passed or max(state.play.chosen) >= 0:
        return
    for seat, player in enumerate(state.players):
        specials = specials_of(state, seat) if most(player.hand.counts[2]) else ()
        if any(lawful_cells(rules, state, seat, card) for card in specials):
            return
        for group, kind in ((1, CANAL), (0, DOCK)):
            card = Card(0, kind, state.sides[seat])
            if most(player.hand.counts[group]) and lawful_cells(rules, state, seat, card):
                return
    yield Offer(End())
