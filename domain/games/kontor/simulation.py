"""What simulated games of Kontor need: the random draws of the set-up, and less exact lines."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from domain.games.game import Simulation
from domain.games.kontor.actions import (
    Ally,
    Bribe,
    Choose,
    Coin,
    Done,
    Draw,
    End,
    Hold,
    Layout,
    Leave,
    Pass,
    Place,
    Smuggle,
)
from domain.games.kontor.pieces import CANAL, NUMBERS
from domain.games.kontor.state import NAME, ORIGIN, State
from domain.games.kontor.state.cells import NOT_SEEN
from domain.rules import Action, replace

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules


def opening(rules: KontorRules, state: State, rng: Random) -> tuple[Action, ...]:
    """The canals of the starting layout, as they were turned up."""
    canals = [number for number, card in state.cards.items() if card.kind == CANAL and state.where[number] == 46]
    rng.shuffle(canals)
    cards = []
    for cell in rules.layout:
        number = 0 if cell == NAME[ORIGIN] else canals.pop() if canals else None
        cards.append((cell, number))
    more = [action for opens in rules.openings for action in opens(rules, state, rng)]
    return (Layout(cards=tuple(cards)), *more)


def closing(rules: KontorRules, state: State) -> tuple[Action, ...]:
    """The table says that it counts."""
    return (End(),)


def _unseen_layout(layout: Layout, rng: Random) -> Action:
    """Unread canals of the starting cross."""
    cards = tuple((cell, number and rng.choice((number, None))) for cell, number in layout.cards)
    return replace(layout, cards=cards)


def _unseen_cell(place: Place, rng: Random) -> Action:
    """A card on a cell that was not seen, once in twenty times."""
    return replace(place, cell=NOT_SEEN) if rng.random() < 0.05 else place


BLURS: dict[type, Callable[[Any, Random], Action]] = {
    Layout: _unseen_layout,
    Draw: lambda draw, rng: replace(draw, card=None),
    Place: _unseen_cell,
    Choose: lambda choose, rng: replace(choose, card=None),
}
SIMULATION = Simulation(
    opening=opening,
    closing=closing,
    implied=(Choose, Done),
    secrets={(Choose, "card"): NUMBERS, (Hold, "cards"): ()},
    blurs=BLURS,
    seldom={Ally: 0.15, Bribe: 0.15, Coin: 0.3, Leave: 0.15, Pass: 0.15, Smuggle: 0.1},
)
