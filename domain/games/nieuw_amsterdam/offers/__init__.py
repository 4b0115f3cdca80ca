"""The actions that may be possible now, with their open fields; payments and districts are described, not listed."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.nieuw_amsterdam.offers.bidding import answers, last_columns, payments, selections
from domain.games.nieuw_amsterdam.offers.preparation import founding, layouts, new_cards, refills
from domain.games.nieuw_amsterdam.offers.turns import removals, turns
from domain.games.nieuw_amsterdam.state import CARDS, FOUND, PAY, REFILL, REMOVE, RESPOND, SELECT, TAKE, TILES, TURN


def by_a_seat(offering: Callable) -> Callable:
    """Offers of the acting seat; none while it is not known whose turn it is."""
    return lambda rules, state: offering(rules, state) if state.actor >= 0 else ()


OFFERS = {
    FOUND: (by_a_seat(founding),),
    CARDS: (new_cards,),
    REFILL: (refills,),
    TILES: (layouts,),
    SELECT: (by_a_seat(selections),),
    RESPOND: (by_a_seat(answers),),
    PAY: (by_a_seat(payments),),
    TAKE: (by_a_seat(last_columns),),
    TURN: (by_a_seat(turns),),
    REMOVE: (removals,),
}
