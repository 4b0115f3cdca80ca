"""Ways to break Kontor, one module per heading: what goes wrong, what must be found, how the table goes on."""

from domain.games.game import Mistake
from domain.games.kontor.mistakes import (
    boat,
    cranes,
    end,
    hands,
    money,
    passing,
    placement,
    ranking,
    record,
    removal,
    round,
    sectors,
    setup,
    special,
    stores,
    supremacy,
    tax,
    teams,
)

HEADINGS = (
    setup,
    round,
    tax,
    passing,
    placement,
    cranes,
    sectors,
    stores,
    supremacy,
    hands,
    money,
    end,
    boat,
    removal,
    ranking,
    teams,
    special,
    record,
)
MISTAKES = tuple(mistake for heading in HEADINGS for mistake in vars(heading).values() if isinstance(mistake, Mistake))
