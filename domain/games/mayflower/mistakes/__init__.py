"""Simulated mistakes of Mayflower, one module per heading: the wrong play, its clause, and how the table goes on."""

from domain.games.game import Mistake
from domain.games.mayflower.mistakes import (
    colonist,
    draw,
    end,
    explorer,
    features,
    majority,
    place,
    plain,
    setup,
    several_features,
    sweep,
    turn,
)

HEADINGS = (setup, turn, draw, place, colonist, features, majority, explorer, sweep, several_features, plain, end)
MISTAKES = tuple(mistake for heading in HEADINGS for mistake in vars(heading).values() if isinstance(mistake, Mistake))
