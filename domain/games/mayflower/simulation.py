"""What simulated games of Mayflower need: the set-up, actions left out of the record, and preferences."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from domain.fold import listed_in
from domain.games.game import Simulation
from domain.games.mayflower.actions import Colonist, Draw, End, Explore, Explorers, Place, Skip
from domain.games.mayflower.follow import unscored_features
from domain.games.mayflower.pieces.cells import NOT_SEEN
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import State
from domain.rules import Action, Offer, OneOf, replace


def opening(rules: MayflowerRules, state: State, rng: Random) -> tuple[Action, ...]:
    """The explorers on two start spaces."""
    rows = sorted(int(cell[2:]) for cell, tile in state.land.lying() if tile.letter == "0")
    if len(rows) < 2:
        return ()
    north, south = sorted(rng.sample(rows, 2))
    return (Explorers(a=f"0:{north}", b=f"0:{south}"),)


def closing(rules: MayflowerRules, state: State) -> tuple[Action, ...]:
    """The line that ends the game."""
    return (End(),)


def shown(rules: MayflowerRules, state: State, action: Action) -> bool:
    """Whether the next action shows this one: a skip always, an explorer's move if nothing else is scored."""
    return type(action) is Skip or not unscored_features(rules, state)


def prefer_enclosed_cells(rules: MayflowerRules, state: State, offer: Offer, rng: Random) -> Offer:
    """Two times out of three a cell between several tiles: that is how features are completed."""
    free = rng.choice((3, 2, 1))
    cells = tuple(cell for cell in listed_in(offer.open["cell"]) if state.land.demand(cell).count(".") <= free)
    return replace(offer, open={"cell": OneOf(cells)}) if cells else offer


BLURS: dict[type, Callable[[Any, Random], Action]] = {
    Draw: lambda draw, rng: replace(draw, letter="", face=""),
    Place: lambda place, rng: replace(place, cell=NOT_SEEN) if rng.random() < 0.05 else place,
    Colonist: lambda colonist, rng: replace(colonist, lying=None),
}
# Everything lies open in this game, so no field is a secret.
SIMULATION = Simulation(
    opening=opening,
    closing=closing,
    implied=(Skip, Explore),
    shown=shown,
    blurs=BLURS,
    usual={Place: prefer_enclosed_cells},
)
