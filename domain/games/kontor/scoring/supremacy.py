"""Supremacy in a sector: the largest lead, the most leads, the better good (KO-SUPREMACY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.kontor.pieces import AT_GOOD, BEATS
from domain.games.kontor.state import NO_SEAT, UNKNOWN_SIDE, State
from domain.numbers import NotKnown, Number

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def cycle(state: State) -> tuple[tuple[str, str], ...]:
    """Wine beats spice, spice beats tea, tea beats wine."""
    return BEATS


def winner_of(rules: KontorRules, state: State, stock: tuple[tuple[Number, ...], ...]) -> tuple[int, int]:
    """The side that has the supremacy, and the step that decides; step 0 where no side has (KO-SUPREMACY-4)."""
    try:
        return of_two(rules, state, *stock) if len(stock) == 2 else supremacy(rules, state, stock)
    except NotKnown:
        return UNKNOWN_SIDE, 1


def supremacy(rules: KontorRules, state: State, stock: tuple[tuple[Number, ...], ...]) -> tuple[int, int]:
    """Red against Black, good by good: the largest lead, then the most leads, then the better good."""
    if len(stock) > 2:
        return (among if rules.parties == "second" else one_against_each)(rules, state, stock)
    return of_two(rules, state, stock[0], stock[1])


def of_two(rules: KontorRules, state: State, reds: tuple[Number, ...], blacks: tuple[Number, ...]) -> tuple[int, int]:
    """Compares two sides: gives the winner, or neither, and the step that decides."""
    wine, spice, tea = leads = reds[0] - blacks[0], reds[1] - blacks[1], reds[2] - blacks[2]
    best_red, best_black = max(0, wine, spice, tea), -min(0, wine, spice, tea)
    if best_red != best_black:
        return (0 if best_red > best_black else 1), 1
    if not best_red:
        return NO_SEAT, 0
    every = rules.supremacies_all  # KO-I-14
    red = [good for good, lead in enumerate(leads) if lead > 0 and (every or lead == best_red)]
    black = [good for good, lead in enumerate(leads) if lead < 0 and (every or -lead == best_red)]
    if len(red) != len(black):
        return (0 if len(red) > len(black) else 1), 2
    beaten = {(AT_GOOD[better], AT_GOOD[worse]) for better, worse in rules.beats(state)}
    return (0 if (red[0], black[0]) in beaten else 1), 3


def among(rules: KontorRules, state: State, stock: tuple[tuple[Number, ...], ...]) -> tuple[int, int]:
    """Several sides: a lead is that of a sole leader over the second in a good; then the same steps (KO-I-67)."""
    leads: dict[int, dict[int, Number]] = {}
    for good in range(len(AT_GOOD)):
        counts = sorted([goods[good] for goods in stock], reverse=True)
        if counts[0] > counts[1]:
            side = next(side for side, goods in enumerate(stock) if goods[good] == counts[0])
            leads.setdefault(side, {})[good] = counts[0] - counts[1]
    if not leads:
        return NO_SEAT, 0
    best = max([max(own.values()) for own in leads.values()])
    tied = [side for side, own in leads.items() if max(own.values()) == best]
    if len(tied) == 1:
        return tied[0], 1
    goods_of = {
        side: [good for good, lead in leads[side].items() if rules.supremacies_all or lead == best] for side in tied
    }
    most_leads = max(map(len, goods_of.values()))
    tied = [side for side in tied if len(goods_of[side]) == most_leads]
    if len(tied) == 1:
        return tied[0], 2
    beaten = {(AT_GOOD[better], AT_GOOD[worse]) for better, worse in rules.beats(state)}
    for side in tied:
        others = [good for other in tied if other != side for good in goods_of[other]]
        if any(all((good, other) in beaten for other in others) for good in goods_of[side]):
            return side, 3
    return NO_SEAT, 0


def one_against_each(rules: KontorRules, state: State, stock: tuple[tuple[Number, ...], ...]) -> tuple[int, int]:
    """The side that wins against every other; the last step any of these comparisons needed (KO-I-67)."""
    for side, own in enumerate(stock):
        found = [of_two(rules, state, own, goods) for other, goods in enumerate(stock) if other != side]
        if all(winner == 0 for winner, _ in found):
            return side, max(step for _, step in found)
    return NO_SEAT, 0
