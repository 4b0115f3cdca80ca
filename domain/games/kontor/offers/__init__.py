"""What may be done now: lawful examples with their open fields; the cards of hidden hands are any that are possible."""

from __future__ import annotations

from domain.games.kontor.offers.choices import choices, layouts, passes, reveals, stops
from domain.games.kontor.offers.turns import boats, draws, places, removals
from domain.games.kontor.state import CHOOSE, PLACE, REFILL

OFFERS = {CHOOSE: (layouts, passes, choices, reveals, stops), PLACE: (boats, removals, places), REFILL: (draws,)}
