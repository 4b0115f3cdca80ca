"""Simulated mistakes of Nieuw Amsterdam, one module per heading: the wrong play, its clause, what follows."""

from domain.games.game import Mistake
from domain.games.nieuw_amsterdam.mistakes import (
    bidding,
    city,
    districts,
    end,
    income,
    land,
    preparation,
    round,
    setup,
    special,
    supply,
    trade,
    turn,
)

HEADINGS = (setup, round, preparation, bidding, turn, city, land, trade, special, districts, income, supply, end)
MISTAKES = tuple(mistake for heading in HEADINGS for mistake in vars(heading).values() if isinstance(mistake, Mistake))
