"""The actions that may be possible now, with their open fields; a hidden hand may hold any possible card."""

from __future__ import annotations

from domain.games.kontor.offers.choices import choices, layouts, passes, reveals, stops
from domain.games.kontor.offers.turns import boats, draws, places, removals
from domain.games.kontor.state import CHOOSE, PLACE, REFILL

OFFERS = {CHOOSE: (layouts, passes, choices, reveals, stops), PLACE: (boats, removals, places), REFILL: (draws,)}
